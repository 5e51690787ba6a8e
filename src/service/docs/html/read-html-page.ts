import type { Element, Root as HtmlRoot } from 'hast';
import { selectAll } from 'hast-util-select';
import { MAX_DESCRIPTION_LENGTH, MAX_HEADING_LENGTH, MAX_NESTING } from '../docs-limits.ts';
import type { DocsProblem, DocsProblemCode } from '../../../engine/sections/docs-problem.ts';
import { flattenComponents } from '../flatten-components.ts';
import { messageOf } from '../frontmatter.ts';
import type { PlainParser } from '../plain-parser.ts';
import { pathScope, type PageScope, type ScopeNames } from '../page-scope.ts';
import { finishPage, isNestedDeeper, readShortText, titleOfFile, type PageReading } from '../read-page.ts';
import { resolveHtmlLink } from '../resolve-docs-link.ts';
import type { HtmlOptions } from '../reading-options.ts';
import { textOf } from '../../../engine/answer/text-of.ts';
import { splitSections, type PageSection } from '../split-sections.ts';
import { builtPath } from './address-form.ts';
import { canonicalPath, type BuiltSite } from './built-site.ts';
import { isChrome } from './chrome.ts';
import { cleanContent } from './clean-content.ts';
import { decodeHtml, parseHtml } from './parse-html.ts';
import { textOfHast, attributeOf } from './hast.ts';
import { readHtmlHead, type HtmlHead } from './html-head.ts';
import { findMainContent, findTitleHeading } from './main-content.ts';
import { findPageEdges } from './page-edges.ts';
import { isPageList } from './page-list.ts';
import { requireFlatHtml } from './require-flat-html.ts';
import { defaultHandlers, toMdast, type Handle, type State } from 'hast-util-to-mdast';
import type { Code, Heading, Root } from 'mdast';

export interface ReadHtmlPageOptions {
  parser: PlainParser;
  scopes: ScopeNames;
  defaults: PageScope;
  boost?: number | undefined;
  maxSections: number;
  html: HtmlOptions;
  site: BuiltSite;
}

type Report = (code: DocsProblemCode, message: string) => void;

