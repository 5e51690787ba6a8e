/** What the peers search: HTML pages for Pagefind and a document a section for MiniSearch, made from the sections that we have. */
import { rm } from 'node:fs/promises';
import { marked } from 'marked';
import MiniSearch from 'minisearch';
import { close, createIndex } from 'pagefind';
import type { Section } from '../../../src/engine/sections/section.ts';
import { VITEPRESS_INDEX, VITEPRESS_SEARCH } from './vitepress-options.ts';

/** Write the index of Pagefind into a folder, which is emptied first. */
export async function writePagefind(
  sections: readonly Section[],
  language: string,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { index, errors } = await createIndex({});
  if (!index) throw new Error(errors.join(' '));
  const pages = Map.groupBy(sections, ({ path }) => path);
  for (const [path, own] of pages) {
    const { errors } = await index.addHTMLFile({ url: `/${path}`, content: pageHtml(own, language) });
    if (errors.length > 0) throw new Error(errors.join(' '));
  }
  const written = await index.writeFiles({ outputPath: folder });
  await close();
  if (written.errors.length > 0) throw new Error(written.errors.join(' '));
}

/** Index sections as VitePress does. */
export function createMiniSearch(
  sections: readonly Section[],
  options: object = VITEPRESS_SEARCH,
): MiniSearch {
  const index = new MiniSearch({ ...VITEPRESS_INDEX, searchOptions: options });
  index.addAll(
    sections.map(({ path, anchor, title, headings, content }, at) => {
      const titles = [title, ...headings];
      return {
        // VitePress has no two sections with one anchor.
        id: `${path}#${anchor ?? ''}#${at}`,
        title: titles.at(-1),
        titles: titles.slice(0, -1),
        text: toHtml(content).replace(/<[^>]*>/g, ''),
      };
    }),
  );
  return index;
}

function pageHtml(sections: readonly Section[], language: string): string {
  const [{ title, description = '' }] = sections as [Section];
  const body = sections.map(({ headings, anchor, content }) => {
    const level = Math.min(6, headings.length + 1);
    const heading = headings.at(-1);
    const opened =
      heading === undefined ? '' : `<h${level} id="${escape(anchor ?? '')}">${escape(heading)}</h${level}>`;
    return opened + toHtml(content);
  });
  return `<!doctype html><html lang="${language}"><head><title>${escape(title)}</title></head><body><main data-pagefind-body><h1>${escape(title)}</h1><p>${escape(description)}</p>${body.join('\n')}</main></body></html>`;
}

function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
