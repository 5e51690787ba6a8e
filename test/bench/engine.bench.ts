/**
 * How the engines grow: `npm run bench:engine -- [--sections 10000,100000,1000000]`. Sections of the documentation of this project
 * are repeated with other words in them; their vectors are drawn around random subjects, as models place texts. Each engine and size
 * has a process of its own. The last columns are of two processes that search one index while a third stores the next and removes
 * the first. A million sections need 5 GB of memory for two embedded processes, 20 GB of disk and hours on a busy machine.
 */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { normalize } from '../../src/service/models/embedder.ts';
import { writeSections } from '../../src/service/index/build-index.ts';
import { openIndexContent } from '../../src/service/index/index-content.ts';
import { createIndexFile } from '../../src/service/index/index-file.ts';
import { openIndexInMemory } from '../../src/service/search/embedded-index.ts';
import { openLanceDbEngine } from '../../src/service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../../src/service/search/search-engine.ts';
import type { SearchIndex } from '../../src/engine/ranking/search-index.ts';
import type { Page } from '../../src/service/docs/read-page.ts';
import type { Generation } from '../../src/service/storage/service-store.ts';
import { read, temporaryFolder } from '../service/docs-folder.ts';

const { values } = parseArgs({
  options: {
    sections: { type: 'string', default: '10000,100000,1000000' },
    /** What a process of its own is started for, and where. */
    step: { type: 'string' },
    engine: { type: 'string', default: '' },
    work: { type: 'string', default: '' },
    size: { type: 'string', default: '' },
  },
});

const OWN_DOCS = fileURLToPath(new URL('../../demo/docs/v2/en', import.meta.url));
const DIMENSIONS = 384;
const SUBJECTS = 500;
/** Words of prose that a repeated page has other ones for. */
const CHANGED_WORDS = 0.2;
const ROUNDS = 3;
const PAGE_SIZE = 10;
const INDEX = 'index.sqlite';
const LANCEDB = 'lancedb';
const ENGINES = ['embedded', 'LanceDB'];
const MEGABYTE = 1024 * 1024;
const signal = new AbortController().signal;

const random = createRandom();
const subjects = Array.from({ length: SUBJECTS }, () => randomVector());

const steps: Record<string, () => Promise<unknown>> = {
  build: async () => build(values.work, Number(values.size)),
  store: async () => {
    const before = process.cpuUsage();
    const start = performance.now();
    const engine = await openLanceDbEngine(join(values.work, LANCEDB));
    await store(engine, values.size);
    await engine.close();
    return { cpu: cpuSince(before), wall: performance.now() - start };
  },
  search: async () => measureSearches(values.engine, values.work),
};

if (values.step === undefined) {
  console.log(
    `Load ${describeLoad()}. Times of a search: p50 / p95 in milliseconds, CPU of all threads and wall.\n`,
  );
  console.log(
    'sections  engine    build CPU s   disk MB   open CPU s   RSS MB   CPU ms           wall ms          wall ms of 2 processes, index replaced',
  );
  for (const size of values.sections.split(',')) {
    await using folder = await temporaryFolder();
    const built = start<Times>('build', { work: folder.path, size });
    for (const engine of ENGINES) await measure(engine, size, folder.path, built.cpu);
  }
  console.log(`\nLoad ${describeLoad()}.`);
} else {
  process.stdout.write(JSON.stringify(await steps[values.step]!()));
}

interface Times {
  cpu: number;
  wall: number;
}

interface Measured {
  open: number;
  rss: number;
  cpu: number[];
  wall: number[];
}

async function measure(engine: string, size: string, work: string, buildTime: number): Promise<void> {
  const isShared = engine === 'LanceDB';
  const time = buildTime + (isShared ? start<Times>('store', { work, size: 'a' }).cpu : 0);
  const disk = isShared ? folderSize(join(work, LANCEDB)) : statSync(join(work, INDEX)).size;
  const alone = start<Measured>('search', { engine, work });
  // A third process replaces the index: a file beside the open one, or another index in the same database.
  const replace = isShared
    ? begin<Times>('store', { work, size: 'b' })
    : Promise.resolve(copyFileSync(join(work, INDEX), join(work, `next-${INDEX}`)));
  const [one, two] = await Promise.all([1, 2].map(() => begin<Measured>('search', { engine, work })));
  await replace;
  const both = [...one!.wall, ...two!.wall].toSorted((a, b) => a - b);
  console.log(
    [
      size.padStart(8),
      engine.padEnd(8),
      (time / 1000).toFixed(1).padStart(11),
      Math.round(disk / MEGABYTE)
        .toString()
        .padStart(8),
      (alone.open / 1000).toFixed(1).padStart(11),
      Math.round(alone.rss / MEGABYTE)
        .toString()
        .padStart(7),
      ` ${percentiles(alone.cpu)}`,
      percentiles(alone.wall),
      percentiles(both),
    ].join('  '),
  );
}

