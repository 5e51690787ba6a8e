import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { BenchSite } from './bench-site.ts';
import type { SearchPage } from './search-pages.ts';

/** Milliseconds between two keys of somebody who types fast. */
const KEY_INTERVAL = 100;
/** Milliseconds without a request after which nothing more is on its way; longer than any debounce here. */
const QUIET = 700;

/** Somebody who opens a search box and types. */
export interface Typist {
  /** Put the cursor into the box. */
  open(): Promise<void>;
  /** Type over what is in the box, and wait until nothing more is fetched. */
  type(text: string): Promise<void>;
}

export function createTypist(page: Page, site: BenchSite, { field }: SearchPage): Typist {
  const settle = async (): Promise<void> => {
    let seen = -1;
    while (seen !== site.log.length) {
      seen = site.log.length;
      await wait(QUIET);
    }
  };
  return {
    async open() {
      await page.waitForFunction(field);
      await settle();
      const input = (await page.evaluateHandle(field)).asElement()!;
      await input.focus();
      await settle();
    },
    async type(text) {
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text, { delay: KEY_INTERVAL });
      await settle();
    },
  };
}
