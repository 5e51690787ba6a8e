import { stemmer } from 'stemmer';

/** FTS5 leaves shorter and longer words as they are (`FTS5_PORTER_MAX_TOKEN`). */
const MIN_LENGTH = 3;
const MAX_LENGTH = 64;

/** Maximum number of stems in memory. A search stems thousands of words, most of them the same as the one before it: some megabytes. */
const MAX_KNOWN = 50_000;
const known = new Map<string, string>();

/** Return the stem of a folded word as the keyword index has it: Porter's, for English, whatever the language. */
export function stem(word: string): string {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return word;
  let found = known.get(word);
  if (found === undefined) {
    if (known.size === MAX_KNOWN) known.clear();
    known.set(word, (found = stemmer(word)));
  }
  return found;
}

/** Minimum length of a stem that tells words apart. */
export const MIN_STEM_LENGTH = 3;

/** Return whether other words have the stem of a folded word by chance: `aws` has that of `awful`. Such a word is looked up as it is, too. */
export function isShortened(word: string): boolean {
  return word.length >= MIN_STEM_LENGTH && stem(word).length < MIN_STEM_LENGTH;
}
