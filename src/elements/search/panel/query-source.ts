import { SearchClient } from '../../../client/search-client.ts';
import { RequestFailure } from '../../../protocol/failures/failure.ts';
import type { SearchResult } from '../../../protocol/api.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import type { maskSecrets } from '../../../protocol/mask-secrets.ts';
import { lazy, type Lazy } from '../../shared/lazy.ts';
import type { SearchHost } from '../context.ts';
import type { SearchQueryDetail } from '../docs-search.events.ts';
import { lacksExcerpt } from './hits.ts';
import type { PanelController } from './panel-controller.ts';
import { areRelated, mayAsk, mayBeQuestion } from './preload.ts';

/** Mask the secrets in a query before it is sent or stored. Rejects if the rules cannot be loaded. */
export type QueryMask = (query: string) => string | Promise<string>;

/** @param rules finds the secrets; loaded with the first query of a host with `mask` */
export function createQueryMask(host: Pick<SearchHost, 'mask'>, rules: Lazy<typeof maskSecrets>): QueryMask {
  const loadAndApply = async (query: string): Promise<string> => (await loaded(rules))(query);
  return (query) => (host.mask ? (rules.value?.(query) ?? loadAndApply(query)) : query);
}

/** Load what a search cannot do without. Rejects with a failure that may be tried again. */
async function loaded<T>(module: Lazy<T>): Promise<T> {
  const value = await module.load();
  if (value !== undefined) return value;
  throw new RequestFailure({ code: 'network', retryable: true, message: 'Code could not be loaded.' });
}

/** Open where the results of a host come from: the page's own source, a named one, a static index, or the endpoint; `null` without any. */
export function openSource(
  panel: Pick<PanelController, 'host' | 'modules' | 'useAfterResults'>,
  mask: QueryMask,
): SearchSource | null {
  const { host, modules } = panel;
  const { endpoint, domain, indexUrl, source } = host;
  if (host.missing.length > 0) return null;
  const [name, own] = typeof source === 'string' ? [source] : ['', source];
  const server = source || indexUrl ? null : new SearchClient({ endpoint, domain });
  const late = lazy(() => (name ? modules.openNamedSource(name) : modules.openStaticIndex(host)));
  // Not awaited: the panel can be drawn without it.
  if (indexUrl && !source) void late.load();
  return createQuerySource(host, {
    open: () => own ?? server ?? loaded(late),
    mask,
    // The filter in the address must apply to the first search, and a question to the assistant comes before results. If the group fails
    // to load, there is neither.
    prepare: async (query) =>
      (host.filtersInUrl || (mayBeQuestion(query) && mayAsk(host))) && panel.useAfterResults(),
    // So that results are not drawn twice.
    complete: (results) =>
      Promise.all([
        results.some(lacksExcerpt) && modules.excerpts.load(),
        (host.renderResult || (areRelated(results) && mayAsk(host))) && panel.useAfterResults(),
      ]),
  });
}

/** Steps of a search around its source. */
interface QuerySteps {
  /** Return the source, which may have to be loaded. */
  open(): SearchSource | Promise<SearchSource>;
  readonly mask: QueryMask;
  /** Runs before each request. */
  prepare(query: string): Promise<unknown>;
  /** Runs before results are returned. */
  complete(results: readonly SearchResult[]): Promise<unknown>;
}

/**
 * Create a source around another: each query is masked, then dispatched to the page as `docs-search-query`. A query that the page cancels
 * fails with `aborted`; one that cannot be masked fails, too. Neither is sent.
 */
function createQuerySource(
  host: Pick<SearchHost, 'emit'>,
  { open, mask, prepare, complete }: QuerySteps,
): SearchSource {
  return {
    async search(request, options) {
      // Being asynchronous, this also leaves the update cycle, in which the session may have called.
      await prepare(request.query);
      const query = await mask(request.query);
      options?.signal?.throwIfAborted();
      // A copy, which the page may change.
      const detail: SearchQueryDetail = { query, filter: { ...request.filter } };
      if (!host.emit('docs-search-query', detail, { cancelable: true }))
        throw new RequestFailure({
          code: 'aborted',
          retryable: true,
          message: 'The page canceled the search.',
        });
      const { filter, ...more } = detail;
      const hasFilter = Object.keys(filter).length > 0;
      const source = await open();
      const results = await source.search({ ...request, ...more, ...(hasFilter && { filter }) }, options);
      await complete(results);
      return results;
    },
  };
}
