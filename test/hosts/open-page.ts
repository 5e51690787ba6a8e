import type { TestBrowser, WebKit } from '../support/browser.ts';
import type { DrivenPage } from './driven-page.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { openWebDriverPage } from './webdriver-page.ts';

/** Open a page in any browser. */
export function openPage(url: string, browser: TestBrowser | WebKit): Promise<DrivenPage> {
  return browser.name === 'WebKit' ? openWebDriverPage(url, browser) : openPuppeteerPage(url, browser);
}
