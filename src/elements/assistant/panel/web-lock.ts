import type { WriterLock } from '../../../state/conversation/writer-lock.ts';
import type { CheckedStorage } from '../../../state/storage/storage.ts';
import type { PanelGroups } from './panel-groups.ts';

/**
 * Create a lock by the Web Locks API, so that only one tab at a time writes to a conversation.
 *
 * @param leaseLock loads the lock for pages without that API
 */
export function createWebLock(storage: CheckedStorage, leaseLock: PanelGroups['leaseLock']): WriterLock {
  // Undefined in insecure contexts.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) {
    return async (name, signal, onWait) => {
      const lease = await leaseLock.load();
      // If it cannot be loaded, ask without a lock rather than not at all.
      return lease ? lease.createLeaseLock(storage)(name, signal, onWait) : () => {};
    };
  }
  return (name, signal, onWait) =>
    new Promise((resolve, reject) => {
      const hold = (): Promise<void> => new Promise((release) => resolve(release));
      const wait = (): void => {
        onWait();
        locks.request(name, { signal }, hold).catch(reject);
      };
      // Acquire immediately if available; report waiting otherwise.
      locks.request(name, { ifAvailable: true }, (lock) => (lock ? hold() : wait())).catch(reject);
    });
}
