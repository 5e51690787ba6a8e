import { EngineUnavailable } from './engine-unavailable.ts';
import type { SearchIndex } from '../../engine/ranking/search-index.ts';

/** An index that is closed when it is out of service and the last search that uses it has ended. */
export interface LeasedIndex extends Pick<SearchIndex, 'facts'> {
  /** Use the index, which stays open until the result is there. @throws EngineUnavailable */
  use<Result>(work: (index: SearchIndex) => Promise<Result>): Promise<Result>;
  /** Take it out of service. Resolves when it is closed. */
  release(): Promise<void>;
}

export function leaseIndex(index: SearchIndex): LeasedIndex {
  const closed = Promise.withResolvers<void>();
  /** Running searches, and one for being in service. */
  let uses = 1;
  let isReleased = false;
  const end = () => {
    if (--uses === 0) index.close().then(closed.resolve, closed.reject);
  };
  return {
    facts: index.facts,
    async use(work) {
      uses++;
      try {
        return await work(index);
      } catch (error) {
        throw new EngineUnavailable(error);
      } finally {
        end();
      }
    },
    release() {
      if (!isReleased) end();
      isReleased = true;
      return closed.promise;
    },
  };
}
