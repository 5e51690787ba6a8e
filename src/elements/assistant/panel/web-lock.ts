import type { WriterLock } from '../../../state/conversation/writer-lock.ts';
import type { CheckedStorage } from '../../../state/storage/storage.ts';
import type { AssistantParts } from '../context.ts';

/**
 * Create a lock, so that the tabs of a visitor write one conversation one after the other.
 *
 * @param leaseLock creates the lock of pages without `navigator.locks`
 */
export function createWebLock(storage: CheckedStorage, leaseLock: AssistantParts['leaseLock']): WriterLock {
  // Secure pages only.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) {
    return async (name, signal, onWait) => {
      const piece = await leaseLock.load();
      // Asking without a lock is better than not asking.
      return piece ? piece.createLeaseLock(storage)(name, signal, onWait) : () => {};
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
