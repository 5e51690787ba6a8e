import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readLanguage } from '../docs/page-scope.ts';
import type { Section } from '../search/search-engine.ts';
import { openIndex, openNewestIndex } from './index-file.ts';

/** Sections in the order of the index, by number: from `first` to `last`, both included. */
export interface SectionRange {
  first: number;
  last: number;
}

export interface VersionAndLanguage {
  version?: string | null | undefined;
  language?: string | null | undefined;
}

/** A section and how well it fits; the scale is that of the method that found it. */
export interface ScoredSection {
  section: number;
  score: number;
}

/** How much the nearness of a page's first section counts in that of the others. Measured with test/bench/retrieval.bench.ts. */
const INTRODUCTION_SHARE = 0.2;
/** The share of sections from which a few missing ones do less harm than a search by words alone. */
const ENOUGH_VECTORS_SHARE = 0.9;

interface Scope extends SectionRange {
  version: string | null;
  language: string | null;
}

/**
 * An index as it is searched. Sections are told by their number, from 1. It never changes, but for the vectors, which may come
 * in later.
 */
export class DocsIndex {
  readonly name: string;
  /** How many sections there are. */
  readonly size: number;
  /** Page of each section, by number minus one: sections of the same page have the same. */
  readonly pages: Int32Array;
  readonly #database: DatabaseSync;
  readonly #scopes: readonly Scope[];
  readonly #commonWords = new Map<string, ReadonlySet<string>>();
  readonly #selectSection: StatementSync;
  readonly #selectMatches: StatementSync;
  readonly #selectMatch: StatementSync;
  #words: { words: readonly string[]; counts: Uint32Array } | undefined;
  #vectors: Float32Array | undefined;
  readonly #hasVector: Uint8Array;
  #vectorCount = 0;

  private constructor(database: DatabaseSync, name: string) {
    this.name = name;
    this.#database = database;
    this.pages = Int32Array.from(
      database.prepare('SELECT page FROM sections ORDER BY id').all(),
      (row) => row.page as number,
    );
    this.size = this.pages.length;
    this.#hasVector = new Uint8Array(this.size);
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
  }

