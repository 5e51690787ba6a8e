import type { Element, Root } from 'hast';
import { selectAll } from 'hast-util-select';
import { isChrome, isPageFrame } from './chrome.ts';
import { findElement, textOfHast, walkElements } from './hast.ts';

/** The main content of a page. */
export interface MainContent {
  /** Elements in document order, none inside another. */
  elements: Element[];
  /** Whether header and sidebars may be included, because the main content is not marked. */
  isWholePage: boolean;
}

/**
 * Containers of the main content, the most specific first: a string that the source of such a page contains, and the selector.
 * First the attribute of Pagefind, by which authors mark it, then those of known generators and themes, then those of HTML
 * itself.
 */
const CONTAINERS: readonly [mark: string, selector: string][] = [
  ['data-pagefind-body', '[data-pagefind-body]'],
  // VitePress, whose home page is more than its Markdown; Docusaurus; Starlight; Material for MkDocs
  ['VPHome', '.VPHome'],
  ['vp-doc', '.vp-doc'],
  ['theme-doc-markdown', '.theme-doc-markdown'],
  ['sl-markdown-content', '.sl-markdown-content'],
  ['md-content__inner', 'article.md-content__inner'],
  // Sphinx: Furo, Read the Docs, PyData and Book, the classic themes
  ['furo-main-content', '#furo-main-content'],
  ['articleBody', '[role="main"] [itemprop="articleBody"]'],
  ['bd-article', 'article.bd-article'],
  ['documentwrapper', 'div.documentwrapper div.body'],
  // mdBook; Docsy; Hugo Book; Antora; Just the Docs; GitBook; Asciidoctor; VuePress; docsify
  ['mdbook', '#content > main'],
  ['td-content', '.td-content'],
  ['book-page', '.book-page article.markdown'],
  ['class="doc"', 'article.doc'],
  ['main-content', '#main-content.main-content'],
  ['page-inner', '.page-inner section.normal'],
  ['asciidoctor', 'body.article > #content'],
  ['theme-default-content', '.theme-default-content'],
  ['markdown-section', '.markdown-section'],
  ['<main', 'main article'],
  ['<main', 'main'],
  ['role=', '[role="main"]'],
  ['<article', 'article'],
  ['markdown-body', '.markdown-body'],
];

/**
 * Find the main content of a page.
 *
 * @param text source of the page
 * @param selector of the user, which takes precedence
 */
export function findMainContent(root: Root, text: string, selector: string | undefined): MainContent {
  // Prefilter by the source, because a selector is tested on every element.
  const known = CONTAINERS.flatMap(([mark, container]) => (text.includes(mark) ? [container] : []));
  for (const container of selector === undefined ? known : [selector, ...known]) {
    const elements = outermost(selectAll(container, root));
    if (elements.some(hasWords)) return { elements, isWholePage: false };
  }
  const body = findElement(root, ({ tagName }) => tagName === 'body');
  return { elements: body ? [body] : [], isWholePage: true };
}

/** Find the heading of the page if it is outside the main content. */
export function findTitleHeading(root: Root): Element | undefined {
  let found: Element | undefined;
  walkElements(root, (element) => {
    if (found !== undefined || isChrome(element) || (isPageFrame(element) && element.tagName !== 'header'))
      return false;
    if (element.tagName === 'h1') found = element;
  });
  return found;
}

function hasWords(element: Element): boolean {
  return /[\p{L}\p{N}]/u.test(textOfHast(element, isChrome));
}

function outermost(elements: Element[]): Element[] {
  const inside = new Set<Element>();
  for (const element of elements) {
    if (inside.has(element)) continue;
    walkElements(element, (child) => {
      if (child !== element) inside.add(child);
    });
  }
  return elements.filter((element) => !inside.has(element));
}
