import type { Attributes, PropertiesOf } from './attribute.ts';
import { pageAttributes } from './attributes.ts';
import { LiveRegion } from './dom/live-region.ts';
import { createStrings, type Strings, type StringsController } from './i18n/strings-controller.ts';
import { readPageAddress, watchPageAddress } from './page-address.ts';
import { checkAttributes } from './check-attributes.ts';
import { TemplateElement } from './template-element.ts';

// The properties of the table.
// eslint-disable-next-line no-unused-vars
export interface PageElement<S extends Strings> extends PropertiesOf<typeof pageAttributes> {}

/** Base of the elements that are about the page they stand on: its address, theme and language, and a live region. */
export abstract class PageElement<S extends Strings> extends TemplateElement {
  static override properties: Attributes = pageAttributes;

  protected readonly localize: StringsController<S>;
  protected readonly text: StringsController<S>['text'];
  protected readonly liveRegion = new LiveRegion();
  /** Address of the page that is shown. */
  protected address = '';

  constructor(english: S, importTranslations: Parameters<typeof createStrings<S>>[2]) {
    super();
    this.localize = createStrings(this, english, importTranslations);
    this.text = this.localize.text;
  }

  /** Called when another page is shown, the first included. */
  protected abstract handlePage(): void;

  override connectedCallback(): void {
    super.connectedCallback();
    watchPageAddress(() => this.requestUpdate(), this.connection.signal);
  }

  /** Draw for the first time once the strings are in the language of the page. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await this.localize.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    checkAttributes(this, this.warnOnce);
    this.checkPage();
  }

  /** Read which page is shown: a router may change it without a trace in its head. */
  protected checkPage(): void {
    const address = readPageAddress(this.page);
    if (address === this.address) return;
    this.address = address;
    this.handlePage();
  }
}
