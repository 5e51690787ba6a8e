import { Worker, type ResourceLimits } from 'node:worker_threads';

/**
 * Young generation of the heap of a thread, in megabytes. V8's default of 48 keeps garbage of several threads for long: reading the
 * docs of `npm run bench:search` takes 700 MB with it, and 410 with this.
 */
const YOUNG_GENERATION = 8;

/**
 * Start a worker thread from the module `name` beside the caller: from TypeScript if the caller runs from source, else from the
 * compiled file.
 *
 * @param limits of its memory. Default: those of the process
 */
export function startSiblingWorker(
  name: string,
  callerUrl: string,
  data: unknown,
  limits: ResourceLimits = {},
): Worker {
  return new Worker(siblingModule(name, callerUrl), {
    name,
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION, ...limits },
  });
}

/** Return the address of the module `name` beside the caller. */
export function siblingModule(name: string, callerUrl: string): URL {
  return new URL(`./${name}${callerUrl.endsWith('.ts') ? '.ts' : '.js'}`, callerUrl);
}
