import type { DocsFilter } from '../../protocol/api.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { AnswerSearch } from './answer-search.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { judgeHits } from './relevance.ts';
import { dependenceOf, queryWithContext } from './retrieval-query.ts';
import { retrieveSections } from './retrieve.ts';

/** What a question was looked up as, and what was found, best first. */
export interface LookUp {
  query: string;
  hits: SectionHit[];
  /**
   * Whether no earlier question can give a better result: this one refers to nothing, in a language whose references are known, and
   * the documentation answers it with certainty.
   */
  isClear: boolean;
}

/**
 * Look up a question without a language model. One that depends on an earlier question is looked up together with it; one that may
 * depend on it both ways, and the better result counts.
 *
 * @param earlierQuestions oldest first
 */
export async function lookUp(
  search: Pick<AnswerSearch, 'search'>,
  question: { text: string; filter: DocsFilter | undefined; pageSize: number },
  earlierQuestions: readonly string[],
): Promise<LookUp> {
  const language = question.filter?.language;
  const find = async (query: string): Promise<LookUp> => ({
    query,
    hits: await retrieveSections(search, query, question),
    isClear: false,
  });
  const dependence = earlierQuestions.length === 0 ? 'independent' : dependenceOf(question.text, language);
  if (dependence === 'independent') {
    const alone = await find(question.text);
    const isClear = detectLanguage(question.text) !== undefined && judgeHits(alone.hits).certainty === 'high';
    return { ...alone, isClear };
  }
  const together = queryWithContext(question.text, earlierQuestions, language);
  if (dependence === 'dependent') return find(together);
  const [withContext, alone] = await Promise.all([find(together), find(question.text)]);
  return judgeHits(withContext.hits).odds > judgeHits(alone.hits).odds ? withContext : alone;
}
