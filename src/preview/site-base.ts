import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { decodePath } from '../engine/sections/site-path.ts';
import { findFile } from '../node/static-files.ts';

/** Addresses of scripts, styles and images from the root of the host. */
const ASSET = /<(?:script|img|link)\b[^>]*?\s(?:src|href)\s*=\s*["']?(\/[^/"'\s>][^"'\s>]*)/gi;
const CANONICAL = /<link\b(?=[^>]*\srel\s*=\s*["']?canonical\b)[^>]*?\shref\s*=\s*["']?([^"'\s>]+)/i;
/** Names of sitemaps, as generators write them, and addresses in them. */
const SITEMAPS = ['sitemap.xml', 'sitemap-index.xml', 'sitemap-0.xml', 'sitemap_index.xml'];
const LOCATION = /<loc>\s*([^<\s]+)\s*<\/loc>/gi;
/** Maximum number of assets that are checked. */
const MAX_ASSETS = 50;

/** @returns path of the outermost built page of a folder, its `index.html` if there is one; `null` if there is no page */
export function findFrontPage(folder: string): string | null {
  const pages = globSync('**/*.{html,htm}', { cwd: folder, exclude: ['**/node_modules'] });
  const depth = (page: string) => page.split(sep).length;
  const rank = (page: string) => (basename(page) === 'index.html' ? 0 : 1);
  return pages.toSorted((a, b) => depth(a) - depth(b) || rank(a) - rank(b))[0] ?? null;
}

/**
 * Find the path of a built site on its host: `/docs/` if its home page loads `/docs/assets/site.css` and the folder has
 * `assets/site.css`; of a site whose pages load files beside them, if its error page does, or the home page is canonical there.
 *
 * @returns begins and ends with a slash; `/` by default
 */
export async function findSiteBase(folder: string): Promise<string> {
  return (await detectSiteBase(folder)) ?? '/';
}

/** As `findSiteBase`. @returns `null` where nothing tells */
export async function detectSiteBase(folder: string): Promise<string | null> {
  const front = findFrontPage(folder);
  const read = (name: string) => readFile(join(folder, name), 'latin1').catch(() => '');
  const page = front === null ? '' : await read(front);
  return (
    (await baseOfAssets(folder, page)) ??
    (await baseOfAssets(folder, await read('404.html'))) ??
    canonicalBase(page, front ?? '')
  );
}

/**
 * Find the address of a built site, which ends with a slash: in the canonical address of its home page, in its sitemap, in what
 * `robots.txt` says of that, or in the `CNAME` of a host.
 *
 * @returns `null` where nothing tells
 */
export async function findSiteAddress(folder: string): Promise<string | null> {
  const front = findFrontPage(folder);
  const read = (name: string) => readFile(join(folder, name), 'latin1').catch(() => '');
  const page = front === null ? '' : await read(front);
  const canonical = URL.parse(CANONICAL.exec(page)?.[1] ?? '');
  const base = canonicalBase(page, front ?? '');
  if (canonical !== null && base !== null && isPublic(canonical)) return canonical.origin + base;
  for (const name of SITEMAPS) {
    const locations = [...(await read(name)).matchAll(LOCATION)].slice(0, MAX_ASSETS);
    const votes = new Map<string, number>();
    for (const [, location = ''] of locations) {
      const url = URL.parse(location);
      if (url === null || !isPublic(url)) continue;
      const found = await baseOfPage(folder, decodePath(url.pathname));
      if (found !== null) votes.set(url.origin + found, (votes.get(url.origin + found) ?? 0) + 1);
    }
    const [first] = [...votes].toSorted(([a, one], [b, other]) => other - one || a.length - b.length);
    if (first !== undefined) return first[0];
  }
  const sitemap = URL.parse(/^\s*sitemap:\s*(\S+)/im.exec(await read('robots.txt'))?.[1] ?? '');
  const above = sitemap && isPublic(sitemap) ? await baseOf(folder, sitemap.pathname) : null;
  if (above !== null) return sitemap!.origin + above;
  const domain = (await read('CNAME')).trim();
  return /^[\w-]+(?:\.[\w-]+)+$/.test(domain) ? `https://${domain}/` : null;
}

function isPublic({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && !/^(?:localhost|127\.|\[::1\]|0\.0\.0\.0$)/.test(hostname);
}

/** As `baseOf`, for the address of a page. */
async function baseOfPage(folder: string, path: string): Promise<string | null> {
  const plain = path.replace(/\/$/, '');
  for (const name of path.endsWith('/')
    ? [`${path}index.html`]
    : [path, `${plain}.html`, `${plain}/index.html`]) {
    const base = await baseOf(folder, name);
    if (base !== null) return base;
  }
  return null;
}

/** @returns `null` for a page without the address of a file in the folder from the root of the host */
async function baseOfAssets(folder: string, page: string): Promise<string | null> {
  const votes = new Map<string, number>();
  for (const [, address = ''] of [...page.matchAll(ASSET)].slice(0, MAX_ASSETS)) {
    const base = await baseOf(folder, address.replace(/[?#].*$/s, ''));
    if (base !== null) votes.set(base, (votes.get(base) ?? 0) + 1);
  }
  const [first] = [...votes].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

/** @returns `null` where the address does not end with the path of the page in the folder */
function canonicalBase(page: string, front: string): string | null {
  const path = URL.parse(CANONICAL.exec(page)?.[1] ?? '')?.pathname.replace(/[^/]*\.html?$/, '');
  const own = `/${front.split(sep).slice(0, -1).join('/')}/`.replace('//', '/');
  return path?.endsWith(own) ? path.slice(0, path.length - own.length + 1) : null;
}

/** @returns the part of an address before the path of a file in the folder; `null` if there is no such file */
async function baseOf(folder: string, address: string): Promise<string | null> {
  const segments = address.split('/').slice(1);
  for (let depth = 0; depth < segments.length; depth++) {
    if (await findFile(folder, segments.slice(depth).join('/')))
      return `/${segments.slice(0, depth).join('/')}/`.replace('//', '/');
  }
  return null;
}
