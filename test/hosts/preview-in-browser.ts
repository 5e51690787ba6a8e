import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { startCommand } from '../cli/command.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { PATIENCE } from '../support/until.ts';

/** A preview of a site behind a port. */
export interface Preview extends AsyncDisposable {
  /** Address of the front page. */
  url: string;
}

/** A previewed site in a browser. */
export interface PreviewInBrowser extends AsyncDisposable {
  /** Its front page. */
  page: Page;
  /** Errors in the console, uncaught ones, and answers with a failure. */
  problems: string[];
}

/** Previews a built site. */
export async function startPreview(built: string, base: string): Promise<Preview> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  const preview = stack.use(startCommand(['preview', built, '--no-model', '--port', '0', '--data', dataDir]));
  const url = `${await preview.url}${base}`;
  const held = stack.move();
  return { url, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Opens the front page of a preview in Chromium or Firefox. */
export async function openPreview(
  { url }: Preview,
  { launchOptions }: TestBrowser,
): Promise<PreviewInBrowser> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser(launchOptions);
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const problems: string[] = [];
  page.on('console', (message) => {
    // What failed to load is told by its answer.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(message.text());
    }
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('response', (response) => {
    // The sites have no icon, and browsers ask for one.
    const isIcon = new URL(response.url()).pathname.startsWith('/favicon.');
    if (response.status() >= 400 && !isIcon) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url, { waitUntil: 'load' });
  const held = stack.move();
  return { page, problems, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Asks the assistant as a reader does. @returns once the answer is there */
export async function ask({ page }: PreviewInBrowser, question: string, answer: string): Promise<void> {
  await page.locator('docs-assistant >>> [part~="launcher"]').click();
  await page.locator('docs-assistant >>> [part~="input"]').fill(question);
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (words) =>
      [
        ...document
          .querySelector('docs-assistant')!
          .shadowRoot!.querySelectorAll('[part~="message-assistant"]'),
      ].some(({ textContent }) => textContent.includes(words)),
    {},
    answer,
  );
  await page.locator('docs-assistant >>> [part~="close"]').click();
}

/**
 * Searches as a reader does, and opens the first result. Resolves once the page has the title.
 *
 * @returns its address, and whether the site's own router has led there, without a page load
 */
export async function openResult(
  { page }: PreviewInBrowser,
  query: string,
  title: string,
): Promise<{ url: string; isRouted: boolean }> {
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.locator('docs-search >>> [part~="trigger"]').click();
  await page.locator('docs-search >>> [part~="input"]').fill(query);
  const result = await page.waitForSelector('docs-search >>> a[part~="result"]');
  const href = await result!.evaluate((link) => link.href.replace(/#.*/s, '').replace(/\/$|\.html$/, ''));
  // Results are drawn anew while more of them arrive.
  await page.locator('docs-search >>> a[part~="result"]').click();
  await page.waitForFunction(
    (text, address) =>
      // The address of a folder gets its slash by a redirect, and routers take `.html` away.
      (location.origin + location.pathname).replace(/\/$|\.html$/, '') === address &&
      [...document.querySelectorAll('h1')].some(({ textContent }) => textContent.includes(text)),
    {},
    title,
    href,
  );
  const after = await page.evaluate(() => performance.timeOrigin);
  return { url: page.url(), isRouted: before === after };
}
