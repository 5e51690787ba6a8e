import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
} from 'cockatiel';
import { ModelFailure, type ModelFailureCode } from './model-failure.ts';

/** Maximum pause, in milliseconds. */
const MAX_PAUSE = 120_000;
/** Failures of the model, unlike those of one question: a prompt that is too long, or an answer without text. */
const DEAD: ReadonlySet<ModelFailureCode> = new Set([
  'timeout',
  'unauthorized',
  'rate_limited',
  'server_error',
  'unreachable',
]);

/** Thrown in place of a call that was not made, because the model failed a moment ago. */
export class ModelPaused extends Error {
  override name = 'ModelPaused';
}

/** A circuit breaker that spares readers the wait for a model that is dead. */
export interface ModelCircuit {
  /**
   * Make a call, up to its first output. After a failure, no calls are made for a pause, which doubles with each further failure;
   * then one call decides, while others fail at once.
   *
   * @param signal aborted when the reader leaves, which is no failure
   * @throws ModelPaused if the call is not made
   */
  call<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

/** @param pause milliseconds of the first pause */
export function createModelCircuit(pause: number): ModelCircuit {
  const breaker = circuitBreaker(
    // An aborted trial proves nothing, so that the pause goes on.
    handleWhen((error) =>
      error instanceof ModelFailure ? DEAD.has(error.code) : breaker.state === CircuitState.HalfOpen,
    ),
    {
      breaker: new ConsecutiveBreaker(1),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: pause,
        maxDelay: MAX_PAUSE,
        generator: noJitterGenerator,
      }),
    },
  );
  return {
    async call(work, signal) {
      // The library lets others wait for the trial.
      if (breaker.state === CircuitState.HalfOpen) throw new ModelPaused();
      let isCalled = false;
      try {
        return await breaker.execute(() => {
          isCalled = true;
          return work();
        });
      } catch (error) {
        signal.throwIfAborted();
        throw isCalled ? error : new ModelPaused();
      }
    },
  };
}
