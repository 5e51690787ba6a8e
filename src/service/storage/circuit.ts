import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel';

/** Milliseconds after which a call counts as failed. */
const DEADLINE = 2_000;
/** Milliseconds between two attempts while a dependency is unavailable. */
const RETRY_INTERVAL = 2_000;

export interface CircuitOptions {
  /** Called when a dependency fails that worked before. */
  onFailure?: (error: Error) => void;
  /** Called when it works again. */
  onRecovery?: () => void;
}

/** A circuit breaker with a deadline for each call. */
export interface Circuit {
  /**
   * Call the dependency; while it is unavailable, fail at once and try again with one call every two seconds.
   *
   * @throws the error of the call, or one of `cockatiel` when it was not made or took more than two seconds
   */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Why the dependency is unavailable; `null` while it works. */
  readonly failure: Error | null;
}

/** Create a circuit breaker that opens at the first failure, because a fallback costs less than another slow call. */
export function createCircuit(options: CircuitOptions = {}): Circuit {
  const { onFailure = () => {}, onRecovery = () => {} } = options;
  let failure: Error | null = null;
  const breaker = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(1),
    halfOpenAfter: RETRY_INTERVAL,
  });
  breaker.onBreak((reason) => {
    const isNew = failure === null;
    const error: unknown = 'error' in reason ? reason.error : null;
    failure = error instanceof Error ? error : new Error(String(error));
    if (isNew) onFailure(failure);
  });
  breaker.onReset(() => {
    failure = null;
    onRecovery();
  });
  const policy = wrap(breaker, timeout(DEADLINE, TimeoutStrategy.Aggressive));
  return {
    call: (work) => policy.execute(work),
    get failure() {
      return failure;
    },
  };
}
