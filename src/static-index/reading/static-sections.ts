import type {
  CandidateIndex,
  Identifier,
  VocabularyNeeds,
  WordsOfSection,
  MatchLocation,
} from '../../engine/ranking/candidate-index.ts';
import type { FoundSection, Lookup, Vocabulary } from '../../engine/ranking/section-index.ts';
import type { RankedCandidates } from '../../engine/ranking/rank-sections.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import { COLUMN_WEIGHTS } from '../../engine/sections/section-columns.ts';
import type { Section, SectionRange } from '../../engine/sections/section.ts';
import type { WordExpression } from '../../engine/words/word-expression.ts';
import type { RequestFailure } from '../../protocol/failures/failure.ts';
import { writtenKey } from '../format/index-keys.ts';
import { IN_CONTENT, IN_HEADING, IN_NAMES, type Postings, type WordFile } from '../format/word-file.ts';
import type { PartCore } from '../format/part-core.ts';
import type { OpenedIndex } from './opened-index.ts';
import type { PartReader, SectionName } from './part-reader.ts';
import {
  keyOfPrefix,
  keysOfPhrase,
  NO_POSTINGS,
  postingsOfKey,
  postingsOfParts,
  postingsOfPrefix,
  type Leaf,
} from './postings-of.ts';
import { readVocabulary } from './query-words.ts';
import {
  comparePart,
  isMeaningKnown,
  meaningWords,
  type PartSimilarities,
  type QueryWord,
} from './part-similarities.ts';
import { toReadingFailure } from './reading-failure.ts';
import { Similarities } from './similarities.ts';
import {
  evaluate,
  inverseFrequency,
  leavesOf,
  nameOfLeaf,
  scorePostings,
  type Scores,
} from './score-matches.ts';

/** Weighted frequency of a word that is once in a heading, doubled as in the files. */
const ONCE_IN_HEADING = 2 * COLUMN_WEIGHTS.heading;

/** The postings of the leaves of expressions in a part. */
interface PartPostings {
  part: PartReader;
  lengths: Uint32Array;
  postings: ReadonlyMap<string, Postings>;
}

/**
 * The sections of a static index, for one search. Only the files that it needs are fetched, of the parts that its filter selects. A file
 * that fails is left out, so that the other words are still found: see `failures`.
 */
export class StaticSections implements CandidateIndex {
  /** What could not be read so far. */
  readonly failures: RequestFailure[] = [];
  /** What this search has read, or failed to read, which is not tried again. */
  readonly #cores = new Map<PartReader, Promise<PartCore | null>>();
  readonly #words = new Map<string, Promise<WordFile | null>>();
  readonly #index: OpenedIndex;
  readonly #signal: AbortSignal | undefined;
  readonly #beforeWords: () => Promise<void>;
  #similarities = new Similarities([]);

  /** @param beforeWords waited for before words are fetched */
  constructor(index: OpenedIndex, signal?: AbortSignal, beforeWords = async (): Promise<void> => {}) {
    this.#index = index;
    this.#signal = signal;
    this.#beforeWords = beforeWords;
  }