async function store(engine: SearchEngine, hash: string): Promise<void> {
  using content = openIndexContent(join(values.work, INDEX));
  await engine.store(generation(hash), content, signal);
  // What stood before stays for ten minutes, for the processes that search it.
  await engine.prune('bench', [generation(hash).hash]);
}

async function measureSearches(engine: string, work: string): Promise<Measured> {
  const before = process.cpuUsage();
  const index = await openIndex(engine, work);
  const queries = readQueries().map((query) => ({ query, vector: near(subjects[0]!) }));
  await index.search({ query: queries[0]!.query }, null);
  const open = cpuSince(before);
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { query, vector } of queries) {
      const start = performance.now();
      const usage = process.cpuUsage();
      await index.search({ query, pageSize: PAGE_SIZE }, { vector, weight: 1 });
      // The first round warms up.
      if (round === 0) continue;
      wall.push(performance.now() - start);
      cpu.push(cpuSince(usage));
    }
  }
  const { rss } = process.memoryUsage();
  await index.close();
  return { open, rss, cpu: cpu.toSorted((a, b) => a - b), wall: wall.toSorted((a, b) => a - b) };
}

async function openIndex(engine: string, work: string): Promise<SearchIndex> {
  if (engine === 'embedded') return openIndexInMemory(join(work, INDEX));
  return (await openLanceDbEngine(join(work, LANCEDB))).open(generation('a'));
}

function generation(hash: string): Generation {
  return { projectId: 'bench', number: 1, hash: hash.repeat(64), size: 0, commit: null, createdAt: 0 };
}

/** Write an index of so many sections. */
async function build(work: string, size: number): Promise<Times> {
  const before = process.cpuUsage();
  const start = performance.now();
  const { database, finish } = createIndexFile(join(work, INDEX));
  const meta = database.prepare('INSERT INTO meta VALUES (?, ?)');
  for (const [key, value] of Object.entries({ fingerprint: '', problems: '[]', space: 'bench' })) {
    meta.run(key, value);
  }
  writeSections(database, repeatPages(size));
  const insert = database.prepare('INSERT INTO vectors VALUES (?, 1, ?)');
  for (const { id, page } of database.prepare('SELECT id, page FROM sections').iterate()) {
    const vector = near(subjects[Number(page) % SUBJECTS]!);
    insert.run(id!, new Uint8Array(vector.buffer));
  }
  finish();
  return { cpu: cpuSince(before), wall: performance.now() - start };
}

function* repeatPages(size: number): Generator<Page> {
  const pages = readPages();
  const vocabulary = [
    ...new Set(
      pages.flatMap((page) => page.sections.flatMap(({ content }) => content.match(/[a-z]{5,}/g) ?? [])),
    ),
  ];
  const another = (word: string) =>
    random() < CHANGED_WORDS ? vocabulary[Math.floor(random() * vocabulary.length)]! : word;
  for (let sections = 0, copy = 0; sections < size; copy++) {
    for (const page of pages) {
      if (sections >= size) return;
      sections += page.sections.length;
      yield {
        ...page,
        path: `copy-${copy}/${page.path}`,
        sections: page.sections.map((section) => ({
          ...section,
          content: section.content.replace(/\b[a-z]{5,}\b/g, another),
        })),
      };
    }
  }
}

function readPages(): Page[] {
  return globSync('**/*.md', { cwd: OWN_DOCS }).flatMap((file) => {
    const { page } = read(file, readFileSync(join(OWN_DOCS, file), 'utf8'));
    return page ?? [];
  });
}

/** Questions, and what people type into a search box. */
function readQueries(): string[] {
  const headings = readPages().flatMap(({ title, sections }) =>
    sections.slice(0, 2).map((section) => `${title} ${section.headings.at(-1) ?? ''}`),
  );
  return [
    ...headings,
    'middelware',
    'conf',
    '--port',
    'createService',
    'how do I keep the key on the server',
  ];
}

function near(subject: Float32Array): Float32Array {
  const noise = randomVector();
  return normalize(subject.map((value, at) => value + noise[at]!));
}

function randomVector(): Float32Array {
  return normalize(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5));
}

function start<Result>(step: string, options: Record<string, string>): Result {
  return JSON.parse(
    execFileSync(process.execPath, argumentsOf(step, options), { encoding: 'utf8' }),
  ) as Result;
}

async function begin<Result>(step: string, options: Record<string, string>): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, argumentsOf(step, options), {
    maxBuffer: 64 * MEGABYTE,
  });
  return JSON.parse(stdout) as Result;
}

function argumentsOf(step: string, options: Record<string, string>): string[] {
  return [
    '--max-old-space-size=8192',
    fileURLToPath(import.meta.url),
    ...['--step', step],
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
  ];
}

function percentiles(times: readonly number[]): string {
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!.toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`.padEnd(15);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function folderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function describeLoad(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');
}

/** The same numbers in every run (mulberry32). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
