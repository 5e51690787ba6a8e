import type { IndexedSection } from '../service/index/index-content.ts';
import { COLUMN_WEIGHTS, type SectionColumns } from '../engine/sections/section-columns.ts';
import { readableText, wordsOf, identifierParts, separateWords } from '../engine/words/searchable-text.ts';
import { stem, isShortened } from '../engine/words/stem.ts';
import { compareKeys, phraseKey, writtenKey, MAX_PHRASE_WORDS } from '../static-index/format/index-keys.ts';
import type { Lexicon } from '../static-index/format/lexicon-file.ts';
import { MAX_KEY_LENGTH } from '../static-index/format/limits.ts';
import {
  IN_CONTENT,
  IN_HEADING,
  IN_NAMES,
  type Posting,
  type WordEntry,
} from '../static-index/format/word-file.ts';
import { isIdentifier, isTypeName, writtenWords } from '../engine/words/identifiers.ts';

/** Maximum length of a word of the lexicon, which is that of the service. Longer ones are data. */
const MAX_LEXICON_WORD = 40;
/** Because the weight of a column may be a half. */
const FREQUENCY_SCALE = 2;

const COLUMNS = ['title', 'heading', 'body', 'context'] as const satisfies (keyof SectionColumns)[];
const PLACES: Readonly<Record<keyof SectionColumns, number>> = {
  title: IN_NAMES,
  heading: IN_NAMES | IN_HEADING,
  body: 0,
  context: IN_NAMES,
};

/** A word, or the words up to here of a phrase, with what was found of it. */
interface Node {
  /** `null`: the beginning of longer phrases only. */
  key: string | null;
  next: Map<string, Node> | null;
  /** Section, frequency and places of each posting, one after the other. */
  postings: number[];
}

/** The words of a part, collected section by section. */
export class PartWords {
  /** Words of each section, in all columns. */
  readonly lengths: number[] = [];
  /** Words in the name of each section. */
  readonly nameLengths: number[] = [];
  /** Stems in each column of each section. */
  readonly #columns: (readonly string[])[][] = [];
  readonly #roots = new Map<string, Node>();
  /** Postings of the identifiers as they are written, by their keys. */
  readonly #written = new Map<string, number[]>();
  readonly #counts = new Map<string, number>();

