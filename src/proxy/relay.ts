import type { ByteFilter } from './byte-filter.ts';
import { createEventBoundary } from './event-boundary.ts';

/** How a body is passed on. */
export interface PassOptions {
  /** Longest silence of the upstream, in milliseconds. */
  idle: number;
  /** Longest time that it may take in all, in milliseconds. */
  total: number;
  /** Milliseconds of silence after which the visitor of an event stream gets a comment; `null` for none. */
  keepAlive: number | null;
  /** What the bytes go through; what it holds back is all that is ever kept. */
  filter: ByteFilter;
  /** Whether a whole body has an end mark, so that one without it is known to be cut. Asked when the body breaks off. */
  hasEndMark: () => boolean;
  /** Hears that the body broke off or took too long, not that the visitor left. */
  onBreak?: () => void;
}

/** The way from the upstream to one visitor: ends when either of them leaves, or when the upstream falls silent. */
export interface Relay {
  /** Goes with the upstream request. */
  readonly signal: AbortSignal;
  /** Whether the clock, not the visitor, ended it. */
  readonly timedOut: boolean;
  /** Waits for a step of the upstream, at most so long. */
  waitFor<T>(step: Promise<T>, milliseconds: number): Promise<T>;
  /** Passes a body on, one piece for each that the visitor asks for: nothing is read ahead. */
  pass(body: ReadableStream<Uint8Array>, options: PassOptions): ReadableStream<Uint8Array>;
  /** Lets go of the visitor's signal, once nothing more is under way. */
  release(): void;
}

/** What keeps a connection open on its way through servers that close silent ones; readers of events skip it. */
const KEEP_ALIVE_COMMENT = new TextEncoder().encode(': keep-alive\n\n');

export function createRelay(visitor: AbortSignal): Relay {
  const controller = new AbortController();
  const letGo = () => controller.abort();
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    letGo();
  };
  let end: AbortSignal | undefined;
  /** Ends the step that is waited for. */
  let giveUp = () => {};
  controller.signal.addEventListener('abort', () => giveUp(), { once: true });
  if (visitor.aborted) controller.abort();
  visitor.addEventListener('abort', letGo, { once: true });

  async function waitFor<T>(step: Promise<T>, milliseconds: number): Promise<T> {
    const timer = setTimeout(expire, milliseconds);
    try {
      // A step may take no notice of the signal: the host brings its own `fetch`.
      return await new Promise<T>((resolve, reject) => {
        giveUp = () => reject(new Error('The relay ended.'));
        if (controller.signal.aborted) giveUp();
        step.then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  function release(): void {
    end?.removeEventListener('abort', expire);
    visitor.removeEventListener('abort', letGo);
  }

  function pass(
    body: ReadableStream<Uint8Array>,
    { idle, total, keepAlive, filter, hasEndMark, onBreak }: PassOptions,
  ) {
    // Otherwise a visitor who takes the pieces ever so slowly would hold the upstream for ever.
    // Of all timers this one alone keeps no process alive for a body that was dropped.
    end = AbortSignal.timeout(total);
    end.addEventListener('abort', expire, { once: true });
    const reader = body.getReader();
    // Nothing to the body of a `fetch` that was aborted, but the end of every other one.
    const cancel = () => void reader.cancel().catch(() => {});
    controller.signal.addEventListener('abort', cancel, { once: true });
    const boundary = keepAlive === null ? null : createEventBoundary();
    let hasLeft = false;
    /** The piece that is waited for; a comment in between does not ask for another one. */
    let next: Promise<ReadableStreamReadResult<Uint8Array> | null> | null = null;
    return new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          for (;;) {
            // A broken or silent upstream ends the body here, without the end mark that a whole answer has.
            next ??= waitFor(reader.read(), idle).catch(() => null);
            if (keepAlive !== null && boundary?.isHere === true && (await isSilent(next, keepAlive))) {
              return stream.enqueue(KEEP_ALIVE_COMMENT.slice());
            }
            const piece = await next;
            next = null;
            const bytes = piece?.value;
            const passed = bytes === undefined ? filter.end() : filter.push(bytes);
            if (passed.length > 0) {
              boundary?.see(passed);
              stream.enqueue(passed);
            }
            if (bytes === undefined) {
              release();
              if (piece === null && !hasLeft && !visitor.aborted) onBreak?.();
              // Of a format without an end mark only a broken connection tells that something is missing.
              return piece !== null || hasEndMark()
                ? stream.close()
                : stream.error(new Error('The answer broke off.'));
            }
            if (passed.length > 0) return;
          }
        },
        cancel() {
          hasLeft = true;
          release();
          controller.abort();
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    waitFor,
    pass,
    release,
  };
}

/** Whether a step takes longer than so many milliseconds. */
async function isSilent(step: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), milliseconds)));
  try {
    return await Promise.race([step.then(() => false), silence]);
  } finally {
    clearTimeout(timer);
  }
}
