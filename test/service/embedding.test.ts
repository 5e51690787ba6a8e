import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLocalEmbedder } from '../../src/service/embedding/local-embedder.ts';
import { embedTexts } from '../../src/service/embedding/embed-texts.ts';
import type { Embedder } from '../../src/service/embedding/embedder.ts';
import { MODEL } from './docs-folder.ts';

const TEXTS = Array.from({ length: 60 }, (_, at) => `Text ${at}: ${'ships and harbours '.repeat(at % 9)}`);
/** The runtimes round the steps of 8-bit arithmetic differently. */
const LEAST_COSINE = 0.98;

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  const { signal } = new AbortController();
  for await (const { item, vector } of embedTexts(texts, (text) => text, embedder, signal)) {
    assert.equal(item, texts[vectors.length]);
    vectors.push(vector);
  }
  return vectors;
}

test('several threads make the vectors that one makes, in the order of the texts', async () => {
  const one = await openLocalEmbedder(MODEL, { threads: 1 });
  const expected: Float32Array[] = [];
  for (const text of TEXTS) expected.push(...(await one.embedPassages([text])));
  await one.close();
  const several = await openLocalEmbedder(MODEL, { threads: 3 });
  assert.deepEqual(await embedAll(several, TEXTS), expected);
  await several.close();
});

test('WebAssembly makes nearly the vectors of the native runtime, in the same space', async () => {
  const native = await openLocalEmbedder(MODEL, { threads: 1, runtime: 'native' });
  const wasm = await openLocalEmbedder(MODEL, { threads: 2, runtime: 'WebAssembly' });
  assert.equal(wasm.space, native.space);
  assert.deepEqual([native.name, wasm.name], ['all-MiniLM-L6-v2 (native)', 'all-MiniLM-L6-v2 (WebAssembly)']);
  const vectors = await embedAll(native, TEXTS);
  for (const [at, vector] of (await embedAll(wasm, TEXTS)).entries()) {
    const cosine = dot(vector, vectors[at]!);
    assert.ok(cosine > LEAST_COSINE, `${cosine} for ${TEXTS[at]}`);
  }
  await native.close();
  await wasm.close();
});

test('a query goes before the texts that wait', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const texts = TEXTS.map((text) => embedder.embedPassages([text]).then(note('text')));
  const query = embedder.embedQueries(['where is the harbour']).then(note('query'));
  await Promise.all([...texts, query]);
  assert.equal(done.indexOf('query'), 1, 'after the text that was under way');
  await embedder.close();
});

test('texts that wait when the model is closed are refused', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 2 });
  const results = TEXTS.map((text) => embedder.embedPassages([text]));
  const settled = Promise.allSettled(results);
  await embedder.close();
  const last = (await settled).at(-1)!;
  assert.equal(last.status, 'rejected');
  await assert.rejects(embedder.embedPassages(['more']), /The embedding model was stopped/);
});

test('of a long text the beginning counts, and nothing else', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const long = 'ships and harbours '.repeat(60);
  const [vector, other, short] = await embedder.embedPassages([
    long,
    `${long}bread and flour`,
    'ships and harbours',
  ]);
  assert.deepEqual(other, vector);
  assert.notDeepEqual(short, vector);
  await embedder.close();
});

test('an English model reads of a text what is in its script, and has room for more of it', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const [latin, mixed, crowded] = await embedder.embedPassages([
    'ships and café harbours',
    'ships 船、港ー и гавань and café harbours',
    `${'船と港、'.repeat(200)}ships and café harbours`,
  ]);
  assert.deepEqual(mixed, latin);
  assert.deepEqual(crowded, latin);
  await embedder.close();
});
