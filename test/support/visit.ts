import type { Browser, Page } from 'puppeteer-core';
import { PATIENCE } from './until.ts';

/** A page of the demo in a browser, with what it should not do and what it loaded. */
export interface DemoPage {
  readonly page: Page;
  /** Errors and warnings in the console, failed requests, and reports of the Content-Security-Policy. */
  readonly problems: string[];
  /** Names of the files of the bundle that were requested, in order. */
  readonly scripts: string[];
}

/** Opens an address as a new visitor. */
export async function visit(browser: Browser, address: string): Promise<DemoPage> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  const scripts: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('requestfailed', (request) => {
    // The elements themselves stop a search that a later one has overtaken.
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    const [, name] = /\/cdn\/([^/]+\.js)$/.exec(request.url()) ?? [];
    if (name !== undefined) scripts.push(name);
  });
  await page.goto(address, { waitUntil: 'load' });
  return { page, problems, scripts };
}
