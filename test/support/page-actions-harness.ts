import '../../src/page-actions.ts';
import type { DocsPageActions, PageActionDetail } from '../../src/page-actions.ts';
import { until } from './until.ts';

/** One `<docs-page-actions>` on the page, used as a reader would use it. */
export class PageActionsHarness {
  readonly element: DocsPageActions;
  /** Details of the events that the document has received. */
  readonly events: PageActionDetail[] = [];

  private constructor(element: DocsPageActions) {
    this.element = element;
  }

  /** @param page of a frame that has run the element's module; default the test's own */
  static async open(
    attributes: Readonly<Record<string, string>> = {},
    page: Document = document,
  ): Promise<PageActionsHarness> {
    const element = page.createElement('docs-page-actions');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const actions = new PageActionsHarness(element);
    element.addEventListener('docs-page-action', (event) => {
      actions.events.push(event.detail);
      // A test stays on its page.
      if (event.detail.action === 'view' || event.detail.action === 'open') event.preventDefault();
    });
    page.body.append(element);
    await element.updateComplete;
    return actions;
  }

  /** Remove what tests have put onto the page. */
  static reset(): void {
    for (const element of document.querySelectorAll('docs-page-actions')) element.remove();
    document.documentElement.removeAttribute('dir');
    document.documentElement.lang = 'en';
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  /** The last message of the live region. */
  get said(): string {
    return this.text('[role=status]');
  }

  get isMenuOpen(): boolean {
    return this.find('[part=menu]')!.matches(':popover-open');
  }

  find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.root.querySelector<E>(selector);
  }

  /** Texts of the elements, white space in a row as one space. */
  texts(selector: string): string[] {
    return [...this.root.querySelectorAll(selector)].map(({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
  }

  text(selector: string): string {
    return this.texts(selector)[0] ?? '';
  }

  /** Addresses of the links in the menu. */
  get links(): string[] {
    return [...this.root.querySelectorAll<HTMLAnchorElement>('a.item')].map(({ href }) => href);
  }

  async click(selector: string): Promise<void> {
    this.find(selector)!.click();
    await this.element.updateComplete;
  }

  /** Open the menu, and wait for its place. */
  async openMenu(): Promise<void> {
    await this.click('[part=more]');
    await this.until(() => this.find('[part=menu]')!.style.inset !== '');
  }

  /** Copy the page, and wait for what comes of it. */
  async copy(): Promise<void> {
    await this.click('[part=copy]');
    await this.until(() => this.said !== '');
  }

  /** Wait until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
  }
}
