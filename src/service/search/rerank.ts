import { FOREIGN_SCRIPT } from '../models/foreign-script.ts';
import { passageOf } from '../index/section-passage.ts';
import { detectLanguage } from '../../engine/language/detect-language.ts';
import type { Reranker } from '../models/reranker.ts';
import { readPageSize } from '../../engine/ranking/rank-sections.ts';
import type { SearchIndex, SearchOptions, SectionHit } from '../../engine/ranking/search-index.ts';

/** Hits that are reranked. More take longer, and a right one is seldom behind them. */
const RERANKED = 30;
/** Milliseconds for reranking. Beyond them, hits stay as they are. */
const RERANKING_MILLISECONDS = 2_000;

/** Search an index. With `rerank`, its best hits are ordered by a cross-encoder, if there is one. */
export async function searchAndRerank(
  index: SearchIndex,
  opening: Promise<Reranker | null>,
  ...[options, meaning, signal]: Parameters<SearchIndex['search']>
): Promise<SectionHit[]> {
  const reranker = options.rerank ? await opening : null;
  if (reranker === null || !isReadable(options, reranker)) return index.search(options, meaning, signal);
  const pageSize = readPageSize(options.pageSize);
  const wanted = { ...options, pageSize: Math.max(RERANKED, pageSize) };
  const hits = await index.search(wanted, meaning, signal);
  return (await rerank(hits, options.query, reranker, signal)).slice(0, pageSize);
}

/** Order the best hits by how well they answer the query. The others follow as they are. */
async function rerank(
  hits: SectionHit[],
  query: string,
  reranker: Reranker,
  signal: AbortSignal | undefined,
): Promise<SectionHit[]> {
  const best = hits.slice(0, RERANKED);
  const others = hits.slice(RERANKED);
  const passages = best.map(({ section }) => passageOf(section, section));
  const deadline = AbortSignal.timeout(RERANKING_MILLISECONDS);
  const scores = await reranker
    .score(query, passages, signal ? AbortSignal.any([signal, deadline]) : deadline)
    .catch(() => null);
  if (scores === null) return hits;
  const reranked = best
    .map((hit, at) => ({ ...hit, score: scores[at]! }))
    .toSorted((a, b) => b.score - a.score);
  const lowest = reranked.at(-1)?.score ?? 0;
  const highest = others[0]?.score ?? 0;
  // Scale the scores of the others, so that no one is above a reranked hit.
  return [
    ...reranked,
    ...others.map((hit) => ({ ...hit, score: highest > 0 ? lowest * (hit.score / highest) : 0 })),
  ];
}

/** Return whether the model was trained on the language of the query and of the sections. */
function isReadable({ query, filter, mode }: SearchOptions, { isEnglishOnly }: Reranker): boolean {
  if (query.trim() === '' || mode === 'keyword') return false;
  if (!isEnglishOnly) return true;
  const languages = [filter?.language, detectLanguage(query, filter?.language)];
  return !FOREIGN_SCRIPT.test(query) && languages.every((one) => !one || /^en\b/i.test(one));
}
