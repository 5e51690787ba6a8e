import type { MatchedRange } from '../api.ts';

/** Maximum number of matches that are marked. */
const MAX_MATCHES = 200;
/** Maximum number of words of a query that are marked. */
const MAX_TERMS = 16;

/**
 * A word to search for. Not a regular expression: compiling one with Unicode classes takes longer than all of its
 * searches, and each key would need another one.
 */
export interface Term {
  /** In lower case. */
  readonly text: string;
  /** Whether it is found only where a word begins. */
  readonly startsWord: boolean;
  /** Whether it is found only where a word ends, wherever that is, or together with the rest of its word. */
  readonly ending: 'word' | 'any' | 'rest';
}

/** Split a query into its words, each reduced to its stem. */
export function createTerms(query: string): Term[] {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.slice(0, MAX_TERMS).map(stem))].map((text) =>
    UNSPACED.test(text)
      ? { text, startsWord: false, ending: 'any' }
      : { text, startsWord: true, ending: text.length > 2 ? 'rest' : 'word' },
  );
}

export const LETTER = /[\p{L}\p{N}]/u;
const LETTER_BEFORE = /(?<=[\p{L}\p{N}])/uy;
const LETTERS_AFTER = /[\p{L}\p{N}]+/uy;
/** Scripts that are written without spaces: their words are found inside others. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Cut the ending from an English word (`deploying` → `deploy`), unless the word is short. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return /^[a-z]{4,}$/.test(lower) ? lower.replace(/(?<=...)(?:ing|ies|ed|es|s|e)$/, '') : lower;
}

/** Find terms in a text, in its order; of overlapping matches keep the first, then the longest. */
export function findMatches(text: string, terms: readonly Term[]): MatchedRange[] {
  const lower = text.toLowerCase();
  // A few letters are longer in lower case, which moves all offsets behind them.
  const searched = lower.length === text.length ? lower : text;
  let end = 0;
  return terms
    .flatMap((term) => findTerm(searched, term))
    .sort(([start, end], [otherStart, otherEnd]) => start - otherStart || otherEnd - end)
    .filter((match) => match[0] >= end && (end = match[1]))
    .slice(0, MAX_MATCHES);
}

function findTerm(text: string, { text: wanted, startsWord, ending }: Term): MatchedRange[] {
  const matches: MatchedRange[] = [];
  let start = -1;
  while (matches.length < MAX_MATCHES && (start = text.indexOf(wanted, start + 1)) >= 0) {
    if (startsWord && matchLength(LETTER_BEFORE, text, start) !== null) continue;
    const end = start + wanted.length;
    const rest = ending === 'any' ? 0 : (matchLength(LETTERS_AFTER, text, end) ?? 0);
    if (ending !== 'word' || rest === 0) matches.push([start, end + rest]);
  }
  return matches;
}

/** Return the length of a sticky pattern's match at an offset; `null` without one. */
function matchLength(pattern: RegExp, text: string, place: number): number | null {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0].length ?? null;
}
