import type { DocsFilter } from '../../protocol/api.ts';
import type { SearchEngine, SectionHit } from '../search/search-engine.ts';

/** Sections that are looked at for an answer, whatever number of them is asked for. */
const CANDIDATES = 20;
/** Sections of one page that may stand beside each other before every page had its turn. */
const SECTIONS_PER_PAGE = 3;
/** Characters from which a section says enough to answer with. */
const SUBSTANCE_CHARACTERS = 400;
/** What that counts, where the best section found counts 1. */
const SUBSTANCE_WEIGHT = 0.3;

/**
 * Finds sections to answer from. Unlike in a list of results, a section that only points elsewhere ("See also:") is of little
 * use, however well it fits: substance counts beside relevance.
 *
 * @returns best first
 */
export async function retrieveSections(
  engine: SearchEngine,
  query: string,
  options: { filter: DocsFilter | undefined; pageSize: number },
): Promise<SectionHit[]> {
  const hits = await engine.search({
    query,
    filter: options.filter ?? null,
    pageSize: Math.max(CANDIDATES, options.pageSize),
    sectionsPerPage: SECTIONS_PER_PAGE,
  });
  const best = hits[0]?.score ?? 1;
  const use = ({ score, section }: SectionHit): number =>
    score / best + SUBSTANCE_WEIGHT * Math.min(1, section.content.length / SUBSTANCE_CHARACTERS);
  return hits.toSorted((a, b) => use(b) - use(a)).slice(0, options.pageSize);
}
