import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import type { SearchHost } from '../context.ts';
import type { SearchErrorDetail, SearchResultsDetail } from '../docs-search.events.ts';

/** Dispatch the results or the failure of a new snapshot to the page. */
export function reportChange(
  host: Pick<SearchHost, 'emit'>,
  before: SearchSnapshot | null,
  { status, failure, resultsFor: query, results, took }: SearchSnapshot,
): void {
  if (status === 'done' && (before?.status !== 'done' || before.results !== results)) {
    host.emit('docs-search-results', { query, count: results.length, took } satisfies SearchResultsDetail);
  }
  if (failure && failure !== before?.failure) {
    const { code, retryable, status } = failure;
    const detail: SearchErrorDetail = { code, retryable, ...(status !== undefined && { status }) };
    host.emit('docs-search-error', detail);
  }
}
