import { primaryLanguage } from '../../protocol/language-tag.ts';

/** Languages that write compounds as one word: Dutch, German, the Nordic ones, Finnish, Hungarian. */
const COMPOUND_LANGUAGES = new Set(['da', 'de', 'fi', 'hu', 'is', 'nb', 'nl', 'nn', 'no', 'sv']);
/** Minimum length of a part of a compound. Shorter ones are the end of many words by chance. */
const MIN_PART_LENGTH = 4;
/** Minimum length of a word that is looked up in compounds. */
const MIN_LENGTH = 5;
/** Maximum number of compounds that end with a word, and of those that begin with it. */
const MAX_COMPOUNDS = 8;
/** Linking elements between the parts: Seite-n-umbruch, Arbeit-s-platz. */
const LINKING = /(?:en|es|er|n|s|e)$/;

/** @param language a language tag such as `de` or `de-AT` */
export function hasCompounds(language: string | undefined): boolean {
  return COMPOUND_LANGUAGES.has(primaryLanguage(language ?? ''));
}

/**
 * Return the words of a documentation that end with `word`, the most frequent first: `seitenumbruch` for `umbruch`; then those that begin
 * with it: `konfigurationsdatei` for `konfiguration`. All are folded.
 *
 * @param withBeginnings `false` for one word of several, where those say little, and some begin so by chance: `dateiendung` for `dateien`
 */
export function compoundsOf(
  word: string,
  { words, counts }: { words: readonly string[]; counts: Uint32Array },
  withBeginnings: boolean,
): string[] {
  if (word.length < MIN_LENGTH) return [];
  const find = (isCompound: (candidate: string) => boolean): string[] =>
    words
      .flatMap((candidate, at) =>
        candidate.length >= word.length + MIN_PART_LENGTH && isCompound(candidate)
          ? [{ candidate, count: counts[at]! }]
          : [],
      )
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_COMPOUNDS)
      .map(({ candidate }) => candidate);
  const ending = find((candidate) => candidate.endsWith(word));
  return withBeginnings ? [...ending, ...find((candidate) => candidate.startsWith(word))] : ending;
}

/** Split a compound into two words of the documentation, with the longest possible last part; `null` if that is impossible. */
export function partsOf(word: string, isKnown: (word: string) => boolean): [string, string] | null {
  for (let at = MIN_PART_LENGTH; at <= word.length - MIN_PART_LENGTH; at++) {
    const head = word.slice(0, at);
    const tail = word.slice(at);
    if (!isKnown(tail)) continue;
    const first = [head, head.replace(LINKING, '')].find(
      (part) => part.length >= MIN_PART_LENGTH - 1 && isKnown(part),
    );
    if (first !== undefined) return [first, tail];
  }
  return null;
}
