import type { SearchIndex } from '../../engine/ranking/search-index.ts';
import type { IndexContent } from '../index/index-content.ts';
import type { Generation } from '../storage/service-store.ts';

/**
 * A system that stores the indexes of projects and searches them. The default searches files in a thread of this process; an engine on a
 * shared system serves any number of processes from one index.
 *
 * An index is stored as a whole by the process that built it, published, and then opened by every process. Whatever a method
 * throws is reported, and the index in service stays.
 */
export interface SearchEngine {
  /** Name in messages. */
  readonly name: string;
  /**
   * Store an index, so that every process can open it. Returns at once if it is stored already, and replaces what a process that
   * was killed has left of it. One process at a time stores indexes of a project.
   *
   * @param signal aborted when the update is, or its process stops
   */
  store(index: StoredIndex, content: IndexContent, signal: AbortSignal): Promise<void>;
  /** Open an index for searching. @throws Error when it is not stored */
  open(generation: Generation): Promise<SearchIndex>;
  /**
   * Remove the indexes of a project except some. Other processes may search a removed one for some seconds, until they have opened
   * the next.
   *
   * @param kept hashes of the indexes to keep
   */
  prune(projectId: string, kept: readonly string[]): Promise<void>;
  /** Release connections and files. All indexes are closed by then. */
  close(): Promise<void>;
}

/** An index as an engine knows it: by its project and the SHA-256 of its file, in hexadecimal. */
export type StoredIndex = Pick<Generation, 'projectId' | 'hash'>;

/** The search engine does not answer at the moment. Searches are refused as `unavailable`; later ones may succeed. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';

  constructor(cause: unknown) {
    super(`The search engine failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
