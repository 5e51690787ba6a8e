/** Minimum length of a word that is corrected. Too many words are similar to shorter ones. */
const MIN_LENGTH = 4;
/** Words of at least this length may have two errors instead of one. */
const LONG_WORD = 8;
/** Maximum number of corrections of one word. */
const MAX_CORRECTIONS = 3;

/**
 * Return the words of a documentation that are spelled almost like `word`: those at the smallest distance, the most frequent
 * first. All are folded.
 */
export function nearestWords(word: string, words: readonly string[], counts: Uint32Array): string[] {
  if (word.length < MIN_LENGTH || /\d/.test(word)) return [];
  let bound = word.length < LONG_WORD ? 1 : 2;
  const letters = lettersOf(word);
  let found: { word: string; count: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    const candidate = singularOf(words[at]!, word.length + bound);
    if (Math.abs(candidate.length - word.length) > bound) continue;
    // Prefilter by the sets of letters, which each edit changes in two elements at most.
    if (countBits(letters ^ lettersOf(candidate)) > 2 * bound) continue;
    const distance = editDistance(word, candidate, bound);
    if (distance > bound) continue;
    if (distance < bound) {
      bound = distance;
      found = [];
    }
    found.push({ word: words[at]!, count: counts[at]! });
  }
  return found
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word: nearest }) => nearest);
}

/** Return a word that is too long to be meant without its plural s, so that a documentation that has only `databases` is found as `databse`. */
function singularOf(word: string, limit: number): string {
  return word.length > limit && word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Return the Damerau-Levenshtein distance (optimal string alignment) of two words; more than `bound` if it exceeds that. */
export function editDistance(a: string, b: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforeLast[j - 2]! + 1);
      }
      row.push(distance);
      least = Math.min(least, distance);
    }
    if (least > bound) return bound + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** Return the letters of a word as a set of 32 bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
