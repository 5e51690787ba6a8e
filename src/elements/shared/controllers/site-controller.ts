import type { ReactiveControllerHost } from 'lit';
import type { DocsFilter } from '../../../protocol/api.ts';
import { SiteFilter } from '../../../state/filter/site-filter.ts';
import {
  openStorage,
  siteKey,
  type CheckedStorage,
  type Site,
  type StorageKind,
} from '../../../state/storage/storage.ts';
import { isTyping } from '../dom/shortcut.ts';

/** Detail of `docs-filter-change`. */
export interface FilterChangeDetail {
  readonly filter: DocsFilter;
}

/** Properties that take one of a few values. The first is the default, and what any other value becomes. */
export type Choices = Readonly<Record<string, readonly string[]>>;

const CHOICES: Choices = {
  theme: ['auto', 'light', 'dark'],
  storage: ['local', 'session', 'memory'],
  linkTarget: ['self', 'blank'],
};

/** An element of a site. */
export interface SiteHost extends HTMLElement, ReactiveControllerHost, Site {
  readonly storage: StorageKind;
  readonly version: string | undefined;
  readonly language: string | undefined;
  readonly open: boolean;
  readonly variant?: string;
}

/**
 * What an element shares with the others of its site: the storage, and the version and language chosen. Follows the
 * host's `endpoint`, `domain`, `storage` and page filter, warns of what is wrong with its properties, and keeps what is
 * typed to itself. Only what is loaded on first use may import it.
 */
export interface SiteController {
  readonly storage: CheckedStorage;
  readonly filters: SiteFilter;
  /** Tells the page's developer of a mistake, each once for an element. */
  warnOnce(message: string): void;
}

export function createSite(host: SiteHost, ownChoices: Choices): SiteController {
  const choices = Object.entries({ ...CHOICES, ...ownChoices });
  const warnings = new Set<string>();
  checkProperties();
  const storage = openStorage(storageKind(), (kind) => window[`${kind}Storage`]);
  let filters: SiteFilter | undefined;
  let site: string | null = null;
  follow();

  const handleStorage = (event: StorageEvent): void => storage.handleStorageEvent(event);
  host.addController({
    hostConnected() {
      window.addEventListener('storage', handleStorage);
      follow();
    },
    hostDisconnected() {
      window.removeEventListener('storage', handleStorage);
      leave();
    },
    hostUpdate() {
      checkProperties();
      follow();
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

  /** With Global Privacy Control nothing outlives the tab: no history of the visitor is built up. */
  function storageKind(): StorageKind {
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
    return host.storage === 'local' && globalPrivacyControl ? 'session' : host.storage;
  }

  function warnOnce(message: string): void {
    if (warnings.has(message)) return;
    warnings.add(message);
    console.warn(`<${host.localName}>: ${message}`);
  }

  function checkProperties(): void {
    const values = host as unknown as Record<string, unknown>;
    for (const [name, allowed] of choices) {
      const value = values[name];
      if (allowed.includes(value as string)) continue;
      values[name] = allowed[0];
      if (value != null) warnOnce(`${name} ${JSON.stringify(value)} is none of ${allowed.join(', ')}.`);
    }
  }

  function follow(): void {
    storage.switchTo(storageKind());
    if (siteKey(host) !== site) {
      leave();
      site = siteKey(host);
      const { endpoint, domain } = host;
      filters = new SiteFilter({ site: { endpoint, domain }, storage });
      filters.subscribe(() => host.requestUpdate());
    }
    filters!.pageFilter = readPageFilter(host);
  }

  function leave(): void {
    filters?.close();
    site = null;
  }
}

/** Keeps what is typed inside from firing the page's shortcuts, which see the element and no field as the target. */
function keepInside(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const { open, variant } = event.currentTarget as SiteHost;
  if (!modified && (open || variant === 'inline' || isTyping(event))) event.stopPropagation();
}

/** The filter that the page itself gives: the attributes, else its own `<meta>` and `lang`. */
function readPageFilter(host: SiteHost): DocsFilter {
  const version = host.version ?? readMeta('docsearch:version');
  const language = host.language ?? readMeta('docsearch:language') ?? document.documentElement.lang;
  return { ...(version && { version }), ...(language && { language }) };
}

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}

declare global {
  interface HTMLElementEventMap {
    'docs-filter-change': CustomEvent<FilterChangeDetail>;
  }
}
