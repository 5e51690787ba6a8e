import { fetchGeneration, removeEarlierGenerations } from '../deploy/local-generation.ts';
import type { GenerationStore } from '../storage/service-store.ts';
import type { SearchEngine } from './search-engine.ts';
import { SearchThreads } from './search-threads.ts';

export interface EmbeddedEngineOptions {
  generations: Pick<GenerationStore, 'fetch'>;
  /** Return the local folder for the index of a project. */
  folderOf(projectId: string): string;
}

/**
 * Search in a thread of this process. The store of the generations is also the store of the indexes: each process fetches a copy of
 * the file, and loads its vectors into memory.
 */
export function createEmbeddedEngine({ generations, folderOf }: EmbeddedEngineOptions): SearchEngine {
  const threads = new SearchThreads();
  return {
    name: 'embedded',
    async store() {},
    async open(generation) {
      const folder = folderOf(generation.projectId);
      const index = await threads.open(await fetchGeneration(generations, generation, folder));
      await removeEarlierGenerations(folder, generation);
      return index;
    },
    async prune() {},
    close: () => threads.close(),
  };
}
