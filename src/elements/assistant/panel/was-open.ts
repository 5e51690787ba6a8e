import { storageKey, type Site } from '../../../state/storage/site-key.ts';
import type { StorageKind } from '../../../state/storage/storage.ts';

/** Whether the panel of a site was open when the reader left the page before, in this tab. */
export function wasOpen(host: Site & { readonly storage: StorageKind }): boolean {
  try {
    return host.storage !== 'memory' && sessionStorage.getItem(storageKey(host, 'open')) !== null;
  } catch {
    return false;
  }
}

/** Act whenever the page is loaded, or back from the back/forward cache, and has nothing else to do. */
export function whenIdle(act: () => void, signal: AbortSignal): void {
  const wait = (): void => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(act);
    else setTimeout(act);
  };
  if (document.readyState === 'complete') wait();
  addEventListener('pageshow', wait, { signal });
}
