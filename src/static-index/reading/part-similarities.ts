import type { KeywordQuery } from '../../engine/ranking/keyword-query.ts';
import { wordsOf } from '../../engine/words/searchable-text.ts';
import { stem } from '../../engine/words/stem.ts';
import { fromInt4 } from '../format/int4.ts';
import type { PartMeaning, VectorCell } from '../format/meaning-file.ts';
import { wordsFileOf } from '../format/part-core.ts';
import { placeOfWord, type WordVectors } from '../format/word-vectors-file.ts';
import { compareVectors, type ComparedVectors } from '../meaning/nearest-vectors.ts';
import { addWordVector, toUnit } from '../meaning/query-vector.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import type { PartReader } from './part-reader.ts';

/** Cells of vectors that are read for a query, of a part that has several. */
const NEAREST_CELLS = 8;

/** A word of a query. */
export interface QueryWord {
  /** Folded. */
  word: string;
  /** How often it is in the query. */
  count: number;
  /** What is taken in its place when no section has it: forms and corrections, best first. */
  others: readonly string[];
  /** Whether any section may have the word itself. */
  isKnown: boolean;
  /** Whether it says something about the subject. */
  isContent: boolean;
}

/** Return the words of a query as search by meaning needs them. */
export function meaningWords(query: string, { terms }: Pick<KeywordQuery, 'terms'>): QueryWord[] {
  const words = wordsOf(query);
  return Array.from(new Set(words), (word) => {
    const term = terms.get(word);
    return {
      word,
      count: words.filter((other) => other === word).length,
      others: term?.words ?? [],
      // What is no content word is among the common ones.
      isKnown: term?.isKnown ?? false,
      isContent: term !== undefined,
    };
  });
}

/** Reads files, and leaves out those that fail. */
export interface MeaningFiles {
  words(file: string): Promise<WordVectors | null>;
  vectors(cell: VectorCell): Promise<ComparedVectors | null>;
}

/** How near the sections of a part are to a query. */
export interface PartSimilarities {
  /** Share of the content words of the query whose meaning is known. */
  knownShare: number;
  /** Vectors that were compared. */
  compared: readonly { sections: Uint32Array; cosines: Float32Array }[];
}

/** Compare the sections of a part with a query. @returns `null` when none of its words has a meaning here */
export async function comparePart(
  meaning: PartMeaning,
  words: readonly QueryWord[],
  files: MeaningFiles,
): Promise<PartSimilarities | null> {
  const { cells } = meaning;
  // All vectors are in one file: fetch it together with the words.
  const readCells = (which: readonly VectorCell[]) => Promise.all(which.map((cell) => files.vectors(cell)));
  const early = cells.length <= NEAREST_CELLS ? readCells(cells) : null;
  // Whoever is stopped while waiting for the words has that failure already.
  early?.catch(() => {});
  const sum = new Float32Array(meaning.dimensions);
  const found = await Promise.all(words.map((word) => findVector(meaning, word, files)));
  for (const [at, vector] of found.entries()) {
    if (vector) addWordVector(sum, vector.numbers, vector.scale, words[at]!.count);
  }
  const content = words.flatMap(({ isContent }, at) => (isContent ? [found[at] !== null] : []));
  const query = toUnit(sum);
  if (query === null || !content.includes(true)) return null;
  const compared = [];
  for (const vectors of await (early ?? readCells(nearestCells(cells, query)))) {
    if (vectors === null) continue;
    compared.push({
      sections: vectors.sections,
      cosines: await compareVectors(vectors, query, yieldToEventLoop),
    });
  }
  if (compared.length === 0) return null;
  return { knownShare: content.filter(Boolean).length / content.length, compared };
}

/** Return whether a query can be compared without fetching anything. */
export function isMeaningKnown(part: PartReader, words: readonly QueryWord[]): boolean {
  const { knownMeaning: meaning } = part;
  if (!meaning) return part.facts.meaning === null;
  return (
    meaning.cells.length <= NEAREST_CELLS &&
    meaning.cells.every(({ file }) => part.isFileKnown(file)) &&
    words.every((word) => isVectorKnown(part, meaning, word))
  );
}

/** Return whether {@link findVector} needs no file for a word. */
function isVectorKnown(part: PartReader, meaning: PartMeaning, word: QueryWord): boolean {
  if (placeOfWord(meaning.common, word.word) !== -1) return true;
  for (const name of namesOf(word)) {
    if (placeOfForm(meaning.common, name) !== -1) return true;
    const file = fileOf(meaning, name);
    if (file === null) continue;
    const vectors = part.knownWordVectors(file);
    if (!vectors) return false;
    if (placeOfForm(vectors, name) !== -1) return true;
  }
  return true;
}

function nearestCells(cells: readonly VectorCell[], query: Float32Array): VectorCell[] {
  return cells
    .map((cell) => {
      const centre = toUnit(fromInt4(cell.centre));
      return { cell, cosine: centre?.reduce((sum, value, at) => sum + value * query[at]!, 0) ?? -1 };
    })
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEAREST_CELLS)
    .map(({ cell }) => cell);
}

/** Return the vector of a word: its own, else that of another form or of a correction. */
async function findVector(
  meaning: PartMeaning,
  word: QueryWord,
  files: MeaningFiles,
): Promise<{ numbers: Float32Array; scale: number } | null> {
  const { common, dimensions } = meaning;
  const numbersAt = ({ bytes, scales }: WordVectors, at: number) => ({
    numbers: fromInt4(bytes.subarray((at * dimensions) / 2, ((at + 1) * dimensions) / 2)),
    scale: scales[at]!,
  });
  const own = placeOfWord(common, word.word);
  if (own !== -1) return numbersAt(common, own);
  for (const name of namesOf(word)) {
    const atCommon = placeOfForm(common, name);
    if (atCommon !== -1) return numbersAt(common, atCommon);
    const file = fileOf(meaning, name);
    const vectors = file === null ? null : await files.words(file);
    const at = vectors === null ? -1 : placeOfForm(vectors, name);
    if (at !== -1) return numbersAt(vectors!, at);
  }
  return null;
}

function namesOf({ word, others, isKnown }: QueryWord): string[] {
  return [...(isKnown ? [word] : []), ...others.slice(0, 1)];
}

function fileOf({ words }: PartMeaning, word: string): string | null {
  return words[wordsFileOf(words, word)]?.file ?? null;
}

/** Return the place of a word, else that of another one with its stem, which is near in the order of the alphabet. */
function placeOfForm(vectors: WordVectors, word: string): number {
  const own = placeOfWord(vectors, word);
  if (own !== -1) return own;
  const wanted = stem(word);
  return vectors.words.findIndex((other) => stem(other) === wanted);
}
