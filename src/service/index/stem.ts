import { stemmer } from 'stemmer';

/** FTS5 leaves shorter and longer words as they are (`FTS5_PORTER_MAX_TOKEN`). */
const MIN_LENGTH = 3;
const MAX_LENGTH = 64;

/** Return the stem of a folded word as the keyword index has it: Porter's, for English, whatever the language. */
export function stem(word: string): string {
  return word.length < MIN_LENGTH || word.length > MAX_LENGTH ? word : stemmer(word);
}
