import type { Vocabulary } from '../ranking/section-index.ts';
import type { WordExpression } from './word-expression.ts';
import { hasWritten } from './vocabulary.ts';

/** Minimum length of a word that may be two. */
const MIN_LENGTH = 4;

/** Return a folded word whose umlauts are written as two letters as if they were not: `schlussel` for `schluessel`. */
export function withoutUmlauts(word: string): string {
  return word.replace(/([aou])e/g, '$1');
}

/**
 * Return what may stand in a documentation for a word that it has not: the words `front` and `end`, as `front-end` is indexed, for
 * `frontend`; `4` for `v4`. All are folded.
 */
export function otherSpellings(word: string, known: ReturnType<Vocabulary['words']>): string[][] {
  const number = /^v(\d+)$/.exec(word)?.[1];
  if (number !== undefined && hasWritten(known, number)) return [[number]];
  if (word.length < MIN_LENGTH) return [];
  const isKnown = (part: string) => hasWritten(known, part) || hasWritten(known, part.replace(/s$/, ''));
  return Array.from({ length: word.length - 1 }, (_, at) => [
    word.slice(0, at + 1),
    word.slice(at + 1),
  ]).filter((parts) => parts.every(isKnown));
}

/** Look words up where they follow each other: `copy` and `right` somewhere in a section are no `copyright`. */
export function lookUpSpelling(parts: readonly string[]): WordExpression {
  return { phrase: parts.join(' ') };
}
