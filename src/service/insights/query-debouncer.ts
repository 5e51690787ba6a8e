/** A search of one reader. */
export interface TypedSearch {
  /** Key of the visitor: address and API key. In memory only, while the search is pending. */
  visitor: string;
  projectId: string;
  version: string;
  language: string;
  query: string;
  isFound: boolean;
}

/** Milliseconds without a further keystroke after which a search is the one that was meant. */
export const SETTLE_MILLISECONDS = 4_000;
/** Maximum number of searches that are pending at the same time; the oldest is settled early. */
const MAX_PENDING = 2_000;

/**
 * Pass on the searches that were meant. Search as you type sends one for every pause: a search replaces the one before if it
 * continues it, or takes some of it back, within a few seconds. What is pending is in memory alone.
 */
export class QueryDebouncer {
  readonly #pending = new Map<string, (TypedSearch & { at: number })[]>();
  readonly #settle: (search: TypedSearch) => void;
  #size = 0;

  constructor(settle: (search: TypedSearch) => void) {
    this.#settle = settle;
  }

  /** @param now milliseconds since the epoch */
  add(search: TypedSearch, now: number): void {
    this.settle(now - SETTLE_MILLISECONDS);
    const key = JSON.stringify([search.projectId, search.visitor, search.version, search.language]);
    const pending = this.#pending.get(key) ?? [];
    const before = pending.findIndex(({ query }) => isContinued(query, search.query));
    if (before !== -1) pending.splice(before, 1);
    else this.#size++;
    pending.push({ ...search, at: now });
    // The visitor who searched last comes last.
    this.#pending.delete(key);
    this.#pending.set(key, pending);
    if (this.#size > MAX_PENDING) this.settle(Infinity);
  }

  /** Pass on the searches from before a time. */
  settle(before: number): void {
    for (const [key, pending] of this.#pending) {
      const waiting = pending.filter(({ at }) => at > before);
      // Those behind it were used later.
      if (waiting.length === pending.length) return;
      this.#size -= pending.length - waiting.length;
      if (waiting.length === 0) this.#pending.delete(key);
      else this.#pending.set(key, waiting);
      for (const { at, ...search } of pending) if (at <= before) this.#settle(search);
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
