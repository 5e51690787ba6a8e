import type { SearchRequest, SearchResult } from '../../protocol/api.ts';
import { LLMS_TXT, markdownFile } from '../../engine/pages/reading-names.ts';
import type { DocsPages, PageEntry, PageText } from '../../engine/pages/docs-pages.ts';
import { rewriteLinks } from '../../engine/pages/page-markdown.ts';
import { decodePath, encodePath, pageKey } from '../../engine/sections/site-path.ts';
import { decodeName, missingFile, NO_INDEXING } from './answer-file.ts';

/** Parameter of the address of a file that asks for passages instead of the whole. */
const PARAMETER = 'ask';
/** Results that are looked at, and passages that are returned. */
const SEARCHED = 30;
const MAX_PASSAGES = 5;
/** Passages of the page itself, where its neighbours have some, too. */
const MAX_OWN = 3;
/** Maximum length of all passages, in UTF-16 units: some 1,000 tokens. */
const MAX_LENGTH = 4_000;
/** A path of the site: no scheme, no host, no path from the root, no fragment alone. */
const SITE_PATH = /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)(?:\.\/)?/i;

/** Return the question in the address of a file: `guides/intro.md?ask=How+do+I+start`. @returns `null` without one */
export function questionOf({ url }: Request): string | null {
  return new URL(url).searchParams.get(PARAMETER);
}

/**
 * Answer with the passages of a page and its neighbours that answer a question best, as Markdown. Neighbours are the pages in the same
 * folder, above and below; of `llms.txt` all pages. Other pages count only when none of these has anything.
 *
 * @param name of the file, percent-encoded, as in an address
 * @param search searches the documentation, with its checks and limits
 * @throws RequestRefusal `not-found`, or what the search throws
 */
export async function answerPassages(
  pages: DocsPages,
  {
    name,
    question,
    search,
  }: {
    name: string;
    question: string;
    search(request: SearchRequest): Promise<readonly SearchResult[]>;
  },
): Promise<Response> {
  const isList = name === LLMS_TXT || name.endsWith(`/${LLMS_TXT}`);
  const page = isList ? null : await pages.read(decodeName(name).replace(/\.md$/, ''), question);
  if (page === null && !isList) throw missingFile(name);
  const filter = page === null ? {} : scopeOf(page);
  const results = await search({ query: question, pageSize: SEARCHED, filter });
  const text = write(page === null ? results : nearest(page, results), { name, question });
  const headers = {
    'content-type': 'text/markdown; charset=utf-8',
    'cache-control': 'no-store',
    ...NO_INDEXING,
  };
  return new Response(text, { headers });
}

function scopeOf({ version, language }: PageEntry): NonNullable<SearchRequest['filter']> {
  return { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
}

/** Return the passages of a page that answer, then the results of its neighbours; all results, if there are none. */
function nearest(
  { path, title, passages = [] }: PageText,
  results: readonly SearchResult[],
): readonly SearchResult[] {
  const own = pageKey(path);
  const folder = own.replace(/[^/]*$/, '');
  const keyOf = (result: SearchResult) => pageKey(decodePath(withoutFragment(result.path)));
  const isNeighbour = (key: string) =>
    key.replace(/[^/]*$/, '') === folder || `${key}/` === folder || key.startsWith(`${own}/`);
  const near = results.filter((result) => keyOf(result) !== own && isNeighbour(keyOf(result)));
  const found = passages.map(({ content, headings, anchor }) => ({
    content,
    path: encodePath(path),
    metadata: { title, headings: [...headings], ...(anchor !== undefined && { anchor }) },
  }));
  const nearby = [...found.slice(0, MAX_OWN), ...near, ...found.slice(MAX_OWN)];
  return nearby.length > 0 ? nearby : results;
}

function write(
  results: readonly SearchResult[],
  { name, question }: { name: string; question: string },
): string {
  const up = '../'.repeat(name.split('/').length - 1);
  let length = 0;
  const passages = results.slice(0, MAX_PASSAGES).flatMap(({ path, content, metadata }) => {
    const { title = path, headings = [], anchor } = metadata;
    const room = MAX_LENGTH - length;
    length += content.length;
    if (room <= 0) return [];
    const text = content.length > room ? `${content.slice(0, room)} …` : content;
    const page = decodePath(withoutFragment(path));
    const file = encodePath(markdownFile(page) ?? page);
    const address = `${up}${file}${anchor ? `#${encodeURIComponent(anchor)}` : ''}`;
    const relative = rewriteLinks(text, (link) => link.replace(SITE_PATH, up));
    return [
      `## ${oneLine([title, ...headings.filter((heading) => heading !== title)].join(' › '))}`,
      `Source: ${address}`,
      relative,
    ];
  });
  const more = `${up}${LLMS_TXT}?${PARAMETER}=QUESTION searches all pages.`;
  return `${[`# ${oneLine(question)}`, ...(passages.length > 0 ? passages : ['Nothing was found.']), more].join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function withoutFragment(path: string): string {
  return path.replace(/#.*/s, '');
}
