import type { DocsFilter } from '../../protocol/api.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { SectionHit } from '../search/search-engine.ts';
import { judgeHits } from './relevance.ts';
import { dependenceOf, queryWithContext } from './retrieval-query.ts';
import { retrieveSections } from './retrieve.ts';

/** What a question was looked up as, and what was found, best first. */
export interface LookUp {
  query: string;
  hits: SectionHit[];
}

/**
 * Look up a question without a language model. One that depends on an earlier question is looked up together with it; one that may
 * depend on it both ways, and the better result counts.
 *
 * @param earlierQuestions oldest first
 */
export async function lookUp(
  search: Pick<ProjectSearch, 'search'>,
  question: { text: string; filter: DocsFilter | undefined; pageSize: number },
  earlierQuestions: readonly string[],
): Promise<LookUp> {
  const language = question.filter?.language;
  const find = async (query: string): Promise<LookUp> => ({
    query,
    hits: await retrieveSections(search, query, question),
  });
  const dependence = earlierQuestions.length === 0 ? 'independent' : dependenceOf(question.text, language);
  if (dependence === 'independent') return find(question.text);
  const together = queryWithContext(question.text, earlierQuestions, language);
  if (dependence === 'dependent') return find(together);
  const [withContext, alone] = await Promise.all([find(together), find(question.text)]);
  return judgeHits(withContext.hits).odds > judgeHits(alone.hits).odds ? withContext : alone;
}
