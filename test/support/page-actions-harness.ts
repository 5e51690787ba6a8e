import '../../src/page-actions.ts';
import type { DocsPageActions, PageActionDetail } from '../../src/page-actions.ts';
import { PageElementHarness, resetPage } from './page-element-harness.ts';

/** One `<docs-page-actions>` on the page, used as a reader would use it. */
export class PageActionsHarness extends PageElementHarness<DocsPageActions, PageActionDetail> {
  /** @param page of a frame that has run the element's module; default the test's own */
  static async open(
    attributes: Readonly<Record<string, string>> = {},
    page: Document = document,
  ): Promise<PageActionsHarness> {
    const actions = new PageActionsHarness(page.createElement('docs-page-actions'));
    actions.element.addEventListener('docs-page-action', (event) => {
      actions.events.push(event.detail);
      // A test stays on its page.
      if (event.detail.action === 'view' || event.detail.action === 'open') event.preventDefault();
    });
    return actions.show(attributes);
  }

  /** Put a text with headings onto the page, as a generator writes it. @returns it */
  static addText(): HTMLElement {
    const text = document.createElement('main');
    text.className = 'test';
    const heading = (name: string, id: string, words: string, link = ''): HTMLElement => {
      const element = Object.assign(document.createElement(name), { id, textContent: words });
      if (link)
        element.append(Object.assign(document.createElement('a'), { href: `#${id}`, textContent: link }));
      return element;
    };
    const paragraph = (words: string): HTMLElement =>
      Object.assign(document.createElement('p'), { textContent: words });
    text.append(
      heading('h1', 'guide', 'Guide'),
      heading('h2', 'install', 'Install', '#'),
      paragraph('Run it.'),
      heading('h3', 'windows', 'On Windows', '\u200b'),
      paragraph('Run it there.'),
      heading('h2', 'use', 'Use', '\u00b6'),
      paragraph('Call it.'),
    );
    document.body.append(text);
    return text;
  }

  /** Remove what tests have put onto the page. */
  static reset(): void {
    for (const text of document.querySelectorAll('main.test')) text.remove();
    resetPage('docs-page-actions');
  }

  get isMenuOpen(): boolean {
    return this.find('[part=menu]')!.matches(':popover-open');
  }

  /** Addresses of the links in the menu. */
  get links(): string[] {
    return [...this.root.querySelectorAll<HTMLAnchorElement>('a.item')].map(({ href }) => href);
  }

  /** Open the menu, and wait for its place. */
  async openMenu(): Promise<void> {
    await this.click('[part=more]');
    await this.until(() => this.find('[part=menu]')!.style.inset !== '');
  }

  /** Point at something with a mouse, and wait for the button that comes with it. */
  async pointAt(target: Element): Promise<void> {
    target.dispatchEvent(
      new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }),
    );
    await this.until(() => !!this.find('.pointed')?.style.inset);
  }

  /** Choose a section in the menu, and wait for what comes of it. */
  async copySection(number: number): Promise<void> {
    await this.openMenu();
    await this.click('[part=sections] summary');
    await this.click(`[part=sections] .section:nth-of-type(${number})`);
    await this.until(() => this.said !== '');
  }

  /** Copy the page, and wait for what comes of it. */
  async copy(): Promise<void> {
    await this.click('[part=copy]');
    await this.until(() => this.said !== '');
  }
}
