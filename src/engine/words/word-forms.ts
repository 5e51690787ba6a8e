import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stem as indexedStem } from './stem.ts';
import type { Vocabulary } from '../ranking/section-index.ts';
import { completionsOf } from './vocabulary.ts';

/** Snowball stemmers by language. The index itself has English stems. */
const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  da: danish,
  de: german,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nb: norwegian,
  nl: dutch,
  nn: norwegian,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};
/** Shortest stem. Shorter ones are those of many words by chance. */
const MIN_STEM_LENGTH = 3;
/** Most forms of a word. */
const MAX_FORMS = 8;

/**
 * Return the other forms of a word that a documentation has, the most frequent first: `seiten` for `seite`. All are folded.
 *
 * @param language language of the query
 */
export function formsOf(word: string, vocabulary: Vocabulary, language: string | undefined): string[] {
  const stem = STEMMERS[language?.toLowerCase().split('-', 1)[0] ?? ''];
  const wanted = stem?.(word) ?? '';
  if (!stem || wanted.length < MIN_STEM_LENGTH) return [];
  // Stemmers change the end of words, and may replace the last letter of the stem.
  const beginning = wanted.slice(0, Math.max(MIN_STEM_LENGTH, wanted.length - 1));
  const found = new Map([[indexedStem(word), word]]);
  for (const { word: form } of completionsOf(vocabulary, beginning, Infinity)) {
    // One form of each stem that the index has, because the others are found with it.
    if (!found.has(indexedStem(form)) && stem(form) === wanted) found.set(indexedStem(form), form);
  }
  return [...found.values()].slice(1, 1 + MAX_FORMS);
}
