import { readFile } from 'node:fs/promises';
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Handler } from '../node/request-listener.ts';
import { decodeText } from '../service/docs/decode-text.ts';
import { DEFAULT_DOCS_LIMITS } from '../service/docs/docs-limits.ts';
import { flattenComponents } from '../service/docs/flatten-components.ts';
import { PageIncludes } from '../service/docs/includes/include-files.ts';
import { isHtmlFile, listDocsFiles, type DocsFile } from '../service/docs/list-docs-files.ts';
import { createMarkdownParser } from '../service/docs/markdown-parser.ts';
import { createPageAddresses } from '../service/docs/page-addresses.ts';
import { encodePath } from '../engine/sections/site-path.ts';
import { readScopeNames } from '../service/docs/docs-survey.ts';
import type { PageScope } from '../service/docs/page-scope.ts';
import { parsePage, type ParsedPage } from '../service/docs/read-page.ts';
import { resolveDocsLink, type LinkTargets } from '../service/docs/resolve-docs-link.ts';
import { readAnchors } from '../service/docs/split-sections.ts';
import { putIntoPage } from './elements-markup.ts';

/** A parsed page of the folder. */
interface MarkdownPage extends ParsedPage {
  readonly file: string;
  readonly title: string;
}

const toHast = unified().use(remarkRehype).freeze();
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
};

/**
 * Create a handler that shows a folder of Markdown and MDX as plain pages, at the addresses of the links in search results and
 * answers. Components are replaced by their content, HTML and images are left out.
 *
 * @param options.markup added to the end of every page, in ASCII
 * @param options.style address of the pages' style sheet
 * @throws Error when the folder cannot be read
 */
export async function createMarkdownSite(options: {
  folder: string;
  markup: string;
  style: string;
}): Promise<Handler> {
  const pages = await readPages(options.folder);
  const byPath = new Map(pages.map((page) => [page.path.replace(/\/$/, ''), page]));
  const front = pages.toSorted(compareForFront)[0];
  const targets = linkTargets(pages);
  return (request) => {
    const path = readPath(request.url);
    const page = byPath.get(path) ?? (path === '' ? front : undefined);
    const content = page ? renderPage(page, targets) : [h('h1', 'There is no such page')];
    const tree = layOut({ ...options, page, content, pages });
    const html = putIntoPage(new TextEncoder().encode(toHtml(tree)), options.markup);
    return new Response(request.method === 'HEAD' ? null : html, {
      status: page ? 200 : 404,
      headers: HEADERS,
    });
  };
}

