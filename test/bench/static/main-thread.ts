import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import type { BenchSite } from './bench-site.ts';
import type { TypedQueries } from './documentations.ts';
import { SEARCH_PAGES, type SearchPage } from './search-pages.ts';
import { createTypist } from './typist.ts';

const CPU_THROTTLING = 4;
/** Milliseconds from one key to the next: long enough for what a key causes, debounce included. */
const KEY_INTERVAL = 600;
const LONG_TASK = 50;

interface Cost {
  /** Milliseconds of the main thread, for a key. */
  busy: number;
  /** The longest task in milliseconds of the thread itself, which a busy machine does not lengthen. */
  longest: number;
  longTasks: number;
}

/** Print what the keys of queries cost the main thread on a machine four times slower, and opening the box before them. */
export async function printMainThread(
  browser: Browser,
  site: BenchSite,
  { firsts }: TypedQueries,
): Promise<void> {
  for (const query of firsts.slice(0, 2)) {
    console.log(
      `\nMain thread, CPU ${CPU_THROTTLING} times slower, a query of ${query.length} keys: ms a key (times the floor), longest task and tasks over ${LONG_TASK} ms while typing, while opening`,
    );
    let floor: number | undefined;
    for (const searchPage of SEARCH_PAGES) {
      const { opening, typing } = await measure(browser, site, searchPage, query);
      floor ??= typing.busy;
      console.log(
        `  ${searchPage.name.padEnd(28)}${typing.busy.toFixed(1).padStart(7)} (${(typing.busy / floor).toFixed(2)}x)   ${describe(typing)}   ${describe(opening)}`,
      );
    }
  }
}

function describe({ longest, longTasks }: Cost): string {
  return `${longest.toFixed(0).padStart(4)} ms, ${String(longTasks).padStart(2)}`;
}

async function measure(
  browser: Browser,
  site: BenchSite,
  searchPage: SearchPage,
  query: string,
): Promise<{ opening: Cost; typing: Cost }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const client = await page.createCDPSession();
  await page.goto(site.url + searchPage.path, { waitUntil: 'networkidle0' });
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING });
  const trace = async (work: () => Promise<void>, keys: number): Promise<Cost> => {
    await page.tracing.start({ categories: ['disabled-by-default-devtools.timeline'] });
    await work();
    return readCost((await page.tracing.stop())!, keys);
  };
  const typist = createTypist(page, site, searchPage);
  const opening = await trace(() => typist.open(), 1);
  const typing = await trace(async () => {
    await page.keyboard.type(query, { delay: KEY_INTERVAL });
    await wait(KEY_INTERVAL);
  }, query.length);
  await context.close();
  return { opening, typing };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread, if it has the figure. */
  tdur?: number;
  dur?: number;
  args: { name?: string };
}

/** Read the tasks of the busiest main thread of a trace: that of the page. */
function readCost(trace: Uint8Array, keys: number): Cost {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = Map.groupBy(
    traceEvents.filter((event) => event.name === 'RunTask' && main.has(threadOf(event))),
    threadOf,
  );
  const costs = Array.from(tasks.values(), (events) => {
    const times = events.map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000);
    return {
      busy: times.reduce((sum, time) => sum + time, 0) / keys,
      longest: Math.max(...times),
      longTasks: times.filter((time) => time > LONG_TASK).length,
    };
  });
  return costs.reduce((one, other) => (other.busy > one.busy ? other : one));
}
