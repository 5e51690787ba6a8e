import type { CandidateIndex } from './candidate-index.ts';
import type { KeywordQuery } from './keyword-query.ts';
import type { FoundSection } from './section-index.ts';

/** Return for each section the words of a query that no section has as written, and this one in no other way. */
export async function missingWords(
  index: Pick<CandidateIndex, 'wordsIn'>,
  { terms }: Pick<KeywordQuery, 'terms'>,
  found: readonly FoundSection[],
): Promise<string[][]> {
  const unknown = [...terms].filter(([, { isKnown }]) => !isKnown);
  if (unknown.length === 0) return found.map(() => []);
  const expressions = unknown.map(([, { expression }]) => expression);
  return (await index.wordsIn(found, expressions)).map(({ has }) =>
    unknown.filter((_, at) => !has[at]).map(([word]) => word),
  );
}
