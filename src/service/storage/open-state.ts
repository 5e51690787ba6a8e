import { LIMIT_NAMES } from '../../limits/endpoint-limits.ts';
import type { LimitStore } from '../../limits/rate-limit.ts';
import { createKeyRing, type KeyRing, type RingKey } from '../keys/key-ring.ts';
import type { ServiceStore } from './service-store.ts';
import type { ThreadStore } from './thread-store.ts';
import { createFallbackLimitStore } from './fallback-limit-store.ts';
import { createFallbackThreadStore } from './fallback-thread-store.ts';
import { reportOutages, type StateOutage, type StatePart } from './state-outages.ts';

/** The options of a service about them. */
export interface StateOptions {
  limitStore?: LimitStore;
  strictLimits?: readonly (keyof typeof LIMIT_NAMES)[];
  onFailure?: (error: unknown) => void;
  onOutage: (outage: StateOutage) => void;
}

/** The parts of the state that searches and answers use. They go on in memory while their stores are unavailable. */
export interface RequestState {
  keys: KeyRing;
  limitStore: LimitStore;
  threads: ThreadStore;
  /** Return the parts that memory replaces at the moment. */
  outages(): readonly StatePart[];
}

/**
 * Open the state that searches and answers use.
 *
 * @param given keys from the options of the service
 */
export function openState(
  store: ServiceStore,
  given: readonly RingKey[],
  options: StateOptions,
): RequestState {
  const { strictLimits = [], onFailure = () => {}, onOutage } = options;
  const limits = createFallbackLimitStore(options.limitStore ?? store.limits, {
    strict: new Set(strictLimits.map((limit) => LIMIT_NAMES[limit])),
    ...reportOutages('limits', onOutage),
  });
  const threads = createFallbackThreadStore(store.threads, reportOutages('threads', onOutage));
  const outage = reportOutages('keys', onOutage);
  const keys = createKeyRing({ given, store: store.keys, onFailure, outage });
  const parts: [StatePart, { readonly failure: Error | null }][] = [
    ['keys', keys],
    ['limits', limits],
    ['threads', threads],
  ];
  return {
    keys,
    limitStore: limits,
    threads,
    outages: () => parts.filter(([, { failure }]) => failure !== null).map(([part]) => part),
  };
}
