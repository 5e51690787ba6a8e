import type { BlockContent, Link, List, Root, RootContent } from 'mdast';
import { readLanguage } from '../../engine/sections/scope-names.ts';
import type { VersionAndLanguage } from '../../engine/sections/scopes.ts';
import type { PageEntry } from '../../engine/pages/docs-pages.ts';

/** Maximum number of pages of a list. Of more, it says how many are left out. */
export const MAX_LISTED_PAGES = 5_000;
/** Maximum length of a description of a page, in UTF-16 units. */
const MAX_DESCRIPTION_LENGTH = 300;
/** The section of pages that are in no folder, and the one that programs with little room skip (llmstxt.org). */
const TOP = 'Docs';
const OPTIONAL = 'Optional';

/** Maximum length of a list in UTF-16 units, more than which programs cut. Pages of more are in lists by section. */
export const MAX_LIST_LENGTH = 45_000;
/** Length of what is written around a title, an address and a description. */
const ENTRY_MARKUP = 12;

/** The pages of a topmost folder, or a part of them. */
export interface LlmsSection {
  title: string;
  pages: readonly PageEntry[];
  /** Folder of their own list, below that of the list of all; `null`: they are in that itself. */
  folder: string | null;
}

/** A list of pages in the form of llmstxt.org. */
export interface LlmsTxt {
  scope: VersionAndLanguage;
  pages: readonly PageEntry[];
  sections: readonly LlmsSection[];
  /** Address of the text of all pages. */
  full: string;
  addressOf(page: PageEntry): string;
  /** Return the address of the list of a section in a folder. */
  listOf(folder: string): string;
  /** Lists of the other versions and languages. */
  others: readonly OtherList[];
}

interface OtherList {
  name: string;
  address: string;
  /** Whether its pages are in another language. */
  isForeign: boolean;
}

/** Write a list of pages: its title and its description are those of the topmost page, its sections the topmost folders. */
export function writeLlmsTxt(list: LlmsTxt): Root {
  const { scope, pages, sections, full, others } = list;
  const front = frontPage(pages);
  const left = pages.length - sections.reduce((sum, section) => sum + section.pages.length, 0);
  const names = [scope.version, scope.language].filter((name) => name != null);
  const count = `${pages.length} pages as Markdown${names.length > 0 ? ` (${names.join(', ')})` : ''}.`;
  const own = sections.filter(({ folder }) => folder !== null);
  return {
    type: 'root',
    children: [
      heading(1, front?.title ?? ''),
      quote(front?.description ?? count),
      {
        type: 'paragraph',
        children: [
          text(`${front?.description === undefined ? '' : `${count} `}All of them in one file: `),
          link(full, full),
          text('.'),
        ],
      },
      ...sections
        .filter(({ folder }) => folder === null)
        .flatMap((section) => [heading(2, section.title), listOfPages(section.pages, list)]),
      ...(own.length > 0
        ? [
            heading(2, 'Sections'),
            listOf(
              own.map(({ title, pages: { length }, folder }) => ({
                title,
                description: `${length} pages`,
                address: list.listOf(folder!),
              })),
            ),
          ]
        : []),
      ...(left > 0 ? [paragraph(`${left} more pages are left out of this list.`)] : []),
      ...(others.length > 0 ? [heading(2, OPTIONAL), otherLists(others)] : []),
    ],
  };
}

/** Write the list of a section. @param all address of the list of all pages */
export function writeSectionList(
  { title, pages }: LlmsSection,
  { addressOf, all, about }: Pick<LlmsTxt, 'addressOf'> & { all: string; about: string },
): Root {
  return {
    type: 'root',
    children: [
      heading(1, title),
      quote(`${pages.length} pages of ${about}.`),
      { type: 'paragraph', children: [text('All sections: '), link('llms.txt', all), text('.')] },
      heading(2, 'Pages'),
      listOfPages(pages, { addressOf }),
    ],
  };
}

/**
 * Divide pages by their topmost folders. More than fit into one list are in lists of their own, those of a large folder in several.
 *
 * @param isTaken whether a folder has another list
 */
