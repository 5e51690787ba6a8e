/**
 * What the vectors of a documentation cost: `npm run bench:embedding -- ../shared/corpus/astro-docs`. Sections a second for each
 * runtime and way, and the time as a multiple of one text at a time in one thread of the native runtime.
 *
 * Ways take turns, so that a noisy machine disturbs all alike; the best of three counts.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { buildGeneration } from '../../src/service/index/build-generation.ts';
import { DocsIndex } from '../../src/service/index/docs-index.ts';
import { embedPassages } from '../../src/service/index/embed-sections.ts';
import { normalize, type Embedder, type Passage } from '../../src/service/models/embedder.ts';
import { passageOf } from '../../src/service/index/section-passage.ts';
import { openLocalEmbedder, type LocalEmbedderOptions } from '../../src/service/models/open-embedder.ts';
import { MODEL, temporaryFolder } from '../service/docs-folder.ts';

const [dir, count = '200'] = process.argv.slice(2);
if (dir === undefined) throw new Error('npm run bench:embedding -- FOLDER [SECTIONS]');
const ROUNDS = 3;
/** Characters of a text. Texts are cut, so that each has one vector in every way. */
const TEXT_LENGTH = 250;
/** Tokens of a batch, padding included. */
const BATCH_TOKENS = 2_048;

interface Way {
  title: string;
  embed(texts: readonly Passage[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

const { signal } = new AbortController();
const texts = await readTexts(dir, Number(count));
const cores = availableParallelism();
const ways = [
  await threadsWay('native, one text at a time in one thread', { runtime: 'native', threads: 1 }),
  await batchesWay(),
  await threadsWay(`native, ${cores} threads`, { runtime: 'native' }),
  await threadsWay('WebAssembly, one thread', { runtime: 'WebAssembly', threads: 1 }),
  await threadsWay(`WebAssembly, ${cores} threads`, { runtime: 'WebAssembly' }),
];

// Threads start and code is compiled before anything is measured.
const vectors: Float32Array[][] = [];
for (const way of ways) vectors.push(await way.embed(texts.slice(0, 60)));
const best = ways.map(() => ({ wall: Infinity, cpu: Infinity }));
for (let round = 0; round < ROUNDS; round++) {
  for (const [at, way] of ways.entries()) {
    const cpu = process.cpuUsage();
    const begin = performance.now();
    await way.embed(texts);
    const wall = performance.now() - begin;
    const { user, system } = process.cpuUsage(cpu);
    best[at] = {
      wall: Math.min(best[at]!.wall, wall),
      cpu: Math.min(best[at]!.cpu, (user + system) / 1000),
    };
  }
}

console.log(`${texts.length} sections of ${dir}, ${cores} cores`);
for (const [at, { title }] of ways.entries()) {
  const { wall, cpu } = best[at]!;
  const cosines = vectors[at]!.map((vector, text) => dot(vector, vectors[0]![text]!)).toSorted(
    (a, b) => a - b,
  );
  console.log(
    [
      title.padEnd(42),
      `${((texts.length / wall) * 1000).toFixed(1).padStart(6)} sections/s`,
      `× ${(wall / best[0]!.wall).toFixed(2)} of the time`,
      `${(cpu / texts.length).toFixed(1).padStart(6)} CPU ms each`,
      `cosine with the first: least ${cosines[0]!.toFixed(4)}, median ${cosines[cosines.length >> 1]!.toFixed(4)}`,
    ].join('  '),
  );
}

const [, , native] = ways as [Way, Way, Way];
await tellWait('native', native);
await tellWait('WebAssembly', ways[4]!);
console.log(`memory of the process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`);
for (const way of ways) await way.close();

/** Tell how long a query waits while sections are embedded. */
async function tellWait(
  name: string,
  way: Way & { query?: (text: string) => Promise<unknown> },
): Promise<void> {
  let isDone = false;
  const indexing = way.embed(texts).finally(() => (isDone = true));
  const waits: number[] = [];
  while (!isDone) {
    const begin = performance.now();
    await way.query?.('how do I add a page');
    waits.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await indexing;
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0);
  console.log(
    `a query during indexing, ${name}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms (${waits.length} queries)`,
  );
}

async function threadsWay(
  title: string,
  options: LocalEmbedderOptions,
): Promise<Way & { query(text: string): Promise<unknown> }> {
  const embedder: Embedder = await openLocalEmbedder(MODEL, options);
  return {
    title,
    async embed(given) {
      const all: Float32Array[] = [];
      for await (const { vectors } of embedPassages(given, (text) => text, embedder, signal))
        all.push(...vectors);
      return all;
    },
    query: (text) => embedder.embedQueries([text]),
    close: () => embedder.close(),
  };
}

/** Batches of texts of about the same length, padded, in one thread. */
async function batchesWay(): Promise<Way> {
  const json = async (name: string) => JSON.parse(await readFile(join(MODEL, name), 'utf8')) as object;
  const tokenizer = new Tokenizer(await json('tokenizer.json'), await json('tokenizer_config.json'));
  const session = await InferenceSession.create(join(MODEL, 'onnx/model_quantized.onnx'), {
    intraOpNumThreads: 1,
  });
  async function embedBatch(batch: readonly number[][]): Promise<Float32Array[]> {
    const length = batch.at(-1)!.length;
    const integers = (value: (id: number | undefined) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from(batch.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(value(ids[at]))))),
        [batch.length, length],
      );
    const { last_hidden_state: states } = await session.run({
      input_ids: integers((id) => id ?? 0),
      attention_mask: integers((id) => (id === undefined ? 0 : 1)),
      token_type_ids: integers(() => 0),
    });
    const size = states!.dims[2]!;
    return batch.map((ids, row) => {
      const mean = new Float32Array(size);
      const first = row * length * size;
      for (let at = 0; at < ids.length * size; at++) {
        mean[at % size]! += (states!.data as Float32Array)[first + at]!;
      }
      return normalize(mean);
    });
  }
  return {
    title: 'native, batches by length in one thread',
    async embed(given) {
      const tokens = given.map(({ place, text }) => tokenizer.encode(`${place}\n${text}`).ids);
      const order = tokens.map((_, at) => at).toSorted((a, b) => tokens[a]!.length - tokens[b]!.length);
      const all: Float32Array[] = [];
      for (let at = 0; at < order.length;) {
        const batch: number[] = [];
        while (at < order.length && tokens[order[at]!]!.length * (batch.length + 1) <= BATCH_TOKENS) {
          batch.push(order[at++]!);
        }
        const done = await embedBatch(batch.map((text) => tokens[text]!));
        for (const [row, text] of batch.entries()) all[text] = done[row]!;
      }
      return all;
    },
    close: () => session.release(),
  };
}

/** Texts of sections spread evenly over the documentation, as the index embeds them. */
async function readTexts(folder: string, most: number): Promise<Passage[]> {
  await using work = await temporaryFolder();
  await using built = await buildGeneration({
    dir: folder,
    workDir: work.path,
    before: null,
    embedder: null,
    signal,
  });
  const index = DocsIndex.open(built.file!)!;
  const number = Math.min(most, index.facts.sections);
  const all = Array.from({ length: number }, (_, at) => {
    const section = index.section(1 + Math.floor((at * index.facts.sections) / number));
    const { place, text } = passageOf(section, section);
    return { place, text: text.slice(0, TEXT_LENGTH) };
  });
  index.close();
  return all;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}
