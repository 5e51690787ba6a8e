/**
 * What a search costs: `npm run bench:search -- ../shared/corpus/astro-docs`. CPU time of all threads, embedding of the query
 * included, per query; the wall clock beside it says more about the machine. The index is kept in `.docs-assistant/bench`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defaultEmbeddingModel } from '../../src/service/models/open-embedder.ts';
import { MODEL, openEngine } from '../service/docs-folder.ts';

interface QuestionSet {
  filter: { version: string; language: string };
  questions: { question: string }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: '.docs-assistant/bench' } },
});
const [dir] = positionals;
if (dir === undefined) throw new Error('Usage: npm run bench:search -- FOLDER [--data FOLDER]');

const ROUNDS = 5;
const sets = JSON.parse(
  readFileSync(new URL('retrieval-questions.json', import.meta.url), 'utf8'),
) as QuestionSet[];
/** What people type into a search box: names, code, typing errors, unfinished words. */
const TYPED = [
  'middleware',
  'getStaticPaths',
  'astro.config.mjs',
  '--port',
  'middelware',
  'conten',
  'image optimizaton',
  'env',
];

const engine = await openEngine({
  dir,
  dataDir: values.data,
  model: defaultEmbeddingModel(null) ?? { folder: MODEL },
});
await engine.reindex();
const { sections, model, modelNote } = engine.progress;
console.log(`${sections} sections, model ${model ?? modelNote}; CPU ms (wall ms in brackets)`);

const questions = sets.flatMap(({ filter, questions: all }) =>
  all.map(({ question }) => ({ query: question, filter })),
);
await measure('questions, filtered', questions);
await measure(
  'questions, whole index',
  questions.map(({ query }) => ({ query })),
);
await measure(
  'typed, whole index',
  TYPED.map((query) => ({ query })),
);
await measure(
  'keywords only, whole index',
  questions.map(({ query }) => ({ query, mode: 'keyword' as const })),
);
await engine[Symbol.asyncDispose]();
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);

async function measure(
  name: string,
  searches: readonly Parameters<typeof engine.search>[0][],
): Promise<void> {
  for (const search of searches) await engine.search(search);
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const search of searches) {
      const before = process.cpuUsage();
      const start = performance.now();
      await engine.search(search);
      wall.push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / 1000);
    }
  }
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!;
  const figures = [0.5, 0.95].map((share) => `${at(cpu, share).toFixed(1)} (${at(wall, share).toFixed(1)})`);
  console.log(`  ${name.padEnd(28)} p50 ${figures[0]}   p95 ${figures[1]}`);
}
