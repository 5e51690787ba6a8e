import type { Page } from '../docs/read-page.ts';

/** Length of the text of a Markdown page that is compared, in UTF-16 units. */
const COMPARED_LENGTH = 2_048;
/** Words of a shingle: a run of words that is compared as one. */
const SHINGLE_WORDS = 3;
/** Maximum number of shingles of a page that are compared, those with the smallest hashes, so that the pages of a large site fit into memory. */
const MAX_SHINGLES = 32;
/** With fewer shingles, the titles have to be the same, too. */
const MIN_SHINGLES = 4;
/** Minimum share of the shingles that a copy has in common with the built page. Generators write links, tables and code in other ways. */
const MIN_SHARED = 0.6;
/** The same where title and address name the built page: of a page of components and code, generators write little alike. */
const MIN_SHARED_OF_NAMED = 0.2;

/**
 * Find the Markdown pages whose text is that of a built page: generators write such copies for agents (`llms.mdx/…/content.md`),
 * and have no page at their addresses.
 */
export function findMarkdownCopies(markdown: readonly Page[], built: readonly Page[]): Set<Page> {
  const sketches = new Map(markdown.map((page) => [page, sketchOf(page)]));
  const pagesWith = new Map<number, Page[]>();
  for (const [page, sketch] of sketches) {
    for (const hash of sketch) {
      const pages = pagesWith.get(hash);
      if (pages === undefined) pagesWith.set(hash, [page]);
      else pages.push(page);
    }
  }
  const copies = new Set<Page>();
  for (const original of built) {
    const shared = new Map<Page, number>();
    for (const hash of new Set(shinglesOf(textOf(original)))) {
      for (const page of pagesWith.get(hash) ?? []) shared.set(page, (shared.get(page) ?? 0) + 1);
    }
    for (const [page, count] of shared) {
      const { length } = sketches.get(page)!;
      const hasTitle = titleOf(page) === titleOf(original);
      const least = hasTitle && isBelow(page.path, original.path) ? MIN_SHARED_OF_NAMED : MIN_SHARED;
      const isComparable = length >= MIN_SHINGLES || hasTitle;
      if (count >= length * least && isComparable && isSameScope(page, original)) copies.add(page);
    }
  }
  return copies;
}

function sketchOf(page: Page): number[] {
  const shingles = new Set(shinglesOf(textOf(page).slice(0, COMPARED_LENGTH)));
  return [...shingles].toSorted((a, b) => a - b).slice(0, MAX_SHINGLES);
}

/** Return the text without addresses of links, which differ between the copies. */
function textOf({ sections }: Page): string {
  return sections
    .map(({ headings, content }) => `${headings.at(-1) ?? ''} ${content}`)
    .join(' ')
    .replace(/\]\([^()\s]*\)/g, ' ');
}

/** Return the title without an address that some generators add: `Server (/docs/server)`. */
function titleOf({ title }: Page): string {
  return wordsOf(title.replace(/\s*\(\/\S*\)$/, '')).join(' ');
}

/** Whether a path has all parts of another in it, one after the other: `llms.mdx/docs/test/content.md` those of `docs/test/`. */
function isBelow(path: string, other: string): boolean {
  const [all, parts] = [path, other].map((one) => one.replace(/\.\w+$|\/$/, ''));
  return parts !== '' && `/${all}/`.includes(`/${parts}/`);
}

function isSameScope(a: Page, b: Page): boolean {
  const isSame = (x: string | undefined, y: string | undefined) =>
    x === undefined || y === undefined || x === y;
  return isSame(a.version, b.version) && isSame(a.language, b.language);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shinglesOf(text: string): number[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const length = Math.max(1, words.length - SHINGLE_WORDS + 1);
  return Array.from({ length }, (_, at) => hashOf(words.slice(at, at + SHINGLE_WORDS).join(' ')));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
