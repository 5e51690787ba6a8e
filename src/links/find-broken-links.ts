import { decodePath, PAGE_ENDING, pageKey } from '../engine/sections/site-path.ts';
import { joinPath } from '../service/docs/resolve-docs-link.ts';
import { editDistance } from '../engine/words/spelling.ts';
import type { LinkedPage, WrittenLink } from './linked-page.ts';

/** A broken link. */
export interface BrokenLink extends WrittenLink {
  /** File with the link. */
  file: string;
  /** The page, its version in the language of the link, or the anchor in it. */
  missing: 'page' | 'translation' | 'anchor';
  /** Plausible targets, as addresses to write instead, best first. A single one is a repair. */
  plausible: readonly string[];
}

/** Return whether a relative path is another file of the folder: an image, an archive. */
export type FileExists = (file: string) => boolean;

/** Minimum length of a name for which a spelling error is assumed. */
const MIN_MISSPELLED = 4;
/** Maximum edit distance of a spelling error. */
const MAX_EDITS = 2;
/** An extension. Any that is not of a page belongs to another kind of file. */
const FILE_END = /\.[a-z][a-z0-9]{1,4}$/i;
/** Addresses outside the documentation. */
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** The pages of a documentation by site path. */
interface Site {
  pages: ReadonlyMap<string, LinkedPage>;
  fileExists: FileExists;
}

/**
 * Find the links of a documentation to missing pages and to missing headings. Addresses of other sites are ignored. A link from
 * the root (`/en/guides`) may omit the folders of version and language of its page.
 */
export function findBrokenLinks(pages: readonly LinkedPage[], fileExists: FileExists): BrokenLink[] {
  const site: Site = { pages: new Map(pages.map((page) => [page.path, page])), fileExists };
  return pages.flatMap((page) => page.links.flatMap((link) => checkLink(site, page, link) ?? []));
}

