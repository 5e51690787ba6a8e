import { readStoredFeedback } from '../../state/archive/history.ts';
import type { AnswerFeedback } from '../../state/conversation/conversation-snapshot.ts';
import { openStorage, RATED_PAGES_KEY, type StorageKind } from '../../state/storage/storage.ts';

/** Maximum number of pages of a visit whose ratings are kept; the oldest go first. */
const MAX_PAGES = 100;

type Entry = readonly [page: string, feedback: AnswerFeedback];

/** The ratings of a visit, one for each page: in `sessionStorage`, or in memory where nothing may be written. */
export class RatedPages {
  readonly #storage = openStorage('memory', () => sessionStorage);

  read(kind: StorageKind, page: string): AnswerFeedback | null {
    return this.#list(kind).find(([address]) => address === page)?.[1] ?? null;
  }

  /** Keep the rating of a page; `null` removes it. */
  write(kind: StorageKind, page: string, feedback: AnswerFeedback | null): void {
    const others = this.#list(kind).filter(([address]) => address !== page);
    const entries = feedback === null ? others : [...others, [page, feedback]];
    this.#storage.write(RATED_PAGES_KEY, entries.slice(-MAX_PAGES));
  }

  #list(kind: StorageKind): readonly Entry[] {
    this.#storage.switchTo(kind === 'memory' ? 'memory' : 'session');
    return this.#storage.read(RATED_PAGES_KEY, readEntries) ?? [];
  }
}

function readEntries(value: unknown): readonly Entry[] | null {
  if (!Array.isArray(value)) return null;
  return value.slice(-MAX_PAGES).flatMap((entry: unknown): Entry[] => {
    const [page, feedback] = Array.isArray(entry) ? [entry[0] as unknown, readStoredFeedback(entry[1])] : [];
    return typeof page === 'string' && feedback ? [[page, feedback]] : [];
  });
}
