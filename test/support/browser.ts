import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { launch, type Browser, type LaunchOptions } from 'puppeteer-core';
import { PATIENCE } from './until.ts';

/** A browser that tests can run in. */
export interface TestBrowser {
  readonly name: 'Chromium' | 'Firefox';
  /** Where it was found, for the log. */
  readonly from: string;
  readonly launchOptions: LaunchOptions;
}

/** The programs that WebKit is tested with, each as a path. */
export interface WebKit {
  readonly name: 'WebKit';
  readonly driver: string;
  /** Gives it a screen. */
  readonly xvfb: string;
  readonly browser: string;
}

const CHROMIUM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
];
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];

/** Where Windows and macOS keep browsers that are not on the PATH. */
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const FIREFOX_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Nothing but the page under test talks to the network, and nothing waits for a screen. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium to test with: `CHROME_PATH`, else an installed one, else the one that comes with the packages.
 *
 * @throws Error with the way out when that one cannot run here either
 */
export async function findChromium(): Promise<TestBrowser> {
  const installed = process.env['CHROME_PATH'] || findProgram(CHROMIUM_NAMES, CHROMIUM_PLACES);
  if (installed) {
    return {
      name: 'Chromium',
      from: installed,
      launchOptions: { executablePath: installed, headless: true, args: CHROMIUM_FLAGS },
    };
  }
  const { default: bundled } = await import('@sparticuz/chromium');
  const executablePath = await bundled.executablePath();
  assertRuns(executablePath);
  return {
    name: 'Chromium',
    from: '@sparticuz/chromium',
    // Its own flags, but for the one that takes the same-origin policy away.
    launchOptions: {
      executablePath,
      headless: 'shell',
      args: bundled.args.filter((flag) => flag !== '--disable-web-security'),
    },
  };
}

/** Starts a browser; one that does not start is started once more, which is said: that is no failure of what is tested. */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const patient = { ...options, timeout: PATIENCE };
  try {
    return await launch(patient);
  } catch (error) {
    console.warn(`${options.executablePath} did not start and is started once more: ${String(error)}`);
    return launch(patient);
  }
}

/** An installed Firefox (`FIREFOX_PATH`, else on the PATH), or `null`. */
export function findFirefox(): TestBrowser | null {
  const executablePath = process.env['FIREFOX_PATH'] || findProgram(FIREFOX_NAMES, FIREFOX_PLACES);
  if (!executablePath) return null;
  return {
    name: 'Firefox',
    from: executablePath,
    launchOptions: { browser: 'firefox', executablePath, headless: true },
  };
}

/** WebKitGTK, as Debian's `webkit2gtk-driver`, `xvfb` and `xauth` bring it; or `null`. */
export function findWebKit(): WebKit | null {
  const [driver, xvfb, browser] = [
    findProgram(['WebKitWebDriver'], []),
    findProgram(['xvfb-run'], []),
    findProgram(['MiniBrowser'], globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')),
  ];
  return driver && xvfb && browser ? { name: 'WebKit', driver, xvfb, browser } : null;
}

function findProgram(names: readonly string[], places: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...places].find((path) => existsSync(path));
}

function assertRuns(executablePath: string): void {
  try {
    execFileSync(executablePath, ['--version'], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error(
      'No browser found. The Chromium of the packages needs the libraries nss, nspr and expat (Debian: ' +
        'libnss3 libnspr4 libexpat1). Install them, or any Chromium, or set CHROME_PATH.',
      { cause },
    );
  }
}
