import { LitElement, type PropertyDeclarations } from 'lit';
import { LiveRegion } from './dom/live-region.ts';
import { watchPage } from './dom/page.ts';
import { createStrings, type Strings, type StringsController } from './i18n/strings-controller.ts';
import { readPageAddress, watchPageAddress } from './page-address.ts';
import { checkChoices, createWarner, type Choices } from './property-checks.ts';

/** Base of the elements that are about the page they stand on: its address, theme and language, and a live region. */
export abstract class PageElement<S extends Strings> extends LitElement {
  static override properties: PropertyDeclarations = {
    page: {},
    theme: {},
    strings: { attribute: false },
    isPageDark: { state: true },
  };

  /** Address of the page. Unset: that of the document, without query and fragment. */
  declare page: string | undefined;
  /** `auto` follows the page's own switch, then the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** Interface strings that replace the bundled ones, one by one. */
  declare strings: Readonly<Record<string, string>>;

  declare protected isPageDark: boolean;
  protected readonly localize: StringsController<S>;
  protected readonly text: StringsController<S>['text'];
  protected readonly liveRegion = new LiveRegion();
  protected readonly warnOnce = createWarner(this);
  /** Address of the page that is shown. */
  protected address = '';
  #connection!: AbortController;

  /** @param defaults of the properties that the subclass adds */
  constructor(
    english: S,
    importTranslations: Parameters<typeof createStrings<S>>[2],
    defaults: Readonly<Record<string, unknown>>,
  ) {
    super();
    Object.assign(this, { theme: 'auto', strings: {}, isPageDark: false, ...defaults });
    this.localize = createStrings(this, english, importTranslations);
    this.text = this.localize.text;
  }

  /** Enumerated properties; the first value is the default. */
  protected get choices(): Choices {
    return { theme: ['auto', 'light', 'dark'] };
  }

  /** Called when another page is shown, the first included. */
  protected abstract handlePage(): void;

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  protected get resolvedTheme(): 'light' | 'dark' {
    return this.theme === 'auto' ? (this.isPageDark ? 'dark' : 'light') : this.theme;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#connection = new AbortController());
    watchPage((isDark) => (this.isPageDark = isDark), signal);
    watchPageAddress(() => this.requestUpdate(), signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection.abort();
  }

  /** Draw for the first time once the strings are in the language of the page. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await this.localize.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    checkChoices(this, this.choices, this.warnOnce);
    this.followPage();
  }

  /** Read which page is shown: a router may change it without a trace in its head. */
  protected followPage(): void {
    const address = readPageAddress(this.page);
    if (address === this.address) return;
    this.address = address;
    this.handlePage();
  }

  /** Send an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it */
  protected emit(type: string, detail: unknown, options?: EventInit): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }
}
