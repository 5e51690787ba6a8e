import type { DocsFilter } from '../../protocol/api.ts';
import type { SectionHit } from '../../engine/ranking/search-index.ts';
import type { Section } from '../../engine/sections/section.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { SectionChoice } from './model/prompt.ts';

/** Number of hits that the context of a model is chosen from. */
export const CONTEXT_HITS = 30;
/** Sections of one page before every other page has some. */
const FIRST_OF_PAGE = 2;
/** Number of pages that have one section before any has two. */
const FIRST_PAGES = 15;
/** Number of pages whose other sections follow the hits, and how far these may be from the hit. */
const READ_PAGES = 3;
const READ_AROUND = 12;
/** Tokens that the smallest section takes, by which a documentation may fit into a prompt as a whole. */
const MIN_TOKENS = 60;
/** Maximum number of sections that are read to be given as a whole, whatever the budget. */
const MAX_WHOLE = 2_000;

/**
 * Choose what a model reads for a question, best first: one hit a page, then two, then what stands around the hits of the best pages, then
 * all other hits. A documentation that may fit into the budget is read as a whole.
 *
 * @param hits best first
 */
export async function chooseSections(
  search: Pick<ProjectSearch, 'readSections'>,
  hits: readonly SectionHit[],
  { filter, promptTokens }: { filter: DocsFilter | undefined; promptTokens: number },
): Promise<SectionChoice> {
  const found = hits.map(({ section }) => section);
  const bestOfPages = found.filter((one, at) => found.findIndex(({ path }) => path === one.path) === at);
  const limit = Math.min(MAX_WHOLE, Math.floor(promptTokens / MIN_TOKENS));
  const [whole, ...around] = await Promise.all([
    search.readSections({ filter, limit }),
    ...bestOfPages.slice(0, READ_PAGES).map((section) => readAround(search, section)),
  ]);
  const first = found.filter(
    (one, at) => found.slice(0, at).filter(({ path }) => path === one.path).length < FIRST_OF_PAGE,
  );
  const broad = bestOfPages.slice(0, FIRST_PAGES);
  // The rest of a heading that was split belongs to its first part.
  const rest = (section: Section) => around.flat().filter(({ href }) => href === section.href);
  const best = [...broad.flatMap((one) => [one, ...rest(one)]), ...first, ...around.flat(), ...found];
  return { best: [...new Map(best.map((one) => [one.id, one])).values()], whole };
}

/** Return the sections of a page around one, nearest first. */
async function readAround(
  search: Pick<ProjectSearch, 'readSections'>,
  { path, place }: Section,
): Promise<Section[]> {
  const range = { first: place - READ_AROUND, last: place + READ_AROUND };
  const near = await search.readSections({ range, limit: 2 * READ_AROUND + 1 });
  return near
    .filter((section) => section.path === path)
    .toSorted((a, b) => Math.abs(a.place - place) - Math.abs(b.place - place));
}
