import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLocalEmbedder } from '../../../src/service/models/open-embedder.ts';
import { ModelPool } from '../../../src/service/models/model-pool.ts';
import { ModelThread } from '../../../src/service/models/model-thread.ts';
import { embedPassages } from '../../../src/service/index/embed-sections.ts';
import type { Embedder } from '../../../src/service/models/embedder.ts';
import { MODEL, passages } from '../docs-folder.ts';
import { smallModel, WORDS } from './small-models.ts';

const TEXTS = Array.from({ length: 60 }, (_, at) => `Text ${at}: ${'ships and harbours '.repeat(at % 9)}`);
/** The runtimes round the steps of 8-bit arithmetic differently. */
const MIN_COSINE = 0.98;

const passageOf = (text: string) => ({ place: 'Harbours', text });
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  const { signal } = new AbortController();
  for await (const { item, vectors: own } of embedPassages(texts, passageOf, embedder, signal)) {
    assert.equal(item, texts[vectors.length]);
    vectors.push(...own);
  }
  return vectors;
}

test('several threads make the vectors that one makes, in the order of the texts', async () => {
  const one = await openLocalEmbedder(MODEL, { threads: 1 });
  const expected: Float32Array[] = [];
  for (const text of TEXTS) expected.push(...(await one.embedPassages([passageOf(text)])).flat());
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
    assert.ok(cosine > MIN_COSINE, `${cosine} for ${TEXTS[at]}`);
  }
  await native.close();
  await wasm.close();
});

test('a query goes before the texts that wait', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const texts = TEXTS.map((text) => embedder.embedPassages(passages(text)).then(note('text')));
  const query = embedder.embedQueries(['where is the harbour']).then(note('query'));
  await Promise.all([...texts, query]);
  assert.equal(done.indexOf('query'), 1, 'after the text that was under way');
  await embedder.close();
});

test('texts that wait when the model is closed are refused', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 2 });
  const results = TEXTS.map((text) => embedder.embedPassages(passages(text)));
  const settled = Promise.allSettled(results);
  await embedder.close();
  const last = (await settled).at(-1)!;
  assert.equal(last.status, 'rejected');
  await assert.rejects(embedder.embedPassages(passages('more')), /The model was stopped/);
});

test('after the last thread has ended, another one is started', async () => {
  await using folder = await smallModel({});
  const started: ModelThread[] = [];
  const start = () => {
    const thread = new ModelThread({ kind: 'embedding', folder: folder.path });
    started.push(thread);
    return thread;
  };
  const first = start();
  await first.loaded;
  const pool = new ModelPool(first, 1, start);
  const embed = (text: string) => pool.run({ kind: 'query', text });
  const [expected] = await embed('sea');
  await first.close();
  assert.deepEqual(await embed('sea'), [expected]);
  assert.equal(started.length, 2);
  await rm(join(folder.path, 'tokenizer.json'));
  await started[1]!.close();
  await assert.rejects(Promise.race([embed('sea'), embed('red')]), /The model was stopped/);
  assert.equal(started.length, 3);
  await pool.close();
});

test('a query that is stopped while it waits is not embedded', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const controller = new AbortController();
  const texts = embedder.embedPassages(TEXTS.map(passageOf));
  const query = embedder.embedQueries(['where is the harbour'], { signal: controller.signal });
  const passagesToo = embedder.embedPassages(passages('more'), { signal: controller.signal });
  controller.abort();
  await assert.rejects(query, { name: 'AbortError' });
  await assert.rejects(passagesToo, { name: 'AbortError' });
  await texts;
  await embedder.close();
});

test('a passage longer than the model reads has a vector for each piece, with its place in each', async () => {
  await using folder = await smallModel({
    'docs-assistant.json': { maxTokens: 16, passagePrefix: 'passage: ' },
  });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  const text = 'red green blue sea '.repeat(5);
  const [pieces, short] = await embedder.embedPassages([
    { place: 'a', text },
    { place: 'a', text: 'red' },
  ]);
  await embedder.close();
  // Of 16 tokens, 5 are the special ones, the prefix and the place: 20 words are two pieces of 10.
  assert.equal(pieces!.length, 2);
  assert.equal(short!.length, 1);
  for (const piece of pieces!) {
    const counts = countWords(piece);
    assert.deepEqual([counts['passage'], counts[':'], counts['a']], [1, 1, 1]);
    assert.equal(counts['red']! + counts['green']! + counts['blue']! + counts['sea']!, 10);
  }
});

test('a place that is longer than half of what a model reads is cut, so that the text has room', async () => {
  await using folder = await smallModel({ 'docs-assistant.json': { maxTokens: 16 } });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  const [pieces] = await embedder.embedPassages([{ place: 'a '.repeat(100), text: 'sea '.repeat(14) }]);
  await embedder.close();
  assert.deepEqual(
    pieces!.map(countWords).map(({ a, sea }) => [a, sea]),
    [
      [7, 7],
      [7, 7],
    ],
  );
});

test('of a text without end a limited number of pieces is embedded', async () => {
  await using folder = await smallModel({ 'docs-assistant.json': { maxTokens: 16 } });
  const embedder = await openLocalEmbedder(folder.path, { threads: 1 });
  const [pieces] = await embedder.embedPassages([{ place: 'a', text: 'sea '.repeat(10_000) }]);
  await embedder.close();
  assert.equal(pieces!.length, 32);
});

test('of a long query the beginning counts, and nothing else', async () => {
  const embedder = await openLocalEmbedder(MODEL, { threads: 1 });
  const long = 'ships and harbours '.repeat(60);
  const [vector, other, short] = await embedder.embedQueries([
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
  const [latin, mixed, crowded] = await embedder.embedPassages(
    passages(
      'ships and café harbours',
      'ships 船、港ー и гавань and café harbours',
      `${'船と港、'.repeat(200)}ships and café harbours`,
    ),
  );
  assert.deepEqual(mixed, latin);
  assert.deepEqual(crowded, latin);
  await embedder.close();
});

/** How often each word is in the input that a vector was made of: at its dimension, scaled to length 1. */
function countWords(vector: Float32Array): Record<string, number> {
  const once = vector[WORDS.indexOf('[CLS]')]!;
  return Object.fromEntries(WORDS.map((word, id) => [word, Math.round(vector[id]! / once)]));
}
