import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { Page } from 'puppeteer-core';
import type { Place, Selection } from './gallery-commands.ts';

/** A picture that was taken, in the order of the tests. */
export interface Picture extends Place {
  readonly browser: string;
  /** Name of the PNG in the folder. */
  readonly file: string;
}

/** Puppeteer's launcher knows the page, that of WebDriver its driver. */
interface Launcher extends BrowserLauncher {
  getPage?(sessionId: string): Page;
  driver?: { takeScreenshot(): Promise<string> };
}

/** The commands of `gallery-commands.ts`: writes pictures into the folder, and notes where each belongs. */
export function gallery(folder: string, pictures: Picture[], selection: Selection): TestRunnerPlugin {
  return {
    name: 'gallery',
    async executeCommand({ command, payload, session }) {
      if (command === 'read-selection') return { ...selection };
      if (command !== 'take-picture') return undefined;
      const place = payload as Place;
      const browser = session.browser.name;
      const file = `${[browser, place.look, place.tag, place.name].join(' ').replaceAll(/\W+/g, '-')}.png`;
      const { getPage, driver } = session.browser as Launcher;
      const page = getPage?.call(session.browser, session.id);
      const image = page ? await page.screenshot() : Buffer.from(await driver!.takeScreenshot(), 'base64');
      // With the first picture: the ones of the last run are kept until there is another.
      if (pictures.length === 0) await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, file), image);
      pictures.push({ ...place, browser, file });
      return true;
    },
  };
}
