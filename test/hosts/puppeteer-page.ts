import type { Page, Viewport } from 'puppeteer-core';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { PATIENCE } from '../support/until.ts';
import type { DrivenPage } from './driven-page.ts';

/** Open a page in Chromium or Firefox. @param viewport default 800 by 600 pixels */
export async function openPuppeteerPage(
  url: string,
  { launchOptions, name }: TestBrowser,
  viewport?: Viewport,
): Promise<DrivenPage> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser(launchOptions);
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  if (viewport) await page.setViewport(viewport);
  const driven = await drivePage(page, url, name);
  const held = stack.move();
  return { ...driven, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Open an address in a page of a browser, as a reader does. */
export async function drivePage(
  page: Page,
  url: string,
  browser: TestBrowser['name'],
): Promise<Omit<DrivenPage, keyof AsyncDisposable>> {
  page.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    // What failed to load is told by its answer.
    const isError = message.type() === 'error' && !text.startsWith('Failed to load resource');
    if (isError || text.startsWith('docs-assistant:')) problems.push(text);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('response', (response) => {
    // The sites have no icon, and browsers ask for one.
    const isIcon = new URL(response.url()).pathname.startsWith('/favicon.');
    if (response.status() >= 400 && !isIcon) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url, { waitUntil: 'load' });
  return {
    problems,
    evaluate: async (script) => await page.evaluate(script),
    click: (host, selector) => page.locator(`${host} >>> ${selector}`).click(),
    type: (host, selector, text) => page.locator(`${host} >>> ${selector}`).fill(text),
    pressEnter: () => page.keyboard.press('Enter'),
    limitStorage:
      browser === 'Chromium'
        ? async (quotaSize) => {
            const { origin } = new URL(page.url());
            const client = await page.createCDPSession();
            await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
          }
        : null,
  };
}
