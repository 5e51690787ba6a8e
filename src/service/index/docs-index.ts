import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pageKey } from '../docs/page-path.ts';
import { readLanguage } from '../docs/page-scope.ts';
import { siteReference } from '../docs/resolve-link.ts';
import type { DocsProblem } from '../docs/docs-problem.ts';
import { openIndexFile } from './index-file.ts';
import type { ScoredSection, Section, SectionRange } from './section.ts';
import { SectionVectors } from './section-vectors.ts';

export interface VersionAndLanguage {
  version?: string | null | undefined;
  language?: string | null | undefined;
}

/** Share of sections with a vector from which search by meaning is better than search by words alone. */
const ENOUGH_VECTORS_SHARE = 0.9;

/** Vectors that are loaded between two turns of the event loop: a few milliseconds. */
const VECTORS_PORTION = 1_000;

interface Scope extends SectionRange {
  version: string | null;
  language: string | null;
}

/**
 * An index file, open for searching. Sections are identified by their number, from 1. Immutable, but for the vectors that are
 * loaded late.
 */
export class DocsIndex {
  /** Number of sections. */
  readonly size: number;
  /** Page of each section, at its number minus one. */
  readonly pages: Int32Array;
  readonly #database: DatabaseSync;
  readonly #scopes: readonly Scope[];
  readonly #commonWords = new Map<string, ReadonlySet<string>>();
  readonly #selectSection: StatementSync;
  readonly #selectMatches: StatementSync;
  readonly #selectMatch: StatementSync;
  /** Site paths by the normalised addresses of their pages; see `pageKey`. */
  #paths: ReadonlyMap<string, string> | undefined;
  #words: { words: readonly string[]; counts: Uint32Array } | undefined;
  /** Vector space, which a query must share. `null` without vectors. */
  readonly space: string | null;
  /** Whether vectors are still being computed, and an index with them follows. */
  readonly isPreliminary: boolean;
  readonly #vectors: SectionVectors;

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.pages = Int32Array.from(
      database.prepare('SELECT page FROM sections ORDER BY id').all(),
      (row) => row.page as number,
    );
    this.size = this.pages.length;
    this.#vectors = new SectionVectors(this.pages);
    this.#scopes = database.prepare('SELECT * FROM scopes ORDER BY first').all() as unknown as Scope[];
    for (const language of this.languages.concat('')) {
      const rows = database.prepare('SELECT word FROM common_words WHERE language = ?').all(language);
      this.#commonWords.set(language, new Set(rows.map((row) => row.word as string)));
    }
    this.#selectSection = database.prepare(
      `SELECT name, path, title, description, headings, anchor, version, language, content
       FROM sections JOIN pages ON pages.id = sections.page WHERE sections.id = ?`,
    );
    this.#selectMatches = database.prepare(
      'SELECT rowid, rank FROM section_words WHERE section_words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank LIMIT ?',
    );
    this.#selectMatch = database.prepare('SELECT 1 FROM section_words WHERE section_words MATCH ? LIMIT 1');
    const space = database.prepare("SELECT value FROM meta WHERE key = 'space'").get()?.['value'];
    this.space = (space as string | undefined) ?? null;
    this.isPreliminary = database.prepare("SELECT 1 FROM meta WHERE key = 'preliminary'").get() !== undefined;
  }

  /** Open an index without its vectors; `undefined` when the file is missing, damaged or of another format. */
  static open(path: string): DocsIndex | undefined {
    const database = openIndexFile(path);
    return database && new DocsIndex(database);
  }

  /** Number of pages. */
  get pageCount(): number {
    return Number(this.#database.prepare('SELECT count(*) AS count FROM pages').get()!['count']);
  }

  /** Return the files with problems, and why vectors are missing. */
  problems(): DocsProblem[] {
    const meta = this.#database.prepare('SELECT value FROM meta WHERE key = ?');
    const failure = meta.get('failure')?.['value'] as string | undefined;
    const files = this.#database
      .prepare("SELECT problems FROM files WHERE problems <> '[]' ORDER BY file")
      .all();
    const read = [meta.get('problems')!['value'], ...files.map((row) => row['problems'])].flatMap(
      (problems) => JSON.parse(problems as string) as DocsProblem[],
    );
    return failure ? [...read, embeddingProblem(failure)] : read;
  }

  /** Versions of the documentation, sorted. */
  get versions(): string[] {
    return sortedNames(this.#scopes.map(({ version }) => version));
  }

  /** Languages of the documentation, sorted. */
  get languages(): string[] {
    return sortedNames(this.#scopes.map(({ language }) => language));
  }

  /**
   * Return the sections of a version and a language. A section without version or language passes every filter. The filter `en`
   * includes `en-US`; `en-US` includes `en` if there is no `en-US` (RFC 4647, 3.4); `6` and `v6` are the same version.
   */
  ranges({ version, language }: VersionAndLanguage): SectionRange[] {
    const isVersion = versionMatcher(version);
    const isLanguage = languageMatcher(language, this.languages);
    const ranges: SectionRange[] = [];
    for (const scope of this.#scopes) {
      if (!isVersion(scope.version) || !isLanguage(scope.language)) continue;
      const before = ranges.at(-1);
      if (before?.last === scope.first - 1) before.last = scope.last;
      else ranges.push({ first: scope.first, last: scope.last });
    }
    return ranges;
  }

  /** Return the sections that match an FTS5 expression, best first, scored by BM25. */
  matches(expression: string, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    const rows = ranges.flatMap(({ first, last }) => this.#selectMatches.all(expression, first, last, limit));
    // In SQLite, lower ranks are better.
    const scored = rows.map((row) => ({ section: row.rowid as number, score: -(row.rank as number) }));
    return ranges.length > 1 ? scored.sort(byScore).slice(0, limit) : scored;
  }

  /** Return whether any section matches an FTS5 expression. */
  hasMatch(expression: string): boolean {
    return this.#selectMatch.get(expression) !== undefined;
  }

  /** Return whether a word is a stop word in a language of the documentation, by its document frequency. */
  isCommon(word: string): boolean {
    for (const words of this.#commonWords.values()) if (words.has(word)) return true;
    return false;
  }

  /** Return all words of the documentation, folded, with their document frequencies. */
  words(): { words: readonly string[]; counts: Uint32Array } {
    if (!this.#words) {
      const rows = this.#database.prepare('SELECT word, sections FROM words').all();
      this.#words = {
        words: rows.map((row) => row.word as string),
        counts: Uint32Array.from(rows, (row) => row.sections as number),
      };
    }
    return this.#words;
  }

  /** Number of sections with a vector. */
  get vectorCount(): number {
    return this.#vectors.count;
  }

  /** Whether nearly all sections have a vector. */
  get hasEnoughVectors(): boolean {
    return this.vectorCount >= this.size * ENOUGH_VECTORS_SHARE;
  }

  /** Load the vectors, and yield to the event loop between portions. Until then there are none. */
  async loadVectors(): Promise<void> {
    const select = this.#database.prepare(
      'SELECT section, vector FROM vectors WHERE section BETWEEN ? AND ? ORDER BY section',
    );
    for (let first = 1; first <= this.size; first += VECTORS_PORTION) {
      for (const row of select.iterate(first, first + VECTORS_PORTION - 1)) {
        this.#vectors.set(row['section'] as number, row['vector'] as Uint8Array);
      }
      await nextTurn();
    }
    await this.#vectors.prepare();
  }

  /** Return the cosine of a section and a query; `null` if the section has no vector. */
  cosine(section: number, query: Float32Array): number | null {
    return this.#vectors.cosine(section, query);
  }

  /** Return the sections nearest to a query, nearest first. The first section of a page counts a little for all its sections. */
  nearest(query: Float32Array, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    return this.#vectors.nearest(query, ranges, limit);
  }

  findPage(address: string): string | undefined {
    this.#paths ??= new Map(
      this.#database
        .prepare('SELECT path FROM pages')
        .all()
        .map((row) => [pageKey(row.path as string), row.path as string]),
    );
    return this.#paths.get(pageKey(address));
  }

  isFirstOfPage(section: number): boolean {
    return this.pages[section - 1] !== this.pages[section - 2];
  }

  section(number: number): Section {
    const row = this.#selectSection.get(number)!;
    const path = row.path as string;
    const anchor = row.anchor as string | null;
    return {
      id: row.name as string,
      path,
      place: number,
      title: row.title as string,
      ...(row.description !== null && { description: row.description as string }),
      headings: JSON.parse(row.headings as string) as string[],
      ...(anchor !== null && { anchor }),
      ...(row.version !== null && { version: row.version as string }),
      ...(row.language !== null && { language: row.language as string }),
      content: row.content as string,
      href: siteReference(path, anchor === null ? '' : `#${encodeURI(anchor.toWellFormed())}`),
    };
  }

  close(): void {
    this.#database.close();
  }
}

/** Return the problem of a failed model. */
export function embeddingProblem(message: string): DocsProblem {
  return { file: '', code: 'embedding', message };
}

function byScore(a: ScoredSection, b: ScoredSection): number {
  return b.score - a.score;
}

function versionMatcher(wanted: string | null | undefined): (version: string | null) => boolean {
  if (!wanted) return () => true;
  const plain = (version: string) =>
    version
      .trim()
      .toLowerCase()
      .replace(/^v(?=\d)/, '');
  return (version) => version === null || plain(version) === plain(wanted);
}

function languageMatcher(
  wanted: string | null | undefined,
  languages: readonly string[],
): (language: string | null) => boolean {
  if (!wanted) return () => true;
  const canonical = readLanguage(wanted) ?? wanted;
  const isIn = (range: string) => (language: string | null) =>
    language === null || language === range || language.startsWith(`${range}-`);
  for (let range = canonical; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    if (languages.some(isIn(range))) return isIn(range);
  }
  return isIn(canonical);
}

function sortedNames(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].toSorted();
}
