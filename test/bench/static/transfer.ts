import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import type { BenchSite, ServedRequest } from './bench-site.ts';
import type { TypedQueries } from './documentations.ts';
import { SEARCH_PAGES, type SearchPage } from './search-pages.ts';
import { createTypist } from './typist.ts';

/** What was fetched in a stretch of time. */
interface Transfer {
  requests: number;
  bytes: number;
}

/** What a visit fetches: the page with its box, opening the box, the first query, and those after it. */
interface Visit {
  page: Transfer;
  opened: Transfer;
  /** What was there between the first key and the first results on the screen. */
  untilResults: Transfer;
  /** From the first key until nothing more is fetched. */
  first: Transfer;
  /** The same by kind of file. */
  kinds: ReadonlyMap<string, Transfer>;
  following: Transfer;
}

/**
 * Print what the host sends for a first query and for those after it, with an empty cache and with that of an earlier visit. Each of
 * the first queries is typed in a browser that has nothing; all of them by one visitor after that.
 */
export async function printTransfer(
  browser: Browser,
  site: BenchSite,
  { firsts, following }: TypedQueries,
): Promise<void> {
  console.log(
    `\nRequests and kB of bodies (brotli, or as its index is packed). First query: median of ${firsts.length}, the most in brackets`,
  );
  console.log(
    `  ${''.padEnd(28)}${['page', 'box opened', 'key to results', 'whole query', `${following.length} more`, 'next visit: all of it'].map((title) => title.padEnd(24)).join('')}`,
  );
  // The floor fetches nothing.
  for (const searchPage of SEARCH_PAGES.slice(1)) {
    const visits: Visit[] = [];
    for (const query of firsts) {
      const context = await browser.createBrowserContext();
      visits.push(await visit(context, site, searchPage, [query]));
      await context.close();
    }
    const context = await browser.createBrowserContext();
    const cold = await visit(context, site, searchPage, [firsts[0]!, ...following]);
    const warm = await visit(context, site, searchPage, [firsts[0]!, ...following]);
    await context.close();
    const columns = [
      describe(visits.map(({ page }) => page)),
      describe(visits.map(({ opened }) => opened)),
      describe(visits.map(({ untilResults }) => untilResults)),
      describe(visits.map(({ first }) => first)),
      describe([cold.following]),
      describe([sum([warm.page, warm.opened, warm.first, warm.following])]),
    ];
    console.log(`  ${searchPage.name.padEnd(28)}${columns.map((column) => column.padEnd(24)).join('')}`);
    const kinds = new Set(visits.flatMap((own) => [...own.kinds.keys()]));
    const byKind = Array.from(kinds, (kind) => {
      const own = visits.map((one) => one.kinds.get(kind) ?? { requests: 0, bytes: 0 });
      return `${kind} ${describe(own)}`;
    });
    console.log(`    whole query by kind: ${byKind.toSorted().join('; ')}`);
  }
}

async function visit(
  context: BrowserContext,
  site: BenchSite,
  searchPage: SearchPage,
  [first, ...following]: readonly string[],
): Promise<Visit> {
  const page = await context.newPage();
  const typist = createTypist(page, site, searchPage);
  const marks = [site.log.length];
  const mark = (): number => marks.push(site.log.length);
  await page.goto(site.url + searchPage.path, { waitUntil: 'networkidle0' });
  mark();
  await typist.open();
  mark();
  await watchForResults(page, searchPage);
  await typist.type(first!);
  mark();
  const shownAt = await page.evaluate(() => globalThis.resultsAt);
  for (const query of following) await typist.type(query);
  mark();
  await page.close();
  const stretch = (at: number) => site.log.slice(marks[at], marks[at + 1]);
  return {
    page: sum(stretch(0)),
    opened: sum(stretch(1)),
    untilResults: sum(stretch(2).filter(({ answeredAt }) => answeredAt < shownAt)),
    first: sum(stretch(2)),
    kinds: new Map(Array.from(Map.groupBy(stretch(2), kindOf), ([kind, own]) => [kind, sum(own)])),
    following: sum(stretch(3)),
  };
}

/** Return the kind of a file of ours, else the end of its name. */
function kindOf({ path }: ServedRequest): string {
  const name = path.split('/').at(-1)!;
  return name.endsWith('.idx') ? name.split('.')[0]! : `.${name.split('.').at(-1)}`;
}

declare global {
  /** When there were results, in milliseconds since the epoch. */
  var resultsAt: number;
}

/** Note the frame in which there are results. */
async function watchForResults(page: Page, { result }: SearchPage): Promise<void> {
  await page.evaluate(`(function look() {
    if (${result}) globalThis.resultsAt = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  })()`);
}

function sum(parts: readonly (ServedRequest | Transfer)[]): Transfer {
  return {
    requests: parts.reduce((all, part) => all + ('requests' in part ? part.requests : 1), 0),
    bytes: parts.reduce((all, { bytes }) => all + bytes, 0),
  };
}

function describe(transfers: readonly Transfer[]): string {
  const [requests, bytes] = (['requests', 'bytes'] as const).map((key) =>
    transfers.map((transfer) => transfer[key]).toSorted((a, b) => a - b),
  ) as [number[], number[]];
  const middle = transfers.length >> 1;
  const kilobytes = (value: number) => (value / 1_000).toFixed(1);
  const most = transfers.length > 1 ? ` (${requests.at(-1)}, ${kilobytes(bytes.at(-1)!)})` : '';
  return `${requests[middle]}, ${kilobytes(bytes[middle]!)}${most}`;
}
