import { CACHE_PREFIX } from './offline-settings.ts';

/** Name of the policy for Trusted Types, which passes the address of this file alone. */
const POLICY = 'docs-assistant-offline';

/** A script tag of a page, as far as it is used here. */
interface ScriptTag {
  readonly src: string;
  hasAttribute(name: string): boolean;
}

/** What the compiler does not know of a page. */
interface PageScope {
  navigator: { serviceWorker?: ServiceWorkerContainer };
  trustedTypes?: {
    createPolicy?(
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ): { createScriptURL(address: string): string };
  };
}

const { navigator, trustedTypes } = globalThis as unknown as PageScope;

/** Register the file of a script tag as a service worker; with the attribute `data-remove`, remove it and what it has kept. */
export function registerWorker(script: ScriptTag | null): void {
  const { serviceWorker } = navigator;
  // Browsers have it on pages over HTTPS only.
  if (!serviceWorker || !script) return;
  const work = script.hasAttribute('data-remove')
    ? remove(serviceWorker, script.src)
    : register(serviceWorker, script.src);
  work.catch((error: unknown) =>
    console.warn('docs-assistant: the search stays without offline use.', error),
  );
}

async function register(workers: ServiceWorkerContainer, address: string): Promise<void> {
  // Where the browser has none, the name may be that of an element of the page.
  const trusted = trustedTypes
    ?.createPolicy?.(POLICY, { createScriptURL: () => address })
    .createScriptURL(address);
  await workers.register(trusted ?? address);
}

async function remove(workers: ServiceWorkerContainer, address: string): Promise<void> {
  for (const registration of await workers.getRegistrations()) {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    // A worker of the site may have imported this file.
    if (worker?.scriptURL === address) await registration.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
}
