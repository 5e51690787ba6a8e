import { postFollow } from '../../client/post-follow.ts';
import type { Site } from '../../state/storage/storage.ts';

interface FollowHost extends HTMLElement, Pick<Site, 'endpoint' | 'domain'> {
  readonly insights: boolean;
}

/** Report the page of each result and source that a reader follows from an element, as long as it has the attribute `insights`. */
export function reportFollows(host: FollowHost): void {
  host.addEventListener('docs-search-select', (event) => report(event, event.detail.result.path));
  host.addEventListener('docs-assistant-navigate', (event) => report(event, event.detail.source?.path));

  function report(event: Event, path: string | undefined): void {
    // Once all listeners of the page have run, which can cancel it, and before the browser leaves the page.
    queueMicrotask(() => {
      const { endpoint, domain, insights } = host;
      if (path === undefined || event.defaultPrevented || !insights) return;
      if (endpoint?.trim() && domain?.trim()) postFollow({ endpoint, domain }, { path });
    });
  }
}
