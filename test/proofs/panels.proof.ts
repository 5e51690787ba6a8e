/**
 * What chats leave behind: memory and nodes of a page on which panels are mounted, used and removed, and of a conversation of many
 * turns. `npm run proof:panels`, with `-- 50` for another number of both.
 */
import { fileURLToPath } from 'node:url';
import type { CDPSession } from 'puppeteer-core';
import { createAnswer } from '../bench/markdown/sample.ts';
import { serveBundledPage } from '../support/bundled-page.ts';
import type { PanelProof } from './page/panel.ts';
import { announce, conclude } from './report.ts';

declare const proof: PanelProof;

const times = Number(process.argv[2] ?? 200);
/** Panels before the first measurement: more than there are conversations kept in memory, and what is loaded once. */
const WARM_UP = 100;
/** Growth that counts as none: compiled code and caches of the browser vary. */
const FLAT = 1.1;
const ANSWER = createAnswer(1_500);
const PIECE = 300;

interface Usage {
  nodes: number;
  listeners: number;
  megabytes: number;
}

announce(`${times} panels mounted, asked and removed, then ${times} turns in one, in Chromium`);
await using site = await serveBundledPage(fileURLToPath(new URL('page/panel.ts', import.meta.url)));
const page = await site.open('globalThis.proof');
const client = await page.createCDPSession();
await client.send('Performance.enable');

const usePanel = async () => {
  await page.evaluate(() => proof.mount());
  await page.evaluate((...answer) => proof.ask(...answer), ANSWER, PIECE);
  await page.evaluate(() => proof.remove());
};
for (let panel = 0; panel < WARM_UP; panel++) await usePanel();
const before = await readUsage(client);
for (let panel = 0; panel < times; panel++) await usePanel();
const after = await readUsage(client);

await page.evaluate(() => proof.mount());
const turns: Usage[] = [];
for (let turn = 0; turn <= times; turn++) {
  await page.evaluate((...answer) => proof.ask(...answer), ANSWER, PIECE);
  if (turn % (times / 2) === 0) turns.push(await readUsage(client));
}
await page.evaluate(() => proof.remove());
// The last panel stays reachable until another one is used.
await usePanel();
const end = await readUsage(client);

const [first, middle, last] = turns as [Usage, Usage, Usage];
const perTurn = (from: Usage, to: Usage, of: keyof Usage) => (to[of] - from[of]) / (times / 2);
const isFlat = (a: Usage, b: Usage) =>
  b.nodes <= a.nodes * FLAT && b.listeners <= a.listeners * FLAT && b.megabytes <= a.megabytes * FLAT;
conclude([
  {
    claim: `${times} panels leave nothing behind`,
    figure: `${describe(before)} → ${describe(after)}`,
    holds: isFlat(before, after),
  },
  {
    claim: 'a late turn keeps no more than an early one',
    figure:
      `${perTurn(first, middle, 'nodes').toFixed(0)} nodes and ${(perTurn(first, middle, 'megabytes') * 1024).toFixed(0)} kB a turn in the first half, ` +
      `${perTurn(middle, last, 'nodes').toFixed(0)} and ${(perTurn(middle, last, 'megabytes') * 1024).toFixed(0)} kB in the second`,
    holds:
      perTurn(middle, last, 'nodes') <= perTurn(first, middle, 'nodes') * FLAT &&
      perTurn(middle, last, 'megabytes') <= perTurn(first, middle, 'megabytes') * FLAT,
  },
  {
    claim: `a conversation of ${times} turns leaves nothing behind`,
    figure: `${describe(after)} before, ${describe(last)} with them, ${describe(end)} after`,
    holds: isFlat(after, end),
  },
]);

async function readUsage(client: CDPSession): Promise<Usage> {
  // What is only reachable from finalizers goes with the second collection.
  for (let pass = 0; pass < 2; pass++) await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return {
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    megabytes: read('JSHeapUsedSize') / 1024 ** 2,
  };
}

function describe({ nodes, listeners, megabytes }: Usage): string {
  return `${nodes} nodes, ${listeners} listeners, ${megabytes.toFixed(1)} MB`;
}
