/** A search of one reader. */
export interface TypedSearch {
  /** Whoever may have typed it: an address and a key, known here only while the search is held. */
  visitor: string;
  projectId: string;
  version: string;
  language: string;
  query: string;
  isFound: boolean;
}

/** Milliseconds without a further keystroke after which a search is the one that was meant. */
export const SETTLE_MILLISECONDS = 4_000;
/** Searches that are held at the same time; the oldest is settled early. */
const MAX_HELD = 2_000;

/**
 * Pass on the searches that were meant. Search as you type sends one for every pause: a search replaces the one before if it
 * continues it, or takes some of it back, within a few seconds. What is held is in memory alone.
 */
export class QueryDebouncer {
  readonly #held = new Map<string, (TypedSearch & { at: number })[]>();
  readonly #settle: (search: TypedSearch) => void;
  #size = 0;

  constructor(settle: (search: TypedSearch) => void) {
    this.#settle = settle;
  }

  /** @param now milliseconds since the epoch */
  add(search: TypedSearch, now: number): void {
    this.settle(now - SETTLE_MILLISECONDS);
    const key = JSON.stringify([search.projectId, search.visitor, search.version, search.language]);
    const held = this.#held.get(key) ?? [];
    const before = held.findIndex(({ query }) => isContinued(query, search.query));
    if (before !== -1) held.splice(before, 1);
    else this.#size++;
    held.push({ ...search, at: now });
    // The visitor who searched last comes last.
    this.#held.delete(key);
    this.#held.set(key, held);
    if (this.#size > MAX_HELD) this.settle(Infinity);
  }

  /** Pass on the searches from before a time. */
  settle(before: number): void {
    for (const [key, held] of this.#held) {
      const waiting = held.filter(({ at }) => at > before);
      // Those behind it were used later.
      if (waiting.length === held.length) return;
      this.#size -= held.length - waiting.length;
      if (waiting.length === 0) this.#held.delete(key);
      else this.#held.set(key, waiting);
      for (const { at, ...search } of held) if (at <= before) this.#settle(search);
    }
  }
}

/** Return whether one query is the beginning of the other. */
function isContinued(before: string, after: string): boolean {
  const [one, other] = [simplify(before), simplify(after)];
  return one.startsWith(other) || other.startsWith(one);
}

function simplify(query: string): string {
  return query.trim().replace(/\s+/g, ' ').toLowerCase();
}
