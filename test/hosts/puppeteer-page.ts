import { after } from 'node:test';
import type { Browser, Page, Viewport } from 'puppeteer-core';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { PATIENCE } from '../support/until.ts';
import type { DrivenPage } from './driven-page.ts';

/** Browsers that this process has started. A context of its own costs a page a tenth of what a browser costs. */
const browsers = new Map<TestBrowser['name'], Promise<Browser>>();
after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/**
 * Open a page in Chromium or Firefox, which knows nothing of other pages.
 *
 * @param viewport default 800 by 600 pixels
 */
export async function openPuppeteerPage(
  url: string,
  tested: TestBrowser,
  viewport?: Viewport,
): Promise<DrivenPage> {
  await using stack = new AsyncDisposableStack();
  const browser = await openBrowser(tested);
  const context = await browser.createBrowserContext();
  stack.defer(() => context.close());
  // A page behind another one in the same window draws nothing.
  const page = await context.newPage({ type: 'window' });
  if (viewport) await page.setViewport(viewport);
  const driven = await drivePage(page, url, tested.name);
  const held = stack.move();
  return { ...driven, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function openBrowser({ launchOptions, name }: TestBrowser): Promise<Browser> {
  const started = await browsers.get(name);
  if (started?.connected) return started;
  const browser = launchBrowser(launchOptions);
  browsers.set(name, browser);
  return browser;
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
