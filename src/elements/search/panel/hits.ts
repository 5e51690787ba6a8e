import type { MatchedRange, SearchExcerpt, SearchResult } from '../../../protocol/api.ts';
import type { PageLink } from '../../shared/links/page-link.ts';

/** A part of a text, plain or marked as a match. */
export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/** A search result, prepared for drawing. */
export interface Hit {
  readonly result: SearchResult;
  /** Position in the list, from 0. */
  readonly index: number;
  readonly link: PageLink;
  /** Path of the page with the fragment of the section. */
  readonly path: string;
  readonly pageTitle: string;
  /** Query that the result was found for. */
  readonly query: string;
  /** Whether the section is the text before the first heading of its page: its title is that of the page then. */
  readonly isIntroduction: boolean;
  readonly title: readonly Segment[];
  /** Headings between the title of the page and that of the section, joined. */
  readonly trail: string;
  readonly excerpt: readonly Segment[];
}

/** The hits of one page of the documentation, with its introduction first. */
export interface HitPage {
  readonly title: string;
  /** Folders of the page for display: the decoded segments of its path but the last, joined. */
  readonly path: string;
  readonly version: string;
  readonly language: string;
  readonly hits: readonly Hit[];
}

/** Maximum length of a title, heading or path. */
const MAX_TITLE_LENGTH = 200;
const SEPARATOR = ' › ';

export interface GroupOptions {
  /** Query that the results were found for. */
  readonly query: string;
  /** Excerpts for results that the server has sent without one. */
  readonly excerpts?: ReadonlyMap<SearchResult, SearchExcerpt> | undefined;
  /** Where in the results each batch begins, as in the snapshot of the search. */
  readonly batches: readonly number[];
  /** Resolve a path with its fragment to a link; `null` if it is not allowed as one. */
  readonly toLink: (address: string) => PageLink | null;
}

/** Whether the server has sent no excerpt, so that the page creates one. */
export function lacksExcerpt({ metadata }: SearchResult): boolean {
  return !metadata.excerpt;
}

/**
 * Group results by page, in the order of the first result of each page. Each batch is grouped separately, so that results
 * that come later do not move earlier ones. Results without a link are omitted, because they could not
 * be opened.
 */
export function groupByPage(results: readonly SearchResult[], options: GroupOptions): HitPage[] {
  const { batches, toLink } = options;
  const pages: SearchResult[][] = [];
  for (const [number, start] of batches.entries()) {
    const batch = new Map<string, SearchResult[]>();
    for (const result of results.slice(start, batches[number + 1])) {
      const path = withoutFragment(result.path);
      if (toLink(path) === null) continue;
      const page = batch.get(path);
      if (page) page.push(result);
      else batch.set(path, [result]);
    }
    pages.push(...batch.values());
  }
  let index = 0;
  return pages.map((sections) => {
    const page = readPage(sections[0]!);
    const ordered = sections.toSorted((a, b) => Number(isIntroduction(b)) - Number(isIntroduction(a)));
    return { ...page, hits: ordered.map((result) => readHit(result, index++, page.title, options)) };
  });
}

function readPage({ path, metadata }: SearchResult): Omit<HitPage, 'hits'> {
  const [version, language] = [readText(metadata.version), readText(metadata.language)];
  const segments = withoutFragment(path)
    .replace(/^https?:\/\/[^/]*/i, '')
    .split('/')
    .map(decodeSegment)
    .filter((segment) => segment && segment !== version && segment !== language);
  const title = readText(metadata.title) || (segments.at(-1) ?? path).replace(/[-_]+/g, ' ');
  return { title, path: segments.slice(0, -1).join(SEPARATOR).slice(0, MAX_TITLE_LENGTH), version, language };
}

function readHit(
  result: SearchResult,
  index: number,
  pageTitle: string,
  { query, excerpts, toLink }: GroupOptions,
): Hit {
  const { anchor, excerpt = excerpts?.get(result) } = result.metadata;
  const headings = readHeadings(result);
  const fragment = readText(anchor);
  const path = fragment ? `${withoutFragment(result.path)}#${fragment}` : result.path;
  return {
    result,
    index,
    link: toLink(path)!,
    path,
    pageTitle,
    query,
    isIntroduction: headings.length === 0,
    title: splitAtRanges(headings.at(-1) ?? pageTitle, excerpt?.headingRanges),
    trail: headings.slice(0, -1).join(SEPARATOR),
    excerpt: splitAtRanges(excerpt?.text, excerpt?.ranges),
  };
}

function isIntroduction(result: SearchResult): boolean {
  return readHeadings(result).length === 0;
}

function readHeadings({ metadata: { headings = [] } }: SearchResult): string[] {
  return headings.map(readText).filter(Boolean);
}

function readText(text = ''): string {
  return text.trim().slice(0, MAX_TITLE_LENGTH);
}

function withoutFragment(path: string): string {
  return path.replace(/#.*/s, '');
}

/** Return the id of the element of an option. */
export function optionId(index: number): string {
  return `option-${index}`;
}

/** Split a text at ranges. A range that overlaps an earlier one or is out of order, as a server may send it, is ignored. */
export function splitAtRanges(text = '', ranges: readonly MatchedRange[] = []): Segment[] {
  const segments: Segment[] = [];
  let position = 0;
  for (const [start, end] of ranges) {
    if (start < position) continue;
    if (start > position) segments.push({ text: text.slice(position, start), marked: false });
    segments.push({ text: text.slice(start, end), marked: true });
    position = end;
  }
  if (position < text.length) segments.push({ text: text.slice(position), marked: false });
  return segments;
}

/** Decode a segment of a URL for display. One with invalid escapes, or with control or format characters, is returned as it is. */
export function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /[\p{Cc}\p{Cf}]/u.test(text) ? segment : text;
  } catch {
    return segment;
  }
}
