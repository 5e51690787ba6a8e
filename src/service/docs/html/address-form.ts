import type { Root } from 'hast';
import { htmlKey, htmlPath } from '../page-path.ts';
import { decodePath, encodePath } from '../../../engine/sections/site-path.ts';
import { attributeOf, walkElements } from './hast.ts';

/** How the links of a built site spell the addresses of its pages. */
export interface AddressForm {
  /** Whether `guide/intro.html` is linked as `guide/intro`. */
  hidesEnding: boolean;
  /** Whether `guide/index.html` is linked as `guide`. */
  hidesSlash: boolean;
}

/** A page, and the addresses that its links lead to, as they are written. */
export interface LinkingPage {
  file: string;
  links: readonly string[];
  /** `<base href>` */
  base: string | undefined;
}

const HTML_ENDING = /\.html?$/i;
const INDEX_FILE = /(?:^|\/)index\.html?$/i;
/** Stands for the address of a site that has no canonical links. */
const UNKNOWN_SITE = 'http://site.invalid/';
/** Maximum number of folders that the address of a site is looked for below. */
const MAX_BASE_DEPTH = 8;

/** Returns the addresses that the links of a page lead to, as they are written. */
export function readLinks(root: Root): string[] {
  const links: string[] = [];
  walkElements(root, (element) => {
    const href = element.tagName === 'a' ? attributeOf(element, 'href') : undefined;
    if (href !== undefined && !/^\s*(?:[?#]|$)/.test(href)) links.push(href);
  });
  return links;
}

/**
 * Learns from the links of some pages how the site spells the addresses of all. The host and the router of the site answer
 * that spelling; the name of the file they redirect, or do not know at all.
 *
 * @param siteBase Address below which the pages of the site are; `null`: not known
 * @param files Built files by `htmlKey`
 */
export function learnAddressForm(
  pages: readonly LinkingPage[],
  siteBase: string | null,
  files: ReadonlyMap<string, string>,
): AddressForm {
  const site = siteBase ?? UNKNOWN_SITE;
  let endings = 0;
  let slashes = 0;
  for (const { file, links, base } of pages) {
    const own = new URL(encodePath(htmlPath(file)), site);
    const from = (base === undefined ? null : URL.parse(base, own.href)) ?? own;
    for (const link of links) {
      const url = URL.parse(link, from.href);
      if (url?.origin !== own.origin) continue;
      const path = decodePath(url.pathname);
      const target = findTarget(path, files);
      if (target === undefined || INDEX_FILE.test(path)) continue;
      if (INDEX_FILE.test(target)) slashes += path.endsWith('/') ? 1 : -1;
      else if (!path.endsWith('/')) endings += HTML_ENDING.test(path) ? 1 : -1;
    }
  }
  return { hidesEnding: endings < 0, hidesSlash: slashes < 0 };
}

/** Returns the address of a built file, relative to that of the site. */
export function builtPath(file: string, { hidesEnding, hidesSlash }: AddressForm): string {
  const path = htmlPath(file);
  if (path.endsWith('/')) return hidesSlash ? path.slice(0, -1) : path;
  return hidesEnding ? path.replace(HTML_ENDING, '') : path;
}

/** Finds the file of an address, below whatever folder of its host the site is. Its front page is at no address of its own. */
function findTarget(path: string, files: ReadonlyMap<string, string>): string | undefined {
  const segments = htmlKey(path).split('/');
  for (let depth = 0; depth < Math.min(segments.length, MAX_BASE_DEPTH); depth++) {
    const key = segments.slice(depth).join('/');
    const file = key === '' ? undefined : files.get(key);
    if (file !== undefined) return file;
  }
  return undefined;
}
