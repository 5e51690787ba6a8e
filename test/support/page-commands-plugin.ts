import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import type { CDPSession, KeyInput, Page } from 'puppeteer-core';
import type { Preferences } from './page-commands.ts';
import { PATIENCE } from './until.ts';

/** Steps of a pointer, one after the other. */
interface PointerAction {
  move(place: { x: number; y: number }): PointerAction;
  down(): PointerAction;
  up(): PointerAction;
  perform(): Promise<void>;
}

/** What the two kinds of launchers, Puppeteer's and WebDriver's, give access to. */
interface Launcher extends BrowserLauncher {
  getPage?(sessionId: string): Page;
  driver?: {
    execute<Result>(script: string): Promise<Result>;
    keys(keys: string[]): Promise<void>;
    action(type: 'pointer'): PointerAction;
    setWindowRect(x: null, y: null, width: number, height: number): Promise<void>;
    waitUntil(
      condition: () => Promise<boolean>,
      options: { interval: number; timeout: number; timeoutMsg: string },
    ): Promise<boolean>;
  };
}

interface Size {
  width: number;
  height: number;
}

/** The commands of `page-commands.ts`, in every browser: those of the runner know less in WebDriver than in Puppeteer. */
export function pageCommands(): TestRunnerPlugin {
  return {
    name: 'page-commands',
    async executeCommand({ command, payload, session }) {
      const { getPage, driver } = session.browser as Launcher;
      const page = getPage?.call(session.browser, session.id);
      if (command === 'focus-page') {
        if (page) await focusPage(page);
        else await resetWindow(driver!);
        return true;
      }
      if (command === 'resize-page') {
        if (page) await page.setViewport(payload as Size);
        else await resizeWindow(driver!, payload as Size);
        return true;
      }
      if (command === 'press-keys') {
        const { keys } = payload as { keys: KeyInput[] };
        if (page) await pressTogether(page, keys);
        else await driver!.keys(keys);
        return true;
      }
      if (command === 'emulate-preferences') {
        if (page) await emulate(page, payload as Preferences);
        return true;
      }
      return undefined;
    },
  };
}

/**
 * Shows a page and gives it the focus. In Firefox the keys of an earlier test may have led out of it, into the bar of
 * the browser: from there only another page leads back.
 */
async function focusPage(page: Page): Promise<void> {
  await page.bringToFront();
  if (await page.evaluate(() => document.hasFocus())) return;
  const other = await page.browserContext().newPage();
  await page.bringToFront();
  await other.close();
}

async function pressTogether({ keyboard }: Page, keys: readonly KeyInput[]): Promise<void> {
  for (const key of keys) await keyboard.down(key);
  for (const key of keys.toReversed()) await keyboard.up(key);
}

/** The connection that keeps what it has told a page for as long as it stands. */
const connections = new WeakMap<Page, CDPSession>();

/** Puppeteer itself cannot tell of forced colours, and Firefox has no such connection. */
async function emulate(
  page: Page,
  { forcedColors, reducedMotion, contrast, colorScheme, touch = false, media }: Preferences,
): Promise<void> {
  if (/^firefox/i.test(await page.browser().version())) return;
  const connection = connections.get(page) ?? (await page.createCDPSession());
  connections.set(page, connection);
  await connection.send('Emulation.setEmulatedMedia', {
    media: media ?? '',
    features: [
      { name: 'forced-colors', value: forcedColors ?? '' },
      { name: 'prefers-reduced-motion', value: reducedMotion ?? '' },
      { name: 'prefers-contrast', value: contrast ?? '' },
      { name: 'prefers-color-scheme', value: colorScheme ?? '' },
    ],
  });
  await connection.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
}

/** No window of WebKitGTK is narrower than the buttons in its bar, which take less than this. */
const NARROW = 500;
/** Milliseconds between two looks whether a page has its new size. */
const LOOK_MILLISECONDS = 20;

/** A window is as much larger than its page as its frame is, and the page follows a moment later. */
/** Size of the window of WebKit as it was opened. */
let firstSize: Promise<[number, number]> | undefined;

/**
 * Gives the window of WebKit, which all files have one after the other, the size and the focus that it began with: a file may have left it
 * as small as a phone, or the focus in the bar of the browser.
 */
async function resetWindow(driver: NonNullable<Launcher['driver']>): Promise<void> {
  firstSize ??= driver.execute('return [innerWidth, innerHeight]');
  const [width, height] = await firstSize;
  await resizeWindow(driver, { width, height });
  if (await driver.execute('return document.hasFocus()')) return;
  await driver.action('pointer').move({ x: 1, y: 1 }).down().up().perform();
}

async function resizeWindow(driver: NonNullable<Launcher['driver']>, { width, height }: Size): Promise<void> {
  const read = (values: string): Promise<[number, number]> => driver.execute(`return [${values}]`);
  const isDone = async (): Promise<boolean> => {
    const [innerWidth, innerHeight] = await read('innerWidth, innerHeight');
    return innerHeight === height && (innerWidth === width || Math.max(innerWidth, width) < NARROW);
  };
  if (await isDone()) return;
  const [left, top] = await read('outerWidth - innerWidth, outerHeight - innerHeight');
  await driver.setWindowRect(null, null, width + left, height + top);
  await driver.waitUntil(isDone, {
    interval: LOOK_MILLISECONDS,
    timeout: PATIENCE,
    timeoutMsg: `Waited in vain for a page of ${width} to ${height} pixels`,
  });
}
