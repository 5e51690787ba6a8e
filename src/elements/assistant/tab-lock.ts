import type { CheckedStorage } from '../../state/storage.ts';
import type { WriterLock } from '../../state/writer-lock.ts';

/** Has the tabs of the visitor write one conversation one after the other. */
export function createTabLock(storage: CheckedStorage): WriterLock {
  // Secure pages only.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) {
    return async (name, signal) => {
      const module = await import('../../state/writer-lock.ts').catch(() => null);
      // Better a question without a lock than none.
      return module === null ? () => {} : module.createLeaseLock(storage)(name, signal);
    };
  }
  return (name, signal) =>
    new Promise((resolve, reject) => {
      locks.request(name, { signal }, () => new Promise<void>((release) => resolve(release))).catch(reject);
    });
}
