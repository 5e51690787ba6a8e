import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readImports, readSources } from './source-files.ts';

/** Files, each with the files that it imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

test('no file of src imports itself over others, by values, types or import()', () => {
  assert.deepEqual(findCircular(readGraph()), []);
});

test('a circle is found, and what only leads into it or out of it is not part of it', () => {
  const graph = new Map([
    ['entry', ['a', 'leaf']],
    ['a', ['b']],
    ['b', ['c', 'leaf']],
    ['c', ['a']],
    ['leaf', []],
    ['self', ['self']],
  ]);
  assert.deepEqual(findCircular(graph), ['a → b', 'b → c', 'c → a', 'self → self']);
});

function readGraph(): Graph {
  return new Map(
    readSources().map((source) => [
      source.path,
      readImports(source)
        .map(({ specifier }) => specifier.replaceAll(/['"`]/g, ''))
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => posix.join(posix.dirname(source.path), specifier)),
    ]),
  );
}

/** Find the imports within circles and between them: what is left when files that import none of the rest, or that none of the rest imports, are taken away. */
function findCircular(graph: Graph): string[] {
  let rest = new Set(graph.keys());
  for (let size = Infinity; rest.size < size;) {
    size = rest.size;
    const imported = new Set([...rest].flatMap((file) => graph.get(file)!));
    rest = new Set(
      [...rest].filter((file) => imported.has(file) && graph.get(file)!.some((target) => rest.has(target))),
    );
  }
  return [...rest].flatMap((file) =>
    graph
      .get(file)!
      .filter((target) => rest.has(target))
      .map((target) => `${file} → ${target}`),
  );
}
