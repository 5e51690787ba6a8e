import { detectLanguage } from '../../engine/language/detect-language.ts';
import { LanguageFallback } from '../../engine/ranking/language-fallback.ts';
import type {
  QueryMeaning,
  SearchIndex,
  SearchOptions,
  SectionHit,
} from '../../engine/ranking/search-index.ts';
import type { IndexFacts } from '../../engine/sections/index-facts.ts';
import type { Embedder } from '../models/embedder.ts';
import { FOREIGN_SCRIPT } from '../models/foreign-script.ts';
import type { Reranker } from '../models/reranker.ts';
import { passageOf } from '../index/section-passage.ts';
import { readPageSize } from '../../engine/ranking/rank-sections.ts';

/** Timeout of embedding a query, in milliseconds. Beyond it, the query is searched by its words. */
const QUERY_EMBEDDING_MILLISECONDS = 2_000;
/**
 * Weight of the cosine for languages that the model was not trained on. Not zero, because product names and loan words still
 * match.
 */
const FOREIGN_LANGUAGE_WEIGHT = 0.3;
/** Share of sections with a vector from which search by meaning is better than search by words alone. */
const ENOUGH_VECTORS_SHARE = 0.9;

export interface SearchPipelineOptions {
  /** Return the model that embeds queries; `null`: none, or not yet. */
  embedder: () => Embedder | null;
  reranker: Promise<Reranker | null>;
  /** See `chooseFallback`. */
  fallbackLanguages: readonly (string | undefined)[];
}

/** Searches an index. @param signal ends the search, which then throws its reason */
export type SearchPipeline = (
  index: SearchIndex,
  options: SearchOptions,
  signal?: AbortSignal,
) => Promise<SectionHit[]>;

/** Make the search of a project: embed the query, search in its language and the fallback, rerank what was found. */
export function createSearchPipeline(parts: SearchPipelineOptions): SearchPipeline {
  const { embedder: currentEmbedder, reranker, fallbackLanguages } = parts;
  const fallbacks = new WeakMap<SearchIndex, LanguageFallback>();
  return async (index, options, signal) => {
    const embedder = currentEmbedder();
    const vector = embedder && (await embedQuery(embedder, options, index.facts, signal));
    let languages = fallbacks.get(index);
    if (!languages) {
      const search: SearchIndex['search'] = (...given) => searchAndRerank(index, reranker, ...given);
      languages = new LanguageFallback({ ...index, search }, fallbackLanguages);
      fallbacks.set(index, languages);
    }
    const meaningIn = (language: string | undefined): QueryMeaning | null =>
      vector && { vector, weight: weightOf(options, embedder.isEnglishOnly, language) };
    return languages.search(options, meaningIn, signal);
  };
}

/** Return the vector of a query; `null` when those of the index cannot be compared with it, or it takes too long. */
async function embedQuery(
  embedder: Embedder,
  { query, mode = 'hybrid' }: SearchOptions,
  facts: IndexFacts,
  signal: AbortSignal | undefined,
): Promise<Float32Array | null> {
  if (query.trim() === '' || facts.space !== embedder.space) return null;
  if (mode === 'keyword' || (mode === 'hybrid' && !hasEnoughVectors(facts))) return null;
  if (embedder.isEnglishOnly && mode !== 'vector' && FOREIGN_SCRIPT.test(query)) return null;
  // Also takes the query out of the queue of the model, where those that come later would wait for it.
  const tooLate = new AbortController();
  const clock = setTimeout(() => tooLate.abort(), QUERY_EMBEDDING_MILLISECONDS);
  const stopped = signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal;
  try {
    const [vector] = await embedder.embedQueries([query], { signal: stopped });
    return vector ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(clock);
  }
}

/** A hybrid search needs nearly all vectors, since it would otherwise prefer the few sections that have one. */
function hasEnoughVectors({ vectors, sections }: IndexFacts): boolean {
  return vectors >= sections * ENOUGH_VECTORS_SHARE;
}

/** @param language language of the sections to compare with, if known */
function weightOf(
  { query, mode, filter }: SearchOptions,
  isEnglishOnly: boolean,
  language: string | undefined,
): number {
  const spoken = language && (detectLanguage(query, filter?.language) ?? filter?.language);
  const isForeign = isEnglishOnly && [language, spoken].some((one) => one && !/^en\b/i.test(one));
  return isForeign && mode !== 'vector' ? FOREIGN_LANGUAGE_WEIGHT : 1;
}

/** Hits that are reranked. More take longer, and a right one is seldom behind them. */
const RERANKED = 30;
/** Milliseconds for reranking. Beyond them, hits stay as they are. */
const RERANKING_MILLISECONDS = 2_000;

/** Search an index. With `rerank`, its best hits are ordered by a cross-encoder, if there is one. */
async function searchAndRerank(
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