  /** Add the next section. */
  add({ section, isFirst, columns }: IndexedSection): void {
    const number = this.lengths.length;
    const words = COLUMNS.map((column) => wordsOf(columns[column]));
    const stems = words.map((list) => list.map(stem));
    this.#columns.push(stems);
    this.lengths.push(stems.reduce((sum, { length }) => sum + length, 0));
    const name = section.headings.at(-1) ?? section.title;
    this.nameLengths.push(wordsOf(isFirst ? section.title : name).length);
    for (const word of new Set(words.slice(0, COLUMNS.indexOf('context')).flat())) {
      if (word.length <= MAX_LEXICON_WORD) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
    this.#addIdentifiers(number, name, section.content, columns);
  }

  /** All words as they are written. */
  lexicon(): Lexicon {
    const words = [...this.#counts.keys()].sort(compareKeys);
    return { words, counts: Uint32Array.from(words, (word) => this.#counts.get(word)!) };
  }

  /** Look up all words and phrases in all sections. @returns entries in the order of their keys; called once */
  entries(): WordEntry[] {
    for (const [number, stems] of this.#columns.entries()) this.#countSection(number, stems);
    const entries: { key: string; flat: readonly number[] }[] = [];
    const collect = ({ key, next, postings }: Node) => {
      if (key !== null && postings.length > 0) entries.push({ key, flat: postings });
      for (const node of next?.values() ?? []) collect(node);
    };
    for (const node of this.#roots.values()) collect(node);
    for (const [key, flat] of this.#written) entries.push({ key, flat });
    return entries
      .filter(({ key }) => key.length <= MAX_KEY_LENGTH)
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ key, flat }) => ({ key, postings: { [Symbol.iterator]: () => readFlat(flat) } }));
  }

  #addIdentifiers(number: number, name: string, content: string, columns: SectionColumns): void {
    const inName = readIdentifiers(name);
    const inContent = readIdentifiers(readableText(content));
    const elsewhere = readIdentifiers(`${columns.title} ${columns.heading} ${columns.body}`);
    for (const words of [inName, inContent, elsewhere].flatMap(({ phrases }) => phrases))
      this.#addPhrase(words);
    // A query may write two words of a heading as one.
    const names = wordsOf(name);
    for (let at = 1; at < names.length; at++) this.#addPhrase(names.slice(at - 1, at + 1));
    const places = new Map<string, number>();
    const mark = (written: Set<string>, place: number) => {
      for (const one of written) {
        const key = writtenKey(one);
        if (key !== null) places.set(key, (places.get(key) ?? 0) | place);
      }
    };
    mark(inName.written, IN_HEADING);
    mark(inContent.written, IN_CONTENT);
    for (const [key, place] of places) {
      let postings = this.#written.get(key);
      if (!postings) this.#written.set(key, (postings = []));
      postings.push(number, place & IN_HEADING ? name.length : 0, place);
    }
  }

  #addPhrase(words: readonly string[]): void {
    let nodes = this.#roots;
    let node: Node | undefined;
    for (const word of words) {
      const key = stem(word);
      node = nodes.get(key);
      if (!node) nodes.set(key, (node = { key: null, next: null, postings: [] }));
      nodes = node.next ??= new Map();
    }
    if (node) node.key ??= phraseKey(words);
  }

  #countSection(number: number, columns: readonly (readonly string[])[]): void {
    const found = new Map<Node, Posting>();
    for (const [at, stems] of columns.entries()) {
      const column = COLUMNS[at]!;
      const weight = COLUMN_WEIGHTS[column] * FREQUENCY_SCALE;
      for (let first = 0; first < stems.length; first++) {
        let node = this.#roots.get(stems[first]!);
        if (!node) this.#roots.set(stems[first]!, (node = { key: null, next: null, postings: [] }));
        node.key ??= stems[first]!;
        for (let end = first + 1; node; end++) {
          if (node.key !== null) {
            let posting = found.get(node);
            if (!posting) found.set(node, (posting = { section: number, frequency: 0, places: 0 }));
            posting.frequency += weight;
            posting.places |= PLACES[column];
          }
          node = end < stems.length ? node.next?.get(stems[end]!) : undefined;
        }
      }
    }
    for (const [node, { section, frequency, places }] of found)
      node.postings.push(section, frequency, places);
  }
}

function* readFlat(flat: readonly number[]): Generator<Posting> {
  for (let at = 0; at < flat.length; at += 3) {
    yield { section: flat[at]!, frequency: flat[at + 1]!, places: flat[at + 2]! };
  }
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** What belongs to an identifier that begins inside of another one: `.mjs` in `astro.config.mjs`. */
const MARK_BEFORE = /(?:--|[@.#$])$/;

/** The identifiers of a text. */
interface TextIdentifiers {
  /** Folded words that follow each other in them: two to `MAX_PHRASE_WORDS`. */
  phrases: string[][];
  /** The identifiers and what begins and ends at words inside of them, as they are written; words that are looked up as they are. */
  written: Set<string>;
}

/** Return what queries may name of the identifiers of a text: as whole, in part, and as the words inside of them. */
function readIdentifiers(text: string): TextIdentifiers {
  const phrases: string[][] = [];
  const written = new Set<string>();
  // In scripts without spaces, an identifier ends where the sentence goes on.
  for (const whole of new Set(writtenWords(separateWords(text)))) {
    // One of its words without the hyphen finds it: `readonly` finds `read-only`.
    if (!isIdentifier(whole) && !isTypeName(whole)) {
      if (whole.includes('-')) phrases.push(...phrasesIn(wordsOf(whole)));
      continue;
    }
    written.add(whole);
    for (const words of [wordsOf(whole), wordsOf(identifierParts(whole))]) phrases.push(...phrasesIn(words));
    for (const part of partsOf(whole)) if (isIdentifier(part) || isTypeName(part)) written.add(part);
  }
  for (const word of new Set(wordsOf(text))) if (isShortened(word)) written.add(word);
  return { phrases, written };
}

function* phrasesIn(words: readonly string[]): Generator<string[]> {
  for (let first = 0; first < words.length; first++) {
    const most = Math.min(words.length, first + MAX_PHRASE_WORDS);
    for (let end = first + 2; end <= most; end++) yield words.slice(first, end);
  }
}

/** Return what begins and ends at words of an identifier, of at most `MAX_PHRASE_WORDS`. */
function* partsOf(whole: string): Generator<string> {
  const words = Array.from(
    whole.matchAll(WORD),
    ({ index, 0: word }) => [index, index + word.length] as const,
  );
  for (const [at, [start]] of words.entries()) {
    const before = whole.slice(words[at - 1]?.[1] ?? 0, start);
    const mark = MARK_BEFORE.exec(before)?.[0] ?? '';
    for (const [, end] of words.slice(at, at + MAX_PHRASE_WORDS)) {
      yield whole.slice(start, end);
      if (mark !== '') yield whole.slice(start - mark.length, end);
    }
  }
}
