import type { Vocabulary } from '../../engine/ranking/section-index.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { SectionRange } from '../../engine/sections/section.ts';
import { createVocabulary } from '../../engine/words/vocabulary.ts';
import { compareKeys } from '../format/index-keys.ts';
import type { StaticManifest } from '../format/manifest.ts';
import type { FileStore } from './file-store.ts';
import { PartReader } from './part-reader.ts';

/** An index by its manifest. Sections and pages are numbered from 1 through all of its parts. */
export class OpenedIndex {
  readonly facts: IndexFacts;
  readonly commonWords: ReadonlySet<string>;
  readonly fallbackLanguage: string | undefined;
  /** Tells two editions of the documentation apart. */
  readonly edition: string;
  readonly #parts: readonly PartReader[];
  /** Words of several parts as one, by the first sections of the parts. */
  readonly #merged = new Map<string, Vocabulary>();

  constructor(store: FileStore, { parts, commonWords, fallbackLanguage, mainVersion }: StaticManifest) {
    let first = 1;
    let firstPage = 1;
    this.#parts = parts.map((part) => {
      const reader = new PartReader(store, part, { first, firstPage });
      first += part.sections;
      firstPage += part.pages;
      return reader;
    });
    // The names of these files have hashes of everything else.
    this.edition = parts.flatMap(({ core, meaning }) => [core, meaning]).join();
    this.commonWords = new Set(commonWords);
    this.fallbackLanguage = fallbackLanguage;
    this.facts = {
      pages: firstPage - 1,
      sections: first - 1,
      vectors: 0,
      space: null,
      calibrations: {},
      isPreliminary: false,
      scopes: this.#parts.map(({ facts: { version, language }, first: from, last }) => ({
        version,
        language,
        first: from,
        last,
      })),
      ...(mainVersion !== undefined && { mainVersion }),
      boosts: this.#parts.flatMap(({ facts: { boosts = [] }, first: from }) =>
        boosts.map((boost) => ({ ...boost, first: from + boost.first, last: from + boost.last })),
      ),
      commonWords,
      problems: [],
    };
  }

  /** Begin to read what the first search needs, if it is known before that. */
  prefetch(): void {
    const [only, ...others] = this.#parts;
    // A failure is that of the search.
    if (others.length === 0) only?.core().catch(() => {});
  }

  /** Return the parts that have sections in ranges. */
  partsIn(ranges: readonly SectionRange[]): PartReader[] {
    return this.#parts.filter(({ first, last }) =>
      ranges.some((range) => range.first <= last && first <= range.last),
    );
  }

  /** Return the part of a section. */
  partOf(section: number): PartReader {
    return this.#parts.find(({ first, last }) => first <= section && section <= last)!;
  }

  /** Return the site paths of the pages in ranges. @throws RequestFailure */
  async pagePaths(ranges: readonly SectionRange[]): Promise<string[]> {
    return (await Promise.all(this.partsIn(ranges).map((part) => part.pages()))).flat();
  }

  /** Return all words of parts, with the sum of their counts. @param lexicons those that could be read, by their parts */
  mergeLexicons(lexicons: ReadonlyMap<PartReader, Vocabulary>): Vocabulary {
    const [only, ...others] = lexicons.values();
    if (only && others.length === 0) return only;
    const key = Array.from(lexicons.keys(), ({ first }) => first).join();
    let merged = this.#merged.get(key);
    if (!merged) this.#merged.set(key, (merged = merge([...lexicons.values()])));
    return merged;
  }
}

function merge(lexicons: readonly Vocabulary[]): Vocabulary {
  const sums = new Map<string, number>();
  for (const lexicon of lexicons) {
    const { words, counts } = lexicon.words();
    for (const [at, word] of words.entries()) sums.set(word, (sums.get(word) ?? 0) + counts[at]!);
  }
  const words = [...sums.keys()].sort(compareKeys);
  const counts = Uint32Array.from(words, (word) => sums.get(word)!);
  return createVocabulary({ words, counts, commonWords: [] });
}
