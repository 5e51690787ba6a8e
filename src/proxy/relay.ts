import type { ByteFilter } from './byte-filter.ts';
import { RestartableTimeout } from './restartable-timeout.ts';
import { createEventBoundary, type EventBoundary } from './event-boundary.ts';

export interface PassOptions {
  /** Maximum silence of the upstream, in milliseconds. */
  idle: number;
  /** Maximum duration of the whole body, in milliseconds. */
  total: number;
  /** Milliseconds of silence after which an event stream gets a comment; `null` for none. */
  keepAlive: number | null;
  /** Filter for the bytes. What it holds back is all that is ever buffered. */
  filter: ByteFilter;
  /** Whether a whole body has an end mark, by which a client recognises one that was cut. Called when the body breaks off. */
  hasEndMark: () => boolean;
  /** Whether the filter drops what may still come. */
  isOver?: () => boolean;
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
    const timer = setTimeout(this.expire, milliseconds);
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

  /** Pass a body on with backpressure: one chunk is read for each that the visitor asks for. */
  pass(body: ReadableStream<Uint8Array>, options: PassOptions): ReadableStream<Uint8Array> {
    // The timer of `AbortSignal.timeout` alone does not keep a process alive for a body that is never read.
    this.#totalTimeout = AbortSignal.timeout(options.total);
    this.#totalTimeout.addEventListener('abort', this.expire, { once: true });
    const relayed = new RelayedBody(this, body.getReader(), options);
    return new ReadableStream(relayed, { highWaterMark: 0 });
  }

  /** End the upstream request because it takes too long. */
  readonly expire = (): void => {
    this.#timedOut = true;
    this.abort();
  };

  /** End the upstream request. */
  readonly abort = (): void => this.#controller.abort();

  /** Remove the listeners from the visitor's signal and from the timeout. */
  release(): void {
    this.#totalTimeout?.removeEventListener('abort', this.expire);
    this.#visitor.removeEventListener('abort', this.abort);
  }
}

/** The body as the visitor reads it. It creates as little as possible for each chunk, because many streams are open at a time. */
class RelayedBody implements UnderlyingDefaultSource<Uint8Array> {
  readonly #relay: Relay;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #options: PassOptions;
  /** `null` without keep-alive comments. */
  readonly #boundary: EventBoundary | null;
  readonly #idle: RestartableTimeout;
  readonly #silence = new RestartableTimeout(() => this.#sendComment());
  #stream!: ReadableStreamDefaultController<Uint8Array>;
  /** Whether the visitor waits for a chunk. */
  #isWanted = false;
  /** Whether a chunk of the upstream is waited for. A keep-alive comment leaves it running. */
  #isReading = false;
  /** What came after a keep-alive comment, before the visitor asked again; `null` for a body that broke off. */
  #buffered: ReadableStreamReadResult<Uint8Array> | null | undefined;
  #hasEnded = false;

  constructor(relay: Relay, reader: ReadableStreamDefaultReader<Uint8Array>, options: PassOptions) {
    this.#relay = relay;
    this.#reader = reader;
    this.#options = options;
    this.#boundary = options.keepAlive === null ? null : createEventBoundary();
    this.#idle = new RestartableTimeout(relay.expire);
  }

  start(stream: ReadableStreamDefaultController<Uint8Array>): void {
    this.#stream = stream;
    // The abort ends the body of a `fetch`; any other body has to be cancelled.
    const abort = () => {
      this.#settle(null);
      void this.#reader.cancel().catch(() => {});
    };
    this.#relay.signal.addEventListener('abort', abort, { once: true });
  }

  pull(): void {
    this.#isWanted = true;
    const buffered = this.#buffered;
    this.#buffered = undefined;
    if (buffered !== undefined) this.#pass(buffered);
    else if (this.#isReading) this.#awaitSilence();
    else this.#read();
  }

  cancel(): void {
    this.#release();
    this.#relay.abort();
  }

  #read(): void {
    if (this.#relay.signal.aborted) return this.#pass(null);
    this.#isReading = true;
    this.#idle.set(this.#options.idle);
    this.#awaitSilence();
    this.#reader.read().then(this.#settle, () => this.#settle(null));
  }

  /** Take what was read; `null` for an upstream that broke off or fell silent. */
  readonly #settle = (chunk: ReadableStreamReadResult<Uint8Array> | null): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#idle.clear();
    this.#silence.clear();
    if (this.#isWanted) this.#pass(chunk);
    else this.#buffered = chunk;
  };

  #pass(chunk: ReadableStreamReadResult<Uint8Array> | null): void {
    if (this.#hasEnded) return;
    const { filter } = this.#options;
    const bytes = chunk?.value;
    const passed = bytes === undefined ? filter.end() : filter.push(bytes);
    if (passed.length > 0) {
      this.#boundary?.update(passed);
      this.#send(passed);
    }
    if (bytes === undefined) this.#end(chunk !== null);
    else if (this.#options.isOver?.()) this.#endEarly();
    // Read on when the filter holds everything back, because the visitor still waits for a chunk.
    else if (passed.length === 0) this.#read();
  }

  #send(bytes: Uint8Array): void {
    this.#isWanted = false;
    this.#stream.enqueue(bytes);
  }

  #awaitSilence(): void {
    const { keepAlive } = this.#options;
    // Comments are allowed between two events only.
    if (keepAlive !== null && this.#boundary?.isHere === true) this.#silence.set(keepAlive);
  }

  #sendComment(): void {
    if (this.#isReading && this.#isWanted) this.#send(KEEP_ALIVE_COMMENT.slice());
  }

  #release(): void {
    this.#hasEnded = true;
    this.#idle.end();
    this.#silence.end();
    this.#relay.release();
  }

  /** End the upstream, too, because nothing of it is needed any more. The filter has reported why. */
  #endEarly(): void {
    const { hasEndMark, filter } = this.#options;
    const rest = filter.end();
    if (rest.length > 0) this.#send(rest);
    this.#release();
    if (hasEndMark()) this.#stream.close();
    else this.#stream.error(new Error('The answer is too large.'));
    this.#relay.abort();
  }

  #end(isWhole: boolean): void {
    this.#release();
    if (!isWhole && !this.#relay.hasVisitorLeft) this.#options.onBreak?.();
    // A body that broke off lacks its end mark. In a format without one, only a broken connection shows that something is missing.
    if (isWhole || this.#options.hasEndMark()) this.#stream.close();
    else this.#stream.error(new Error('The answer broke off.'));
  }
}
