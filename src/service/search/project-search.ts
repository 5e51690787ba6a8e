import type { AnswerSearch } from '../../engine/answer/answer-search.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import type { IndexProgress } from '../index/index-progress.ts';

/** The search of a project in this process: always that of its current index. It waits for `searchable`, or finds nothing before. */
export interface ProjectSearch extends AnswerSearch {
  readonly progress: IndexProgress;
  /** Whether a complete index is in service, even while the next one is built or has failed. */
  readonly isReady: boolean;
  /** Versions and languages of the documentation, sorted. */
  readonly scopes: { versions: readonly string[]; languages: readonly string[] };
  /** Resolves when keyword search works. Rejects when the first index cannot be built. */
  readonly searchable: Promise<void>;
  /** Resolves when the first index is complete, vectors included. Rejects when it cannot be built. */
  readonly ready: Promise<void>;
  /** Return sections by their place; see `SearchIndex`. A place counts for the index that a section was found in. */
  readSections: SearchIndex['readSections'];
  /** Call back at each change of `progress`. @returns the function that removes the listener */
  onProgress(listener: (progress: IndexProgress) => void): () => void;
  /** Close the index. Running searches are answered. */
  close(): Promise<void>;
}
