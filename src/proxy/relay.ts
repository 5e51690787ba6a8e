/** The way from the upstream to one visitor: ends when either of them leaves, or when the upstream falls silent. */
export interface Relay {
  /** Goes with the upstream request. */
  readonly signal: AbortSignal;
  /** Whether the clock, not the visitor, ended it. */
  readonly timedOut: boolean;
  /** Waits for a step of the upstream, at most so long. */
  waitFor<T>(step: Promise<T>, milliseconds: number): Promise<T>;
  /** Passes a body on, one piece for each that the visitor asks for: nothing is read ahead and nothing is kept. */
  pass(body: ReadableStream<Uint8Array>, idleMilliseconds: number): ReadableStream<Uint8Array>;
  /** Lets go of the visitor's signal, once nothing more is under way. */
  release(): void;
}

export function createRelay(visitor: AbortSignal): Relay {
  const controller = new AbortController();
  const handleLeave = () => controller.abort();
  let timedOut = false;
  if (visitor.aborted) controller.abort();
  visitor.addEventListener('abort', handleLeave, { once: true });

  async function waitFor<T>(step: Promise<T>, milliseconds: number): Promise<T> {
    const timer = setTimeout(() => {
      timedOut = true;
      controller.abort();
    }, milliseconds);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }

  function release(): void {
    visitor.removeEventListener('abort', handleLeave);
  }

  function pass(body: ReadableStream<Uint8Array>, idleMilliseconds: number): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          // A broken or silent upstream ends the body here, without the end mark that a whole answer has.
          const piece = await waitFor(reader.read(), idleMilliseconds).catch(() => null);
          if (piece?.value !== undefined) return stream.enqueue(piece.value);
          release();
          stream.close();
        },
        cancel() {
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
