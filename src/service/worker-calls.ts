import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';

/** Functions of a worker. What they take and return is cloned. */
type Functions<Names> = { [Name in keyof Names]: (...values: never[]) => unknown };

interface Call {
  number: number;
  name: string;
  values: unknown[];
}

/** Messages of a worker: an event, or what came of a call. */
type Reply = { event: unknown } | { number: number; result: unknown } | { number: number; failure: string };

export interface WorkerCallsOptions<Event> {
  /** `workerData` of the worker. Default: none */
  data?: unknown;
  /** Limits of its memory. Default: those of the process */
  limits?: ResourceLimits;
  /** Called with what the worker passes to {@link emitEvent}. */
  onEvent?: (event: Event) => void;
  /** Message of the error of calls after the worker has ended. */
  endMessage: string;
}

/**
 * Young generation of the heap of a thread, in megabytes. V8's default of 48 keeps garbage of several threads for long: reading the
 * docs of `npm run bench:search` takes 700 MB with it, and 410 with this.
 */
const YOUNG_GENERATION = 8;

/**
 * Calls the functions that a worker thread serves with {@link serveCalls}. Any number of calls may be under way. A worker that ends, for
 * instance without memory, fails them and all later ones. An idle worker does not keep the process running.
 */
export class WorkerCalls<Served extends Functions<Served>, Event = never> implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #onEvent: ((event: Event) => void) | undefined;
  #lastNumber = 0;
  #failure: Error | undefined;

  /** Start the module `name` beside the caller. @param callerUrl `import.meta.url` of the caller */
  constructor(
    name: string,
    callerUrl: string,
    { data, limits, onEvent, endMessage }: WorkerCallsOptions<Event>,
  ) {
    this.#onEvent = onEvent;
    this.#worker = new Worker(siblingModule(name, callerUrl), {
      name,
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION, ...limits },
    });
    this.#worker.unref();
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error(endMessage)));
    this.#worker.on('message', (reply: Reply) => this.#handleReply(reply));
  }

  /** Whether the worker has ended. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Call a function of the worker.
   *
   * @throws Error with the message of the one that was thrown there, or the one that ended the worker: `ERR_WORKER_OUT_OF_MEMORY`
   *   when it takes too much memory
   */
  call<Name extends keyof Served & string>(
    name: Name,
    ...values: Parameters<Served[Name]>
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    const waiting = Promise.withResolvers<unknown>();
    if (this.#failure) waiting.reject(this.#failure);
    else {
      const number = ++this.#lastNumber;
      this.#waiting.set(number, waiting);
      this.#worker.ref();
      this.#worker.postMessage({ number, name, values } satisfies Call);
    }
    return waiting.promise as Promise<Awaited<ReturnType<Served[Name]>>>;
  }

  /** Return the processor time of the worker in milliseconds, also during a call; `null` where the runtime does not tell. */
  async processorTime(): Promise<number | null> {
    if (typeof this.#worker.cpuUsage !== 'function') return null;
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1_000;
  }

  /** End the worker, also during a call. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }

  #handleReply(reply: Reply): void {
    if ('event' in reply) {
      this.#onEvent?.(reply.event as Event);
      return;
    }
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in reply) waiting?.reject(new Error(reply.failure));
    else waiting?.resolve(reply.result);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

/** Serve the calls of the thread that has started this worker. They are made in their order, and none waits for another. */
export function serveCalls<Served extends Functions<Served>>(served: Served): void {
  const send = (reply: Reply) => parentPort!.postMessage(reply);
  parentPort!.on('message', async ({ number, name, values }: Call) => {
    try {
      send({ number, result: await served[name as keyof Served](...(values as never[])) });
    } catch (error) {
      send({ number, failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** Pass an event to the thread that has started this worker. */
export function emitEvent(event: unknown): void {
  parentPort!.postMessage({ event } satisfies Reply);
}

/** Return the address of the module `name` beside the caller: in TypeScript if the caller runs from source, else compiled. */
export function siblingModule(name: string, callerUrl: string): URL {
  return new URL(`./${name}${callerUrl.endsWith('.ts') ? '.ts' : '.js'}`, callerUrl);
}
