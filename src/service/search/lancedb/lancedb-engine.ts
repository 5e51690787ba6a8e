import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createRequire } from 'node:module';
import type { Connection } from '@lancedb/lancedb';
import type { IndexContent } from '../../index/index-content.ts';
import type { IndexFacts } from '../../../engine/sections/index-facts.ts';
import { loadOptional } from '../../optional-package.ts';
import { createRankedIndex } from '../../../engine/ranking/ranked-index.ts';
import type { SearchEngine, StoredIndex } from '../search-engine.ts';
import type { LanceDb } from './full-text.ts';
import { LanceDbIndex } from './lancedb-index.ts';
import { toTable, writeSectionTable, type Arrow } from './section-table.ts';
import { writeVectors } from './vector-table.ts';

/** What stored tables of an index are called after its name. The facts are written last: an index without them is incomplete. */
const WORDS = '-words';
const VECTORS = '-vectors';
const FACTS = '-facts';
/** Milliseconds since it was stored that an index stays, though it is to be removed, for processes that still open it. */
const GRACE = 600_000;
/** Names of tables per reading. They are sorted. */
const NAMES_PER_PAGE = 100;
const MIN_THREADS = 4;
/** Words per write. */
const WORD_BATCH = 50_000;

/**
 * Search in LanceDB: words and vectors stay in its files, which any number of processes read.
 *
 * @param place a folder, or an address of object storage: `s3://bucket/folder`
 * @param clock milliseconds since the epoch. Default the clock of the system
 * @throws Error when its packages are missing or the place cannot be opened
 */
export async function openLanceDbEngine(
  place: string,
  clock: () => number = Date.now,
): Promise<SearchEngine> {
  const packages = ['@lancedb/lancedb', 'apache-arrow'];
  giveThreads(process.env);
  const { lancedb, arrow } = await loadOptional('The search engine LanceDB', packages, async () => ({
    lancedb: await import('@lancedb/lancedb'),
    // The copy of Arrow that LanceDB uses, a CommonJS package: it takes no tables of the other one.
    arrow: createRequire(import.meta.url)('apache-arrow') as Arrow,
  }));
  return new LanceDbEngine(lancedb, arrow, await lancedb.connect(place), clock);
}

/**
 * Give LanceDB more threads than it indexes words with, before it is loaded. With its own numbers it waits for itself forever on
 * machines with up to three processors (lance-format/lance#7350).
 */
function giveThreads(environment: NodeJS.ProcessEnv): void {
  const threads = Math.max(MIN_THREADS, availableParallelism());
  environment['LANCE_CPU_THREADS'] ??= String(threads);
  environment['LANCE_FTS_NUM_SHARDS'] ??= String(Math.floor(threads / 2));
}

class LanceDbEngine implements SearchEngine {
  readonly name = 'LanceDB';
  readonly #lancedb: LanceDb;
  readonly #arrow: Arrow;
  readonly #database: Connection;
  readonly #clock: () => number;

  constructor(lancedb: LanceDb, arrow: Arrow, database: Connection, clock: () => number) {
    this.#lancedb = lancedb;
    this.#arrow = arrow;
    this.#database = database;
    this.#clock = clock;
  }

  async store(index: StoredIndex, content: IndexContent, signal: AbortSignal): Promise<void> {
    const name = nameOf(index);
    const tables = await this.#tablesOf(index.projectId);
    if (tables.includes(name + FACTS)) return;
    const left = tables.filter((table) => [name, name + WORDS, name + VECTORS].includes(table));
    for (const table of left) await this.#database.dropTable(table);
    const modules = { lancedb: this.#lancedb, arrow: this.#arrow, database: this.#database };
    await writeSectionTable(modules, name, content, signal);
    await writeVectors(modules, name + VECTORS, content, signal);
    await this.#writeWords(name + WORDS, content, signal);
    signal.throwIfAborted();
    const row = { facts: JSON.stringify(content.facts), stored_at: this.#clock() };
    (await this.#database.createTable(name + FACTS, [row])).close();
  }

  async open({ projectId, hash }: StoredIndex) {
    const name = nameOf({ projectId, hash });
    const tables = await this.#tablesOf(projectId);
    if (!tables.includes(name + FACTS)) {
      throw new Error(`LanceDB has no index of ${projectId} yet: the next update stores it`);
    }
    const facts = (await this.#readFacts(name)).facts;
    const [sections, words, vectors] = await Promise.all([
      this.#database.openTable(name),
      this.#database.openTable(name + WORDS),
      tables.includes(name + VECTORS) ? this.#database.openTable(name + VECTORS) : null,
    ]);
    return createRankedIndex(new LanceDbIndex(this.#lancedb, facts, { sections, words, vectors }));
  }

  async prune(projectId: string, kept: readonly string[]): Promise<void> {
    const names = new Set(kept.map((hash) => nameOf({ projectId, hash })));
    const tables = await this.#tablesOf(projectId);
    const isMain = (name: string) => ![WORDS, VECTORS, FACTS].some((ending) => name.endsWith(ending));
    for (const table of tables.filter(isMain)) {
      if (names.has(table)) continue;
      const isStored = tables.includes(table + FACTS);
      if (isStored && this.#clock() - (await this.#readFacts(table)).storedAt < GRACE) continue;
      for (const name of [table + FACTS, table + WORDS, table + VECTORS, table]) {
        if (tables.includes(name)) await this.#database.dropTable(name);
      }
    }
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  async #writeWords(name: string, content: IndexContent, signal: AbortSignal): Promise<void> {
    const { Field, Int32, Schema, Utf8, vectorFromArray } = this.#arrow;
    const schema = new Schema([new Field('word', new Utf8()), new Field('sections', new Int32())]);
    const table = await this.#database.createEmptyTable(name, schema);
    let words: string[] = [];
    let sections: number[] = [];
    const write = async () => {
      signal.throwIfAborted();
      if (words.length === 0) return;
      const columns = [vectorFromArray(words, new Utf8()), vectorFromArray(sections, new Int32())];
      await table.add(toTable(this.#arrow, schema, columns));
      words = [];
      sections = [];
    };
    for (const one of content.words()) {
      words.push(one.word);
      sections.push(one.sections);
      if (words.length === WORD_BATCH) await write();
    }
    await write();
    table.close();
  }

  async #readFacts(name: string): Promise<{ facts: IndexFacts; storedAt: number }> {
    const table = await this.#database.openTable(name + FACTS);
    const [row] = (await table.query().toArray()) as { facts: string; stored_at: number }[];
    table.close();
    return { facts: JSON.parse(row!.facts) as IndexFacts, storedAt: row!.stored_at };
  }

  /** Return the names of all tables of a project. */
  async #tablesOf(projectId: string): Promise<string[]> {
    const prefix = prefixOf(projectId);
    const names: string[] = [];
    for (;;) {
      const page = await this.#database.tableNames({
        startAfter: names.at(-1) ?? prefix,
        limit: NAMES_PER_PAGE,
      });
      const own = page.filter((name) => name.startsWith(prefix));
      names.push(...own);
      if (own.length < NAMES_PER_PAGE) return names;
    }
  }
}

/** Identifiers of projects may have characters that names of tables may not. */
function prefixOf(projectId: string): string {
  return `${createHash('sha256').update(projectId).digest('hex').slice(0, 16)}-`;
}

function nameOf({ projectId, hash }: StoredIndex): string {
  return prefixOf(projectId) + hash.slice(0, 32);
}
