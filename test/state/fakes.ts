import type { AnswerEvent } from '../../src/protocol/reply/answer-event.ts';
import type { AssistantRequest, SearchRequest, SearchResult } from '../../src/protocol/api.ts';
import { RequestFailure, type Failure } from '../../src/protocol/failures/failure.ts';
import type { AnswerSource, SearchSourceOptions, SearchSource } from '../../src/protocol/sources.ts';
import type { Site, WebStorage } from '../../src/state/storage/storage.ts';
import type { Store } from '../../src/state/snapshot-store.ts';
import type { WriterLock } from '../../src/state/conversation/writer-lock.ts';

export const SITE: Site = { endpoint: '/api', domain: 'docs' };

/** A browser's storage, with the ways in which browsers refuse. */
export class FakeWebStorage implements WebStorage {
  readonly items = new Map<string, string>();
  full = false;
  blocked = false;

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    if (this.blocked) throw new DOMException('denied', 'SecurityError');
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.blocked) throw new DOMException('denied', 'SecurityError');
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    if (this.blocked) throw new DOMException('denied', 'SecurityError');
    this.items.delete(key);
  }
}

const ABORTED = new RequestFailure({ code: 'aborted', retryable: false, message: 'aborted' });

export function failure(code: Failure['code'], more: Partial<Failure> = {}): RequestFailure {
  return new RequestFailure({ code, retryable: true, message: code, ...more });
}

/** An answer whose every step the test decides. */
export class ScriptedAnswer implements AsyncIterable<readonly AnswerEvent[]> {
  readonly request: AssistantRequest;
  readonly signal: AbortSignal | undefined;
  readonly #queue: { act: () => IteratorResult<readonly AnswerEvent[]>; taken: () => void }[] = [];
  #waiting: { resolve: () => void } | null = null;
  #lastTaken: () => void = () => {};
  #left = false;

  /** @param deaf a source that does not heed its signal: what it says after an abort is late */
  constructor(request: AssistantRequest, signal: AbortSignal | undefined, deaf: boolean) {
    this.request = request;
    this.signal = signal;
    const abort = (): void => {
      void this.#add(() => {
        throw ABORTED;
      });
    };
    if (deaf) return;
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  }

  /** Yields a batch. @returns when the batch has been worked in, or nobody is reading any more */
  say(...events: AnswerEvent[]): Promise<void> {
    return this.#add(() => ({ done: false, value: events }));
  }

  text(delta: string): Promise<void> {
    return this.say({ type: 'text', phase: 'delta', part: '0', delta });
  }

  /** Ends the reply properly. */
  finish(): Promise<void> {
    void this.say({ type: 'finish', reason: 'stop' }, { type: 'end' });
    return this.cut();
  }

  /** Ends the body, whatever came before. */
  cut(): Promise<void> {
    return this.#add(() => ({ done: true, value: undefined }));
  }

  fail(error: unknown): Promise<void> {
    return this.#add(() => {
      throw error;
    });
  }

  [Symbol.asyncIterator](): AsyncIterator<readonly AnswerEvent[]> {
    return {
      next: async () => {
        this.#lastTaken();
        while (this.#queue.length === 0) {
          await new Promise<void>((resolve) => {
            this.#waiting = { resolve };
          });
        }
        const { act, taken } = this.#queue.shift()!;
        this.#lastTaken = taken;
        try {
          const result = act();
          if (result.done) this.#leave();
          return result;
        } catch (error) {
          this.#leave();
          throw error;
        }
      },
      return: async () => {
        this.#leave();
        return { done: true, value: undefined };
      },
    };
  }

  /** What follows from the end follows in microtasks: the test goes on after them. */
  #leave(): void {
    this.#left = true;
    setImmediate(this.#lastTaken);
    for (const { taken } of this.#queue) setImmediate(taken);
  }

  #add(act: () => IteratorResult<readonly AnswerEvent[]>): Promise<void> {
    if (this.#left) return Promise.resolve();
    return new Promise((taken) => {
      this.#queue.push({ act, taken });
      this.#waiting?.resolve();
    });
  }
}

export class ScriptedAnswerSource implements AnswerSource {
  readonly answers: ScriptedAnswer[] = [];
  deaf = false;

  answer(request: AssistantRequest, options: { signal?: AbortSignal } = {}): ScriptedAnswer {
    const answer = new ScriptedAnswer(request, options.signal, this.deaf);
    this.answers.push(answer);
    return answer;
  }

  /** The answer asked for last. */
  get last(): ScriptedAnswer {
    const last = this.answers.at(-1);
    if (last === undefined) throw new Error('Nothing was asked.');
    return last;
  }
}

/** A search whose outcome the test decides. */
export interface ScriptedSearch {
  readonly request: SearchRequest;
  readonly signal: AbortSignal | undefined;
  /** Hand over results so far; they have no text yet. */
  find(...paths: string[]): void;
  answer(...paths: string[]): void;
  fail(error: unknown): void;
}

export class ScriptedSearchSource implements SearchSource {
  readonly searches: ScriptedSearch[] = [];

  search(request: SearchRequest, { signal, onInterim }: SearchSourceOptions = {}): Promise<SearchResult[]> {
    return new Promise((resolve, reject) => {
      this.searches.push({
        request,
        signal,
        find: (...paths) => onInterim?.(paths.map((path) => ({ path, content: '', metadata: {} }))),
        answer: (...paths) =>
          resolve(paths.map((path) => ({ path, content: `about ${path}`, metadata: {} }))),
        fail: reject,
      });
    });
  }

  get last(): ScriptedSearch {
    const last = this.searches.at(-1);
    if (last === undefined) throw new Error('Nothing was searched for.');
    return last;
  }

  get queries(): string[] {
    return this.searches.map(({ request }) => request.query);
  }
}

/** One at a time for each name, in the order in which they came. */
export function createLock(): WriterLock {
  const queues = new Map<string, Promise<void>>();
  const counts = new Map<string, number>();
  const count = (name: string, change: number): number => {
    const number = (counts.get(name) ?? 0) + change;
    counts.set(name, number);
    return number;
  };
  return async (name, signal, onWait) => {
    const before = queues.get(name) ?? Promise.resolve();
    if (count(name, 1) > 1) onWait();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = () => {
        count(name, -1);
        resolve();
      };
    });
    queues.set(
      name,
      Promise.all([before, held]).then(() => {}),
    );
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(ABORTED));
    });
    try {
      await Promise.race([before, aborted]);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  };
}

/** Resolves with the first snapshot, the present one included, for which `test` holds. */
export function until<T>(store: Store<T>, test: (snapshot: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    if (test(store.snapshot)) return resolve(store.snapshot);
    const unsubscribe = store.subscribe(() => {
      if (!test(store.snapshot)) return;
      unsubscribe();
      resolve(store.snapshot);
    });
  });
}

/** Everything a store tells from now on. */
export function record<T>(store: Store<T>): T[] {
  const told: T[] = [];
  store.subscribe(() => told.push(store.snapshot));
  return told;
}
