import type { DocsFilter } from '../../protocol/api.ts';
import type { AnswerSearch } from './answer-search.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { judgeHits } from './relevance.ts';

/** Sections that are retrieved for an answer before they are ranked by substance. */
const CANDIDATES = 20;
/** Sections of one page before every other page has one. */
const SECTIONS_PER_PAGE = 3;
/** Characters from which a section is substantive. */
const SUBSTANCE_CHARACTERS = 400;
/** Weight of substance, where the best score is 1. */
const SUBSTANCE_WEIGHT = 0.3;

/**
 * Retrieve the sections for an answer. Unlike in a list of results, a section of links ("See also:") is of little use however
 * well it matches, so that substance is ranked as well as relevance.
 *
 * @returns best first
 */
export async function retrieveSections(
  search: Pick<AnswerSearch, 'search'>,
  query: string,
  options: { filter: DocsFilter | undefined; pageSize: number },
): Promise<SectionHit[]> {
  const hits = await search.search({
    query,
    filter: options.filter ?? null,
    pageSize: Math.max(CANDIDATES, options.pageSize),
    sectionsPerPage: SECTIONS_PER_PAGE,
    withEvidence: true,
    rerank: true,
  });
  const best = hits[0]?.score ?? 1;
  const use = ({ score, section }: SectionHit): number =>
    score / best + SUBSTANCE_WEIGHT * Math.min(1, section.content.length / SUBSTANCE_CHARACTERS);
  // What answers comes first, because hits of a fallback language are ranked for themselves.
  const answers = (hit: SectionHit): number => Number(judgeHits([hit]).certainty !== 'none');
  return hits.toSorted((a, b) => answers(b) - answers(a) || use(b) - use(a)).slice(0, options.pageSize);
}
