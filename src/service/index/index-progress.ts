import type { DocsProblem } from '../docs/docs-problem.ts';

/** What the engine is doing. */
export interface IndexProgress {
  /** `reading` files, `embedding` sections, `ready`, or `failed` when the folder could not be read at all. */
  phase: 'reading' | 'embedding' | 'ready' | 'failed';
  pages: { done: number; total: number };
  /** Counts the indexes that were put into service since the start; 0: none yet. */
  generation: number;
  /** Sections of the index that is searched at this moment. */
  sections: number;
  /** Sections whose meaning is known. `total` is 0 without an embedding model. */
  vectors: { done: number; total: number };
  /** Name of the embedding model; `null` while it is loaded, and where sections are found by their words only: `modelNote` says why. */
  model: string | null;
  modelNote?: string;
  /** Files that could not be read as meant, and failed embeddings. */
  problems: readonly DocsProblem[];
}
