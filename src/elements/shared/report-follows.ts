import { postFollow } from '../../client/post-follow.ts';
import type { DocsFilter, FollowedLink } from '../../protocol/api.ts';
import { readPageFilter, type SiteHost } from './controllers/site-controller.ts';

/** The part of an element that is used here. */
interface FollowHost extends Pick<SiteHost, 'endpoint' | 'domain' | 'version' | 'language'>, HTMLElement {
  readonly insights: boolean;
}

/** Report each result and source that a reader follows from an element, as long as it has the attribute `insights`. */
export function reportFollows(host: FollowHost): void {
  host.addEventListener('docs-search-select', (event) => {
    const { path, metadata } = event.detail.result;
    report(host, event, { path, from: 'search' }, metadata);
  });
  host.addEventListener('docs-assistant-navigate', (event) => {
    const { source } = event.detail;
    if (source) report(host, event, { path: source.path, from: 'answer' }, {});
  });
}

function report(
  host: FollowHost,
  event: Event,
  followed: FollowedLink,
  { version, language }: DocsFilter,
): void {
  // Once all listeners of the page have run, which can cancel it, and before the browser leaves the page.
  queueMicrotask(() => {
    const { endpoint, domain, insights } = host;
    if (event.defaultPrevented || !insights || !endpoint?.trim() || !domain?.trim()) return;
    const page = readPageFilter(host);
    const scope = { version: version ?? page.version, language: language ?? page.language };
    postFollow(
      { endpoint, domain },
      {
        ...followed,
        ...(scope.version && { version: scope.version }),
        ...(scope.language && { language: scope.language }),
      },
    );
  });
}
