/** What a reader does in the app of every framework. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TestBrowser } from '../support/browser.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import { isChatDark } from './page-styles.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import type { ServedSite } from './serve-recipe.ts';

/** Open an app. What it logs is kept, also beyond its page: see {@link readLogged}. */
export async function openApp(url: string, browser: TestBrowser): Promise<DrivenPage> {
  const page = await openPuppeteerPage(url, browser);
  await page.evaluate(() => {
    console.log = (path: string) => sessionStorage.setItem('logged', path);
  });
  return page;
}

/** Return what the app has logged last. */
export function readLogged(page: DrivenPage): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('logged'));
}

/** Assert that attributes and properties arrive, and that a reference to an element leads to its methods. */
export function itHasElements(page: () => DrivenPage): void {
  it('gives the elements its attributes and properties', async () => {
    const read = () =>
      page().evaluate(() => {
        const { versions, pageSize, domain } = document.querySelector('docs-search')!;
        const { heading } = document.querySelector('docs-assistant')!.strings ?? {};
        return { versions, pageSize, domain, heading };
      });
    await waitFor(async () => ((await read()).heading === 'Ask' ? true : undefined));
    const expected = { versions: ['v2', 'v1'], pageSize: 5, domain: 'docs', heading: 'Ask' };
    assert.deepEqual(await read(), expected);
  });

  it('opens the chat by its reference to the element', async () => {
    await page().evaluate(() => document.querySelector<HTMLElement>('docs-assistant + button')!.click());
    await waitFor(
      async () => (await page().evaluate(() => document.querySelector('docs-assistant')!.open)) || undefined,
    );
  });
}

/** Assert that the open chat follows the switch of the page. */
export function itFollowsTheme(page: () => DrivenPage, darken: () => void): void {
  it('follows the page from light to dark', async () => {
    // The panel is loaded when it opens.
    assert.equal(await waitFor(() => page().evaluate(isChatDark)), false);
    await page().evaluate(darken);
    await waitFor(async () => (await page().evaluate(isChatDark)) || undefined);
  });
}

/** Assert that nothing was reported. A violation on purpose shows that the policy is in force, and its reports arrive. */
export function itHasNoProblems(page: () => DrivenPage, site: () => ServedSite): void {
  it('has no errors, of hydration neither', () => assert.deepEqual(page().problems, []));

  it('has no report of its policy, but for a style sheet that it refuses', async () => {
    await page().evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'main { color: red }';
      document.head.append(style);
    });
    const seen = await waitFor(async () =>
      site().reports.length > 0 ? site().reports.splice(0) : undefined,
    );
    const refused = seen.map((report) => `${report['effective-directive']} ${report['blocked-uri']}`);
    assert.deepEqual(refused, ['style-src-elem inline']);
  });
}
