import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { findFile } from '../node/static-files.ts';

/** Addresses of scripts, styles and images from the root of the host. */
const ASSET = /<(?:script|img|link)\b[^>]*?\s(?:src|href)\s*=\s*["']?(\/[^/"'\s>][^"'\s>]*)/gi;
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
 * `assets/site.css`.
 *
 * @returns begins and ends with a slash; `/` by default
 */
export async function findSiteBase(folder: string): Promise<string> {
  const front = findFrontPage(folder);
  const page = front === null ? '' : await readFile(join(folder, front), 'latin1');
  const votes = new Map<string, number>();
  for (const [, address = ''] of [...page.matchAll(ASSET)].slice(0, MAX_ASSETS)) {
    const base = await baseOf(folder, address.replace(/[?#].*$/s, ''));
    if (base !== null) votes.set(base, (votes.get(base) ?? 0) + 1);
  }
  const [first] = [...votes].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? '/';
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
