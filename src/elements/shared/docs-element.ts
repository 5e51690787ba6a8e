import { ReactiveElement, type PropertyDeclaration, type PropertyValues } from 'lit';
import { loadFailed, loadFailedInGerman } from '../strings/early.ts';
import type { Attribute, Attributes, PropertiesOf } from './attribute.ts';
import { siteAttributes } from './attributes.ts';
import { createElement } from './dom/create-element.ts';
import { watchPage } from './dom/page.ts';
import { pressesShortcut } from './dom/shortcut.ts';

/** The part of an element that is loaded late. */
export interface LoadedRest {
  /** Draw it into the element's `frame`. */
  draw(): void;
}

/** Elements on the page, in the order in which they were connected. */
const connected = new Set<DocsElement>();

// The properties of the table.
// eslint-disable-next-line no-unused-vars
export interface DocsElement<Rest extends LoadedRest = LoadedRest> extends PropertiesOf<
  typeof siteAttributes
> {}

/**
 * Base of `<docs-assistant>` and `<docs-search>`: attributes, theme, shortcut and the loading of the rest. A page loads this
 * before anything is used, so everything else is in {@link SiteController} or in the `Rest`, and lit-html with it: the shell
 * is created by DOM calls.
 */
export abstract class DocsElement<Rest extends LoadedRest = LoadedRest> extends ReactiveElement {
  static override properties: Attributes = siteAttributes;

  /** Name the attribute of `pageSize` `page-size`, and so of each property that has one. @internal */
  static override createProperty(name: string, options: PropertyDeclaration): void {
    const attribute = name.replace(/[A-Z]/g, '-$&').toLowerCase();
    super.createProperty(name, { attribute, ...options });
  }

  /** Keys that open the element; each has its own default. @internal */
  declare shortcut: string;
  /** The labels in a language other than English and German, once they are loaded. @internal */
  declare labels: Readonly<Record<string, string>> | undefined;

  /** The element that everything is drawn into. @internal */
  readonly frame = createElement('div', { className: 'docs' });
  /** The rest, once it is loaded. */
  declare protected rest: Rest | undefined;
  declare protected loading: Promise<Rest | undefined> | undefined;
  declare protected loadFailed?: boolean;
  /** Whether any attempt to load has failed. */
  declare protected hasFailed?: boolean;
  /** Event that is sent if the rest could not be loaded. */
  protected abstract readonly errorEvent: string;
  /** Parameter of the page's address that opens the first element of its kind. */
  protected abstract readonly linkParameter: string;
  /** Aborted when the element leaves the page. */
  declare protected connection: AbortController;

  #isPageDark?: boolean;

  constructor() {
    super();
    for (const [name, { value }] of (this.constructor as typeof ReactiveElement).elementProperties as Map<
      string,
      Attribute
    >)
      (this as Record<string, unknown>)[name] = structuredClone(value);
    for (const type of ['pointerover', 'focusin']) this.addEventListener(type, this.load);
  }

  /** Open the element. */
  abstract show(options?: { source?: 'shortcut' }): unknown;

  /** Open the element with the text in the page's address. */
  protected abstract openFromUrl(text: string): void;

  /** Absolute address of the static index; empty without one. @internal */
  get indexUrl(): string {
    // A link is resolved as the page resolves its own, and takes any text.
    return this.index ? createElement('a', { href: this.index.trim() }).href : '';
  }

  /** The required attributes that are not set: none for a static index or the page's own source. @internal */
  get missing(): readonly ('endpoint' | 'domain')[] {
    return (['endpoint', 'domain'] as const).filter(
      (name) => !(this as { source?: unknown }).source && !this.index && !this[name]?.trim(),
    );
  }

  /** The elements of this kind on the page. */
  protected get peers(): this[] {
    return [...connected].filter(({ localName }) => localName === this.localName) as this[];
  }

  /** The first element of this kind on the page. */
  protected get first(): this {
    return this.peers[0] ?? this;
  }

  /** The theme to draw. @internal */
  get resolvedTheme(): 'light' | 'dark' {
    const { theme } = this;
    return theme !== 'auto' ? theme : this.#isPageDark ? 'dark' : 'light';
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  /** Send an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it. @internal */
  emit(type: string, detail?: unknown, options?: EventInit): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    connected.add(this);
    const { signal } = (this.connection = new AbortController());
    watchPage((isDark) => {
      this.#isPageDark = isDark;
      this.requestUpdate();
    }, signal);
    document.addEventListener(
      'keydown',
      (event) => {
        if (!pressesShortcut(event, this.shortcut)) return;
        event.preventDefault();
        this.show({ source: 'shortcut' });
      },
      { signal },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    connected.delete(this);
    this.connection.abort();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.append(this.frame);
    return root;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.frame.dataset.theme = this.resolvedTheme;
    this.draw(changed);
    this.rest?.draw();
  }

  protected override firstUpdated(): void {
    // A framework may set properties after it has put the element onto the page.
    setTimeout(() => {
      const missing = this.missing.join(' and ');
      if (missing) console.warn(`<${this.localName}>: ${missing} must be set.`);
    });
    const text = new URLSearchParams(location.search).get(this.linkParameter);
    if (text && this.first === this) this.openFromUrl(text);
  }

  /** Draw what is there before the rest is loaded. */
  protected abstract draw(changed: PropertyValues): void;

  /** Import the rest. */
  protected abstract importRest(): Promise<Rest>;

  /** Load the rest once; after a failure, again at the next use. @internal */
  load(): Promise<Rest | undefined> {
    return (this.loading ??= this.#load());
  }

  /** Message if the rest could not be loaded; else empty. */
  protected get failure(): string {
    return this.loadFailed ? this.loadFailure : '';
  }

  /** Says that something could not be loaded. @internal */
  get loadFailure(): string {
    return this.label('loadFailed', loadFailed, loadFailedInGerman);
  }

  /** Return one of the few strings that are needed before all others are loaded. */
  protected label(key: string, english: string, german: string): string {
    const { interfaceLanguage } = this;
    if (!this.labels && !/^(en|de|$)/.test(interfaceLanguage))
      import('./i18n/launch-labels.ts').then(
        ({ watchLanguage }) => watchLanguage(this),
        () => {},
      );
    return this.strings[key] ?? this.labels?.[key] ?? (interfaceLanguage.startsWith('de') ? german : english);
  }

  async #load(): Promise<Rest | undefined> {
    this.loadFailed = false;
    try {
      this.rest = await this.importRest();
    } catch {
      this.loading = undefined;
      this.loadFailed = this.hasFailed = true;
      this.emit(this.errorEvent, { code: 'network', retryable: true });
    }
    this.requestUpdate();
    return this.rest;
  }
}
