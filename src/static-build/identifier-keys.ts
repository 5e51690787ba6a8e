import { isIdentifier, isTypeName, writtenWords } from '../engine/words/identifiers.ts';
import { identifierParts, separateWords, wordsOf } from '../engine/words/searchable-text.ts';
import { isShortened } from '../engine/words/stem.ts';
import { MAX_PHRASE_WORDS } from '../static-index/format/index-keys.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** What belongs to an identifier that begins inside of another one: `.mjs` in `astro.config.mjs`. */
const MARK_BEFORE = /(?:--|[@.#$])$/;

/** The identifiers of a text. */
export interface TextIdentifiers {
  /** Folded words that follow each other in them: two to `MAX_PHRASE_WORDS`. */
  phrases: string[][];
  /** The identifiers and what begins and ends at words inside of them, as they are written; words that are looked up as they are. */
  written: Set<string>;
}

/** Return what queries may name of the identifiers of a text: as whole, in part, and as the words inside of them. */
export function readIdentifiers(text: string): TextIdentifiers {
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
