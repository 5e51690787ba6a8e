/** Most pages that are prefetched on one page, because a reader who looks at many may open none. */
const MAX_PREFETCHED = 10;

const prefetched = new Set<string>();

/**
 * Prefetch a page of this site into the browser's cache: each page once, none with `saveData`, and none of another origin,
 * which must not learn what a reader only looks at. Uses `fetch`, because Safari has no other way and a policy of
 * `default-src 'none'` blocks `<link rel="prefetch">` in Firefox.
 */
export function prefetch(href: string): void {
  const { origin, pathname, search } = new URL(href);
  const page = origin + pathname + search;
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (connection?.saveData || prefetched.has(page) || prefetched.size >= MAX_PREFETCHED) return;
  prefetched.add(page);
  // The body is read to its end, because the cache drops a part of it. After an error, the page is fetched when it is opened.
  fetch(page, { priority: 'low', headers: { accept: 'text/html' } })
    .then((response) => response.blob())
    .catch(() => {});
}
