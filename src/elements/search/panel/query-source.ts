import { RequestFailure } from '../../../protocol/failures/failure.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import type { maskSecrets } from '../../../protocol/mask-secrets.ts';
import type { Lazy } from '../../shared/lazy.ts';
import type { SearchHost, SearchPieces } from '../context.ts';
import type { SearchQueryDetail } from '../docs-search.events.ts';
import { lacksExcerpt } from './hits.ts';

/** Mask the secrets in a query before it is sent or stored. Rejects if the rules cannot be loaded. */
export type QueryMask = (query: string) => string | Promise<string>;

/** @param rules finds the secrets; loaded with the first query of a host with `mask` */
export function createQueryMask(host: Pick<SearchHost, 'mask'>, rules: Lazy<typeof maskSecrets>): QueryMask {
  const loadAndApply = async (query: string): Promise<string> => (await loaded(rules))(query);
  return (query) => (host.mask ? (rules.value?.(query) ?? loadAndApply(query)) : query);
}

/** Load a piece that a search cannot do without. Rejects with a failure that may be tried again. */
export async function loaded<T>(piece: Lazy<T>): Promise<T> {
  const value = await piece.load();
  if (value !== undefined) return value;
  throw new RequestFailure({ code: 'network', retryable: true, message: 'A piece could not be loaded.' });
}

/**
 * Create a source around another: each query is masked, then dispatched to the page as `docs-search-query`. A query that the page cancels
 * fails with `aborted`; one that cannot be masked fails, too. Neither is sent.
 */
export function createQuerySource(
  host: Pick<SearchHost, 'emit'>,
  {
    open,
    mask,
    prepare,
    excerpts,
  }: {
    /** Return the source, which may have to be loaded. */
    open: () => SearchSource | Promise<SearchSource>;
    mask: QueryMask;
    /** Runs before each request. */
    prepare: () => Promise<unknown>;
    /** Loaded before results without excerpts are returned, so that they are not drawn twice. */
    excerpts: SearchPieces['excerpts'];
  },
): SearchSource {
  return {
    async search(request, options) {
      // Being asynchronous, this also leaves the update cycle, in which the session may have called.
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
      const results = await (await open()).search({ ...request, query }, options);
      if (results.some(lacksExcerpt)) await excerpts.load();
      return results;
    },
  };
}
