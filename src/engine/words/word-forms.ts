import { MIN_STEM_LENGTH, stem as indexedStem } from './stem.ts';
import type { Stemmer } from './stemmers.ts';
import type { Vocabulary } from '../ranking/section-index.ts';
import { completionsOf } from './vocabulary.ts';

/** Maximum number of forms of a word. */
const MAX_FORMS = 8;

/**
 * Return the other forms of a word that a documentation has, the most frequent first: `seiten` for `seite`. All are folded.
 *
 * @param stem stemmer of the language of the query
 */
export function formsOf(word: string, vocabulary: Vocabulary, stem: Stemmer): string[] {
  const wanted = stem(word);
  if (wanted.length < MIN_STEM_LENGTH) return [];
  // Stemmers change the end of words, and may replace the last letter of the stem.
  const beginning = wanted.slice(0, Math.max(MIN_STEM_LENGTH, wanted.length - 1));
  const found = new Map([[indexedStem(word), word]]);
  for (const { word: form } of completionsOf(vocabulary, beginning, Infinity)) {
    // One form of each stem that the index has, because the others are found with it.
    if (!found.has(indexedStem(form)) && stem(form) === wanted) found.set(indexedStem(form), form);
  }
  return [...found.values()].slice(1, 1 + MAX_FORMS);
}
