import type { AssistantRequest, SearchRequest, SearchResult } from '../../protocol/api.ts';
import { RequestFailure } from '../../protocol/failures/failure.ts';
import { lazy } from '../../protocol/lazy.ts';
import { loadTwice } from '../../protocol/load-twice.ts';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { AnswerSource, SearchSourceOptions, SearchSource } from '../../protocol/sources.ts';
import { aborted } from '../reading/reading-failure.ts';
import type { CallResult, MessageEnd, SourceCall, WorkerReply } from './worker-messages.ts';

/** A worker, as far as it is used here. */
export interface IndexWorker extends MessageEnd {
  addEventListener(
    type: 'message' | 'messageerror' | 'error',
    listener: (event: MessageEvent<never>) => void,
  ): void;
  terminate(): void;
}

/** Which index is read, and where. */
export interface WorkerSourceOptions {
  /** Absolute address of the folder of the index. */
  index: string;
  /** The worker, which serves this index alone; `null` to read in the page. */
  worker: IndexWorker | null;
}

/** Thrown by calls of a worker that could not start, or has ended. */
class WorkerEnded extends Error {}

/**
 * Search and answers over a static index. It is read in a worker, so that the page stays responsive; in the page itself where there is
 * no worker, or it fails: calls that it has not answered are made there again.
 */
export class WorkerSource implements SearchSource, AnswerSource {
  #worker: IndexWorker | null;
  #lastNumber = 0;
  readonly #calls = new Map<number, ReadableStreamDefaultController<CallResult | null>>();
  readonly #inPage;

  constructor({ index, worker }: WorkerSourceOptions) {
    this.#worker = worker;
    this.#inPage = lazy(async () =>
      (await import('../reading/static-source.ts')).createStaticSource({ index }),
    );
    if (!worker) return;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => this.#handleReply(data));
    worker.addEventListener('messageerror', this.#handleEnd);
    // Its file cannot be loaded, is refused by a policy, or has thrown.
    worker.addEventListener('error', this.#handleEnd);
    worker.postMessage({ type: 'open', index });
  }

  async search(request: SearchRequest, options: SearchSourceOptions = {}): Promise<SearchResult[]> {
    const { signal, onInterim } = options;
    try {
      const call = { type: 'search', request, wantsInterim: onInterim !== undefined } as const;
      let results: SearchResult[] = [];
      for await (const result of this.#call(call, signal)) {
        if (result.type === 'interim') onInterim?.(result.results);
        if (result.type === 'results') ({ results } = result);
      }
      return results;
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
    }
    return (await this.#openInPage()).search(request, options);
  }

  async *answer(
    request: AssistantRequest,
    options: { signal?: AbortSignal } = {},
  ): AsyncGenerator<readonly AnswerEvent[]> {
    let hasBegun = false;
    try {
      for await (const result of this.#call({ type: 'answer', request }, options.signal)) {
        if (result.type !== 'events') continue;
        hasBegun = true;
        yield result.events;
      }
      return;
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      // The same events would come twice.
      if (hasBegun) throw notLoaded();
    }
    yield* (await this.#openInPage()).answer(request, options);
  }

  async *#call(call: SourceCall, signal: AbortSignal | undefined): AsyncGenerator<CallResult> {
    const worker = this.#worker;
    if (signal?.aborted) throw aborted();
    if (!worker) throw new WorkerEnded();
    const number = ++this.#lastNumber;
    const results = new ReadableStream<CallResult | null>({
      start: (controller) => void this.#calls.set(number, controller),
    }).getReader();
    const stop = (): void => this.#end(number, { type: 'failed', failure: aborted().toJSON() });
    signal?.addEventListener('abort', stop);
    worker.postMessage({ type: 'call', number, call });
    try {
      for (let next = await results.read(); next.value !== undefined; next = await results.read()) {
        if (next.value === null) throw new WorkerEnded();
        if (next.value.type === 'failed') throw new RequestFailure(next.value.failure);
        yield next.value;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      // Nothing happens to a call that has ended.
      worker.postMessage({ type: 'abort', number });
      this.#calls.delete(number);
    }
  }

  #handleReply({ number, result }: WorkerReply): void {
    if (result.type === 'done' || result.type === 'failed') this.#end(number, result);
    else this.#calls.get(number)?.enqueue(result);
  }

  /** End a call. @param result its last; `null` if the worker has ended */
  #end(number: number, result: CallResult | null): void {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    call?.enqueue(result);
    call?.close();
  }

  readonly #handleEnd = (): void => {
    this.#worker?.terminate();
    this.#worker = null;
    for (const number of this.#calls.keys()) this.#end(number, null);
  };

  async #openInPage(): Promise<SearchSource & AnswerSource> {
    const source = await loadTwice(this.#inPage);
    if (!source) throw notLoaded();
    return source;
  }
}

function notLoaded(): RequestFailure {
  return new RequestFailure({
    code: 'network',
    retryable: true,
    message: 'What reads the search index could not be loaded.',
  });
}
