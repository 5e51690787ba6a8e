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

  /** Remove what tests have put onto the page. */
  static reset(): void {
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

  /** Copy the page, and wait for what comes of it. */
  async copy(): Promise<void> {
    await this.click('[part=copy]');
    await this.until(() => this.said !== '');
  }
}
