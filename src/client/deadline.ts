import { RequestFailure } from '../protocol/failures/failure.ts';

/** Joins the caller's wish to stop and the clock of one request into one signal. Its reason is a `RequestFailure`. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the clock, or starts it anew: the request is aborted when it has run out. */
  extend(milliseconds: number): void;
  /** Stops the clock until it is started anew. */
  pause(): void;
  /** Stops the clock, and lets go of the caller's signal and of a connection that is still open. */
  close(): void;
}

export function createDeadline(caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const abort = (code: 'aborted' | 'timeout', message: string): void =>
    controller.abort(new RequestFailure({ code, retryable: code === 'timeout', message }));
  const stop = (): void => abort('aborted', 'The request was stopped.');
  const pause = (): void => clearTimeout(timer);

  if (caller?.aborted) stop();
  caller?.addEventListener('abort', stop);

  return {
    signal: controller.signal,
    extend(milliseconds) {
      pause();
      timer = setTimeout(
        () => abort('timeout', `Nothing came for ${milliseconds / 1000} seconds.`),
        milliseconds,
      );
    },
    pause,
    close() {
      pause();
      caller?.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
