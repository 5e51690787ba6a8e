/**
 * What a turn costs the main thread while a conversation grows to 200 turns: question, streamed answer and all that stands
 * around it, as a multiple of what cannot be avoided: the same answer as raw text, a node per line, in a scrolling log.
 * Run with `npm run bench:thread`; `-- --turns 50` for a shorter one.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { serveBundledPage, type BundledPage } from '../support/bundled-page.ts';
import type { ThreadBench } from './thread/contenders.ts';

declare const bench: ThreadBench;

const { values } = parseArgs({ options: { turns: { type: 'string', default: '200' } } });
const TURNS = Number(values.turns);
/** Turns that are put together to one figure. */
const WINDOW = 10;

await using site = await serveBundledPage(fileURLToPath(new URL('thread/contenders.ts', import.meta.url)));
const contenders: Record<string, number[]> = {};
for (const name of ['raw text', 'docs-assistant']) contenders[name] = await measure(site, name);

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
async function measure(site: BundledPage, name: string): Promise<number[]> {
  const page = await site.open('globalThis.bench');
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
