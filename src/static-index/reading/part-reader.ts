import type { Section } from '../../engine/sections/section.ts';
import type { Vocabulary } from '../../engine/ranking/section-index.ts';
import { createVocabulary } from '../../engine/words/vocabulary.ts';
import { decodeLexicon } from '../format/lexicon-file.ts';
import type { StaticPart } from '../format/manifest.ts';
import { decodeMeaning, type PartMeaning, type VectorCell } from '../format/meaning-file.ts';
import { openNames, sectionsOfPage } from '../format/names-file.ts';
import { decodePages } from '../format/pages-file.ts';
import {
  decodeCore,
  filesOfPrefix,
  MAX_PREFIX_FILES,
  sectionsFileOf,
  wordsFileOf,
  type PartCore,
  type SectionsFile,
} from '../format/part-core.ts';
import { decodeTexts } from '../format/texts-file.ts';
import { decodeVectors } from '../format/vectors-file.ts';
import { decodeWords, type WordFile } from '../format/word-file.ts';
import { decodeWordVectors, type WordVectors } from '../format/word-vectors-file.ts';
import { prepareVectors, type ComparedVectors } from '../meaning/nearest-vectors.ts';
import type { FileStore } from './file-store.ts';

/** A section without its text. */
export type SectionName = Omit<Section, 'content'>;

/** Reads the files of a part. Sections are numbered from 0 within the part, except in `SectionName.place`. */
export class PartReader {
  readonly facts: StaticPart;
  /** Number of its first section in the index, from 1. */
  readonly first: number;
  /** Number of its first page in the index, from 1. */
  readonly firstPage: number;
  readonly #store: FileStore;

  constructor(
    store: FileStore,
    facts: StaticPart,
    { first, firstPage }: { first: number; firstPage: number },
  ) {
    this.#store = store;
    this.facts = facts;
    this.first = first;
    this.firstPage = firstPage;
  }

  /** Number of its last section in the index. */
  get last(): number {
    return this.first + this.facts.sections - 1;
  }

  /** Read what every search needs. */
  core(signal?: AbortSignal): Promise<PartCore> {
    return this.#store.file(this.facts.core, (bytes) => decodeCore(bytes, this.facts), signal);
  }

  /** Return the directory, if `core` has been read. */
  get knownCore(): PartCore | undefined {
    return this.#store.known(this.facts.core);
  }

  /** Return the names of the files that may have a key. */
  filesOfKey({ words }: PartCore, key: string): string[] {
    const file = words[wordsFileOf(words, key)];
    return file && file.first <= key ? [file.file] : [];
  }

  /** Return the names of the files that have the words that begin so: few, or one with the list of all. */
  filesOfPrefix({ words, prefixes }: PartCore, prefix: string): string[] {
    const files = filesOfPrefix(words, prefix);
    const list = prefixes[wordsFileOf(prefixes, prefix)];
    if (files.length > MAX_PREFIX_FILES && list?.first === prefix) return [list.file];
    return files.slice(0, MAX_PREFIX_FILES);
  }

  /** Read a file of words. */
  words(file: string, signal?: AbortSignal): Promise<WordFile> {
    return this.#store.file(file, (bytes) => decodeWords(bytes, this.facts.sections), signal);
  }

  /** Return a file of words that has been read. */
  knownWords(file: string): WordFile | undefined {
    return this.#store.known(file);
  }

  /** Read the name of a section. */
  async name(section: number, signal?: AbortSignal): Promise<SectionName> {
    const core = await this.core(signal);
    const { file, first, count } = this.#fileOf(core.names, section);
    const names = await this.#store.file(file, (bytes) => openNames(bytes, count), signal);
    const at = sectionsFileOf(names.pages, section - first);
    const ofPage = first + names.pages[at]!.first;
    return sectionsOfPage(names.page(at), this.facts, this.first + ofPage)[section - ofPage]!;
  }

  /** Read the names of sections if all are in one file, which every search needs then. */
  async prefetchNames(): Promise<void> {
    const { names } = await this.core();
    if (names.length === 1) await this.name(0);
  }

  /** Read the text of a section. */
  async text(section: number, signal?: AbortSignal): Promise<string> {
    const core = await this.core(signal);
    const { file, first, count } = this.#fileOf(core.texts, section);
    const texts = await this.#store.file(file, (bytes) => decodeTexts(bytes, count), signal);
    return texts[section - first]!;
  }

  /** Return whether the text of a section has been read. */
  isTextKnown(section: number): boolean {
    const { knownCore: core } = this;
    return core !== undefined && this.#store.known(this.#fileOf(core.texts, section).file) !== undefined;
  }

  /** Read the paths of all pages. */
  async pages(signal?: AbortSignal): Promise<string[]> {
    const { pagesFile } = await this.core(signal);
    return this.#store.file(pagesFile, (bytes) => decodePages(bytes, this.facts.pages), signal);
  }

  /** Read all words as they are written. */
  async lexicon(signal?: AbortSignal): Promise<Vocabulary> {
    const { lexiconFile } = await this.core(signal);
    return this.#store.file(
      lexiconFile,
      (bytes) => createVocabulary({ ...decodeLexicon(bytes), commonWords: [] }),
      signal,
    );
  }

  /** Whether all words have been read. */
  get isLexiconKnown(): boolean {
    const { knownCore: core } = this;
    return core !== undefined && this.isFileKnown(core.lexiconFile);
  }

  /** Read the directory for search by meaning; `null` when there is none. */
  async meaning(signal?: AbortSignal): Promise<PartMeaning | null> {
    const { meaning } = this.facts;
    if (meaning === null) return null;
    return this.#store.file(meaning, (bytes) => decodeMeaning(bytes, this.facts), signal);
  }

  /** Return the directory for search by meaning, if it has been read. */
  get knownMeaning(): PartMeaning | undefined {
    const { meaning } = this.facts;
    return meaning === null ? undefined : this.#store.known(meaning);
  }

  /** Read vectors of sections. */
  vectors(
    { count, file }: VectorCell,
    { dimensions }: PartMeaning,
    signal?: AbortSignal,
  ): Promise<ComparedVectors> {
    const expected = { count, dimensions, sections: this.facts.sections };
    return this.#store.file(file, (bytes) => prepareVectors(decodeVectors(bytes, expected)), signal);
  }

  /** Read vectors of words. */
  wordVectors(file: string, { dimensions }: PartMeaning, signal?: AbortSignal): Promise<WordVectors> {
    return this.#store.file(file, (bytes) => decodeWordVectors(bytes, dimensions), signal);
  }

  /** Word vectors that have been fetched. */
  knownWordVectors(file: string): WordVectors | undefined {
    return this.#store.known(file);
  }

  /** Return whether a file has been read. */
  isFileKnown(file: string): boolean {
    return this.#store.known(file) !== undefined;
  }

  #fileOf(files: readonly SectionsFile[], section: number): { file: string; first: number; count: number } {
    const at = sectionsFileOf(files, section);
    const { file, first } = files[at]!;
    return { file, first, count: (files[at + 1]?.first ?? this.facts.sections) - first };
  }
}
