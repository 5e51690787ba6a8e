import { isIdentifier, writtenWords } from '../words/identifiers.ts';
import { identifierParts, wordsOf } from '../words/searchable-text.ts';
import { stem } from '../words/stem.ts';

const MAX_NEAREST = 3;
/** Minimum length of a part that makes two names alike: `of` and `to` do not. */
const MIN_PART = 3;
/** Minimum share of the parts of two names that are the same. */
const MIN_SHARE = 0.3;
const CODE = /`([^`\n]{2,80})`/g;

/** Return the names in texts that are most like one that none of them has: `limits.maxFiles` for `cache.maxFiles`. */
export function nearestNames(name: string, texts: readonly string[]): string[] {
  const wanted = partsOf(name);
  const shares = new Map<string, number>();
  for (const text of texts) {
    const code = Array.from(text.matchAll(CODE), ([, written]) => writtenWords(written!)).flatMap((words) =>
      words.length === 1 ? words : [],
    );
    for (const other of [...code, ...writtenWords(text).filter(isIdentifier)]) {
      if (shares.has(other) || other.length > 80 || other === name) continue;
      const parts = partsOf(other);
      const shared = [...wanted].filter((part) => parts.has(part)).length;
      shares.set(other, shared / new Set([...wanted, ...parts]).size);
    }
  }
  return [...shares]
    .filter(([, share]) => share >= MIN_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_NEAREST)
    .map(([other]) => other);
}

function partsOf(name: string): Set<string> {
  const parts = wordsOf(identifierParts(name) || name);
  const all = parts.length > 1 ? [...parts, ...wordsOf(name)] : wordsOf(name);
  return new Set(all.filter((part) => part.length >= MIN_PART).map(stem));
}
