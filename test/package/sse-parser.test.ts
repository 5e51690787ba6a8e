import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { cutBytes, readRecordings } from '../protocol/recordings.ts';
import { root } from './source-files.ts';

interface Build {
  readonly plugins: readonly {
    readonly name: string;
    transform?(this: { error(message: string): never }, code: string, id: string): { code: string } | null;
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'sse-parser-'));
after(() => rmSync(folder, { recursive: true }));

/** The parser as the bundles for browsers have it. */
async function loadTrimmed(): Promise<typeof createParser> {
  const path = fileURLToPath(new URL('parse.js', import.meta.resolve('eventsource-parser')));
  const config = (await import(pathToFileURL(join(root, 'rollup.config.mjs')).href)) as {
    default: readonly Build[];
  };
  const plugin = config.default.flatMap(({ plugins }) => plugins).find(({ name }) => name === 'sse-parser')!;
  const context = {
    error(message: string): never {
      throw new Error(message);
    },
  };
  const { code } = plugin.transform!.call(context, readFileSync(path, 'utf8'), path)!;
  const file = join(folder, 'parse.mjs');
  writeFileSync(
    file,
    code.replace("'./errors.js'", `'${pathToFileURL(path.replace('parse.js', 'errors.js')).href}'`),
  );
  return ((await import(pathToFileURL(file).href)) as { createParser: typeof createParser }).createParser;
}

const createTrimmed = await loadTrimmed();

/** What a parser tells of a body that comes in whole lines, and of its end. */
function read(create: typeof createParser, pieces: readonly string[]): unknown[] {
  const told: unknown[] = [];
  const parser = create({
    maxBufferSize: 100_000,
    onEvent: (event) => told.push(event),
    onError: ({ type, field, line }) => told.push([type, field, line]),
  });
  let line = '';
  for (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
    if (end > 0) parser.feed(line + piece.slice(0, end));
    line = (end > 0 ? '' : line) + piece.slice(end);
  }
  parser.feed(`${line}\n\n`);
  return told;
}

describe('the parser of SSE streams in the bundles', () => {
  for (const { name, body } of readRecordings()) {
    it(`reads ${name} as the whole one does`, () => {
      for (const size of [5, 64, 100_000]) {
        const pieces = Array.from(cutBytes(body, size), (bytes) => Buffer.from(bytes).toString('latin1'));
        assert.deepEqual(read(createTrimmed, pieces), read(createParser, pieces));
      }
    });
  }

  it('reads any lines as the whole one does', () => {
    const piece = fc
      .array(
        fc.constantFrom(
          'data: a',
          'data:b',
          'event: x',
          'id: 1',
          ': c',
          'retry: 5',
          'retry: x',
          'foo: y',
          'bar',
          '\n',
          '\n\n',
          '\r',
          '\r\n',
          '\uFEFF',
          '',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        assert.deepEqual(read(createTrimmed, pieces), read(createParser, pieces));
      }),
      { numRuns: 1000 },
    );
  });
});
