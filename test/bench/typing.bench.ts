/**
 * What a key costs while one types into the search: from the key to the frame that shows its results, over instant
 * answers, on a machine four times slower, as a multiple of what cannot be avoided: a text field and `innerHTML`.
 * Run with `npm run bench:typing`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import puppeteer, { type Browser } from 'puppeteer-core';

import { findChromium } from '../support/browser.ts';
import type { TypingBench } from './typing/contenders.ts';

declare const bench: TypingBench;

/** 50 is the most that a search asks for, 100 the most that it takes from a server that gives more. */
const SIZES = [10, 50, 100];
const TEXT = 'dynamic routes and middleware in content collections';
/** Keys before the measurement: chunks are loaded, code is warm. */
const WARM_UP = 8;
const ROUNDS = 3;
const CPU_THROTTLING = 4;

interface Result {
  /** Milliseconds from the key to its results on the screen, half of the keys below it. */
  readonly painted: number;
  /** Milliseconds of the main thread for a key. */
  readonly busy: number;
}

async function measure(browser: Browser, origin: string, name: string, size: number): Promise<Result> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(name, error));
  await page.setViewport({ width: 1100, height: 760 });
  await page.goto(origin);
  await page.waitForFunction('globalThis.bench');
  const client = await page.createCDPSession();
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  const readBusy = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await page.evaluate((name, size) => bench.prepare(name, size), name, size);
  await page.waitForFunction(() => {
    const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return focused?.localName === 'input';
  });

  const times: number[] = [];
  let busyBefore = 0;
  for (const [index, key] of [...TEXT].entries()) {
    if (index === WARM_UP) busyBefore = await readBusy();
    await page.keyboard.press(key as 'a');
    // One character is too short to be searched for, and a space changes nothing.
    if (index === 0 || key === ' ') continue;
    const painted = await page.evaluate(() => bench.painted());
    if (index >= WARM_UP) times.push(painted);
  }
  const busy = ((await readBusy()) - busyBefore) / times.length;
  await page.close();
  return { painted: median(times), busy };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

const bundle = await build({
  entryPoints: [fileURLToPath(new URL('typing/contenders.ts', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['browser', 'production'],
  loader: { '.css': 'text' },
  write: false,
});
/** What Pagefind's UI loads as the index of a site. */
const PAGEFIND = `
  export const [options, init, preload, mergeIndex] = Array(4).fill(async () => {});
  export const filters = async () => ({});
  export const search = async (query) => globalThis.pagefindSearch(query);
`;
const script = bundle.outputFiles[0]!.text;
const server = createServer(({ url }, response) => {
  const source = url === '/script.js' ? script : url?.startsWith('/pagefind/') ? PAGEFIND : null;
  response.setHeader('content-type', source === null ? 'text/html' : 'text/javascript');
  response.end(
    source ??
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Typing</title><script type="module" src="/script.js"></script>',
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const browser = await puppeteer.launch((await findChromium()).launchOptions);
try {
  const blank = await browser.newPage();
  await blank.goto(origin);
  await blank.waitForFunction('globalThis.bench');
  const names = await blank.evaluate(() => bench.names);
  for (const size of SIZES) {
    console.log(
      `\n${size} results, CPU ${CPU_THROTTLING} times slower: milliseconds per key, and times the floor`,
    );
    let floor: Result | undefined;
    for (const name of names) {
      const results: Result[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        results.push(await measure(browser, origin, name, size));
      const painted = median(results.map((result) => result.painted));
      const busy = median(results.map((result) => result.busy));
      floor ??= { painted, busy };
      console.log(
        `${name.padEnd(26)} key to paint ${painted.toFixed(1).padStart(6)}  ${(painted / floor.painted).toFixed(2)}x` +
          `   main thread ${busy.toFixed(1).padStart(6)}  ${(busy / floor.busy).toFixed(2)}x`,
      );
    }
  }
} finally {
  await browser.close();
  server.close();
}
