import { findFile } from '../node/static-files.ts';

/** Addresses of scripts, styles and pictures that begin at the root of the host. */
const ASSET = /<(?:script|img|link)\b[^>]*?\s(?:src|href)\s*=\s*["']?(\/[^/"'\s>][^"'\s>]*)/gi;
/** Assets of a page that are looked at. */
const MAX_ASSETS = 50;

/**
 * Find the path below which a built site expects to be served: `/docs/` where its pages load `/docs/assets/site.css` and the folder
 * has `assets/site.css`.
 *
 * @param page HTML of one page of the site
 * @returns begins and ends with a slash; `/` where nothing says otherwise
 */
export async function findSiteBase(folder: string, page: string): Promise<string> {
  const votes = new Map<string, number>();
  for (const [, address = ''] of [...page.matchAll(ASSET)].slice(0, MAX_ASSETS)) {
    const base = await baseOf(folder, address.replace(/[?#].*$/s, ''));
    if (base !== null) votes.set(base, (votes.get(base) ?? 0) + 1);
  }
  const [first] = [...votes].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? '/';
}

/** @returns what of the address stands before the path of a file in the folder; `null` where there is no such file */
async function baseOf(folder: string, address: string): Promise<string | null> {
  const segments = address.split('/').slice(1);
  for (let depth = 0; depth < segments.length; depth++) {
    if (await findFile(folder, segments.slice(depth).join('/')))
      return `/${segments.slice(0, depth).join('/')}/`.replace('//', '/');
  }
  return null;
}
