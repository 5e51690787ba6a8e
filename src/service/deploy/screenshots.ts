import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createFolder } from '../storage/create-folder.ts';

/** Screenshots in two colour schemes: `data:` addresses of WebP images, 1280 × 800 pixels. */
export interface Screenshots {
  light: string;
  dark: string;
}

/** Environment variable for the path of a browser that has none of the usual names. */
const BROWSER_VARIABLE = 'DOCS_BROWSER';
const BROWSER_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const BROWSER_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const WINDOW_SIZE = '1280,800';
/** Timeout of the request for the page, in milliseconds. */
const ANSWER_MILLISECONDS = 10_000;
/** Virtual time in milliseconds after which the screenshot is taken, so that scripts of the page can draw. */
const SETTLE_MILLISECONDS = 5_000;
/** Timeout of one screenshot in milliseconds, with the start of the browser. */
const BROWSER_MILLISECONDS = 45_000;
/** Maximum size of an image, in bytes. */
const MAX_IMAGE_BYTES = 512 * 1024;
/** Values of Chromium's `preferredColorScheme`, which sets `prefers-color-scheme`. */
const COLOR_SCHEMES = { light: 1, dark: 0 } as const;

/**
 * Take two screenshots of a page with the browser of this machine (Chromium, Chrome or Edge), in the light and in the dark colour
 * scheme.
 *
 * @param folder profile of the browser; what an earlier run has left there is removed
 * @throws Error with the reason and a remedy, or the reason of `signal`
 */
export async function takeScreenshots(
  pageUrl: string,
  folder: string,
  signal: AbortSignal,
): Promise<Screenshots> {
  const browser = await findBrowser();
  if (browser === null) {
    throw new Error(
      `there is no browser on this machine. Install Chromium, or set ${BROWSER_VARIABLE} to the path of one`,
    );
  }
  await checkPage(pageUrl, signal);
  const clear = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await clear();
  createFolder(folder);
  try {
    const take = (scheme: keyof typeof COLOR_SCHEMES) =>
      takeScreenshot({ browser, pageUrl, folder, scheme, signal });
    return { light: await take('light'), dark: await take('dark') };
  } finally {
    await clear();
  }
}

async function findBrowser(): Promise<string | null> {
  const named = process.env[BROWSER_VARIABLE];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = named
    ? [named]
    : [...BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...BROWSER_PATHS];
  for (const path of candidates) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/** Check that the page answers, because the browser would take a screenshot of its own error page. */
async function checkPage(pageUrl: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(pageUrl, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MILLISECONDS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(`${pageUrl} does not answer. Check "pageUrl"`, { cause: error });
  });
  await response.body?.cancel();
  if (!response.ok) {
    throw new Error(`${pageUrl} answers with status ${response.status}. Check "pageUrl"`);
  }
}

async function takeScreenshot(options: {
  browser: string;
  pageUrl: string;
  folder: string;
  scheme: keyof typeof COLOR_SCHEMES;
  signal: AbortSignal;
}): Promise<string> {
  const { browser, pageUrl, folder, scheme, signal } = options;
  const image = join(folder, `${scheme}.webp`);
  const args = [
    '--headless',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--hide-scrollbars',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    // Chromium's sandbox does not start for root, the usual user of containers.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${WINDOW_SIZE}`,
    `--blink-settings=preferredColorScheme=${COLOR_SCHEMES[scheme]}`,
    `--virtual-time-budget=${SETTLE_MILLISECONDS}`,
    `--screenshot=${image}`,
    pageUrl,
  ];
  try {
    await promisify(execFile)(browser, args, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(BROWSER_MILLISECONDS)]),
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error('the browser failed. Run it by hand to see why', { cause: error });
  }
  const bytes = await readFile(image).catch(() => {
    throw new Error('the browser wrote no image. Run it by hand to see why');
  });
  if (bytes.length > MAX_IMAGE_BYTES) {
    throw new Error(`the image has ${bytes.length} bytes; at most ${MAX_IMAGE_BYTES} are kept`);
  }
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
