/** The documentation that a value belongs to: values of two sites on one origin do not mix. */
export interface Site {
  /** Base address of the proxy or service, as in the attribute. */
  readonly endpoint: string;
  readonly domain: string;
}

/** Values that are stored for a site. */
type StoredName =
  | 'thread'
  | 'history'
  | 'draft'
  | 'filter'
  | 'recent'
  | 'favourites'
  | 'size'
  | 'open'
  | 'wrap'
  | 'tabs'
  | 'asked';

/** Name of the ratings of pages. They belong to no site, because their addresses are whole. */
export const RATED_PAGES_KEY = 'docs-assistant:pages';

/** Return the storage key of a value of a site. */
export function storageKey(site: Site, name: StoredName): string {
  return `docs-assistant:${siteKey(site)}:${name}`;
}

/** Return `{endpoint}|{domain}`; `/api` and `/api/` are the same endpoint. */
export function siteKey({ endpoint, domain }: Site): string {
  return `${endpoint.trim().replace(/\/+$/, '')}|${domain.trim()}`;
}
