import { readSearchResults } from '../../../client/read-search-results.ts';
import type { SearchRequest, SearchResult } from '../../../protocol/api.ts';
import { readBytes } from '../../../protocol/read-bytes.ts';
import type { Site } from '../../../state/storage/site-key.ts';
import { ToolRefusal } from './tool-call.ts';

/** Milliseconds until results must be there. */
const SEARCH_TIME = 30_000;
/** Maximum size of an answer, in bytes. */
const MAX_BYTES = 4_000_000;

/**
 * Search at the endpoint of a page. Not by the client of the search: what that takes of the chat's would make each first answer larger.
 *
 * @throws ToolRefusal for an answer that is none, or the error of `fetch`
 */
export async function searchEndpoint(
  { endpoint, domain }: Site,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const address = `${endpoint.replace(/\/+$/, '')}/v1/search/${encodeURIComponent(domain)}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIME)]),
  });
  const { status } = response;
  if (!response.ok) {
    const wait = Number(response.headers.get('retry-after')) || 0;
    const advice = wait > 0 ? `Try again in ${wait} seconds.` : 'Use read_page instead.';
    throw new ToolRefusal(
      `${status === 429 ? 'rate-limited' : 'http'}: The search answers with status ${status}. ${advice}`,
    );
  }
  const bytes = await readBytes(response.body, MAX_BYTES);
  try {
    return readSearchResults(JSON.parse(new TextDecoder().decode(bytes ?? undefined)));
  } catch {
    throw new ToolRefusal(
      'bad-content: The search answers with something else than results. Use read_page instead.',
    );
  }
}
