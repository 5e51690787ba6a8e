import type { AssistantRequest, SearchRequest, SearchResult } from '../../protocol/api.ts';
import { createExcerpts } from '../../protocol/excerpt/create-excerpts.ts';
import type { AnswerSource, SearchSource } from '../../protocol/sources.ts';
import type { SectionHit } from '../../engine/ranking/search-index.ts';
import { toSearchResult } from '../../engine/ranking/search-result.ts';
import { languagesOf, versionsOf } from '../../engine/sections/scopes.ts';
import { StaticSearch, type StaticSearchOptions } from './static-search.ts';

/** Versions and languages of a static index, sorted. */
export interface StaticFacts {
  readonly versions: readonly string[];
  readonly languages: readonly string[];
}

/** Search and answers over the files of a static index. */
export interface StaticSource extends SearchSource, AnswerSource {
  /** Rejects with a `RequestFailure` when there is no index that can be read. Searches try again. */
  readonly ready: Promise<StaticFacts>;
}

/** Open a static index. Its files are fetched as queries need them, and kept as long as the page. */
export function createStaticSource(options: StaticSearchOptions): StaticSource {
  const search = new StaticSearch(options);
  const ready = search.open().then(({ facts: { scopes } }) => ({
    versions: versionsOf(scopes),
    languages: languagesOf(scopes),
  }));
  // A failure is that of the search or question that meets it.
  ready.catch(() => {});
  return {
    ready,
    async search({ query, pageSize, filter }: SearchRequest, { signal, onInterim } = {}) {
      const options = { query, filter: filter ?? null, ...(pageSize !== undefined && { pageSize }) };
      const hits = await search.search(
        options,
        signal,
        onInterim && ((named) => onInterim(toResults(named, query))),
      );
      return toResults(hits, query);
    },
    async *answer(request: AssistantRequest, { signal } = {}) {
      const { answerFromIndex } = await import('./answer-from-index.ts');
      yield* answerFromIndex(search, request, signal);
    },
  };
}

function toResults(hits: readonly SectionHit[], query: string): SearchResult[] {
  const results = hits.map((hit) => toSearchResult(hit));
  for (const [{ metadata }, excerpt] of createExcerpts(results, query)) metadata.excerpt = excerpt;
  return results;
}
