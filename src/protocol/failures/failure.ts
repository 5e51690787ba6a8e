import type { FailureCode } from './failure-codes.ts';

export { FAILURE_CODES, type FailureCode } from './failure-codes.ts';

/** A failure as plain data, in the snapshot of a store and the detail of an element's error event. */
export interface Failure {
  readonly code: FailureCode;
  /** HTTP status, with code `http` only. */
  readonly status?: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Seconds to wait before a retry, if the server named them. */
  readonly retryAfter?: number;
  /** The server's own stable error code, when its body had one. */
  readonly serverCode?: string;
  /** For developers and logs: never shown to readers as it is. */
  readonly message: string;
}

/** The one error that the client throws. Carries the same fields as {@link Failure}. */
export class RequestFailure extends Error implements Failure {
  override readonly name = 'RequestFailure';
  declare readonly code: FailureCode;
  declare readonly status?: number;
  declare readonly retryable: boolean;
  declare readonly retryAfter?: number;
  declare readonly serverCode?: string;
  readonly #failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.#failure = failure;
    Object.assign(this, failure);
  }

  /** The same as plain data. */
  toJSON(): Failure {
    return this.#failure;
  }
}

/** Turn anything caught into a {@link Failure}; what is not a {@link RequestFailure} becomes `network`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RequestFailure) return error.toJSON();
  return {
    code: 'network',
    retryable: true,
    message: error instanceof Error ? error.message : String(error),
  };
}
