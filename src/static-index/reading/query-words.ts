import type { VocabularyNeeds } from '../../engine/ranking/candidate-index.ts';
import { readKeywordQuery, stemmerFor } from '../../engine/ranking/keyword-query.ts';
import type { Vocabulary } from '../../engine/ranking/section-index.ts';
import { stem } from '../../engine/words/stem.ts';
import type { PartCore } from '../format/part-core.ts';
import type { WordFile } from '../format/word-file.ts';
import type { PartReader } from './part-reader.ts';
import { keyOfPrefix } from './postings-of.ts';

/** Reads files, and gives up those that cannot be read. */
export interface QueryFiles {
  /** Parts whose directories have been read. */
  parts: readonly PartReader[];
  /** Words that are frequent in the documentation. */
  commonWords: ReadonlySet<string>;
  /** Read a file of words; `null` when it failed. */
  readWords(part: PartReader, file: string): Promise<WordFile | null>;
  /** Read the lexicons of the parts as one; an empty one when that failed. */
  readLexicon(): Promise<Vocabulary>;
}

/**
 * Return the vocabulary for a query. Which words a query needs depends on those that are known, so that it is read again until
 * nothing is missing: a word that the documentation does not have needs all others, for its spelling.
 */
export async function readVocabulary(
  files: QueryFiles,
  { query, language }: VocabularyNeeds,
): Promise<Vocabulary> {
  const stemmer = await stemmerFor(query, language);
  const vocabulary = new QueryVocabulary(files);
  do readKeywordQuery(query, vocabulary, language, stemmer);
  while (await vocabulary.readMissing());
  return vocabulary;
}

/** Looks words up in the files that have been read, and notes the others. */
class QueryVocabulary implements Vocabulary {
  readonly #files: QueryFiles;
  readonly #read = new Map<string, WordFile | null>();
  #lexicon: Vocabulary | undefined;
  /** Files that a look-up needed, with their parts. */
  #missing = new Map<string, PartReader>();
  #isLexiconMissing = false;

  constructor(files: QueryFiles) {
    this.#files = files;
  }

  has(word: string): boolean {
    if (this.#lexicon?.has(word)) return true;
    const key = stem(word);
    return this.#isInAny(
      (part, core) => part.filesOfKey(core, key),
      ({ keys, placeOf }) => keys[placeOf(key)] === key,
    );
  }

  hasPrefix(prefix: string): boolean {
    const beginning = keyOfPrefix(prefix);
    return this.#isInAny(
      (part, core) => part.filesOfPrefix(core, beginning),
      ({ keys, placeOf }) => keys[placeOf(beginning)]?.startsWith(beginning) ?? false,
    );
  }

  isCommon(word: string): boolean {
    return this.#files.commonWords.has(word);
  }

  words(): ReturnType<Vocabulary['words']> {
    if (this.#lexicon) return this.#lexicon.words();
    // Ask for all words only when it is certain that the query needs them.
    if (this.#missing.size === 0) this.#isLexiconMissing = true;
    return { words: [], counts: new Uint32Array() };
  }

  /** Read what look-ups needed. @returns whether anything was missing */
  async readMissing(): Promise<boolean> {
    const missing = [...this.#missing];
    const isLexiconMissing = this.#isLexiconMissing && missing.length === 0;
    this.#missing = new Map();
    this.#isLexiconMissing = false;
    await Promise.all(
      missing.map(async ([name, part]) => this.#read.set(name, await this.#files.readWords(part, name))),
    );
    if (isLexiconMissing) this.#lexicon = await this.#files.readLexicon();
    return missing.length > 0 || isLexiconMissing;
  }

  /** Return whether a file of any part passes a test. */
  #isInAny(
    filesOf: (part: PartReader, core: PartCore) => readonly string[],
    test: (file: WordFile) => boolean,
  ): boolean {
    let isFound = false;
    for (const part of this.#files.parts) {
      for (const name of filesOf(part, part.knownCore!)) {
        const file = this.#read.get(name) ?? part.knownWords(name);
        if (file) isFound ||= test(file);
        else if (!this.#read.has(name)) this.#missing.set(name, part);
      }
    }
    return isFound;
  }
}
