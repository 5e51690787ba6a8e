import type { Element } from 'hast';
import { selectAll } from 'hast-util-select';
import { MAX_DESCRIPTION_LENGTH, MAX_HEADING_LENGTH, MAX_NESTING } from '../docs-limits.ts';
import type { DocsProblem, DocsProblemCode } from '../docs-problem.ts';
import { flattenComponents } from '../flatten-components.ts';
import type { MarkdownParser } from '../markdown-parser.ts';
import { pathScope, type PageScope, type ScopeNames } from '../page-scope.ts';
import {
  finishPage,
  isNestedDeeper,
  messageOf,
  readText,
  titleOfFile,
  type PageReading,
} from '../read-page.ts';
import { resolveHtmlLink } from '../resolve-link.ts';
import type { HtmlOptions } from '../reading-options.ts';
import { textOf } from '../text-of.ts';
import { splitSections } from '../split-sections.ts';
import { builtPath } from './address-form.ts';
import { canonicalPath, type BuiltSite } from './built-site.ts';
import { isChrome } from './chrome.ts';
import { cleanContent } from './clean-content.ts';
import { decodeHtml } from './decode-html.ts';
import { textOfHast } from './hast.ts';
import { readHtmlHead, type HtmlHead } from './html-head.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { findMainContent, findTitleHeading } from './main-content.ts';
import { parseHtml } from './parse-html.ts';

export interface ReadHtmlPageOptions {
  parser: MarkdownParser;
  scopes: ScopeNames;
  defaults: PageScope;
  maxSections: number;
  html: HtmlOptions;
  site: BuiltSite;
}

type Report = (code: DocsProblemCode, message: string) => void;

/** File names of pages that are no documentation, as hosts and generators call them. */
const NOT_FOUND_PAGE = /(?:^|\/)404(?:\/index)?\.html?$/i;
const INDEX_OF_WORDS = /(?:^|\/)(?:genindex(?:-[^/]*)?|(?:[^/]*-)?modindex)(?:\/index)?\.html?$/i;
const SEARCH_PAGE = /(?:^|\/)search(?:\/index)?\.html?$/i;
/** What only a page to search on loads. */
const SEARCH_SCRIPT = /searchtools\.js|searchindex\.js/i;
const REDIRECT_TITLE = /^redirect(?:ing)?\b/i;
/** A page of a template engine, before it is built. */
const TEMPLATE_MARKS = /\{\{|\{%|<%/;

/** Reads one page of a built site. Never throws because of what the file holds. */
export function readHtmlPage(file: string, bytes: Uint8Array, options: ReadHtmlPageOptions): PageReading {
  const problems: DocsProblem[] = [];
  const report: Report = (code, message) => problems.push({ file, code, message });
  const decoded = decodeHtml(bytes);
  if (decoded === null) {
    report('binary', 'The file holds bytes that are no text.');
    return { page: null, problems };
  }
  if (decoded.damaged) report('encoding', 'The file is not all UTF-8; what could not be read is shown as �.');
  try {
    return { page: readDecoded(file, decoded.text, options, report), problems };
  } catch (error) {
    // The tree is walked by recursion: only nesting that no generator writes makes that fail.
    const reason = error instanceof RangeError ? 'It is nested too deep.' : messageOf(error);
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
  const { parser, scopes, defaults, maxSections, html, site } = options;
  const root = parseHtml(text);
  const head = readHtmlHead(root);
  const { depth: _, folders: __, ...fromPath } = pathScope(file, scopes);
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
  const ignored = new Set<Element>((html.ignore ?? []).flatMap((selector) => selectAll(selector, root)));
  const tree = htmlToMarkdown(cleanContent({ ...main, ignored }));
  const place = { file, path, base: head.base };
  const flat = flattenComponents(tree, { resolveLink: (url) => resolveHtmlLink(url, place, site.base) });
  if (isNestedDeeper(flat, MAX_NESTING)) {
    throw new Error(`It is nested more than ${MAX_NESTING} levels deep.`);
  }
  const { title: heading, sections } = splitSections(flat, null, parser.stringify);
  const description =
    head.description === site.description ? undefined : readText(head.description, MAX_DESCRIPTION_LENGTH);
  if (textOf(flat).trim() === '' && description === undefined) return skip('its content has no words');
  const outer = findTitleHeading(root);
  const title =
    heading ??
    readText(outer && textOfHast(outer, isChrome), MAX_HEADING_LENGTH) ??
    readText(withoutSuffix(head.title, site), MAX_HEADING_LENGTH) ??
    titleOfFile(path);
  const scope = { ...defaults, ...fromPath, ...headScope(head, fromPath, site) };
  return finishPage({ path, title, description, scope, sections }, maxSections, report);
}

/** Why a file is no page of the documentation, as half a sentence; `null` when it is one. */
function skipReason(file: string, text: string, head: HtmlHead, site: BuiltSite): string | null {
  if (NOT_FOUND_PAGE.test(file)) return 'it is shown for addresses that do not exist';
  if (head.isRedirect || REDIRECT_TITLE.test(head.title ?? '')) return 'it only leads to another page';
  if (head.isNoindex && !site.isAllNoindex) return 'it asks not to be listed (noindex)';
  if (INDEX_OF_WORDS.test(file)) return 'it is an index that its generator made';
  if (SEARCH_PAGE.test(file) && SEARCH_SCRIPT.test(text)) return 'it is the search page of its generator';
  if (!/<(?:html|body|!doctype)\b/i.test(text) && TEMPLATE_MARKS.test(text)) return 'it is a template';
  return null;
}

/** Old versions often name the newest as canonical: they are pages of their own all the same. */
function isOfScope(file: string, scopes: ScopeNames, { version, language }: PageScope): boolean {
  const other = pathScope(file, scopes);
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

/** Themes forget to translate `<html lang>`: where the folder says another language, the folder is right. */
function ownLanguage(lang: string | undefined, folder: string | undefined): string | undefined {
  const main = (tag: string | undefined) => tag?.split('-', 1)[0];
  return folder === undefined || main(lang) === main(folder) ? lang : folder;
}

function withoutSuffix(title: string | undefined, { titleSuffix }: BuiltSite): string | undefined {
  if (title === undefined || titleSuffix === null || !title.endsWith(titleSuffix)) return title;
  return title.slice(0, -titleSuffix.length);
}
