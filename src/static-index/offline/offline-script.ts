import { serveOffline } from './offline-worker.ts';
import { registerWorker } from './register-worker.ts';
import type { OfflineSettings } from './offline-settings.ts';

// One file for both: a page loads it with a script tag, and registers the same file as its service worker.
const { document, docsAssistantOffline } = globalThis as unknown as {
  document?: { currentScript: Parameters<typeof registerWorker>[0] };
  docsAssistantOffline: OfflineSettings;
};
if (document) registerWorker(document.currentScript);
else serveOffline(globalThis as unknown as ServiceWorkerGlobalScope, docsAssistantOffline);
