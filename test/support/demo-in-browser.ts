import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { startDemo, type Demo, type DemoOptions } from '../../demo/start.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { visit, type DemoPage } from './visit.ts';

export interface DemoInBrowser {
  readonly demo: Demo;
  /** Opens a path of the site, or an address, as a new visitor. */
  open(path: string): Promise<DemoPage>;
  close(): Promise<void>;
}

/** @param flags of the browser */
export async function openDemo(
  options: DemoOptions = {},
  flags: readonly string[] = [],
): Promise<DemoInBrowser> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const demo = await startDemo({ dataDir, ...options });
  const { launchOptions } = await findChromium();
  const [browser] = await Promise.all([
    launchBrowser({ ...launchOptions, args: [...(launchOptions.args ?? []), ...flags] }),
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
