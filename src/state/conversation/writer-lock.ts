import { isRecord } from '../../protocol/record.ts';
import { createUuid } from '../storage/identity.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import { readUuid } from '../storage/stored-values.ts';

/**
 * Acquire the lock of a name, which no other tab of this device holds at the same time.
 *
 * @param signal aborts the wait: the promise is then rejected
 * @param onWait called if another tab holds the lock
 * @returns a function that releases the lock
 */
export type WriterLock = (name: string, signal: AbortSignal, onWait: () => void) => Promise<() => void>;

/** Milliseconds until a lease expires that is not renewed, because its tab was closed or has crashed. */
export const LEASE_TIME = 10_000;
/** Milliseconds between renewals, and between the polls of a waiting tab. */
const LEASE_BEAT = 2000;

interface Lease {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * A lock by leases in the storage, for pages without `navigator.locks`, which needs HTTPS. Two tabs that acquire it at the
 * same instant may both succeed, which is no worse than no lock.
 */
export function createLeaseLock(storage: CheckedStorage): WriterLock {
  return (name, signal, onWait) => {
    const key = `${name}:lease`;
    const owner = createUuid();
    const take = (): boolean => {
      const lease = storage.read(key, readLease);
      const isFree = lease === null || lease.owner === owner || lease.until < Date.now();
      if (isFree) storage.write(key, { owner, until: Date.now() + LEASE_TIME } satisfies Lease);
      return isFree;
    };
    return new Promise((resolve, reject) => {
      let held = false;
      const unsubscribe = storage.subscribe((changed) => {
        if (changed === key && !held) tryToTake();
      });
      const leave = (): void => {
        clearInterval(beat);
        unsubscribe();
      };
      const release = (): void => {
        leave();
        storage.remove(key);
      };
      const giveUp = (): void => {
        if (held) return;
        leave();
        reject(signal.reason as Error);
      };
      const tryToTake = (): void => {
        if (!take() || held) return;
        held = true;
        resolve(release);
      };
      const beat = setInterval(tryToTake, LEASE_BEAT);
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      else tryToTake();
      if (!held && !signal.aborted) onWait();
    });
  };
}

function readLease(value: unknown): Lease | null {
  if (!isRecord(value)) return null;
  const owner = readUuid(value.owner);
  const { until } = value;
  // A lease that expires later than any can was not written by this code.
  const isUsable = typeof until === 'number' && until <= Date.now() + LEASE_TIME;
  return owner !== null && isUsable ? { owner, until } : null;
}
