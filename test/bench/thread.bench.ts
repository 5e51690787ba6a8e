/**
 * What a turn costs the main thread while a conversation grows to 200 turns: question, streamed answer and all that stands
 * around it, as a multiple of what cannot be avoided: the same answer as raw text, a node per line, in a scrolling log.
 * Run with `npm run bench:thread`; `-- --turns 50` for a shorter one.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { build } from 'esbuild';
import puppeteer, { type Browser } from 'puppeteer-core';

import { findChromium } from '../support/browser.ts';
import type { ThreadBench } from './thread/contenders.ts';

declare const bench: ThreadBench;

const { values } = parseArgs({ options: { turns: { type: 'string', default: '200' } } });
const TURNS = Number(values.turns);
/** Turns that are put together to one figure. */
const WINDOW = 10;

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('thread/contenders.ts', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['production'],
  write: false,
  // What is measured is a thread, not the colours of code.
  external: ['highlight.js'],
});

const server = createServer((request, response) => {
  const isScript = request.url === '/bench.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript ? outputFiles[0]!.contents : '<!doctype html><script type="module" src="/bench.js"></script>',
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const { launchOptions } = await findChromium();
const browser = await puppeteer.launch({
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
});
const contenders: Record<string, number[]> = {};
for (const name of ['raw text', 'docs-assistant']) contenders[name] = await measure(browser, name);
await browser.close();
server.close();

const raw = contenders['raw text']!;
const ours = contenders['docs-assistant']!;
console.log('turns      raw text   docs-assistant   ratio   (ms of the main thread a turn)');
for (const [index, cost] of ours.entries()) {
  const from = index * WINDOW + 1;
  const range = `${from}-${from + WINDOW - 1}`;
  const ratio = (cost / raw[index]!).toFixed(2);
  console.log(
    `${range.padEnd(10)} ${raw[index]!.toFixed(1).padStart(8)} ${cost.toFixed(1).padStart(16)} ${ratio.padStart(7)}`,
  );
}
const growth = (costs: readonly number[]): string => (costs.at(-1)! / costs[1]!).toFixed(2);
console.log(
  `last ${WINDOW} turns against turns 11 to 20: raw text ${growth(raw)}x, docs-assistant ${growth(ours)}x`,
);

/** @returns milliseconds of the main thread a turn, for each window of turns */
async function measure(browser: Browser, name: string): Promise<number[]> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(name, error));
  await page.setViewport({ width: 1200, height: 900 });
  await page.goto(origin);
  await page.waitForFunction('globalThis.bench');
  const client = await page.createCDPSession();
  // Time of the thread itself: what else the machine does at the same time does not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')!.value * 1000;
  };
  await page.evaluate((name) => bench.prepare(name), name);
  const costs: number[] = [];
  for (let turn = 0; turn < TURNS; turn += WINDOW) {
    const before = await read();
    await page.evaluate((first, count) => bench.ask(first, count), turn, WINDOW);
    costs.push(((await read()) - before) / WINDOW);
  }
  await page.close();
  return costs;
}
