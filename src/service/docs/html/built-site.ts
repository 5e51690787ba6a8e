import { open } from 'node:fs/promises';
import type { Root } from 'hast';
import type { DocsFile } from '../list-docs-files.ts';
import { htmlKey, htmlPath } from '../page-path.ts';
import { decodePath } from '../../../engine/sections/site-path.ts';
import { learnAddressForm, readLinks, type AddressForm } from './address-form.ts';
import { decodeHtml } from './parse-html.ts';
import { requireFlatHtml } from './require-flat-html.ts';
import { readHtmlHead, type HtmlHead } from './html-head.ts';

/** Properties that the pages of a built site share. */
export interface BuiltSite {
  /** Common suffix of the titles in `<title>`, such as ` | Orbit`; `null`: none. */
  titleSuffix: string | null;
  /** Description of the site, which most pages repeat; `null`: none. */
  description: string | null;
  /** Common prefix of the canonical addresses of the pages, such as `https://example.com/docs/`; `null`: none. */
  base: string | null;
  /** How the site spells the address of a page without a canonical link. */
  form: AddressForm;
  /** Whether `<html lang>` tells pages apart. */
  isMultilingual: boolean;
  /** Whether pages say that they are articles (`og:type`). */
  hasArticles: boolean;
  /** Whether all pages have `noindex`, as those of a preview do. They are read nevertheless. */
  isAllNoindex: boolean;
  /** Built files by their normalised addresses; see `htmlKey`. */
  files: ReadonlyMap<string, string>;
}

/** Sample size. */
const SAMPLE_PAGES = 100;
/** Bytes of a page in which its `<head>` ends, or its most important part, and in which the links of a sample are looked for. */
const START_BYTES = 64 * 1024;
/** A title's end or a description that is shared by more than this share of the pages is the site's. */
const SHARED = 0.5;
const MIN_PAGES = 2;
const TITLE_SEPARATOR = /\s+(?:[|·•»:–—-]|::|\/)\s+/g;

/** Read the properties of a site from a sample of its pages. */
export async function recognizeBuiltSite(htmlFiles: readonly DocsFile[]): Promise<BuiltSite> {
  const step = Math.max(1, htmlFiles.length / SAMPLE_PAGES);
  const sample: { file: string; head: HtmlHead; links: string[] }[] = [];
  for (let at = 0; at < htmlFiles.length; at += step) {
    const { file, absolute } = htmlFiles[Math.floor(at)]!;
    const page = await readStart(absolute, (root) => ({ head: readHtmlHead(root), links: readLinks(root) }));
    if (page !== null && !page.head.isRedirect) sample.push({ file, ...page });
  }
  const heads = sample.map(({ head }) => head);
  const files = new Map(htmlFiles.map(({ file }) => [htmlKey(file), file]));
  const base = mostFrequent(
    sample.flatMap(({ file, head }) => canonicalBase(file, head.canonical) ?? []),
    1,
  );
  return {
    titleSuffix: sharedSuffix(heads.flatMap(({ title }) => title ?? [])),
    description: sharedBy(
      heads.length,
      heads.flatMap(({ description }) => description ?? []),
    ),
    base,
    form: learnAddressForm(
      sample.map(({ file, head, links }) => ({ file, links, base: head.base })),
      base,
      files,
    ),
    isMultilingual: new Set(heads.flatMap(({ lang }) => lang?.split('-', 1)[0] ?? [])).size > 1,
    hasArticles: heads.some(({ type }) => type === 'article'),
    isAllNoindex: heads.length > 0 && heads.every(({ isNoindex }) => isNoindex),
    files,
  };
}

/**
 * Return the path of a page by its canonical address: the path below the base of the site if it is one of this file, else the
 * file that it belongs to. `null` for an unknown address.
 */
export function canonicalPath(
  file: string,
  canonical: string,
  { base, files }: BuiltSite,
): { isElsewhere: false; path: string } | { isElsewhere: true; file: string } | null {
  if (base === null) return null;
  const url = URL.parse(canonical, base);
  if (url === null) return null;
  const { origin, pathname } = new URL(base);
  const isInside = url.origin === origin && `${url.pathname}/`.startsWith(pathname);
  if (!isInside) return null;
  const path = decodePath(url.pathname.slice(pathname.length));
  const key = htmlKey(path);
  if (key === htmlKey(file)) return { isElsewhere: false, path: htmlPath(path) };
  const other = files.get(key);
  return other === undefined ? null : { isElsewhere: true, file: other };
}

/** Return the part of a canonical address before the path of the file, if it ends with that. */
function canonicalBase(file: string, canonical: string | undefined): string | null {
  const url = canonical === undefined ? null : URL.parse(canonical);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const path = `/${htmlKey(decodePath(url.pathname))}`;
  const key = htmlKey(file);
  if (key !== '' && !path.endsWith(`/${key}`)) return null;
  const folders = path
    .slice(0, key === '' ? undefined : -key.length - 1)
    .split('/')
    .filter(Boolean).length;
  return `${url.origin}/${url.pathname
    .split('/')
    .slice(1, folders + 1)
    .map((folder) => `${folder}/`)
    .join('')}`;
}

/** Reads the `<head>` of a file. `null`: it cannot be read. */
export function readHtmlHeadOf(file: string): Promise<HtmlHead | null> {
  return readStart(file, readHtmlHead, /<\/head\s*>|<body[\s>]/i);
}

/** Reads something of the start of a file, up to a mark where there is one. `null`: the file cannot be read. */
async function readStart<T>(file: string, read: (root: Root) => T, mark?: RegExp): Promise<T | null> {
  const { parseHtml } = await import('./parse-html.ts');
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    // The last character may be cut, and would look like another encoding.
    const length = buffer.subarray(0, bytesRead).findLastIndex((byte) => byte < 0x80) + 1;
    const text = decodeHtml(buffer.subarray(0, length))?.text ?? '';
    const end = mark === undefined ? -1 : text.search(mark);
    const start = end === -1 ? text : text.slice(0, end);
    requireFlatHtml(start);
    return read(parseHtml(start));
  } catch {
    // The problem is reported when the page itself is read.
    return null;
  }
}

function sharedSuffix(titles: readonly string[]): string | null {
  const ends = titles.flatMap((title) => {
    const last = [...title.matchAll(TITLE_SEPARATOR)].at(-1);
    return last === undefined || last.index === 0 ? [] : [title.slice(last.index)];
  });
  return sharedBy(titles.length, ends);
}

/** Return the value of more than half of the pages, and of at least two. */
function sharedBy(pages: number, values: readonly string[]): string | null {
  const shared = mostFrequent(values, MIN_PAGES);
  return shared !== null && values.filter((value) => value === shared).length > pages * SHARED
    ? shared
    : null;
}

/** Return the most frequent value, if it occurs at least `least` times. */
function mostFrequent(values: readonly string[], least: number): string | null {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, all]) => ({
    value,
    count: all.length,
  }));
  const [first] = counts.toSorted((a, b) => b.count - a.count);
  return first !== undefined && first.count >= least ? first.value : null;
}
