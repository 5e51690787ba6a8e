import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { ShortcutController } from './shortcut-controller.ts';
import { ThemeController, type Theme } from './theme-controller.ts';

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
  declare theme: Theme;
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

  protected readonly themeController: ThemeController;
  #warned = false;

  constructor() {
    super();
    this.endpoint = '';
    this.domain = '';
    this.versions = [];
    this.languages = [];
    this.theme = 'auto';
    this.storage = 'local';
    this.linkTarget = 'self';
    this.linkBase = '/';
    this.strings = {};
    this.themeController = new ThemeController(this);
    new ShortcutController(this, () => this.handleShortcut());
  }

  /** Opens the element; called when one of the keys in `shortcut` is pressed. */
  protected abstract handleShortcut(): void;

  /** The attributes without which no request can be made and that are not set. */
  protected get missing(): readonly ('endpoint' | 'domain')[] {
    return (['endpoint', 'domain'] as const).filter((name) => !this[name]?.trim());
  }

  /** The filter that the page itself gives: the attributes, else the page's own `<meta>` and `lang`. */
  protected get pageFilter(): DocsFilter {
    const version = this.version ?? readMeta('docsearch:version');
    const language =
      this.language ?? readMeta('docsearch:language') ?? (document.documentElement.lang || undefined);
    return { ...(version && { version }), ...(language && { language }) };
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#warnOnceIfMissing();
  }

  #warnOnceIfMissing(): void {
    if (this.#warned || this.missing.length === 0) return;
    this.#warned = true;
    console.warn(
      `<${this.localName}>: the attribute ${this.missing.map((name) => `"${name}"`).join(' and ')} is not set.`,
    );
  }
}

function readMeta(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;
}
