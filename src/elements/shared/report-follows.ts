import { postFollow } from '../../client/post-follow.ts';
import type { DocsFilter, FollowedLink } from '../../protocol/api.ts';
import type { Site } from '../../state/storage/storage.ts';

interface FollowHost extends HTMLElement, Pick<Site, 'endpoint' | 'domain'> {
  readonly insights: boolean;
}

/**
 * Report each result and source that a reader follows from an element, as long as it has the attribute `insights`.
 *
 * @param readPageFilter gives the version and language of the page
 */
export function reportFollows(host: FollowHost, readPageFilter: () => DocsFilter): void {
  host.addEventListener('docs-search-select', (event) => {
    const { path, metadata } = event.detail.result;
    report(event, { path, from: 'search' }, metadata);
  });
  host.addEventListener('docs-assistant-navigate', (event) => {
    const { source } = event.detail;
    if (source) report(event, { path: source.path, from: 'answer' });
  });

  function report(event: Event, followed: FollowedLink, { version, language }: DocsFilter = {}): void {
    // Once all listeners of the page have run, which can cancel it, and before the browser leaves the page.
    queueMicrotask(() => {
      const { endpoint, domain, insights } = host;
      if (event.defaultPrevented || !insights || !endpoint?.trim() || !domain?.trim()) return;
      const page = readPageFilter();
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
}