  /** With the scales of the parts that the query was compared with. */
  get facts(): IndexFacts {
    return { ...this.#index.facts, calibrations: this.#similarities.calibrations };
  }

  async vocabulary(needs: VocabularyNeeds): Promise<Vocabulary> {
    const parts = await this.#readParts(needs.ranges);
    // Together with the words. A failure is that of who needs them.
    for (const part of parts) part.prefetchNames().catch(() => {});
    return readVocabulary(
      {
        parts,
        commonWords: this.#index.commonWords,
        readWords: (part, file) => this.#readWordFile(part, file),
        readLexicon: () => this.#readLexicon(parts),
      },
      needs,
    );
  }

  async matches(
    expression: WordExpression,
    { ranges, limit }: Lookup,
    column?: 'heading',
  ): Promise<FoundSection[]> {
    const parts = await this.#readPostings([expression], ranges, column);
    const sections = parts.reduce((sum, { part }) => sum + part.facts.sections, 0);
    const meanLength = parts.reduce((sum, { part }) => sum + part.facts.words, 0) / sections;
    const idfs = new Map<string, number>();
    for (const name of leavesOf([expression]).keys()) {
      const found = parts.reduce((sum, { postings }) => sum + postings.get(name)!.sections.length, 0);
      idfs.set(name, inverseFrequency(sections, found));
    }
    const found: FoundSection[] = [];
    for (const { part, lengths, postings } of parts) {
      const scoresOf = (leaf: Leaf): Scores => {
        const name = nameOfLeaf(leaf);
        return scorePostings(postings.get(name)!, idfs.get(name)!, lengths, meanLength);
      };
      const { sections: numbers, scores } = evaluate(expression, scoresOf);
      const core = part.knownCore!;
      for (let at = 0; at < numbers.length; at++) {
        const section = numbers[at]!;
        found.push({
          section: part.first + section,
          page: part.firstPage + core.pages[section]!,
          isFirst: core.isFirst[section] === 1,
          score: scores[at]!,
        });
      }
    }
    return found.sort((a, b) => b.score - a.score || a.section - b.section).slice(0, limit);
  }

  async count(expression: WordExpression, ranges: readonly SectionRange[]): Promise<number> {
    const parts = await this.#readPostings([expression], ranges);
    return parts.reduce((sum, { postings }) => {
      const scoresOf = (leaf: Leaf): Scores => {
        const { sections } = postings.get(nameOfLeaf(leaf))!;
        return { sections, scores: new Float64Array(sections.length) };
      };
      return sum + evaluate(expression, scoresOf).sections.length;
    }, 0);
  }

  /**
   * Learn the meaning of the query from the vectors of its words.
   *
   * @returns `null` when it is not known, or an earlier one stays
   */
  async embedQuery(
    query: string,
    { keywords, lookup }: RankedCandidates,
  ): Promise<{ weight: number } | null> {
    const words = meaningWords(query, keywords);
    const parts = this.#index.partsIn(lookup.ranges);
    const found = await Promise.all(parts.map((part) => this.#comparePart(part, words)));
    this.#similarities = new Similarities(
      found.flatMap((similarities, at) => (similarities ? [{ part: parts[at]!, ...similarities }] : [])),
    );
    return this.#similarities.weight === 0 ? null : { weight: this.#similarities.weight };
  }

  /** Return whether the meaning of a query is known, or becomes known without fetching anything. */
  isMeaningKnown(query: string, { keywords, lookup }: RankedCandidates): boolean {
    const words = meaningWords(query, keywords);
    return this.#index.partsIn(lookup.ranges).every((part) => isMeaningKnown(part, words));
  }

  async nearest({ limit }: Lookup): Promise<FoundSection[]> {
    return this.#similarities.nearest(limit);
  }

  async cosines(numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.#similarities.cosines(numbers);
  }

  /** Return sections. Those whose names cannot be read are left out; a text that cannot be read is empty. */
  async sections(numbers: readonly number[]): Promise<ReadonlyMap<number, Section>> {
    const [names, texts] = await Promise.all([
      this.names(numbers),
      Promise.all(
        numbers.map((number) => {
          const part = this.#index.partOf(number);
          return this.#orLeftOut(part.text(number - part.first, this.#signal), '');
        }),
      ),
    ]);
    const sections = numbers.flatMap((number, at): [number, Section][] => {
      const name = names.get(number);
      return name ? [[number, { ...name, content: texts[at]! }]] : [];
    });
    return new Map(sections);
  }

  /** Return the paths of the pages in a range; none when they cannot be read. */
  pagePaths(range: SectionRange): Promise<string[]> {
    return this.#orLeftOut(this.#index.pagePaths([range]), []);
  }

  /** Return sections without their texts, which are fewer files. */
  async names(numbers: readonly number[]): Promise<ReadonlyMap<number, SectionName>> {
    const names = await Promise.all(
      numbers.map((number) => {
        const part = this.#index.partOf(number);
        return this.#orLeftOut(part.name(number - part.first, this.#signal), null);
      }),
    );
    return new Map(numbers.flatMap((number, at) => (names[at] ? [[number, names[at]] as const] : [])));
  }

  /** Return whether the texts of all sections have been read. */
  areTextsKnown(numbers: readonly number[]): boolean {
    return numbers.every((number) => {
      const part = this.#index.partOf(number);
      return part.isTextKnown(number - part.first);
    });
  }

  async nameLengths(found: readonly FoundSection[]): Promise<ReadonlyMap<number, number>> {
    return new Map(
      found.map(({ section }) => {
        const part = this.#index.partOf(section);
        return [section, part.knownCore!.nameLengths[section - part.first]!];
      }),
    );
  }

  async written(
    { written }: Identifier,
    found: readonly FoundSection[],
  ): Promise<ReadonlyMap<number, MatchLocation>> {
    const key = writtenKey(written);
    const places = new Map<number, MatchLocation>();
    if (key === null) return places;
    const wanted = new Set(found.map(({ section }) => section));
    for (const part of new Set(found.map(({ section }) => this.#index.partOf(section)))) {
      const files = await this.#readWords(part, part.filesOfKey(part.knownCore!, key));
      const { sections, frequencies, places: bits } = postingsOfKey(files, key);
      for (let at = 0; at < sections.length; at++) {
        const section = part.first + sections[at]!;
        if (!wanted.has(section)) continue;
        if (bits[at]! & IN_HEADING) places.set(section, { in: 'name', length: frequencies[at]! });
        else if (bits[at]! & IN_CONTENT) places.set(section, { in: 'content' });
      }
    }
    return places;
  }

  async wordsIn(
    found: readonly FoundSection[],
    expressions: readonly WordExpression[],
  ): Promise<readonly WordsOfSection[]> {
    const ranges = found.map(({ section }) => ({ first: section, last: section }));
    const parts = await this.#readPostings(expressions, ranges);
    const placesOf = new Map(
      parts.map(({ part, postings }) => [
        part,
        new Map(
          Array.from(postings, ([name, { sections, places }]) => [
            name,
            new Map(Array.from(sections, (section, at) => [section, places[at]!])),
          ]),
        ),
      ]),
    );
    return found.map(({ section }) => {
      const part = this.#index.partOf(section);
      const places = placesOf.get(part);
      const isIn = (expression: WordExpression, bits: number | null): boolean => {
        if ('anyOf' in expression) return expression.anyOf.some((one) => isIn(one, bits));
        if ('allOf' in expression) return expression.allOf.every((one) => isIn(one, bits));
        const place = places?.get(nameOfLeaf(expression))?.get(section - part.first);
        return place !== undefined && (bits === null || (place & bits) !== 0);
      };
      return {
        has: expressions.map((expression) => isIn(expression, null)),
        isNamed: expressions.map((expression) => isIn(expression, IN_NAMES)),
      };
    });
  }

  /** Return the parts of ranges, with their directories read. */
  async #readParts(ranges: readonly SectionRange[]): Promise<PartReader[]> {
    const parts = this.#index.partsIn(ranges);
    const cores = await Promise.all(parts.map((part) => this.#readCore(part)));
    return parts.filter((_, at) => cores[at] !== null);
  }

  async #readPostings(
    expressions: readonly WordExpression[],
    ranges: readonly SectionRange[],
    column?: 'heading',
  ): Promise<PartPostings[]> {
    const leaves = [...leavesOf(expressions)];
    return Promise.all(
      (await this.#readParts(ranges)).map(async (part): Promise<PartPostings> => {
        const postings = await Promise.all(
          leaves.map(async ([name, leaf]) => {
            const found = await this.#readLeaf(part, leaf);
            return [name, column ? inHeading(found) : found] as const;
          }),
        );
        return { part, lengths: part.knownCore!.lengths, postings: new Map(postings) };
      }),
    );
  }

  async #readLeaf(part: PartReader, leaf: Leaf): Promise<Postings> {
    const core = part.knownCore!;
    if ('prefix' in leaf) {
      const prefix = keyOfPrefix(leaf.prefix);
      return postingsOfPrefix(await this.#readWords(part, part.filesOfPrefix(core, prefix)), prefix);
    }
    const lists = await Promise.all(
      keysOfPhrase(leaf.phrase).map(async (key) =>
        postingsOfKey(await this.#readWords(part, part.filesOfKey(core, key)), key),
      ),
    );
    return lists.length === 0 ? NO_POSTINGS : postingsOfParts(lists);
  }

  async #readWords(part: PartReader, names: readonly string[]): Promise<WordFile[]> {
    const files = await Promise.all(names.map((name) => this.#readWordFile(part, name)));
    return files.filter((file) => file !== null);
  }

  async #comparePart(part: PartReader, words: readonly QueryWord[]): Promise<PartSimilarities | null> {
    const meaning = await this.#orLeftOut(part.meaning(this.#signal), null);
    if (meaning === null) return null;
    return comparePart(meaning, words, {
      words: (file) => this.#orLeftOut(part.wordVectors(file, meaning, this.#signal), null),
      vectors: (cell) => this.#orLeftOut(part.vectors(cell, meaning, this.#signal), null),
    });
  }

  #readCore(part: PartReader): Promise<PartCore | null> {
    let core = this.#cores.get(part);
    if (!core) this.#cores.set(part, (core = this.#orLeftOut(part.core(this.#signal), null)));
    return core;
  }

  #readWordFile(part: PartReader, name: string): Promise<WordFile | null> {
    let file = this.#words.get(name);
    if (!file) this.#words.set(name, (file = this.#orLeftOut(this.#fetchWords(part, name), null)));
    return file;
  }

  async #fetchWords(part: PartReader, name: string): Promise<WordFile> {
    const known = part.knownWords(name);
    if (known) return known;
    await this.#beforeWords();
    return part.words(name, this.#signal);
  }

  async #readLexicon(parts: readonly PartReader[]): Promise<Vocabulary> {
    if (!parts.every((part) => part.isLexiconKnown)) await this.#beforeWords();
    const lexicons = await Promise.all(
      parts.map((part) => this.#orLeftOut(part.lexicon(this.#signal), null)),
    );
    return this.#index.mergeLexicons(
      new Map(
        parts.flatMap((part, at): [PartReader, Vocabulary][] => (lexicons[at] ? [[part, lexicons[at]]] : [])),
      ),
    );
  }

  /** Return what is read; a substitute when that fails, unless nobody waits for the search any more. */
  async #orLeftOut<Value, Substitute>(
    reading: Promise<Value>,
    substitute: Substitute,
  ): Promise<Value | Substitute> {
    try {
      return await reading;
    } catch (error) {
      const failure = toReadingFailure(error);
      if (failure.code === 'aborted') throw failure;
      this.failures.push(failure);
      return substitute;
    }
  }
}

/** Return the postings in the column of headings, as if each word was there once. */
function inHeading({ sections, places }: Postings): Postings {
  const isIn = (_: number, at: number): boolean => (places[at]! & IN_HEADING) !== 0;
  const found = sections.filter(isIn);
  return {
    sections: found,
    frequencies: new Uint16Array(found.length).fill(ONCE_IN_HEADING),
    places: places.filter((place) => (place & IN_HEADING) !== 0),
  };
}
