import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { groupOf } from './element-groups.ts';
import { readImports, readSources, type SourceFile } from './source-files.ts';

/** Files, each with the files that it imports. */
type Graph = ReadonlyMap<string, readonly string[]>;

test('no file of src imports itself over others, by values, types or import()', () => {
  assert.deepEqual(findCircular(readGraph(readSources())), []);
});

test('types count between the groups of an element, and not inside one, whose files are always loaded together', () => {
  const files = {
    'elements/search/panel/a.ts': "import type { B } from './b.ts';",
    'elements/search/panel/b.ts': "import './a.ts'; import type { C } from '../after-results/c.ts';",
    'elements/search/after-results/c.ts': "import type { A } from '../panel/a.ts'; import '../panel/d.ts';",
    'elements/search/panel/d.ts': "import type { B } from '../panel/b.ts';",
    'state/a.ts': "import type { B } from './b.ts';",
    'state/b.ts': "import './a.ts';",
  };
  const sources = Object.entries(files).map(([path, text]) => ({ path, layer: null, text }));
  assert.deepEqual(findCircular(readGraph(sources)), ['state/a.ts → state/b.ts', 'state/b.ts → state/a.ts']);
  const imported = { ...sources[0]!, text: "import './b.ts';" };
  assert.deepEqual(findCircular(readGraph([imported, ...sources.slice(1, 4)])), [
    'elements/search/panel/a.ts → elements/search/panel/b.ts',
    'elements/search/panel/b.ts → elements/search/panel/a.ts',
    'elements/search/panel/b.ts → elements/search/after-results/c.ts',
    'elements/search/after-results/c.ts → elements/search/panel/a.ts',
  ]);
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

function readGraph(sources: readonly SourceFile[]): Graph {
  return new Map(
    sources.map((source) => [
      source.path,
      readImports(source)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, isType }) => ({ path: posix.join(posix.dirname(source.path), specifier), isType }))
        .filter(
          ({ path, isType }) => !isType || groupOf(path) === null || groupOf(path) !== groupOf(source.path),
        )
        .map(({ path }) => path),
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
