import type { DocsProblem } from '../../engine/sections/docs-problem.ts';

/** Progress of the engine. */
export interface IndexProgress {
  /** `reading` files, `embedding` sections, `ready`, or `failed` when the folder could not be read at all. */
  phase: 'reading' | 'embedding' | 'ready' | 'failed';
  pages: { done: number; total: number };
  /** Number of indexes put into service since the start; 0: none yet. */
  generation: number;
  /** Sections of the index in service. */
  sections: number;
  /** Sections with a vector. `total` is 0 without an embedding model. */
  vectors: { done: number; total: number };
  /** Name of the embedding model; `null` while it is loaded, and when search is by words only, for the reason in `modelNote`. */
  model: string | null;
  modelNote?: string;
  /** Files with problems, and failed embeddings. */
  problems: readonly DocsProblem[];
}
