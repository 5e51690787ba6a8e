import { LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { watchPage } from './page.ts';
import { pressesShortcut } from './shortcut.ts';

/** Attribute `a, b,c` → property `['a', 'b', 'c']`. */
const commaList = {
  converter: (value: string | null) => value?.match(/[^\s,]+/g) ?? [],
};

/**
 * What `<docs-assistant>` and `<docs-search>` have in common: where they ask, for which part of the docs, and how they
 * look. A page loads this before anything is used, so what can wait is in {@link SiteController} or in the `Rest`: what
 * the element consists of beyond its first sight.
 */
export abstract class DocsElement<
  Rest extends { render(): TemplateResult } = { render(): TemplateResult },
> extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    domain: {},
    version: {},
    language: {},
    versions: commaList,
    languages: commaList,
    theme: {},
    shortcut: {},
    storage: {},
    linkTarget: { attribute: 'link-target' },
    linkBase: { attribute: 'link-base' },
    strings: { attribute: false },
    open: { type: Boolean, reflect: true },
  };

  /** Base address of the proxy, or of a service. May be relative. Requests go to `{endpoint}/v1/...`. */
  declare endpoint: string;
  /** The domain identifier of the documentation. */
  declare domain: string;
  /** Version filter. Unset: `<meta name="docsearch:version">`, else none. */
  declare version: string | undefined;
  /** Language filter. Unset: `<meta name="docsearch:language">`, else `<html lang>`, else none. */
  declare language: string | undefined;
  /** Versions offered in the filter; a comma list in the attribute. Empty: no such filter is drawn. */
  declare versions: readonly string[];
  /** Languages offered in the filter; a comma list in the attribute. Empty: no such filter is drawn. */
  declare languages: readonly string[];
  /** `auto` follows the page's own switch, then the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** Keys that open the element (`mod+k`, several separated by spaces), or `none`. */
  declare shortcut: string;
  /** Where things are kept: `local`, `session` or `memory`. With `memory` nothing is ever written. */
  declare storage: 'local' | 'session' | 'memory';
  /** Where links of results and sources open. */
  declare linkTarget: 'self' | 'blank';
  /** Address below which the site's pages are; result and source paths are resolved against it. */
  declare linkBase: string;
  /** Interface strings that replace the bundled ones, one by one. */
  declare strings: Readonly<Record<string, string>>;
  /** Whether the panel or dialog is open. */
  declare open: boolean;

  /** Everything beyond the first sight, once it is loaded. */
  protected rest: Rest | undefined;
  protected loading: Promise<Rest | undefined> | undefined;
  protected loadFailed?: boolean;
  /** What tells the page that the rest could not be loaded. */
  protected abstract readonly errorEvent: string;

  #isPageDark?: boolean;
  #connection!: AbortController;

  constructor(defaults: object) {
    super();
    Object.assign(this, {
      endpoint: '',
      domain: '',
      versions: [],
      languages: [],
      theme: 'auto',
      storage: 'local',
      linkTarget: 'self',
      linkBase: '/',
      strings: {},
      open: false,
      ...defaults,
    });
  }

  /** Opens the element. */
  abstract show(): unknown;

  /** The theme to draw. @internal */
  get resolvedTheme(): 'light' | 'dark' {
    const { theme } = this;
    return theme !== 'auto' ? theme : this.#isPageDark ? 'dark' : 'light';
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  /** Sends an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it. @internal */
  emit(type: string, detail?: unknown, options?: EventInit): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#connection = new AbortController());
    watchPage((isDark) => {
      this.#isPageDark = isDark;
      this.requestUpdate();
    }, signal);
    document.addEventListener(
      'keydown',
      (event) => {
        if (!pressesShortcut(event, this.shortcut)) return;
        event.preventDefault();
        this.show();
      },
      { signal },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  /** Imports the rest. */
  protected abstract importRest(): Promise<Rest>;

  /** Loads the rest, once; after a failure again with the next use. */
  protected load(): Promise<Rest | undefined> {
    return (this.loading ??= this.#load());
  }

  /** What is said where the rest could not be loaded. */
  protected get failure(): string {
    return this.loadFailed
      ? this.label('loadFailed', 'Not loaded. Try again', 'Nicht geladen. Erneut versuchen')
      : '';
  }

  /** One of the few strings that are needed before all others are loaded. */
  protected label(key: string, english: string, german: string): string {
    return this.strings[key] ?? (this.interfaceLanguage.startsWith('de') ? german : english);
  }

  async #load(): Promise<Rest | undefined> {
    this.loadFailed = false;
    try {
      this.rest = await this.importRest();
    } catch {
      this.loading = undefined;
      this.loadFailed = true;
      this.emit(this.errorEvent, { code: 'network', retryable: true });
    }
    this.requestUpdate();
    return this.rest;
  }
}
