import { chargeMap, createCounterMap, DEFAULT_MAX_COUNTERS } from '../../limits/counter-map.ts';
import { limitNameOf, type AddedUses, type Counter, type LimitStore } from '../../limits/rate-limit.ts';
import { StoreUnavailable } from './service-store.ts';
import { createCircuit, type CircuitOptions } from './circuit.ts';

export interface FallbackLimitOptions extends CircuitOptions {
  /** Names of limits whose requests are refused while the store is unavailable. Default none. */
  strict?: ReadonlySet<string>;
  /** Maximum number of counters in memory. Default 100,000. */
  maxCounters?: number;
}

/** Counters that go on in memory. */
export interface FallbackLimitStore extends LimitStore {
  /** Why uses are counted in memory; `null` while the store works. */
  readonly failure: Error | null;
}

/**
 * Create counters that go on in memory of this process while their store is unavailable, from the counts that were last seen, and
 * are added to the store when it works again. Until then each process applies the limits by itself.
 */
export function createFallbackLimitStore(
  store: LimitStore,
  options: FallbackLimitOptions = {},
): FallbackLimitStore {
  const { strict = new Set(), maxCounters = DEFAULT_MAX_COUNTERS } = options;
  const counts = createCounterMap(maxCounters);
  /** Uses that the store does not have yet. */
  const owed = new Map<string, AddedUses>();
  const circuit = createCircuit({
    onFailure: (error) => options.onFailure?.(error),
    onRecovery() {
      options.onRecovery?.();
      void pay();
    },
  });

  function owe({ key, expiresAt }: Counter): void {
    const uses = owed.get(key);
    if (uses) uses.count++;
    // Beyond that uses are lost: memory is limited, and the counts themselves were evicted by then.
    else if (owed.size < maxCounters) owed.set(key, { key, count: 1, expiresAt });
  }

  async function pay(): Promise<void> {
    const uses = [...owed.values()];
    if (uses.length === 0) return;
    owed.clear();
    // Not repeated on failure, because it is not known whether they were added.
    await store.add?.(uses).catch((error: unknown) => options.onFailure?.(error as Error));
  }

  return {
    get failure() {
      return circuit.failure;
    },
    async charge(counters, now) {
      try {
        const result = await circuit.call(() => store.charge(counters, now));
        for (const [index, { key, expiresAt }] of counters.entries()) {
          counts.set(key, Math.max(result.counts[index]!, counts.count(key)), expiresAt, now);
        }
        return result;
      } catch (error) {
        if (counters.some((counter) => strict.has(limitNameOf(counter)))) throw new StoreUnavailable(error);
        const result = chargeMap(counts, counters, now);
        if (result.accepted) for (const counter of counters) owe(counter);
        return result;
      }
    },
  };
}
