import type { CircuitOptions } from './circuit.ts';

/** A part of the shared state that memory of this process replaces while its store is unavailable. */
export type StatePart = 'keys' | 'limits' | 'threads';

/** The start or the end of an outage of one part. */
export interface StateOutage {
  part: StatePart;
  /** Why the store is unavailable; `null` when it works again. */
  failure: Error | null;
}

/** Return the callbacks of a part's circuit. */
export function reportOutages(part: StatePart, report: (outage: StateOutage) => void): CircuitOptions {
  return {
    onFailure: (failure) => report({ part, failure }),
    onRecovery: () => report({ part, failure: null }),
  };
}
