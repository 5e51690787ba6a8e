/** The documentation that a value belongs to: values of two sites on one origin do not mix. */
export interface Site {
  /** Base address of the proxy or service, as in the attribute. */
  readonly endpoint: string;
  readonly domain: string;
  /** Address of the static index, which names a site without an endpoint. */
  readonly indexUrl?: string | undefined;
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
  | 'passage'
  | 'model'
  | 'tabs'
  | 'asked';

/** Return the storage key of a value of a site. */
export function storageKey(site: Site, name: StoredName): string {
  return `docs-assistant:${siteKey(site)}:${name}`;
}

/** Return `{endpoint}|{domain}`, without an endpoint `{indexUrl}|{domain}`; `/api` and `/api/` are the same address. */
export function siteKey({ endpoint, domain, indexUrl = '' }: Site): string {
  return `${(endpoint.trim() || indexUrl).replace(/\/+$/, '')}|${domain.trim()}`;
}
