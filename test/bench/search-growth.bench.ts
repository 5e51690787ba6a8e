/**
 * How a search grows: `npm run bench:growth -- [FOLDER] [--sections 1000,10000,50000]`. Pages of the folder (default: the
 * documentation of this project) are repeated with other words in them until there are so many sections. Prints what building
 * the index and searching it takes, beside the floor, the same words looked up in SQLite's FTS5 with nothing around it, and
 * beside MiniSearch. CPU time of all threads; every engine and size has a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { buildGeneration } from '../../src/service/index/build-generation.ts';
import type { Embedder } from '../../src/service/models/embedder.ts';
import { defaultEmbeddingModel } from '../../src/service/models/open-embedder.ts';
import { passageOf } from '../../src/service/index/section-passage.ts';
import { openModel } from '../../src/service/models/open-model.ts';
import { wordsOf } from '../../src/engine/words/searchable-text.ts';
import { openIndexInMemory } from '../../src/service/search/embedded-index.ts';
import { GenerationSearch } from '../../src/service/search/generation-search.ts';
import { MODEL, temporaryFolder } from '../service/docs-folder.ts';
import { createRandom, readPages, repeatPages } from './repeated-pages.ts';

const MODEL_CHOICE = defaultEmbeddingModel(null) ?? { folder: MODEL };
const OWN_DOCS = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sections: { type: 'string', default: '1000,10000,50000' },
    /** What a process of its own is started for, and where. */
    engine: { type: 'string' },
    work: { type: 'string', default: '' },
  },
});
const folder = resolve(positionals[0] ?? OWN_DOCS);
const sizes = values.sections.split(',').map(Number);

/** Sections whose vectors the model makes; the others have one of these, disturbed: what they mean does not change the time. */
const REAL_VECTORS = 300;
const DISTURBANCE = 0.5;
const ROUNDS = 2;
const PAGE_SIZE = 10;
/** In the folder of a size. */
const DOCS = 'docs';
const INDEX = 'index.sqlite';
const BUILD_TIME = 'build.json';

const engines = new Map([
  ['build', build],
  ['docs-assistant', measureEngine],
  ['FTS5 alone', measureFloor],
  ['MiniSearch', measureMiniSearch],
]);

if (values.engine === undefined) {
  const pages = await readPages(folder);
  console.log(
    'sections  searched by         build CPU s    file MB    RSS MB   CPU ms a query: p50 / p95 / most (wall p50)',
  );
  for (const size of sizes) {
    await using corpus = await temporaryFolder();
    await repeatPages(pages, size, join(corpus.path, DOCS));
    for (const engine of engines.keys()) {
      const args = [fileURLToPath(import.meta.url), folder, '--engine', engine, '--work', corpus.path];
      process.stdout.write(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    }
  }
} else {
  await engines.get(values.engine)!(values.work);
}

/** Leaves its index for the engines: they are given the same sections. */
async function build(work: string): Promise<void> {
  const dir = join(work, DOCS);
  const { embedder: model } = await openModel(MODEL_CHOICE);
  const embedder = model && (await disturb(model));
  const begin = process.cpuUsage();
  await using built = await buildGeneration({
    dir,
    workDir: work,
    before: null,
    embedder,
    signal: new AbortController().signal,
  });
  await copyFile(built.file!, join(work, INDEX));
  await writeFile(join(work, BUILD_TIME), JSON.stringify(seconds(begin)));
  await model?.close();
}

async function measureEngine(work: string): Promise<void> {
  const model = await openModel(MODEL_CHOICE);
  const search = new GenerationSearch(Promise.resolve(model));
  search.open(await openIndexInMemory(join(work, INDEX)));
  const { sections } = search.progress;
  const { size } = await stat(join(work, INDEX));
  const build = JSON.parse(await readFile(join(work, BUILD_TIME), 'utf8')) as number;
  const questions = await readQuestions();
  for (const mode of ['hybrid', 'keyword'] as const) {
    const name = mode === 'keyword' ? 'words' : model.embedder ? 'words and meaning' : 'words, no model';
    const times = await measure(questions, (query) => search.search({ query, mode, pageSize: PAGE_SIZE }));
    tell(sections, name, build, size, times);
  }
  await search.close();
  await model.embedder?.close();
}

async function measureFloor(work: string): Promise<void> {
  const rows = readSections(work);
  const begin = process.cpuUsage();
  const file = join(work, 'floor.sqlite');
  const database = new DatabaseSync(file);
  database.exec(
    "PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE t USING fts5(title, content, tokenize='porter unicode61'); BEGIN",
  );
  const insert = database.prepare('INSERT INTO t VALUES (?, ?)');
  for (const { title, content } of rows) insert.run(title, content);
  database.exec('COMMIT');
  const build = seconds(begin);
  const select = database.prepare('SELECT title, content FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?');
  const times = await measure(await readQuestions(), async (query) =>
    select.all(
      wordsOf(query)
        .map((word) => `"${word}"`)
        .join(' OR '),
      PAGE_SIZE,
    ),
  );
  database.close();
  tell(rows.length, 'FTS5 alone', build, (await stat(file)).size, times);
}

async function measureMiniSearch(work: string): Promise<void> {
  const documents = readSections(work);
  const begin = process.cpuUsage();
  const index = new MiniSearch({
    fields: ['title', 'headings', 'content'],
    storeFields: ['title', 'content'],
  });
  index.addAll(documents);
  const build = seconds(begin);
  const times = await measure(await readQuestions(), async (query) =>
    index.search(query).slice(0, PAGE_SIZE),
  );
  tell(documents.length, 'MiniSearch', build, null, times);
}

/** CPU and wall milliseconds of every search, each asked once before. */
async function measure(questions: readonly string[], search: (query: string) => Promise<unknown>) {
  const cpu: number[] = [];
  const wall: number[] = [];
  for (const query of questions) await search(query);
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of questions) {
      const before = process.cpuUsage();
      const start = performance.now();
      await search(query);
      wall.push(performance.now() - start);
      cpu.push(seconds(before) * 1000);
    }
  }
  return { cpu: cpu.toSorted((a, b) => a - b), wall: wall.toSorted((a, b) => a - b) };
}

