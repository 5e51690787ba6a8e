import { isWordKey } from '../static-index/format/index-keys.ts';
import { filesOfPrefix, MAX_PREFIX_FILES, type WordsFile } from '../static-index/format/part-core.ts';
import type { Posting, WordEntry } from '../static-index/format/word-file.ts';

/** Minimum length of a beginning of a word that is searched for, in UTF-16 units. */
const MIN_PREFIX_LENGTH = 2;
/** Sections of a list, some 10 kB packed: all of most documentations. */
const MAX_PREFIX_SECTIONS = 5_000;

/** Return the beginnings of words that are in more files than a page fetches, in order. */
export function longPrefixes(files: readonly WordsFile[]): string[] {
  const prefixes = new Set<string>();
  for (const { first } of files) {
    const word = /^[^ !]*/.exec(first)![0];
    for (let end = MIN_PREFIX_LENGTH; end <= word.length; end++) prefixes.add(word.slice(0, end));
  }
  return [...prefixes].filter((prefix) => filesOfPrefix(files, prefix).length > MAX_PREFIX_FILES).sort();
}

/**
 * Return the sections of all words that begin so, as one entry. Of very many sections, those that have the words in their names or most
 * often.
 *
 * @param entries in order
 */
export function prefixEntry(prefix: string, entries: readonly WordEntry[]): WordEntry {
  const found = new Map<number, Posting>();
  for (const { key, postings } of entries) {
    if (!key.startsWith(prefix) || !isWordKey(key)) continue;
    for (const { section, frequency, places } of postings) {
      const one = found.get(section);
      if (one) {
        one.frequency += frequency;
        one.places |= places;
      } else found.set(section, { section, frequency, places });
    }
  }
  const best = [...found.values()].sort(
    (a, b) => b.places - a.places || b.frequency - a.frequency || a.section - b.section,
  );
  const postings = best.slice(0, MAX_PREFIX_SECTIONS).sort((a, b) => a.section - b.section);
  return { key: prefix, postings };
}
