import { storageKey, type Site } from '../../../state/storage/site-key.ts';
import type { StorageKind } from '../../../state/storage/storage.ts';
import type { AssistantHost } from '../host.ts';

type TabHost = Site & { readonly storage: StorageKind };

/** Whether the panel of a site was open when this tab left the previous page. */
export function wasOpen(host: TabHost): boolean {
  return read(host, 'open') !== null;
}

/** Whether no language model writes the answers: the page says so, or the service has said so to this browser. */
export function isWithoutModel(
  host: TabHost & Pick<AssistantHost, 'withoutModel' | 'quotesIndex' | 'hasModel'>,
): boolean {
  // `[false, 1796126400000]`
  return host.withoutModel || host.quotesIndex || !(host.hasModel ?? read(host, 'model')?.[1] !== 'f');
}

function read(host: TabHost, name: 'open' | 'model'): string | null {
  try {
    if (host.storage === 'memory') return null;
    const key = storageKey(host, name);
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  } catch {
    return null;
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
