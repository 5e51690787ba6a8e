import type { ReactiveController } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { FilterScope } from '../../state/filter-scope.ts';
import { openStorage, siteKey, type CheckedStorage, type StorageKind } from '../../state/storage.ts';
import type { DocsElement } from './docs-element.ts';
import { isTyping } from './shortcut.ts';

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

/**
 * What an element shares with the others of its site: the storage, and the version and language chosen. Follows the
 * host's `endpoint`, `domain`, `storage` and page filter, warns of what is wrong with its properties, and keeps what is
 * typed to itself. Only what is loaded on first use may import it.
 */
export class SiteController implements ReactiveController {
  readonly storage: CheckedStorage;
  filters!: FilterScope;

  readonly #host: DocsElement;
  readonly #choices: Choices;
  readonly #warnings = new Set<string>();
  #unsubscribe: () => void = () => {};
  #site: string | null = null;

  constructor(host: DocsElement, choices: Choices = {}) {
    this.#host = host;
    this.#choices = { ...CHOICES, ...choices };
    this.#checkProperties();
    this.storage = openStorage(this.#storageKind, (kind) => window[`${kind}Storage`]);
    this.#follow();
    host.addController(this);
    for (const type of ['keydown', 'keypress', 'keyup'] as const) host.addEventListener(type, keepInside);
  }

  /** The attributes without which no request can be made and that are not set. */
  get missing(): readonly ('endpoint' | 'domain')[] {
    return this.#host.missing;
  }

  /** With Global Privacy Control nothing outlives the tab: no history of the visitor is built up. */
  get #storageKind(): StorageKind {
    const { storage } = this.#host;
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
    return storage === 'local' && globalPrivacyControl ? 'session' : storage;
  }

  /** Takes the reader's choice, for every element of the site on this page, and tells the page. */
  choose(choice: Parameters<FilterScope['set']>[0]): void {
    this.filters.set(choice);
    // "All of them", chosen or by itself, is one filter, but can be taken back only when it was chosen.
    this.#host.requestUpdate();
    this.#host.emit('docs-filter-change', { filter: this.filters.snapshot } satisfies FilterChangeDetail);
  }

  /** Tells the page's developer of a mistake, each once for an element. */
  warnOnce(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    console.warn(`<${this.#host.localName}>: ${message}`);
  }

  hostConnected(): void {
    window.addEventListener('storage', this.#handleStorage);
    this.#follow();
  }

  hostDisconnected(): void {
    window.removeEventListener('storage', this.#handleStorage);
    this.#leave();
  }

  hostUpdate(): void {
    this.#checkProperties();
    this.#follow();
  }

  readonly #handleStorage = (event: StorageEvent): void => this.storage.handleStorageEvent(event);

  #checkProperties(): void {
    const values = this.#host as unknown as Record<string, unknown>;
    for (const [name, choices] of Object.entries(this.#choices)) {
      const value = values[name];
      if (choices.includes(value as string)) continue;
      values[name] = choices[0];
      if (value != null) this.warnOnce(`${name} ${JSON.stringify(value)} is none of ${choices.join(', ')}.`);
    }
  }

  #follow(): void {
    const host = this.#host;
    this.storage.switchTo(this.#storageKind);
    if (siteKey(host) !== this.#site) {
      this.#leave();
      this.#site = siteKey(host);
      const { endpoint, domain } = host;
      this.filters = new FilterScope({ site: { endpoint, domain }, storage: this.storage });
      this.#unsubscribe = this.filters.subscribe(() => host.requestUpdate());
    }
    this.filters.pageFilter = readPageFilter(host);
  }

  #leave(): void {
    this.#unsubscribe();
    this.filters?.close();
    this.#site = null;
  }
}

/** Keeps what is typed inside from firing the page's shortcuts, which see the element and no field as the target. */
function keepInside(event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  const { open, variant } = event.currentTarget as DocsElement & { readonly variant?: string };
  if (!modified && (open || variant === 'inline' || isTyping(event))) event.stopPropagation();
}

/** The filter that the page itself gives: the attributes, else its own `<meta>` and `lang`. */
function readPageFilter(host: DocsElement): DocsFilter {
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
