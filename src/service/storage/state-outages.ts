import type { CircuitOptions } from './circuit.ts';

/** Parts of the shared state that memory of this process replaces while their stores are unavailable. */
export const STATE_PARTS = ['keys', 'limits', 'threads'] as const;

/** One of the {@link STATE_PARTS}. */
export type StatePart = (typeof STATE_PARTS)[number];

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