function checkLink(site: Site, page: LinkedPage, link: WrittenLink): BrokenLink | null {
  if (ELSEWHERE.test(link.url)) return null;
  const [, target = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(link.url) ?? [];
  const anchor = readAnchor(fragment);
  const broken = (missing: BrokenLink['missing'], plausible: readonly string[]): BrokenLink => ({
    ...link,
    file: page.file,
    missing,
    plausible: [...new Set(plausible)],
  });
  const found = target === '' ? page : findPage(site, page, target);
  if (found === 'file') return null;
  if (found === null) {
    if (isTranslated(site, page, target)) return broken('translation', []);
    const meant = plausiblePages(site, page, target, anchor);
    return broken(
      'page',
      meant.map((candidate) => writeAddress(candidate, page, target) + query + writeFragment(fragment)),
    );
  }
  if (anchor === '' || found.anchors.has(anchor)) return null;
  return broken(
    'anchor',
    plausibleAnchors(found, anchor).map((meant) => `${target}${query}#${encodeURI(meant)}`),
  );
}

/** Return the anchor of a fragment without its text directive. `top` is the page itself. */
function readAnchor(fragment: string): string {
  const anchor = fragment.replace(/:~:.*$/s, '');
  if (anchor.toLowerCase() === 'top') return '';
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

function writeFragment(fragment: string): string {
  return fragment === '' ? '' : `#${fragment}`;
}

/** @returns `file` for an address that is not a page but exists, or may exist on the site's server */
function findPage(site: Site, page: LinkedPage, target: string): LinkedPage | 'file' | null {
  for (const path of possiblePaths(page, target)) {
    const found = site.pages.get(path);
    if (found !== undefined) return found;
  }
  if (PAGE_ENDING.test(target) || !FILE_END.test(target)) return null;
  // Addresses from the root may be served by anything.
  if (target.startsWith('/')) return 'file';
  const file = new URL(encodeURI(folderOf(page.file)) + target, 'file:///').pathname.slice(1);
  return site.fileExists(decodePath(file)) ? 'file' : null;
}

/**
 * Return the site paths that an address may mean: relative to the file, and to the page's own address with and without a slash at
 * its end.
 */
function possiblePaths(page: LinkedPage, target: string): string[] {
  const paths = target.startsWith('/')
    ? scopePrefixes(page).map((prefix) => prefix + decodePath(target))
    : [page.file, page.path, `${page.path}/index`].map((from) => joinPath(from, target));
  return paths.map(pageKey);
}

/** Return whether the page exists in another language of the same version: many sites show that one instead. */
function isTranslated({ pages }: Site, page: LinkedPage, target: string): boolean {
  if (page.scope === '') return false;
  const paths = possiblePaths(page, target);
  const others = new Set(
    [...pages.values()].filter((other) => other.version === page.version).map(({ scope }) => scope),
  );
  return [...others].some((scope) =>
    paths.some(
      (path) => path.startsWith(`${page.scope}/`) && pages.has(scope + path.slice(page.scope.length)),
    ),
  );
}

/** `v6/en` → ``, `v6`, `v6/en`. */
function scopePrefixes({ scope }: LinkedPage): string[] {
  const folders = scope === '' ? [] : scope.split('/');
  return Array.from({ length: folders.length + 1 }, (_, count) => folders.slice(0, count).join('/'));
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/**
 * Return the pages of the same version and language that are plausible targets: those that have moved to another folder, else
 * those whose path is misspelled. If the address has an anchor, only pages with that anchor.
 */
function plausiblePages(site: Site, page: LinkedPage, target: string, anchor: string): LinkedPage[] {
  const written = possiblePaths(page, target);
  const name = nameOf(written[0] ?? '');
  const inScope = [...site.pages.values()].filter(
    ({ scope, file }) => scope === page.scope && file !== page.file,
  );
  const moved = inScope.filter(({ path }) => nameOf(path) === name && name !== '');
  const meant =
    moved.length > 0
      ? moved
      : inScope.filter(({ path }) => written.some((from) => isMisspelling(from, path)));
  const withAnchor = meant.filter(({ anchors }) => anchor !== '' && anchors.has(anchor));
  return withAnchor.length > 0 ? withAnchor : meant;
}

/** Return the anchors that differ only in capitals and punctuation; else those that are misspelled, or have the same words. */
function plausibleAnchors({ anchors }: LinkedPage, written: string): string[] {
  const all = [...anchors];
  const same = all.filter((anchor) => lettersOf(anchor) === lettersOf(written));
  return same.length > 0 ? same : all.filter((anchor) => isMisspelling(written, anchor));
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function isMisspelling(written: string, meant: string): boolean {
  return written.length >= MIN_MISSPELLED && editDistance(written, meant, MAX_EDITS) <= MAX_EDITS;
}

/**
 * Write the address of a page in the style of the one that it replaces: from the root or from the file, with or without
 * extension.
 */
function writeAddress(to: LinkedPage, from: LinkedPage, target: string): string {
  const end = PAGE_ENDING.exec(target)?.[0];
  const slash = end === undefined && target.endsWith('/') ? '/' : '';
  if (target.startsWith('/')) return encodeURI(`/${withoutPrefix(to, from, target)}${end ?? slash}`);
  const path = end === undefined ? to.path : to.file;
  return encodeURI(relativePath(folderOf(from.file), path) + slash);
}

/** Omit version or language in a link from the root if the old link did. */
function withoutPrefix(to: LinkedPage, from: LinkedPage, target: string): string {
  const folders = from.scope === '' ? [] : from.scope.split('/');
  const named = folders.indexOf(target.split('/')[1] ?? '');
  const leftOut = folders
    .slice(0, named === -1 ? folders.length : named)
    .map((folder) => `${folder}/`)
    .join('');
  return to.path.startsWith(leftOut) ? to.path.slice(leftOut.length) : to.path;
}

function relativePath(folder: string, path: string): string {
  const from = folder.split('/').filter(Boolean);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  const up = '../'.repeat(from.length - shared);
  return (up || './') + to.slice(shared).join('/');
}
