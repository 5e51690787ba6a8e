import { wordsOf } from '../../engine/words/searchable-text.ts';
import { stem } from '../../engine/words/stem.ts';
import { isWordKey, MAX_PHRASE_WORDS, phraseKey } from '../format/index-keys.ts';
import type { Postings, WordFile } from '../format/word-file.ts';

/** One look-up of an expression. */
export type Leaf = { phrase: string } | { prefix: string };

export const NO_POSTINGS: Postings = {
  sections: new Uint32Array(),
  frequencies: new Uint16Array(),
  places: new Uint8Array(),
};

/** Return the keys that a phrase is looked up by: its own, or those of its parts if it is too long for an index. */
export function keysOfPhrase(phrase: string): string[] {
  const words = wordsOf(phrase);
  if (words.length <= MAX_PHRASE_WORDS) return [phraseKey(words)];
  const count = words.length - MAX_PHRASE_WORDS + 1;
  return Array.from({ length: count }, (_, at) => phraseKey(words.slice(at, at + MAX_PHRASE_WORDS)));
}

/** Return what the keys of a word begin with whose beginning is `prefix`: FTS5 takes the stem of a prefix, too. */
export function keyOfPrefix(prefix: string): string {
  return stem(prefix);
}

/** Return the postings of a key in one of the files. */
export function postingsOfKey(files: readonly WordFile[], key: string): Postings {
  for (const file of files) {
    const at = file.placeOf(key);
    if (file.keys[at] === key) return file.postings(at);
  }
  return NO_POSTINGS;
}

/** Return the postings of all words that begin so. */
export function postingsOfPrefix(files: readonly WordFile[], prefix: string): Postings {
  const lists: Postings[] = [];
  for (const file of files) {
    for (let at = file.placeOf(prefix); file.keys[at]?.startsWith(prefix); at++) {
      if (isWordKey(file.keys[at]!)) lists.push(file.postings(at));
    }
  }
  return combine(lists, 1);
}

/** Return the sections of a phrase from those of all of its parts. */
export function postingsOfParts(lists: readonly Postings[]): Postings {
  return lists.length === 1 ? lists[0]! : combine(lists, lists.length);
}

/** Combine lists of postings: the sections in at least `least` of them, with all frequencies and places. */
function combine(lists: readonly Postings[], least: number): Postings {
  if (lists.length === 1) return lists[0]!;
  const found = new Map<number, { times: number; frequency: number; places: number }>();
  for (const { sections, frequencies, places } of lists) {
    for (let at = 0; at < sections.length; at++) {
      const one = found.get(sections[at]!);
      if (one) {
        one.times++;
        one.frequency += frequencies[at]!;
        one.places = least === 1 ? one.places | places[at]! : one.places & places[at]!;
      } else found.set(sections[at]!, { times: 1, frequency: frequencies[at]!, places: places[at]! });
    }
  }
  const numbers = [...found.keys()]
    .filter((section) => found.get(section)!.times >= least)
    .sort((a, b) => a - b);
  return {
    sections: Uint32Array.from(numbers),
    // The parts of a phrase occur as often as the phrase.
    frequencies: Uint16Array.from(numbers, (section) =>
      Math.min(0xffff, least === 1 ? found.get(section)!.frequency : found.get(section)!.frequency / least),
    ),
    places: Uint8Array.from(numbers, (section) => found.get(section)!.places),
  };
}
