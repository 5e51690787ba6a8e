import type { ReactiveControllerHost } from 'lit';
import type { DocsFilter } from '../../../protocol/api.ts';
import { FilterScope } from '../../../state/filter/filter-scope.ts';
import {
  openStorage,
  siteKey,
  type CheckedStorage,
  type Site,
  type StorageKind,
} from '../../../state/storage/storage.ts';
import { toFilter } from '../../../state/storage/stored-values.ts';
import { readPageLanguage } from '../dom/page.ts';
import { isTyping } from '../dom/shortcut.ts';
import type { PropertiesOf } from '../attribute.ts';
import type { siteAttributes } from '../attributes.ts';
import { lazy } from '../lazy.ts';
import { checkAttributes, createWarner, type Limits } from '../check-attributes.ts';

/** Detail of `docs-filter-change`. */
export interface FilterChangeDetail {
  readonly filter: DocsFilter;
}

/** An element of a site. */
export interface SiteHost
  extends HTMLElement, ReactiveControllerHost, Site, Readonly<PropertiesOf<typeof siteAttributes>> {}

/**
 * State that an element shares with the others of its site: the storage, and the chosen version and language. It is updated
 * with the host's `endpoint`, `domain`, `storage` and page filter. Also warns of wrong properties, and stops the events of
 * keys that are typed into the host, and loads what reports followed links. Imported by late groups only.
 */
export interface SiteController {
  readonly storage: CheckedStorage;
  readonly filters: FilterScope;
  /** Warn the developer of the page, once of each mistake. */
  warnOnce(message: string): void;
}

export function createSite(host: SiteHost, limits: Limits): SiteController {
  const warnOnce = createWarner(host);
  checkAttributes(host, warnOnce, limits);
  const storage = openStorage(readStorageKind(host), (kind) => window[`${kind}Storage`]);
  let filters: FilterScope | undefined;
  let site: string | null = null;
  syncSite();
  const reports = lazy(async () => (await import('../report-follows.ts')).reportFollows(host));
  syncReports();

  const handleStorage = (event: StorageEvent): void => storage.handleStorageEvent(event);
  host.addController({
    hostConnected() {
      window.addEventListener('storage', handleStorage);
      syncSite();
    },
    hostDisconnected() {
      window.removeEventListener('storage', handleStorage);
      leave();
    },
    hostUpdate() {
      checkAttributes(host, warnOnce, limits);
      syncSite();
      syncReports();
    },
  });
  for (const type of ['keydown', 'keypress', 'keyup'] as const) host.addEventListener(type, keepInside);

  return {
    storage,
    get filters() {
      return filters!;
    },
    warnOnce,
  };

  function syncSite(): void {
    storage.switchTo(readStorageKind(host));
    if (siteKey(host) !== site) {
      leave();
      site = siteKey(host);
      filters = new FilterScope({ site: host, storage });
      filters.subscribe(() => host.requestUpdate());
    }
    filters!.pageFilter = readPageFilter(host);
  }

  /** Load the reports of followed links, if the page asks for them; after a failure, again with the next call. */
  function syncReports(): void {
    if (host.insights) void reports.load();
  }

  function leave(): void {
    filters?.close();
    site = null;
  }
}

/** Read the kind of storage. With Global Privacy Control nothing outlives the tab, because that would be a history of the visitor. */
function readStorageKind({ storage }: SiteHost): StorageKind {
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  return storage === 'local' && globalPrivacyControl ? 'session' : storage;
}

/** Keep what is typed inside from firing the page's shortcuts, which see the element and no field as the target. */
function keepInside(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const { open, variant } = event.currentTarget as SiteHost & { readonly variant: string };
  if (!modified && (open || variant === 'inline' || isTyping(event))) event.stopPropagation();
}

/** Read the filter of the page: the attributes, else its own `<meta>` and `lang`. */
function readPageFilter(host: SiteHost): DocsFilter {
  const version = host.version ?? readMeta('docsearch:version');
  const language = host.language ?? readMeta('docsearch:language') ?? readPageLanguage();
  return toFilter({ version, language });
}

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-filter-change': CustomEvent<FilterChangeDetail>;
  }
}
