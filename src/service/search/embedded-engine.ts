import { fetchGeneration, removeEarlierGenerations } from '../generations/local-generation.ts';
import { DocsIndex } from '../index/docs-index.ts';
import type { GenerationStore } from '../storage/service-store.ts';
import { createEmbeddedIndex } from './embedded-index.ts';
import { createRankedIndex } from './ranked-index.ts';
import type { SearchEngine, SearchIndex } from './search-engine.ts';

export interface EmbeddedEngineOptions {
  generations: Pick<GenerationStore, 'fetch'>;
  /** Return the local folder for the index of a project. */
  folderOf(projectId: string): string;
}

/**
 * Search in this process. The store of the generations is also the store of the indexes: each process fetches a copy of the file,
 * and loads its vectors into memory.
 */
export function createEmbeddedEngine({ generations, folderOf }: EmbeddedEngineOptions): SearchEngine {
  return {
    name: 'embedded',
    async store() {},
    async open(generation) {
      const folder = folderOf(generation.projectId);
      const index = await openIndexInMemory(await fetchGeneration(generations, generation, folder));
      await removeEarlierGenerations(folder, generation);
      return index;
    },
    async prune() {},
    async close() {},
  };
}

/** Open an index file for searching, with its vectors in memory. @throws Error when it is damaged */
export async function openIndexInMemory(file: string): Promise<SearchIndex> {
  const index = DocsIndex.open(file);
  if (!index) {
    throw new Error('The index is damaged, or another version of docs-assistant wrote it: it is built again');
  }
  await index.loadVectors();
  return createRankedIndex(createEmbeddedIndex(index));
}
