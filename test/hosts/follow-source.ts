import { waitFor, type DrivenPage } from './driven-page.ts';

/** What a reader sees, and since when the page is loaded. */
interface View {
  path: string;
  heading: string;
  isChatOpen: boolean;
  /** Pixels. */
  scrolled: number;
  /** Time. */
  loaded: number;
}

/**
 * Asks what every site answers, follows the first source of the answer, and goes back. Resolves once the first page is
 * there again, with the chat open.
 *
 * @returns what was seen before, at the source, and in the end
 */
export async function followSource(page: DrivenPage): Promise<[View, View, View]> {
  const before = await look(page);
  await page.evaluate(() => document.querySelector('docs-assistant')!.ask('What answers over HTTP?'));
  const source = await waitFor(() =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('docs-assistant')!;
      const answer = [...(shadowRoot?.querySelectorAll('[part~=message-assistant]') ?? [])].at(-1);
      // Comes once the answer is whole, with what opens the chat again on the next page.
      const isWhole = answer?.querySelector('[part=feedback]');
      return isWhole ? answer?.querySelector<HTMLAnchorElement>('a[part~=source]')?.pathname : undefined;
    }),
  );
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight);
    const { shadowRoot } = document.querySelector('docs-assistant')!;
    [...shadowRoot!.querySelectorAll('[part~=message-assistant]')]
      .at(-1)!
      .querySelector<HTMLAnchorElement>('a[part~=source]')!
      .click();
  });
  const seen = await arrive(
    page,
    ({ path, heading }) => isSamePage(path, source) && heading !== before.heading,
  );
  // Not by the driver, which waits for a load event: a page from the back/forward cache has none.
  await page.evaluate(() => history.back());
  const after = await arrive(page, ({ path, heading }) => path === before.path && heading === before.heading);
  return [before, seen, after];
}

/** Whether two paths differ in nothing but the spelling: servers add the slash of a folder, and routers take `.html` away. */
function isSamePage(path: string, other: string): boolean {
  const [a, b] = [path, other].map((one) => one.replace(/\/$|\.html$/, ''));
  return a === b;
}

/** Waits for a page, with the chat that opens again after a page load. */
function arrive(page: DrivenPage, isThere: (view: View) => boolean): Promise<View> {
  return waitFor(async () => {
    const view = await look(page);
    return view.isChatOpen && isThere(view) ? view : undefined;
  });
}

function look(page: DrivenPage): Promise<View> {
  return page.evaluate(() => ({
    path: location.pathname,
    heading: document.querySelector('h1')?.textContent ?? '',
    isChatOpen: document.querySelector('docs-assistant')?.open ?? false,
    scrolled: scrollY,
    loaded: performance.timeOrigin,
  }));
}
