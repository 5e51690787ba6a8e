import { RequestFailure } from '../../../protocol/failures/failure.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import type { maskSecrets } from '../../../state/mask.ts';
import type { Lazy } from '../../shared/lazy.ts';
import type { SearchHost, SearchPieces } from '../context.ts';
import type { SearchQueryDetail } from '../docs-search.events.ts';
import { lacksExcerpt } from '../results/hits.ts';

/** Remove secrets from a query before it is sent or kept. Rejects when the rules for it cannot be loaded. */
export type QueryMask = (query: string) => string | Promise<string>;

/** @param rules what finds the secrets, loaded with the first query of a host with `mask` */
export function createQueryMask(host: Pick<SearchHost, 'mask'>, rules: Lazy<typeof maskSecrets>): QueryMask {
  const loadAndApply = async (query: string): Promise<string> => {
    const mask = await rules.load();
    if (mask) return mask(query);
    throw new RequestFailure({ code: 'network', retryable: true, message: 'The mask could not be loaded.' });
  };
  return (query) => (host.mask ? (rules.value?.(query) ?? loadAndApply(query)) : query);
}

/**
 * Wrap a source: each query is masked, then announced to the page by `docs-search-query`. A query that the page cancels is
 * not sent and fails with `aborted`; one that cannot be masked is not sent either.
 */
export function createQuerySource(
  host: Pick<SearchHost, 'emit'>,
  {
    source,
    mask,
    prepare,
    excerpts,
  }: {
    source: SearchSource;
    mask: QueryMask;
    /** Runs before each request. */
    prepare: () => Promise<unknown>;
    /** Waited for where the server sends no excerpts, so that rows are not drawn twice. */
    excerpts: SearchPieces['excerpts'];
  },
): SearchSource {
  return {
    async search(request, options) {
      // Also leaves the update cycle, from which the session may have sent the request.
      await prepare();
      const query = await mask(request.query);
      options?.signal?.throwIfAborted();
      const detail: SearchQueryDetail = { query, filter: request.filter ?? {} };
      if (!host.emit('docs-search-query', detail, { cancelable: true }))
        throw new RequestFailure({
          code: 'aborted',
          retryable: true,
          message: 'The page canceled the search.',
        });
      const results = await source.search({ ...request, query }, options);
      if (results.some(lacksExcerpt)) await excerpts.load();
      return results;
    },
  };
}
