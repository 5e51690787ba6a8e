import { storageKey, type Site } from '../../../state/storage/site-key.ts';
import type { StorageKind } from '../../../state/storage/storage.ts';

/** Whether the panel of a site was open when this tab left the previous page. */
export function wasOpen(host: Site & { readonly storage: StorageKind }): boolean {
  try {
    return host.storage !== 'memory' && sessionStorage.getItem(storageKey(host, 'open')) !== null;
  } catch {
    return false;
  }
}

/** Call back when the page is idle after it was loaded, and again each time it returns from the back/forward cache. */
export function whenIdle(callback: () => void, signal: AbortSignal): void {
  const schedule = (): void => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback);
  };
  if (document.readyState === 'complete') schedule();
  addEventListener('pageshow', schedule, { signal });
}
