import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { startDemo, type Demo, type DemoOptions } from '../../demo/start.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { PATIENCE } from './until.ts';

/** A page of the demo in a browser, with what it should not do and what it loaded. */
export interface DemoPage {
  readonly page: Page;
  /** Errors and warnings in the console, failed requests, and reports of the Content-Security-Policy. */
  readonly problems: string[];
  /** Names of the files of the bundle that were requested, in order. */
  readonly scripts: string[];
}

export interface DemoInBrowser {
  readonly demo: Demo;
  /** Opens a path of the site, or an address, as a new visitor. */
  open(path: string): Promise<DemoPage>;
  close(): Promise<void>;
}

export async function openDemo(options: DemoOptions = {}): Promise<DemoInBrowser> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const demo = await startDemo({ dataDir, ...options });
  const [browser] = await Promise.all([
    launchBrowser((await findChromium()).launchOptions),
    demo.service.ready,
  ]);
  return {
    demo,
    open: (path) => visit(browser, new URL(path, demo.server.url).href),
    async close() {
      await browser.close();
      await demo.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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

/** Does something on the page and waits for an event that reaches the document. @returns the event's detail */
export async function detailOf<Detail>(
  page: Page,
  type: string,
  act: () => Promise<unknown>,
): Promise<Detail> {
  const told = await page.evaluateHandle(
    (name) => ({
      detail: new Promise((resolve) => {
        document.addEventListener(name, (event) => resolve((event as CustomEvent).detail), { once: true });
      }),
    }),
    type,
  );
  await act();
  return (await told.evaluate(({ detail }) => detail)) as Detail;
}
