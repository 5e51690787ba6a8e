import { CachedElements } from './cached-elements.ts';
import { CachedIndex } from './cached-index.ts';
import { CachedPages } from './cached-pages.ts';
import type { OfflineSettings } from './offline-settings.ts';

/**
 * Keep indexes and elements for offline use. Nothing is kept before a reader searches; then the elements are, and the part of the
 * index that was opened. Written by hand, and not with Workbox: which files belong together, and whether a file is whole, is known to
 * the format of the index alone, and the rest is a few calls of the Cache API.
 */
export function serveOffline(
  scope: ServiceWorkerGlobalScope,
  { file, indexes, elements: script, pages: keepsPages, limit }: OfflineSettings,
): void {
  const base = scope.location.href;
  const elements = new CachedElements(new URL(script, base).href);
  const opened = indexes.map((folder) => new CachedIndex(new URL(folder, base).href));
  const pages = keepsPages ? new CachedPages(base) : null;
  /** Files that have been asked for since this worker started, and whose part is kept. */
  const done = new Set<string>();

  async function keep(index: CachedIndex, core: string): Promise<void> {
    if (done.has(core)) return;
    done.add(core);
    try {
      const bytes = await elements.keep(limit).catch(() => 0);
      await index.keep(core, limit - bytes);
    } catch {
      // No network, no room, a file that is missing: what is kept stays, and the next search tries again.
      done.delete(core);
    }
  }

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET') return;
    for (const index of opened) {
      const core = index.openedBy(request);
      if (core !== null) event.waitUntil(keep(index, core));
    }
    const answer =
      opened.map((index) => index.answer(request)).find((found) => found !== null) ??
      elements.answer(request) ??
      pages?.answer(request, (work) => event.waitUntil(work));
    if (answer) event.respondWith(answer);
  });

  // A worker of the site that has imported this file decides for itself when it begins.
  if (!new URL(base).pathname.endsWith(`/${file}`)) return;
  scope.addEventListener('install', () => void scope.skipWaiting());
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
}
