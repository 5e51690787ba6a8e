import { isRecord } from '../../protocol/record.ts';
import { createUuid } from '../storage/identity.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import { readUuid } from '../storage/stored-values.ts';

/**
 * Waits until nobody else on this device writes under a name, and keeps others from it.
 *
 * @param signal gives up waiting: the promise is then rejected
 * @param onWait told when somebody else has to be waited for
 * @returns what lets the name go
 */
export type WriterLock = (name: string, signal: AbortSignal, onWait: () => void) => Promise<() => void>;

/** How long a lease holds that is not renewed, in milliseconds: for a tab that was closed, or crashed. */
export const LEASE_TIME = 10_000;
/** How often it is renewed, and how often a waiting tab looks. */
const LEASE_BEAT = 2000;

interface Lease {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * A lock of notes in the storage, for pages without `navigator.locks`, which browsers give to secure pages only. Two tabs
 * that ask within the same instant can both get it; nothing worse follows than what is without a lock.
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
  // One that holds longer than any lease does was not written by this.
  const isUsable = typeof until === 'number' && until <= Date.now() + LEASE_TIME;
  return owner !== null && isUsable ? { owner, until } : null;
}
