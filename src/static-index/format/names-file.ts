import { siteReference } from '../../engine/sections/site-path.ts';
import type { Section } from '../../engine/sections/section.ts';
import { ByteReader } from './byte-reader.ts';
import { beginFile, openFile } from './file-header.ts';
import { damaged } from './index-error.ts';
import { MAX_PATH_LENGTH, MAX_SECTIONS } from './limits.ts';

/** A page with the names of its sections. */
export interface NamedPage {
  /** Site path, without leading slash. */
  path: string;
  title: string;
  description?: string;
  /** At least one. */
  sections: readonly NamedSection[];
}

/** Headings and anchor of a section; see `Section`. */
export interface NamedSection {
  headings: string[];
  anchor?: string;
}

/** Maximum number of headings above a section, itself included: HTML has six levels, of which the first is the title of a page in most cases. */
const MAX_HEADINGS = 64;

const HAS_DESCRIPTION = 1;
/** How the anchor of a section is written: not at all, as it is, or as the usual one of its last heading. */
const NO_ANCHOR = 0;
const OWN_ANCHOR = 1;
const USUAL_ANCHOR = 2;
const ANCHORS = 3;

/** Encode a `names` file of consecutive pages. */
export function encodeNames(pages: readonly NamedPage[]): Uint8Array<ArrayBuffer> {
  const writer = beginFile('names');
  writer.integer(pages.length);
  let path = '';
  for (const page of pages) {
    writer.frontCoded(page.path, path);
    path = page.path;
    writer.text(page.title);
    writer.byte(page.description === undefined ? 0 : HAS_DESCRIPTION);
    if (page.description !== undefined) writer.text(page.description);
    writer.integer(page.sections.length);
    let above: readonly string[] = [];
    for (const { headings, anchor } of page.sections) {
      let shared = 0;
      while (shared < headings.length && headings[shared] === above[shared]) shared++;
      writer.integer(shared);
      const isUsual = anchor !== undefined && anchor === usualAnchor(headings);
      const kind = anchor === undefined ? NO_ANCHOR : isUsual ? USUAL_ANCHOR : OWN_ANCHOR;
      writer.integer((headings.length - shared) * ANCHORS + kind);
      for (const heading of headings.slice(shared)) writer.text(heading);
      if (anchor !== undefined && !isUsual) writer.text(anchor);
      above = headings;
    }
  }
  return writer.finish();
}

/** A `names` file, of which pages are decoded when they are asked for, because decoding all of them takes long. */
export interface NamesFile {
  /** Number of the first section of each page, from 0 within the file. */
  pages: readonly { first: number }[];
  /** Return the page at a place. @throws StaticIndexError when it is damaged */
  page(at: number): NamedPage;
}

/**
 * Open a `names` file.
 *
 * @param sections number of sections by the directory
 * @throws StaticIndexError
 */
export function openNames(bytes: Uint8Array, sections: number): NamesFile {
  const reader = openFile('names', bytes);
  const count = reader.count(MAX_SECTIONS, 7);
  const pages: { path: string; first: number; at: number }[] = [];
  let path = '';
  let first = 0;
  for (let place = 0; place < count; place++) {
    path = reader.frontCoded(path, MAX_PATH_LENGTH);
    pages.push({ path, first, at: reader.at });
    reader.skipText();
    if (reader.byte() === HAS_DESCRIPTION) reader.skipText();
    first += skipSections(reader);
  }
  reader.end();
  if (first !== sections) throw damaged('it has other sections than its part');
  return {
    pages,
    page(place) {
      const { path, at } = pages[place]!;
      const own = new ByteReader(bytes, at);
      const title = own.text();
      const description = own.byte() === HAS_DESCRIPTION ? own.text() : undefined;
      const sections = readSections(own);
      return { path, title, ...(description !== undefined && { description }), sections };
    },
  };
}

/** Decode all of a `names` file; see {@link openNames}. */
export function decodeNames(bytes: Uint8Array, sections: number): NamedPage[] {
  const { pages, page } = openNames(bytes, sections);
  return pages.map((_, at) => page(at));
}

/** Skip the sections of a page, and check that they can be read but for their texts. @returns their number */
function skipSections(reader: ByteReader): number {
  const count = reader.count(MAX_SECTIONS, 2);
  if (count === 0) throw damaged('a page has no section');
  let depth = 0;
  for (let at = 0; at < count; at++) {
    const shared = reader.integerUpTo(depth);
    const value = reader.integer();
    const own = Math.floor(value / ANCHORS);
    depth = shared + own;
    if (depth > MAX_HEADINGS) throw damaged('a section has too many headings');
    for (let left = own; left > 0; left--) reader.skipText();
    if (value % ANCHORS === OWN_ANCHOR) reader.skipText();
  }
  return count;
}

/** Read the sections that `skipSections` has checked. */
function readSections(reader: ByteReader): NamedSection[] {
  const count = reader.integer();
  const sections: NamedSection[] = [];
  let above: readonly string[] = [];
  for (let at = 0; at < count; at++) {
    const shared = reader.integer();
    const value = reader.integer();
    const own = Math.floor(value / ANCHORS);
    const headings = [...above.slice(0, shared), ...Array.from({ length: own }, () => reader.text())];
    const kind = value % ANCHORS;
    const anchor = kind === OWN_ANCHOR ? reader.text() : kind === USUAL_ANCHOR ? usualAnchor(headings) : null;
    sections.push({ headings, ...(anchor !== null && { anchor }) });
    above = headings;
  }
  return sections;
}

/**
 * Return the anchor that most generators give to the last heading; `null` if that may differ. Of ASCII only, because which other characters
 * are letters depends on the version of Unicode.
 */
function usualAnchor(headings: readonly string[]): string | null {
  const heading = headings.at(-1);
  if (heading === undefined || !/^[ -~]*$/.test(heading)) return null;
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .trim()
    .replaceAll(' ', '-');
}

/**
 * Return the sections of a page without their texts, as `Section` describes them.
 *
 * @param first number of the first one in the whole index, from 1
 */
export function sectionsOfPage(
  page: NamedPage,
  { version, language }: { version: string | null; language: string | null },
  first: number,
): Omit<Section, 'content'>[] {
  const { path, title, description } = page;
  const names = new Map<string, number>();
  return page.sections.map(({ headings, anchor }, at) => {
    const name = anchor === undefined ? path : `${path}#${anchor}`;
    const part = (names.get(name) ?? 0) + 1;
    names.set(name, part);
    return {
      id: part === 1 ? name : `${name}~${part}`,
      path,
      place: first + at,
      title,
      ...(description !== undefined && { description }),
      headings,
      ...(anchor !== undefined && { anchor }),
      ...(version !== null && { version }),
      ...(language !== null && { language }),
      href: siteReference(path, anchor === undefined ? '' : `#${encodeURI(anchor.toWellFormed())}`),
    };
  });
}