/** Minimum length of a description that may be an excerpt, in UTF-16 units. Authors write shorter ones, also as their first sentence. */
const MIN_EXCERPT_LENGTH = 200;
/** File names of error pages. */
const NOT_FOUND_PAGE = /(?:^|\/)404(?:\/index)?\.html?$/i;
const INDEX_OF_WORDS = /(?:^|\/)(?:genindex(?:-[^/]*)?|(?:[^/]*-)?modindex)(?:\/index)?\.html?$/i;
const SEARCH_PAGE = /(?:^|\/)search(?:\/index)?\.html?$/i;
/** Script that only the search page of Sphinx loads. */
const SEARCH_SCRIPT = /searchtools\.js|searchindex\.js/i;
const REDIRECT_TITLE = /^redirect(?:ing)?\b/i;
/** Marks of an unrendered template. */
const TEMPLATE_MARKS = /\{\{|\{%|<%/;

/** Read one page of a built site. Never throws because of its content. */
export function readHtmlPage(file: string, bytes: Uint8Array, options: ReadHtmlPageOptions): PageReading {
  const problems: DocsProblem[] = [];
  const report: Report = (code, message) => problems.push({ file, code, message });
  const decoded = decodeHtml(bytes);
  if (decoded === null) {
    report('binary', 'The file is not text.');
    return { page: null, problems };
  }
  if (decoded.damage !== null) report('encoding', decoded.damage);
  try {
    return { page: readDecoded(file, decoded.text, options, report), problems };
  } catch (error) {
    // A RangeError is a stack overflow of the recursive walk, by nesting that no generator writes.
    const reason = error instanceof RangeError ? 'It is nested too deeply.' : messageOf(error);
    report('too-complex', `The file could not be parsed: ${reason}`);
    return { page: null, problems };
  }
}

function readDecoded(
  file: string,
  text: string,
  options: ReadHtmlPageOptions,
  report: Report,
): PageReading['page'] {
  const { parser, scopes, defaults, boost, maxSections, html, site } = options;
  requireFlatHtml(text);
  const root = parseHtml(text);
  const head = readHtmlHead(root);
  const { scope: fromPath } = pathScope(file, scopes);
  const canonical = head.canonical === undefined ? null : canonicalPath(file, head.canonical, site);
  const skip = (why: string) => {
    report('skipped', `The page is left out: ${why}.`);
    return null;
  };
  const reason = skipReason(file, text, head, site);
  if (reason !== null) return skip(reason);
  if (canonical?.isElsewhere && isOfScope(canonical.file, scopes, fromPath)) {
    return skip(`its canonical address is that of ${canonical.file}`);
  }

  const path = canonical?.isElsewhere === false ? canonical.path : builtPath(file, site.form);
  const main = findMainContent(root, text, html.content);
  if (isPageList(file, { root, head, main: main.elements, hasArticles: site.hasArticles })) {
    return skip('it is a list of pages, made by its generator');
  }
  const ignored = new Set<Element>((html.ignore ?? []).flatMap((selector) => selectAll(selector, root)));
  if (!main.isWholePage) for (const edge of findPageEdges(main.elements)) ignored.add(edge);
  const tree = htmlToMarkdown(cleanContent({ ...main, ignored }));
  const place = { file, path, base: head.base };
  const flat = flattenComponents(tree, { resolveLink: (url) => resolveHtmlLink(url, place, site.base) });
  if (isNestedDeeper(flat, MAX_NESTING)) {
    throw new Error(`It is nested more than ${MAX_NESTING} levels deep.`);
  }
  const { title: heading, sections } = splitSections(flat, null, parser.stringify);
  const content = textOf(flat);
  const description =
    head.description === site.description || isExcerpt(head.description, content, sections)
      ? undefined
      : readShortText(head.description, MAX_DESCRIPTION_LENGTH);
  if (content.trim() === '' && description === undefined) return skip('its content has no words');
  const outer = findTitleHeading(root);
  const title =
    heading ??
    readShortText(outer && textOfHast(outer, isChrome), MAX_HEADING_LENGTH) ??
    readShortText(withoutSuffix(head.title, site), MAX_HEADING_LENGTH) ??
    titleOfFile(path);
  const scope = { ...defaults, ...fromPath, ...headScope(head, fromPath, site) };
  return finishPage({ path, title, description, scope, boost, sections }, maxSections, report);
}

/** Return why a file is not a page of the documentation, as half a sentence; `null` when it is one. */
function skipReason(file: string, text: string, head: HtmlHead, site: BuiltSite): string | null {
  if (NOT_FOUND_PAGE.test(file)) return 'it is an error page';
  if (head.isRedirect || REDIRECT_TITLE.test(head.title ?? '')) return 'it only leads to another page';
  if (head.isNoindex && !site.isAllNoindex) return 'it is excluded from search engines (noindex)';
  if (INDEX_OF_WORDS.test(file)) return 'it is an index made by its generator';
  if (SEARCH_PAGE.test(file) && SEARCH_SCRIPT.test(text)) return 'it is the search page of its generator';
  if (!/<(?:html|body|!doctype)\b/i.test(text) && TEMPLATE_MARKS.test(text)) return 'it is a template';
  return null;
}

/**
 * Return whether a page has this version and language. Its canonical address does not decide, because old versions often name the
 * newest.
 */
function isOfScope(file: string, scopes: ScopeNames, { version, language }: PageScope): boolean {
  const { scope: other } = pathScope(file, scopes);
  return other.version === version && other.language === language;
}

function headScope(head: HtmlHead, fromPath: PageScope, site: BuiltSite): PageScope {
  const language =
    head.language ?? (site.isMultilingual ? ownLanguage(head.lang, fromPath.language) : undefined);
  return {
    ...(head.version !== undefined && { version: head.version }),
    ...(language !== undefined && { language }),
  };
}

/** Return the language of a page. The folder takes precedence over `<html lang>`, which themes often leave untranslated. */
function ownLanguage(lang: string | undefined, folder: string | undefined): string | undefined {
  const main = (tag: string | undefined) => tag?.split('-', 1)[0];
  return folder === undefined || main(lang) === main(folder) ? lang : folder;
}

/**
 * Return whether a description is an excerpt of the text, as themes make it, which would have the page in the index twice. It is
 * long, or goes on over the end of a section, as no author writes.
 */
function isExcerpt(
  description: string | undefined,
  content: string,
  [first]: readonly PageSection[],
): boolean {
  if (description === undefined) return false;
  // Blocks have no spaces between them.
  const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
  const isLong = description.length >= MIN_EXCERPT_LENGTH;
  if (!isLong && lettersOf(description).length <= lettersOf(first?.content ?? '').length) return false;
  // The last word may be cut.
  const start = isLong ? description.slice(0, MIN_EXCERPT_LENGTH).replace(/\S*$/, '') : description;
  return lettersOf(content).includes(lettersOf(start));
}

function withoutSuffix(title: string | undefined, { titleSuffix }: BuiltSite): string | undefined {
  if (title === undefined || titleSuffix === null || !title.endsWith(titleSuffix)) return title;
  return title.slice(0, -titleSuffix.length);
}

/** Convert cleaned content to Markdown. The ids of headings are in their `data`. */
function htmlToMarkdown(content: HtmlRoot): Root {
  const tree = toMdast(content, { document: true, handlers });
  return tree.type === 'root' ? tree : { type: 'root', children: [] };
}

const handlers: Record<string, Handle> = {
  pre(_state: State, element: Element): Code {
    const language = attributeOf(element, 'dataLang') ?? null;
    const title = attributeOf(element, 'dataTitle');
    const meta = title === undefined ? null : `title="${title.replaceAll('"', "'")}"`;
    // The language comes first in the info string. Without one, a parser would take the title for it.
    return {
      type: 'code',
      lang: language ?? (meta === null ? null : 'text'),
      meta,
      value: textOfHast(element),
    };
  },
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Handle] => [name, readHeading]),
  ),
};

function readHeading(state: State, element: Element): Heading {
  const heading = defaultHandlers.h1(state, element);
  const anchor = attributeOf(element, 'id');
  return anchor === undefined ? heading : { ...heading, data: { anchor } };
}
