/**
 * Search without a server, beside Pagefind and MiniSearch: `npm run bench:static -- ../shared/corpus/astro-docs`. How often the right
 * page is found, how often the static index and the service agree, bytes and requests of queries, and what a key costs the main
 * thread. Indexes are kept between runs in `.docs-assistant/bench-static`. `--only quality` (`transfer`, `keys`) measures one thing,
 * `--docs fastify` takes one documentation; what a page fetches and does is measured with the first one. `--only growth` alone builds
 * indexes of more and more sections (`--sections 400,5000,50000`), which takes an hour.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { defaultEmbeddingModel } from '../../src/service/models/open-embedder.ts';
import { MODEL } from '../service/docs-folder.ts';
import { findChromium } from '../support/browser.ts';
import { buildIndexes } from './static/built-indexes.ts';
import { documentationsIn, queriesToType } from './static/documentations.ts';
import { printGrowth } from './static/growth.ts';
import { printMainThread } from './static/main-thread.ts';
import { printQuality } from './static/quality.ts';
import { serveSearchPages } from './static/search-pages.ts';
import { printTransfer } from './static/transfer.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.docs-assistant/bench-static' },
    docs: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    sections: { type: 'string', default: '400,5000,50000' },
  },
});
const [corpus] = positionals;
if (corpus === undefined)
  throw new Error('Usage: npm run bench:static -- FOLDER [--data FOLDER] [--docs NAME] [--only quality]');

const isWanted = (measurement: string): boolean => values.only?.includes(measurement) ?? true;
const model = defaultEmbeddingModel(null) ?? { folder: MODEL };
const documentations = documentationsIn(corpus).filter(({ name }) => values.docs?.includes(name) ?? true);
const browser = await puppeteer.launch((await findChromium()).launchOptions);
const [cpu] = cpus();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model}, ${await browser.version()}, load ${loadavg()[0]!.toFixed(1)}`,
);
try {
  if (values.only?.includes('growth')) {
    const sizes = values.sections.split(',').map(Number);
    await printGrowth(documentations[0]!, sizes, { data: values.data, model });
  }
  const isOther = values.only?.some((measurement) => measurement !== 'growth') ?? true;
  for (const [at, documentation] of (isOther ? documentations : []).entries()) {
    const built = await buildIndexes(documentation, { data: values.data, model });
    if (isWanted('quality')) await printQuality(documentation, built, { browser, model });
    // What a page fetches and does is measured with one of them.
    if (at > 0) continue;
    await using site = await serveSearchPages(built);
    if (isWanted('transfer')) await printTransfer(browser, site, queriesToType(documentation));
    if (isWanted('keys')) await printMainThread(browser, site, queriesToType(documentation));
  }
} finally {
  await browser.close();
}
console.log(`load ${loadavg()[0]!.toFixed(1)}`);