export function divideIntoSections(
  pages: readonly PageEntry[],
  { scope, addressOf }: Pick<LlmsTxt, 'scope' | 'addressOf'>,
  isTaken: (folder: string) => boolean,
): LlmsSection[] {
  const lengthOf = (page: PageEntry): number =>
    page.title.length +
    addressOf(page).length +
    Math.min(page.description?.length ?? 0, MAX_DESCRIPTION_LENGTH) +
    ENTRY_MARKUP;
  const listed = pages.slice(0, MAX_LISTED_PAGES);
  const groups = Map.groupBy(listed, (page) => groupOf(page, scope));
  const isLong = listed.reduce((sum, page) => sum + lengthOf(page), 0) > MAX_LIST_LENGTH;
  const folders = new Set<string>();
  return Array.from(groups).flatMap(([group, entries]): LlmsSection[] => {
    const title = titleOf(group, entries);
    if (!isLong) return [{ title, pages: entries, folder: null }];
    const parts: PageEntry[][] = [];
    let length = MAX_LIST_LENGTH;
    for (const page of entries) {
      length += lengthOf(page);
      if (length > MAX_LIST_LENGTH) {
        parts.push([]);
        length = lengthOf(page);
      }
      parts.at(-1)!.push(page);
    }
    return parts.map((part, at) => {
      const name = `${group || 'docs'}${at === 0 ? '' : `/${at + 1}`}`;
      let folder = name;
      for (let number = 2; folders.has(folder) || isTaken(folder); number++) folder = `${name}-${number}`;
      folders.add(folder);
      return { title: at === 0 ? title : `${title}, part ${at + 1}`, pages: part, folder };
    });
  });
}

/** Return the topmost page, after which a documentation is named. */
export function frontPage(pages: readonly PageEntry[]): PageEntry | undefined {
  return pages.toSorted((a, b) => depthOf(a) - depthOf(b) || a.path.length - b.path.length)[0];
}

/** Return the topmost folder of a page below those of its version and language; empty: none. */
function groupOf({ path }: PageEntry, { version, language }: VersionAndLanguage): string {
  const folders = path.replace(/\/$/, '').split('/').slice(0, -1);
  const isScope = (name: string) => name === version || (language != null && readLanguage(name) === language);
  return folders.find((name) => !isScope(name)) ?? '';
}

/** Return the title of the page of a folder, else the name of the folder. */
function titleOf(group: string, pages: readonly PageEntry[]): string {
  if (group === '') return TOP;
  const page = pages.find(({ path }) => path.replace(/\/$/, '').endsWith(`/${group}`) || path === group);
  const name = group.replace(/[-_]+/g, ' ');
  return page?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function depthOf({ path }: PageEntry): number {
  return path.split('/').filter(Boolean).length;
}

function listOfPages(pages: readonly PageEntry[], { addressOf }: Pick<LlmsTxt, 'addressOf'>): List {
  return listOf(pages.map((page) => ({ ...page, address: addressOf(page) })));
}

/** Write the addresses of lists in other languages as code: programs follow every link, and would take their pages for those of this one. */
function otherLists(others: LlmsTxt['others']): List {
  return {
    type: 'list',
    spread: false,
    children: others.map(({ name, address, isForeign }) => ({
      type: 'listItem',
      children: [
        {
          type: 'paragraph',
          children: isForeign
            ? [text(`${name}: `), { type: 'inlineCode', value: address }]
            : [link(name, address)],
        },
      ],
    })),
  };
}

function listOf(entries: readonly { title: string; description?: string; address: string }[]): List {
  return {
    type: 'list',
    spread: false,
    children: entries.map(({ title, description, address }) => ({
      type: 'listItem',
      children: [
        {
          type: 'paragraph',
          children: [
            link(title, address),
            ...(description === undefined
              ? []
              : [text(`: ${oneLine(description).slice(0, MAX_DESCRIPTION_LENGTH)}`)]),
          ],
        },
      ],
    })),
  };
}

function heading(depth: 1 | 2, title: string): RootContent {
  return { type: 'heading', depth, children: [text(oneLine(title))] };
}

function quote(description: string): RootContent {
  return { type: 'blockquote', children: [paragraph(oneLine(description))] };
}

function paragraph(value: string): BlockContent {
  return { type: 'paragraph', children: [text(value)] };
}

function link(title: string, url: string): Link {
  return { type: 'link', url, children: [text(oneLine(title))] };
}

function text(value: string) {
  return { type: 'text', value } as const;
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}
