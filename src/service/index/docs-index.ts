import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { pageKey } from '../../engine/sections/site-path.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import { BM25, openIndexFile } from './index-file.ts';
import { readFacts } from './read-facts.ts';
import { SELECT_SECTIONS, toSection } from './section-row.ts';
import type { ScoredSection, Section, SectionRange } from '../../engine/sections/section.ts';
import { SectionVectors } from './section-vectors.ts';
import { readVectors } from './vector-bytes.ts';

/** Vectors that are loaded between two turns of the event loop: a few milliseconds. */
const VECTORS_PORTION = 1_000;

/**
 * An index file, open for searching. Sections are identified by their number, from 1. Immutable, but for the vectors that are
 * loaded late.
 */
export class DocsIndex {
  readonly facts: IndexFacts;
  /** Page of each section, at its number minus one. */
  readonly pages: Int32Array;
  readonly #database: DatabaseSync;
  readonly #commonWords: ReadonlySet<string>;
  readonly #selectSection: StatementSync;
  readonly #selectMatch: StatementSync;
  /** By their text, because that depends on the number of ranges. */
  readonly #statements = new Map<string, StatementSync>();
  /** Site paths by the normalised addresses of their pages; see `pageKey`. */
  #paths: ReadonlyMap<string, string> | undefined;
  #words: { words: readonly string[]; counts: Uint32Array } | undefined;
  readonly #vectors: SectionVectors;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.facts = readFacts(database);
    this.pages = Int32Array.from(
      database.prepare('SELECT page FROM sections ORDER BY id').all(),
      (row) => row.page as number,
    );
    const { pieces } = database.prepare('SELECT coalesce(sum(pieces), 0) AS pieces FROM vectors').get()!;
    this.#vectors = new SectionVectors(this.pages, Number(pieces));
    this.#commonWords = new Set(this.facts.commonWords);
    this.#selectSection = database.prepare(`${SELECT_SECTIONS} WHERE sections.id = ?`);
    this.#selectMatch = database.prepare('SELECT 1 FROM section_words WHERE section_words MATCH ? LIMIT 1');
  }

  /** Open an index without its vectors; `undefined` when the file is missing, damaged or of another format. */
  static open(path: string): DocsIndex | undefined {
    const database = openIndexFile(path);
    return database && new DocsIndex(database);
  }

  /** Return the sections that match an FTS5 expression, best first, scored by BM25. */
  matches(expression: string, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    // `ORDER BY rank` would sort all matches instead of keeping the best, and take a third longer.
    const rows = this.#selectInRanges(`rowid, ${BM25} AS score`, ranges, 'ORDER BY score LIMIT ?').all(
      expression,
      ...ranges.flatMap(({ first, last }) => [first, last]),
      limit,
    );
    // In SQLite, lower scores are better.
    return rows.map((row) => ({ section: row.rowid as number, score: -(row.score as number) }));
  }

  /** Return whether any section matches an FTS5 expression. */
  hasMatch(expression: string): boolean {
    return this.#selectMatch.get(expression) !== undefined;
  }

  /** Count the sections that match an FTS5 expression. */
  countMatches(expression: string, ranges: readonly SectionRange[]): number {
    const statement = this.#selectInRanges('count(*) AS count', ranges);
    return Number(statement.get(expression, ...ranges.flatMap(({ first, last }) => [first, last]))!['count']);
  }

  /** Return whether a word is a stop word in a language of the documentation, by its document frequency. */
  isCommon(word: string): boolean {
    return this.#commonWords.has(word);
  }

  /** Return all words of the documentation, folded, with their document frequencies. */
  words(): { words: readonly string[]; counts: Uint32Array } {
    if (!this.#words) {
      const rows = this.#database.prepare('SELECT word, sections FROM words ORDER BY word').all();
      this.#words = {
        words: rows.map((row) => row.word as string),
        counts: Uint32Array.from(rows, (row) => row.sections as number),
      };
    }
    return this.#words;
  }

  /** Load the vectors, and yield to the event loop between portions. Until then there are none. */
  async loadVectors(): Promise<void> {
    const select = this.#database.prepare(
      'SELECT section, pieces, vectors FROM vectors WHERE section BETWEEN ? AND ? ORDER BY section',
    );
    for (let first = 1; first <= this.pages.length; first += VECTORS_PORTION) {
      for (const row of select.iterate(first, first + VECTORS_PORTION - 1)) {
        const vectors = readVectors(row['vectors'] as Uint8Array, row['pieces'] as number);
        this.#vectors.add(row['section'] as number, vectors);
      }
      await yieldToEventLoop();
    }
    await this.#vectors.prepare();
  }

  /** Return the cosine of a query and the nearest piece of a section; `null` if the section has no vector. */
  cosine(section: number, query: Float32Array): number | null {
    return this.#vectors.cosine(section, query);
  }

  /** Return the sections nearest to a query, nearest first. The first section of a page counts a little for all its sections. */
  nearest(query: Float32Array, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    return this.#vectors.nearest(query, ranges, limit);
  }

  /** Return the site path of the page with this `pageKey`. */
  findPage(key: string): string | undefined {
    this.#paths ??= new Map(
      this.#database
        .prepare('SELECT path FROM pages')
        .all()
        .map((row) => [pageKey(row.path as string), row.path as string]),
    );
    return this.#paths.get(key);
  }

  /** Return the site paths of the pages of some sections. */
  pagePaths({ first, last }: SectionRange): string[] {
    return this.#database
      .prepare('SELECT path FROM pages WHERE id IN (SELECT page FROM sections WHERE id BETWEEN ? AND ?)')
      .all(first, last)
      .map((row) => row.path as string);
  }

  isFirstOfPage(section: number): boolean {
    return this.pages[section - 1] !== this.pages[section - 2];
  }

  section(number: number): Section {
    return toSection(this.#selectSection.get(number)!);
  }

  close(): void {
    this.#database.close();
  }

  /** Prepare a query for matches in ranges: one for all of them, because FTS5 weighs the words of each query anew. */
  #selectInRanges(columns: string, ranges: readonly SectionRange[], end = ''): StatementSync {
    // A unary plus, because SQLite would otherwise run a query for each range.
    const rowid = ranges.length === 1 ? 'rowid' : '+rowid';
    const inRanges = anyOf(ranges.map(() => `${rowid} BETWEEN ? AND ?`));
    const text = `SELECT ${columns} FROM section_words WHERE section_words MATCH ? AND ${inRanges} ${end}`;
    let statement = this.#statements.get(text);
    if (!statement) this.#statements.set(text, (statement = this.#database.prepare(text)));
    return statement;
  }
}

/** Return the disjunction of conditions, as a balanced tree, because SQLite limits the depth of an expression. */
function anyOf(conditions: readonly string[]): string {
  if (conditions.length <= 1) return conditions[0] ?? 'FALSE';
  const middle = conditions.length >> 1;
  return `(${anyOf(conditions.slice(0, middle))} OR ${anyOf(conditions.slice(middle))})`;
}
