import type { FollowedLink } from '../protocol/api.ts';
import { endpointPath, FOLLOW_ENDPOINT } from '../protocol/endpoints.ts';

/** How long a report may take, in milliseconds. */
const TIMEOUT = 15_000;

/** Report a link that a reader follows. Never rejects, and is not waited for: a report that is lost is one count less. */
export function postFollow(
  { endpoint, domain }: { readonly endpoint: string; readonly domain: string },
  followed: FollowedLink,
): void {
  const address =
    endpoint.trim().replace(/\/+$/, '') + endpointPath(FOLLOW_ENDPOINT.template, { domain: domain.trim() });
  fetch(address, {
    method: FOLLOW_ENDPOINT.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(followed),
    // The request outlives the page that is left.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => {});
}
