/** Maximum number of prefetched pages in the life of a page, because a reader who looks at many results may open none. */
const MAX_PREFETCHED = 10;

const prefetched = new Set<string>();

/**
 * Prefetch a page of this site into the browser's cache: once, not with `saveData`, and not from another origin, which must
 * not learn at what a reader only looks. By `fetch`, because Safari supports nothing else, and a policy of
 * `default-src 'none'` blocks `<link rel="prefetch">` in Firefox.
 */
export function prefetch(href: string): void {
  const { origin, pathname, search } = new URL(href);
  const page = origin + pathname + search;
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (connection?.saveData || prefetched.has(page) || prefetched.size >= MAX_PREFETCHED) return;
  prefetched.add(page);
  // Read the whole body, because the cache discards a partial one. Errors are ignored: this is only an optimization.
  fetch(page, { priority: 'low', headers: { accept: 'text/html' } })
    .then((response) => response.blob())
    .catch(() => {});
}
