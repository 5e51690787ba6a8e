/**
 * The longest task of the page while hostile Markdown streams into an answer: `npm run proof:growth`, with a part of a name for some
 * patterns only. A task counts by the time of its thread, so that other processes of a busy machine do not count.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { createAttacks } from '../markdown/support/attacks.ts';
import { serveBundledPage } from '../support/bundled-page.ts';
import type { PanelProof } from './page/panel.ts';
import { announce, conclude, type Finding } from './report.ts';

declare const proof: PanelProof;

const [wanted = ''] = process.argv.slice(2);
const LENGTH = 40_000;
/** Characters a frame: an answer that comes fast. */
const PIECE = 200;
const MAX_MILLISECONDS = 200;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds, by the clock and of the thread. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const patterns = Object.entries(createAttacks(LENGTH))
  .filter(([name]) => name.includes(wanted))
  .map(([name, text]) => [name, text.slice(0, LENGTH)] as const);
announce(
  `${patterns.length} patterns of Markdown of ${LENGTH} characters, ${PIECE} a frame, through the chat in Chromium`,
);
await using site = await serveBundledPage(fileURLToPath(new URL('page/panel.ts', import.meta.url)));
const findings: Finding[] = [];
for (const [name, text] of patterns) {
  const page = await site.open('globalThis.proof');
  const { thread, clock } = await longestTask(page, text);
  await page.close();
  findings.push({
    claim: name,
    figure: `longest task ${thread.toFixed(0)} ms (${clock.toFixed(0)} ms by the clock)`,
    holds: thread <= MAX_MILLISECONDS,
  });
}
conclude(findings);

async function longestTask(page: Page, text: string): Promise<{ thread: number; clock: number }> {
  await page.evaluate(() => proof.mount());
  // What is loaded with the first question is no part of an answer.
  await page.evaluate(() => proof.ask('The first one.', 100));
  await page.tracing.start({ categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await page.evaluate((...answer) => proof.ask(...answer), text, PIECE);
  const trace = await page.tracing.stop();
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page');
  const longest = (of: 'dur' | 'tdur') => Math.max(...tasks.map((task) => task[of] ?? 0)) / 1000;
  return { thread: longest('tdur'), clock: longest('dur') };
}
