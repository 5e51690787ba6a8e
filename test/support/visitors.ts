import type { DrivenPage } from '../hosts/driven-page.ts';
import { openPage } from '../hosts/open-page.ts';
import { drivePage } from '../hosts/puppeteer-page.ts';
import { launchBrowser, type TestBrowser, type WebKit } from './browser.ts';

/** A browser that is open for the pages of several tests: a start takes longer than most tests in it. */
export interface Visitors extends AsyncDisposable {
  /** Open a page as a new visitor, of whom nothing is kept from an earlier page. */
  open(url: string): Promise<DrivenPage>;
}

/** Start a browser for several pages. WebKit has no visitors beside each other: each of its pages has a start of its own. */
export async function startVisits(tested: TestBrowser | WebKit): Promise<Visitors> {
  if (tested.name === 'WebKit')
    return { open: (url) => openPage(url, tested), [Symbol.asyncDispose]: async () => {} };
  const browser = await launchBrowser(tested.launchOptions);
  return {
    async open(url) {
      const context = await browser.createBrowserContext();
      const driven = await drivePage(await context.newPage(), url, tested.name);
      return { ...driven, [Symbol.asyncDispose]: () => context.close() };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
