import { RequestFailure } from '../protocol/failures/failure.ts';

/** The caller's signal and the timeout of one request in one signal. Its reason is a `RequestFailure`. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Start or restart the timeout, after which the request is aborted. */
  extend(milliseconds: number): void;
  /** Stop the timeout until it is started again. */
  pause(): void;
  /** Stop the timeout, and release the caller's signal and an open connection. */
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
