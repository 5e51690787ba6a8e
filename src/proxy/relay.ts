import type { ByteFilter } from './byte-filter.ts';
import { createEventBoundary, type EventBoundary } from './event-boundary.ts';

export interface PassOptions {
  /** Longest silence of the upstream, in milliseconds. */
  idle: number;
  /** Longest duration of the whole body, in milliseconds. */
  total: number;
  /** Milliseconds of silence after which an event stream gets a comment; `null` for none. */
  keepAlive: number | null;
  /** Filter for the bytes. What it holds back is all that is ever buffered. */
  filter: ByteFilter;
  /** Whether a whole body has an end mark, by which a client recognises one that was cut. Called when the body breaks off. */
  hasEndMark: () => boolean;
  /** Called when the body breaks off or takes too long, but not when the visitor leaves. */
  onBreak?: () => void;
}

/** A comment of the event stream format: it keeps idle connections open, and clients ignore it. */
const KEEP_ALIVE_COMMENT = new TextEncoder().encode(': keep-alive\n\n');

/**
 * The way from the upstream to one visitor. It is open until one of these ends it, and `signal` then aborts the upstream request, so
 * that the upstream stops working on an answer without a reader:
 *
 * - the visitor leaves: the signal of the request, or the cancellation of the body;
 * - a timeout: a single step (`waitFor`), or the whole body, since a slow reader would else hold the upstream for ever.
 *   `timedOut` is set in the second case only, because only a timeout is a failure to report.
 *
 * `release` removes the listeners when the body has ended.
 */
export class Relay {
  readonly #visitor: AbortSignal;
  readonly #controller = new AbortController();
  #timedOut = false;
  #totalTimeout: AbortSignal | undefined;
  /** Reject the current step. */
  #rejectStep = () => {};

  /** @param visitor aborted when the visitor leaves */
  constructor(visitor: AbortSignal) {
    this.#visitor = visitor;
    this.signal.addEventListener('abort', () => this.#rejectStep(), { once: true });
    if (visitor.aborted) this.#controller.abort();
    visitor.addEventListener('abort', this.abort, { once: true });
  }

  /** For the upstream request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether a timeout ended it, and not the visitor. */
  get timedOut(): boolean {
    return this.#timedOut;
  }

  get hasVisitorLeft(): boolean {
    return this.#visitor.aborted;
  }

  /** Wait for a step of the upstream. @throws Error when it takes longer, or when the visitor leaves */
  async waitFor<T>(step: Promise<T>, milliseconds: number): Promise<T> {
    const timer = setTimeout(this.#expire, milliseconds);
    try {
      // Reject here instead of relying on the step, because a `fetch` of the host may ignore the signal.
      return await new Promise<T>((resolve, reject) => {
        this.#rejectStep = () => reject(new Error('The relay ended.'));
        if (this.signal.aborted) this.#rejectStep();
        step.then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Pass a body on with backpressure: one piece is read for each that the visitor asks for. */
  pass(body: ReadableStream<Uint8Array>, options: PassOptions): ReadableStream<Uint8Array> {
    // The timer of `AbortSignal.timeout` alone does not keep a process alive for a body that is never read.
    this.#totalTimeout = AbortSignal.timeout(options.total);
    this.#totalTimeout.addEventListener('abort', this.#expire, { once: true });
    const reader = body.getReader();
    // The abort ends the body of a `fetch`; any other body has to be cancelled.
    this.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true });
    return new ReadableStream(new RelayedBody(this, reader, options), { highWaterMark: 0 });
  }

  /** End the upstream request. */
  readonly abort = (): void => this.#controller.abort();

  /** Remove the listeners from the visitor's signal and from the timeout. */
  release(): void {
    this.#totalTimeout?.removeEventListener('abort', this.#expire);
    this.#visitor.removeEventListener('abort', this.abort);
  }

  readonly #expire = (): void => {
    this.#timedOut = true;
    this.abort();
  };
}

/** The body as the visitor reads it. */
class RelayedBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #relay: Relay;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: PassOptions;
  /** `null` without keep-alive comments. */
  readonly #boundary: EventBoundary | null;
  /** The running read. A keep-alive comment leaves it running. */
  #next: Promise<ReadableStreamReadResult<Uint8Array> | null> | null = null;
  #isCancelled = false;

  constructor(relay: Relay, reader: ReadableStreamDefaultReader<Uint8Array>, options: PassOptions) {
    this.#relay = relay;
    this.#reader = reader;
    this.#options = options;
    this.#boundary = options.keepAlive === null ? null : createEventBoundary();
  }

  async pull(stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { idle, keepAlive, filter } = this.#options;
    for (;;) {
      // `null` for an upstream that broke off or fell silent.
      this.#next ??= this.#relay.waitFor(this.#reader.read(), idle).catch(() => null);
      // Comments are allowed between two events only.
      if (keepAlive !== null && this.#boundary?.isHere === true && (await isSilent(this.#next, keepAlive))) {
        return stream.enqueue(KEEP_ALIVE_COMMENT.slice());
      }
      const piece = await this.#next;
      this.#next = null;
      const bytes = piece?.value;
      const passed = bytes === undefined ? filter.end() : filter.push(bytes);
      if (passed.length > 0) {
        this.#boundary?.update(passed);
        stream.enqueue(passed);
      }
      if (bytes === undefined) return this.#end(stream, piece !== null);
      // Read on when the filter holds everything back, because the visitor still waits for a piece.
      if (passed.length > 0) return;
    }
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#relay.release();
    this.#relay.abort();
  }

  #end(stream: ReadableStreamDefaultController<Uint8Array>, isWhole: boolean): void {
    this.#relay.release();
    if (!isWhole && !this.#isCancelled && !this.#relay.hasVisitorLeft) this.#options.onBreak?.();
    // A body that broke off lacks its end mark. In a format without one, only a broken connection shows that something is missing.
    if (isWhole || this.#options.hasEndMark()) stream.close();
    else stream.error(new Error('The answer broke off.'));
  }
}

/** Return whether a step takes longer than so many milliseconds. */
async function isSilent(step: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), milliseconds)));
  try {
    return await Promise.race([step.then(() => false), silence]);
  } finally {
    clearTimeout(timer);
  }
}