/** Style sheet of the pages. */
export const MARKDOWN_SITE_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { display: grid; grid-template-columns: minmax(0, 16rem) minmax(0, 46rem); gap: 3rem; margin: 0 auto; padding: 2rem 1.5rem 6rem; max-width: 68rem; }
nav { font-size: .875rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: .25rem 0; overflow-wrap: anywhere; }
nav summary { cursor: pointer; font-weight: 600; margin: .75rem 0 .25rem; }
a { color: LinkText; text-decoration-thickness: 1px; text-underline-offset: .15em; }
[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1.5rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 1rem; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: .5rem; font-size: .875rem; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: .4rem .75rem; border-block-end: 1px solid color-mix(in srgb, currentcolor 20%, transparent); text-align: start; }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid color-mix(in srgb, currentcolor 30%, transparent); }
@media (max-width: 50rem) { body { grid-template-columns: minmax(0, 1fr); } nav { order: 1; } }
`;

async function readPages(folder: string): Promise<MarkdownPage[]> {
  const listing = await listDocsFiles(folder, DEFAULT_DOCS_LIMITS);
  const files = listing.files.filter(({ file }) => !isHtmlFile(file));
  const scopes = await readScopeNames(listing, { addresses: { sitemap: null } });
  const parser = createMarkdownParser();
  const includes = await PageIncludes.open(folder, DEFAULT_DOCS_LIMITS);
  const parse = async ({ file, absolute }: DocsFile): Promise<MarkdownPage[]> => {
    const decoded = decodeText((await includes.include(file, await readFile(absolute))).bytes);
    // Ignore problems: the index reports them.
    const page = decoded && parsePage(file, decoded.text, { parser, scopes, defaults: {} }, () => {});
    return page ? [{ ...page, file, title: titleOf(page) }] : [];
  };
  const pages = await Promise.all(files.map((file) => parse(file).catch(() => [])));
  return pages.flat();
}

/** @returns the path without slashes around it; one that cannot be decoded matches no page */
function readPath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  } catch {
    return pathname;
  }
}

/** Sort the home page first: outermost, of the newest version, in English if there is a choice. */
function compareForFront(a: MarkdownPage, b: MarkdownPage): number {
  const depth = ({ path }: MarkdownPage) => path.split('/').length;
  return (
    depth(a) - depth(b) ||
    (b.scope.version ?? '').localeCompare(a.scope.version ?? '', 'en', { numeric: true }) ||
    Number(b.scope.language === 'en') - Number(a.scope.language === 'en')
  );
}

function titleOf({ root, path, frontmatter }: ParsedPage): string {
  if (typeof frontmatter['title'] === 'string') return frontmatter['title'];
  const slugger = createMarkdownParser().createSlugger();
  const [first] = readAnchors(root, slugger).values();
  return first?.text ?? path;
}

function linkTargets(pages: readonly MarkdownPage[]): LinkTargets {
  const explicit = new Map(pages.map(({ file, path }) => [file, path]));
  return createPageAddresses(
    [...explicit.keys()],
    { explicit },
    { versions: new Set(), languages: new Set() },
  );
}

function renderPage({ root, file, path, title }: MarkdownPage, targets: LinkTargets): ElementContent[] {
  const flat = flattenComponents(root, {
    resolveLink: (url) => fromRoot(resolveDocsLink(url, { file, path }, targets)),
  });
  const slugger = createMarkdownParser().createSlugger();
  for (const [heading, { anchor }] of readAnchors(flat, slugger)) {
    heading.data = { ...heading.data, hProperties: { id: anchor } };
  }
  const { children } = toHast.runSync(flat);
  const content = children as ElementContent[];
  const hasTitle = content.some((node) => node.type === 'element' && node.tagName === 'h1');
  return hasTitle ? content : [h('h1', title), ...content];
}

/** Make a reference relative to the root of the host, where the pages are. */
function fromRoot(reference: string | undefined): string | undefined {
  if (reference === undefined || /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(reference)) return reference;
  return `/${reference.replace(/^\.\//, '')}`;
}

function layOut(options: {
  style: string;
  page: MarkdownPage | undefined;
  content: ElementContent[];
  pages: readonly MarkdownPage[];
}): HtmlRoot {
  const { style, page, content, pages } = options;
  const title = page?.title ?? 'Not found';
  const { version, language = 'en' } = page?.scope ?? {};
  return {
    type: 'root',
    children: [
      { type: 'doctype' },
      h('html', { lang: language }, [
        h('head', [
          h('meta', { charSet: 'utf-8' }),
          h('meta', { name: 'viewport', content: 'width=device-width' }),
          h('title', title),
          ...(version === undefined ? [] : [h('meta', { name: 'docsearch:version', content: version })]),
          h('link', { rel: 'stylesheet', href: style }),
        ]),
        h('body', [navigation(page, pages), h('main', content)]),
      ]),
    ],
  };
}

/** Return links to the pages of the same version and language, by folder. */
function navigation(current: MarkdownPage | undefined, pages: readonly MarkdownPage[]): Element {
  const scope = current?.scope ?? pages[0]?.scope ?? {};
  const own = pages.filter((page) => isSameScope(page.scope, scope));
  const folders = Map.groupBy(own, ({ file }) => file.split('/').slice(0, -1).join('/'));
  const link = ({ path, title }: MarkdownPage) =>
    h('li', [
      h('a', { href: `/${encodePath(path)}`, ariaCurrent: path === current?.path ? 'page' : null }, title),
    ]);
  const groups = [...folders].map(([folder, inside]) => {
    const list = h('ul', inside.map(link));
    if (folder === '') return list;
    const isOpen = folders.size < 4 || inside.some(({ path }) => path === current?.path);
    return h('details', { open: isOpen }, [h('summary', folder), list]);
  });
  return h('nav', { ariaLabel: 'Pages' }, groups);
}

function isSameScope(a: PageScope, b: PageScope): boolean {
  return a.version === b.version && a.language === b.language;
}
