import type { Generation, GenerationStore } from '../storage/service-store.ts';
import type { GenerationSearch } from '../search/generation-search.ts';
import type { SearchEngine } from '../search/search-engine.ts';

/** Milliseconds between two tries to open a generation. */
const RETRY_INTERVAL = 2_000;

export interface GenerationWatchOptions {
  projectId: string;
  generations: GenerationStore;
  engine: SearchEngine;
  search: GenerationSearch;
  /** Called when a generation could not be opened; the previous one stays in service. */
  onFailure: (error: unknown) => void;
}

export interface GenerationWatch {
  /** Open the current generation if it is a new one. Resolves when it is in service. */
  refresh(): Promise<void>;
  /** The generation in service; `null`: none yet. */
  readonly current: Generation | null;
  close(): Promise<void>;
}

/** Keep a search on the current generation of its project: offer it each one that is published. */
export function watchGenerations(options: GenerationWatchOptions): GenerationWatch {
  const { projectId, generations, engine, search, onFailure } = options;
  let opened: Generation | null = null;
  let pass = Promise.resolve();
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  /** The last failure. It is reported once, however often the same is tried again. */
  let reported = '';

  async function update(): Promise<void> {
    if (isClosed) return;
    const generation = await generations.current(projectId);
    if (generation === null || (generation.number === opened?.number && generation.hash === opened.hash))
      return;
    await search.offer(() => engine.open(generation));
    opened = generation;
    reported = '';
  }

  function refresh(): Promise<void> {
    clearTimeout(retry);
    pass = pass.then(update).catch((error: unknown) => {
      if (isClosed) return;
      if (String(error) !== reported) onFailure(error);
      reported = String(error);
      retry = setTimeout(refresh, RETRY_INTERVAL).unref();
    });
    return pass;
  }

  const end = generations.onPublished((id) => {
    if (id === projectId) void refresh();
  });
  void refresh();
  return {
    refresh,
    get current() {
      return opened;
    },
    async close() {
      isClosed = true;
      end();
      clearTimeout(retry);
      await pass;
    },
  };
}
