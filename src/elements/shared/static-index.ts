import { startWorker } from '../../static-index/worker/start-worker.ts';
import { WorkerSource } from '../../static-index/worker/worker-source.ts';

/** The indexes of this page: both elements read one, and download its files once. */
const sources = new Map<string, WorkerSource>();

/** What an element says of its index. */
interface IndexSettings {
  readonly indexUrl?: string | undefined;
  readonly withoutWorker: boolean;
}

/** Open the static index of an element. */
export function openStaticIndex({ indexUrl = '', withoutWorker }: IndexSettings): WorkerSource {
  const index = indexUrl.replace(/\/*$/, '/');
  const key = `${withoutWorker} ${index}`;
  const opened =
    sources.get(key) ?? new WorkerSource({ index, worker: withoutWorker ? null : startWorker() });
  sources.set(key, opened);
  return opened;
}
