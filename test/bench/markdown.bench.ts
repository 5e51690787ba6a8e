/**
 * What showing a Markdown answer costs the main thread while it streams in, as a multiple of what cannot be avoided:
 * showing its raw text line by line. Pieces of 4 characters, one per frame, at the end of texts of three lengths.
 * Then how many frames pass in `<docs-assistant>` from reading a piece of an answer to showing it.
 * Run with `npm run bench:markdown`; `-- docs-assistant --length 5000` measures one contender and the floor at one length,
 * `--sample list` a list of thousands of short items.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { build } from 'esbuild';
import puppeteer, { type Browser } from 'puppeteer-core';

import { findChromium } from '../support/browser.ts';
import type { Bench } from './markdown/contenders.ts';
import type { FramesBench } from './markdown/frames.ts';
import { SAMPLES } from './markdown/sample.ts';

declare const bench: Bench;
declare const frames: FramesBench;

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    length: { type: 'string', multiple: true, default: ['5000', '40000', '200000'] },
    sample: { type: 'string', default: 'answer' },
  },
});
const createSample = SAMPLES[values.sample];
if (createSample === undefined) throw new Error(`--sample is one of: ${Object.keys(SAMPLES).join(', ')}.`);

const PIECE = 4;
/** As many as have some of every construct of the sample. */
const PIECES = 300;
const ROUNDS = 3;
const FLOOR = 'raw text, a node per line';

interface Result {
  readonly microseconds: number;
  readonly script: number;
  readonly layout: number;
  readonly replaced: number;
  readonly longTasks: number;
}

async function measure(browser: Browser, origin: string, name: string, length: number): Promise<Result> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(name, error));
  await page.setViewport({ width: 480, height: 800 });
  await page.goto(origin);
  await page.waitForFunction('globalThis.bench');
  const client = await page.createCDPSession();
  // Time of the thread itself: what else the machine does at the same time does not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<Record<string, number>> => {
    const { metrics } = await client.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };

  const text = createSample!(length + PIECES * PIECE);
  await page.evaluate((name, text) => bench.prepare(name, text), name, text.slice(0, length));
  const before = await read();
  const { replaced, longTasks } = await page.evaluate(
    (text, size) => bench.stream(text, size),
    text.slice(length),
    PIECE,
  );
  const after = await read();
  await page.close();
  const perPiece = (metric: string): number => ((after[metric]! - before[metric]!) / PIECES) * 1e6;
  return {
    microseconds: perPiece('TaskDuration'),
    script: perPiece('ScriptDuration'),
    layout: perPiece('LayoutDuration') + perPiece('RecalcStyleDuration'),
    replaced,
    longTasks,
  };
}

function median(results: readonly Result[]): Result {
  return results.toSorted((one, other) => one.microseconds - other.microseconds)[results.length >> 1]!;
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    write: false,
    external: ['highlight.js'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]!.text;
}

async function measureFrames(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${origin}frames`);
  await page.waitForFunction('globalThis.frames');
  const counts = await page.evaluate((pieces) => frames.measure(pieces), PIECES);
  await page.close();
  const spread = [...new Set(counts)].toSorted((one, other) => one - other);
  const shares = spread.map((count) => `${count}: ${counts.filter((other) => other === count).length}`);
  console.log(`\nframes from read to paint, of ${counts.length} pieces: ${shares.join(', ')}`);
}

const scripts: Readonly<Record<string, string>> = {
  '/script.js': await bundle('markdown/contenders.ts'),
  '/frames.js': await bundle('markdown/frames.ts'),
};
const server = createServer(({ url = '/' }, response) => {
  const script = scripts[url];
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
  const name = url === '/frames' ? url : '/script';
  response.end(
    script ??
      `<!doctype html><meta charset="utf-8"><main></main><script type="module" src="${name}.js"></script>`,
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const { launchOptions } = await findChromium();
const browser = await puppeteer.launch({
  ...launchOptions,
  args: [...(launchOptions.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
});
try {
  const blank = await browser.newPage();
  await blank.goto(origin);
  await blank.waitForFunction('globalThis.bench');
  const all = await blank.evaluate(() => bench.names);
  const names = all.filter(
    (name) => name === FLOOR || asked.length === 0 || asked.some((part) => name.includes(part)),
  );

  for (const length of values.length.map(Number)) {
    console.log(`\n${length.toLocaleString('en')} characters: main-thread µs per piece, and times the floor`);
    const results = new Map<string, Result[]>(names.map((name) => [name, []]));
    // In turns, so that a busy minute of the machine falls on all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of names) results.get(name)!.push(await measure(browser, origin, name, length));
    }
    const floor = median(results.get(FLOOR)!).microseconds;
    for (const [name, rounds] of results) {
      const { microseconds, script, layout, replaced, longTasks } = median(rounds);
      console.log(
        name.padEnd(36) +
          `${microseconds.toFixed(0).padStart(7)}  ${(microseconds / floor).toFixed(2).padStart(6)}x` +
          `   script ${script.toFixed(0).padStart(6)}  style and layout ${layout.toFixed(0).padStart(6)}` +
          `   elements removed ${String(replaced).padStart(6)}   long tasks ${longTasks}`,
      );
    }
  }
  await measureFrames(browser, origin);
} finally {
  await browser.close();
  server.close();
}
