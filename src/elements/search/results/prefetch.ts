/** Most pages that are fetched ahead on one page: a reader who looks at many need not open any. */
const MAX_PREFETCHED = 10;

const prefetched = new Set<string>();

/**
 * Has the browser fetch a page of this site ahead, into its cache: each page once, none for readers who save data, and
 * none of another origin, which would hear of what is only looked at. By `fetch`, as Safari knows no other way and a
 * policy of `default-src 'none'` blocks `<link rel="prefetch">` in Firefox.
 */
export function prefetch(href: string): void {
  const { origin, pathname, search } = new URL(href);
  const page = origin + pathname + search;
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (connection?.saveData || prefetched.has(page) || prefetched.size >= MAX_PREFETCHED) return;
  prefetched.add(page);
  // Read to its end, or it would not be kept. A page that cannot be had now is fetched when it is opened.
  fetch(page, { priority: 'low', headers: { accept: 'text/html' } })
    .then((response) => response.blob())
    .catch(() => {});
}
