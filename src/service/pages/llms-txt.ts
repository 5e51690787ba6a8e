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

/** A list of pages in the form of llmstxt.org. */
export interface LlmsTxt {
  scope: VersionAndLanguage;
  pages: readonly PageEntry[];
  /** Addresses of the text of all pages, and of the pages. */
  full: string;
  addressOf(page: PageEntry): string;
  /** Lists of the other versions and languages. */
  others: readonly { name: string; address: string }[];
}

/** Write a list of pages: its title and its description are those of the topmost page, its sections the topmost folders. */
export function writeLlmsTxt(list: LlmsTxt): Root {
  const { scope, pages, full, others } = list;
  const front = frontPage(pages);
  const listed = pages.slice(0, MAX_LISTED_PAGES);
  const left = pages.length - listed.length;
  const groups = Map.groupBy(listed, (page) => groupOf(page, scope));
  const names = [scope.version, scope.language].filter((name) => name != null);
  const about = `${pages.length} pages as Markdown${names.length > 0 ? ` (${names.join(', ')})` : ''}. All of them in one file: `;
  return {
    type: 'root',
    children: [
      heading(1, front?.title ?? ''),
      ...(front?.description === undefined ? [] : [quote(front.description)]),
      { type: 'paragraph', children: [text(about), link(full, full), text('.')] },
      ...Array.from(groups).flatMap(([group, entries]) => [
        heading(2, titleOf(group, entries)),
        listOf(entries.map((page) => ({ ...page, address: list.addressOf(page) }))),
      ]),
      ...(left > 0 ? [paragraph(`${left} more pages are left out of this list.`)] : []),
      ...(others.length > 0
        ? [heading(2, OPTIONAL), listOf(others.map(({ name, address }) => ({ title: name, address })))]
        : []),
    ],
  };
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
