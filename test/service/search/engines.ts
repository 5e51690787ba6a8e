import { join } from 'node:path';
import { createEmbeddedEngine } from '../../../src/service/search/embedded-engine.ts';
import { openLanceDbEngine } from '../../../src/service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../../../src/service/search/search-engine.ts';
import type { GenerationStore } from '../../../src/service/storage/service-store.ts';

/** Where the engine of one process has its files. */
export interface EnginePlace {
  generations: GenerationStore;
  folder: string;
}

/** A kind of engine that all tests of engines are run with. */
export interface EngineKind {
  name: string;
  /** Why it cannot be tested here. */
  skip: string | false;
  /** Opens the engine of one more process at a place. */
  open(place: EnginePlace): Promise<SearchEngine>;
}

export const EMBEDDED: EngineKind = {
  name: 'embedded',
  skip: false,
  open: async ({ generations, folder }) => createEmbeddedEngine({ generations, folderOf: () => folder }),
};

export const LANCEDB: EngineKind = {
  name: 'LanceDB',
  skip: false,
  open: ({ folder }) => openLanceDbEngine(join(folder, 'lancedb')),
};

export const ENGINE_KINDS: readonly EngineKind[] = [EMBEDDED, LANCEDB];
