import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { ShortcutController } from './shortcut-controller.ts';
import { SurroundingsController } from './surroundings-controller.ts';

/** Attribute `a, b,c` ↔ property `['a', 'b', 'c']`. */
const commaList = {
  fromAttribute: (value: string | null): string[] =>
    (value ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
};

/** What `<docs-assistant>` and `<docs-search>` have in common: where they ask, for which part of the docs, and how they look. */
export abstract class DocsElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    domain: {},
    version: {},
    language: {},
    versions: { converter: commaList },
    languages: { converter: commaList },
    theme: {},
    shortcut: {},
    storage: {},
    linkTarget: { attribute: 'link-target' },
    linkBase: { attribute: 'link-base' },
    strings: { attribute: false },
    open: { type: Boolean, reflect: true },
  };

  /** Properties that take one of a few values. The first is the default, and what any other value becomes. */
  protected static choices: Readonly<Record<string, readonly string[]>> = {
    theme: ['auto', 'light', 'dark'],
    storage: ['local', 'session', 'memory'],
    linkTarget: ['self', 'blank'],
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

  readonly #surroundings = new SurroundingsController(this);
  readonly #warnings = new Set<string>();

  constructor() {
    super();
    this.endpoint = '';
    this.domain = '';
    this.versions = [];
    this.languages = [];
    this.theme = 'auto';
    this.shortcut = 'none';
    this.storage = 'local';
    this.linkTarget = 'self';
    this.linkBase = '/';
    this.strings = {};
    this.open = false;
    new ShortcutController(this, () => this.handleShortcut());
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return this.#surroundings.language;
  }

  /** The theme to draw, never `auto`. @internal */
  get resolvedTheme(): 'light' | 'dark' {
    return this.theme === 'auto' ? this.#surroundings.theme : this.theme;
  }

  /** The attributes without which no request can be made and that are not set. @internal */
  get missing(): readonly ('endpoint' | 'domain')[] {
    return (['endpoint', 'domain'] as const).filter((name) => !this[name]?.trim());
  }

  /** The filter that the page itself gives: the attributes, else the page's own `<meta>` and `lang`. @internal */
  get pageFilter(): DocsFilter {
    const version = this.version ?? readMeta('docsearch:version');
    const language = this.language ?? readMeta('docsearch:language') ?? document.documentElement.lang;
    return { ...(version && { version }), ...(language && { language }) };
  }

  /** Sends an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it. @internal */
  emit(type: string, detail?: unknown, { cancelable = false } = {}): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }));
  }

  /** Tells the page's developer of a mistake, each once for an element. @internal */
  warnOnce(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    console.warn(`<${this.localName}>: ${message}`);
  }

  /** Opens the element; called when one of the keys in `shortcut` is pressed. */
  protected abstract handleShortcut(): void;

  protected override willUpdate(changed: PropertyValues): void {
    const values = this as unknown as Record<string, unknown>;
    for (const [name, choices] of Object.entries((this.constructor as typeof DocsElement).choices)) {
      if (!changed.has(name) || choices.includes(values[name] as string)) continue;
      if (values[name] != null) this.warnOnce(`${name} "${values[name]}" is none of ${choices.join(', ')}.`);
      values[name] = choices[0];
    }
  }

  protected override updated(): void {
    if (this.missing.length > 0) this.warnOnce(`${this.missing.join(' and ')} must be set.`);
  }
}

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}
