import type { Browser, Page } from 'puppeteer-core';
import type { SearchMode, SectionHit } from '../../../src/engine/ranking/search-index.ts';
import type { EmbeddingModelOptions } from '../../../src/service/models/open-embedder.ts';
import { openEngine } from '../../service/docs-folder.ts';
import { serveSite } from './bench-site.ts';
import type { BuiltIndexes } from './built-indexes.ts';
import type { Documentation, LabelledQuery } from './documentations.ts';
import { createMiniSearch } from './peer-indexes.ts';

/** Ranks from which a page counts as not found. */
const PAGES = 10;

/** Finds pages, best first, each once. */
type FindPages = (query: string) => Promise<readonly string[]>;

/** A way of searching one documentation. */
interface Contender {
  name: string;
  find: FindPages;
}

/** Print how often the right page is found, by whom, and how often the static index and the service have the same first place. */
export async function printQuality(
  { name, dir, language, sets }: Documentation,
  { own, sections, pagefindFolder, dataDir }: BuiltIndexes,
  { browser, model }: { browser: Browser; model: EmbeddingModelOptions },
): Promise<void> {
  await using service = await openEngine({ dir, dataDir, model, defaultLanguage: language });
  await service.reindex();
  await using site = await serveSite({ '/pagefind/': pagefindFolder }, { '/': '<!doctype html>' });
  const page = await browser.newPage();
  await page.goto(site.url);
  const vitepress = createMiniSearch(sections);
  const plain = createMiniSearch(sections, {});
  const contenders: Contender[] = [
    { name: 'floor: MiniSearch, plain', find: async (query) => pagesOf(plain.search(query)) },
    { name: 'MiniSearch as in VitePress', find: async (query) => pagesOf(vitepress.search(query)) },
    { name: 'Pagefind', find: (query) => searchPagefind(page, query) },
    { name: 'static index, words', find: async (query) => pathsOf(await ask(own, query, 'keyword')) },
    { name: 'static index', find: async (query) => pathsOf(await ask(own, query, 'hybrid')) },
    { name: 'service, words', find: async (query) => pathsOf(await ask(service, query, 'keyword')) },
    { name: 'service', find: async (query) => pathsOf(await ask(service, query, 'hybrid')) },
  ];
  console.log(
    `\n${name}: ${new Set(sections.map(({ path }) => path)).size} pages, ${sections.length} sections`,
  );
  for (const set of sets.filter(({ queries }) => queries.length > 0)) {
    console.log(
      `  ${`${set.name} (${set.queries.length})`.padEnd(32)}  R@1   R@5  R@10   MRR   times the floor`,
    );
    let floor: number | undefined;
    for (const { name, find } of contenders) {
      const ranks = await ranksOf(set.queries, find);
      const within = (most: number) =>
        (ranks.filter((rank) => rank <= most).length / ranks.length).toFixed(2);
      const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
      floor ??= reciprocal;
      console.log(
        `    ${name.padEnd(28)} ${within(1).padStart(5)} ${within(5).padStart(5)} ${within(PAGES).padStart(5)} ${reciprocal.toFixed(3)}   ${floor === 0 ? '–' : (reciprocal / floor).toFixed(2)}`,
      );
    }
  }
  const queries = sets.flatMap((set) => set.queries);
  for (const mode of ['keyword', 'hybrid'] as const) {
    let same = 0;
    for (const { query } of queries) {
      const [[one], [other]] = await Promise.all([ask(own, query, mode), ask(service, query, mode)]);
      if (one?.section.href === other?.section.href) same++;
    }
    const by = mode === 'keyword' ? 'by words' : 'by words and meaning';
    console.log(
      `  static index and service, ${by}: the same section in the first place for ${same} of ${queries.length} (${((100 * same) / queries.length).toFixed(0)} of 100)`,
    );
  }
  await page.close();
}

interface Searchable {
  search(options: { query: string; mode: SearchMode; pageSize: number }): Promise<SectionHit[]>;
}

function ask(search: Searchable, query: string, mode: SearchMode): Promise<SectionHit[]> {
  return search.search({ query, mode, pageSize: PAGES });
}

function pathsOf(hits: readonly SectionHit[]): string[] {
  return [...new Set(hits.map(({ section }) => section.path))];
}

function pagesOf(results: readonly { id: string }[]): string[] {
  return [...new Set(results.map(({ id }) => id.split('#')[0]!))].slice(0, PAGES);
}

interface PagefindModule {
  search(query: string): Promise<{ results: { data(): Promise<{ url: string }> }[] }>;
}

async function searchPagefind(page: Page, query: string): Promise<string[]> {
  const urls = await page.evaluate(
    async (query, most) => {
      const address = '/pagefind/pagefind.js';
      const { search } = (await import(address)) as PagefindModule;
      const { results } = await search(query);
      return Promise.all(results.slice(0, most).map(async (result) => (await result.data()).url));
    },
    query,
    PAGES,
  );
  return urls.map((url) => url.replace(/^\//, ''));
}

async function ranksOf(queries: readonly LabelledQuery[], find: FindPages): Promise<number[]> {
  const ranks: number[] = [];
  for (const { query, pages } of queries) {
    const found = await find(query);
    const at = found.findIndex((path) => pages.includes(path));
    ranks.push(at === -1 ? Infinity : at + 1);
  }
  return ranks;
}
