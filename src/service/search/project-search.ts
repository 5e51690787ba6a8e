import type { IndexProgress } from '../index/index-progress.ts';
import type { SearchOptions, SectionHit } from './search-engine.ts';

/** The search of a project in this process: always that of its current index. */
export interface ProjectSearch {
  /**
   * Return hits, best first. Waits for `searchable`. No query causes an error.
   *
   * @param signal aborted when nobody waits for the result any more: a search that has not begun is not made
   */
  search(options: SearchOptions, signal?: AbortSignal): Promise<SectionHit[]>;
  /**
   * Return the folded words of a query without stop words. Empty before `searchable`.
   *
   * @param language language of the page that it was asked on
   */
  contentWords(query: string, language?: string): Promise<readonly string[]>;
  /**
   * Return the site paths of the pages at addresses, in which slashes, `index` and extension may be missing or different. An
   * address without a page is left out.
   */
  findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly progress: IndexProgress;
  /** Whether a complete index is in service, even while the next one is built or has failed. */
  readonly isReady: boolean;
  /** Versions and languages of the documentation, sorted. */
  readonly scopes: { versions: readonly string[]; languages: readonly string[] };
  /** Resolves when keyword search works. Rejects when the first index cannot be built. */
  readonly searchable: Promise<void>;
  /** Resolves when the first index is complete, vectors included. Rejects when it cannot be built. */
  readonly ready: Promise<void>;
  /** Call back at each change of `progress`. @returns the function that removes the listener */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
  /** Close the index. Running searches are answered. */
  close(): Promise<void>;
}