function tell(
  sections: number,
  name: string,
  build: number,
  size: number | null,
  { cpu, wall }: { cpu: number[]; wall: number[] },
): void {
  const at = (times: number[], share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1).padStart(6);
  const megabytes = (bytes: number) => String(Math.round(bytes / 1024 / 1024));
  console.log(
    [
      String(sections).padStart(8),
      name.padEnd(18),
      build.toFixed(1).padStart(12),
      (size === null ? '–' : megabytes(size)).padStart(9),
      megabytes(process.memoryUsage().rss).padStart(8),
      `  ${at(cpu, 0.5)} / ${at(cpu, 0.95)} / ${at(cpu, 1)} (${at(wall, 0.5).trim()})`,
    ].join('  '),
  );
}

function seconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function readSections(work: string) {
  const database = new DatabaseSync(join(work, INDEX), { readOnly: true });
  const rows = database
    .prepare('SELECT sections.id, title, headings, content FROM sections JOIN pages ON pages.id = page')
    .all();
  database.close();
  return rows as { id: number; title: string; headings: string; content: string }[];
}

/** The retrieval questions, and what people type into a search box. */
async function readQuestions(): Promise<string[]> {
  const sets = JSON.parse(await readFile(new URL('retrieval-questions.json', import.meta.url), 'utf8')) as {
    filter: { language: string };
    questions: { question: string }[];
  }[];
  const asked = sets.filter(({ filter }) => filter.language === 'en').flatMap((set) => set.questions);
  const typed = [
    'middleware',
    'getStaticPaths',
    '--port',
    'middelware',
    'conten',
    'image optimizaton',
    'env',
  ];
  return [...asked.map(({ question }) => question), ...typed];
}

/** The model for questions; for sections the vectors of some of them, disturbed. */
async function disturb(model: Embedder): Promise<Embedder> {
  const random = createRandom();
  const texts = (await readPages(folder)).flatMap((page) =>
    page.sections.map((section) => passageOf(page, section)),
  );
  const step = Math.max(1, Math.floor(texts.length / REAL_VECTORS));
  const real = (await model.embedPassages(texts.filter((_, at) => at % step === 0))).flat();
  const next = () => {
    const near = real[Math.floor(random() * real.length)]!;
    const scale = (2 * DISTURBANCE) / Math.sqrt(near.length / 3);
    const vector = near.map((value) => value + scale * (random() - 0.5) * 2);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  return {
    ...model,
    batchSize: 64,
    async embedPassages(given) {
      return given.map(() => [next()]);
    },
  };
}