  /** Opens an index by its file name, or the newest one; `undefined` when there is none that can be read. */
  static open(dataDir: string, name?: string): DocsIndex | undefined {
    if (name === undefined) {
      const newest = openNewestIndex(dataDir);
      return newest && new DocsIndex(newest.database, newest.name);
    }
    const database = openIndex(dataDir, name);
    return database && new DocsIndex(database, name);
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
   * Where the sections of a version and a language are. A section that belongs to no version or language is in every one. The
   * filter `en` holds `en-US`; `en-US` holds `en` where there is no `en-US` (RFC 4647, 3.4); `6` and `v6` are one version.
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

  /** Sections that match an FTS5 expression, best first, scored by BM25. */
  matches(expression: string, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    const rows = ranges.flatMap(({ first, last }) => this.#selectMatches.all(expression, first, last, limit));
    // SQLite gives the better match the lower rank.
    const scored = rows.map((row) => ({ section: row.rowid as number, score: -(row.rank as number) }));
    return ranges.length > 1 ? scored.sort(byScore).slice(0, limit) : scored;
  }

  /** Whether any section matches an FTS5 expression. */
  hasMatch(expression: string): boolean {
    return this.#selectMatch.get(expression) !== undefined;
  }

  /** Whether so many sections of any language hold a word that it tells none of them from the others. */
  isCommon(word: string): boolean {
    for (const words of this.#commonWords.values()) if (words.has(word)) return true;
    return false;
  }

  /** All words of the documentation, folded, with the number of sections they are in. */
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

  /** Number of sections whose vector is known. */
  get vectorCount(): number {
    return this.#vectorCount;
  }

  /** Whether so many vectors are known that nearness in meaning passes over hardly any section. */
  get hasEnoughVectors(): boolean {
    return this.#vectorCount >= this.size * ENOUGH_VECTORS_SHARE;
  }

  /** Sections whose vector is not known yet, with the hash of the text that stands for them. */
  withoutVector(): { section: number; hash: Uint8Array }[] {
    return this.#database
      .prepare('SELECT id, hash FROM sections ORDER BY id')
      .all()
      .filter((row) => this.#hasVector[(row.id as number) - 1] === 0)
      .map((row) => ({ section: row.id as number, hash: row.hash as Uint8Array }));
  }

  /** Hashes of the texts of all sections. */
  textHashes(): Uint8Array[] {
    return this.#database
      .prepare('SELECT hash FROM sections')
      .all()
      .map((row) => row.hash as Uint8Array);
  }

  /** Throws when a vector has another length than those before. */
  setVector(section: number, vector: Float32Array): void {
    this.#vectors ??= new Float32Array(this.size * vector.length);
    if (this.#vectors.length !== this.size * vector.length) {
      throw new Error('The embedding model answered with vectors of different lengths');
    }
    this.#vectors.set(vector, (section - 1) * vector.length);
    if (this.#hasVector[section - 1] === 0) this.#vectorCount++;
    this.#hasVector[section - 1] = 1;
  }

  /** Cosine of a section and a query; `null` when the section's vector is not known. */
  closeness(section: number, query: Float32Array): number | null {
    if (!this.#vectors || this.#hasVector[section - 1] === 0) return null;
    return dot(this.#vectors, (section - 1) * query.length, query);
  }

  /** Sections nearest to a query in meaning, nearest first. What a page says first speaks for all its sections a little. */
  nearest(query: Float32Array, ranges: readonly SectionRange[], limit: number): ScoredSection[] {
    const vectors = this.#vectors;
    if (!vectors || vectors.length !== this.size * query.length) return [];
    const best = new BestSections(limit);
    for (const range of ranges) {
      const scores = dotAll(vectors, range, query);
      let page: number | undefined;
      let introduction = 0;
      for (const [at, own] of scores.entries()) {
        const section = range.first + at;
        if (this.pages[section - 1] !== page) {
          page = this.pages[section - 1];
          introduction = own;
        }
        best.offer(section, (1 - INTRODUCTION_SHARE) * own + INTRODUCTION_SHARE * introduction);
      }
    }
    return best.sorted();
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
      title: row.title as string,
      ...(row.description !== null && { description: row.description as string }),
      headings: JSON.parse(row.headings as string) as string[],
      ...(anchor !== null && { anchor }),
      ...(row.version !== null && { version: row.version as string }),
      ...(row.language !== null && { language: row.language as string }),
      content: row.content as string,
      href: relativeAddress(path) + (anchor === null ? '' : `#${anchor}`),
    };
  }

  close(): void {
    this.#database.close();
  }
}

/** A site path as a relative reference: never taken for a scheme, a query or a fragment (RFC 3986, 4.2). */
function relativeAddress(path: string): string {
  const address = path.replace(/[%?#\s]/g, encodeURIComponent);
  return address === '' || /^[^/]*:/.test(address) || address.startsWith('/') ? `./${address}` : address;
}

/** The sections with the highest scores so far. */
class BestSections {
  readonly #limit: number;
  #sections: ScoredSection[] = [];
  #lowest = -Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(section: number, score: number): void {
    if (score <= this.#lowest) return;
    this.#sections.push({ section, score });
    // Sorting now and then is cheaper than keeping a heap for so few.
    if (this.#sections.length === 4 * this.#limit) this.sorted();
  }

  sorted(): ScoredSection[] {
    this.#sections = this.#sections.sort(byScore).slice(0, this.#limit);
    if (this.#sections.length === this.#limit) this.#lowest = this.#sections.at(-1)!.score;
    return this.#sections;
  }
}

function byScore(a: ScoredSection, b: ScoredSection): number {
  return b.score - a.score;
}

/** Dot products of a query and the vectors of a range. Four vectors at once keep the processor's pipelines busy. */
function dotAll(vectors: Float32Array, { first, last }: SectionRange, query: Float32Array): Float32Array {
  const length = query.length;
  const products = new Float32Array(last - first + 1);
  let row = 0;
  for (; row + 3 < products.length; row += 4) {
    const a = (first - 1 + row) * length;
    const b = a + length;
    const c = b + length;
    const d = c + length;
    let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0];
    for (let at = 0; at < length; at++) {
      const value = query[at]!;
      sumA += vectors[a + at]! * value;
      sumB += vectors[b + at]! * value;
      sumC += vectors[c + at]! * value;
      sumD += vectors[d + at]! * value;
    }
    products[row] = sumA;
    products[row + 1] = sumB;
    products[row + 2] = sumC;
    products[row + 3] = sumD;
  }
  for (; row < products.length; row++) products[row] = dot(vectors, (first - 1 + row) * length, query);
  return products;
}

function dot(vectors: Float32Array, offset: number, query: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < query.length; at++) sum += vectors[offset + at]! * query[at]!;
  return sum;
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
