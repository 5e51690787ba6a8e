import type { Element, Root } from 'hast';
import { selectAll } from 'hast-util-select';
import { isChrome, isPageFrame } from './chrome.ts';
import { findElement, textOfHast, walkElements } from './hast.ts';

/** Where the text of a page is. */
export interface MainContent {
  /** Elements that do not contain each other, in document order. */
  elements: Element[];
  /** Whether header and sidebars may be inside, because the page does not say where its text is. */
  isWholePage: boolean;
}

/**
 * Containers of the text, the surest first: what the source of a page with it has somewhere, and its selector. Pagefind's
 * attribute is what the author says; then come the known generators and themes, then what HTML itself has for it.
 */
const CONTAINERS: readonly [mark: string, selector: string][] = [
  ['data-pagefind-body', '[data-pagefind-body]'],
  // VitePress, whose front page is more than its Markdown; Docusaurus; Starlight; Material for MkDocs
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
 * Finds the text of a page.
 *
 * @param text Source of the page
 * @param selector What the user says: comes first
 */
export function findMainContent(root: Root, text: string, selector: string | undefined): MainContent {
  // A selector is tried on each element: most need not be.
  const known = CONTAINERS.flatMap(([mark, container]) => (text.includes(mark) ? [container] : []));
  for (const container of selector === undefined ? known : [selector, ...known]) {
    const elements = outermost(selectAll(container, root));
    if (elements.some(hasWords)) return { elements, isWholePage: false };
  }
  const body = findElement(root, ({ tagName }) => tagName === 'body');
  return { elements: body ? [body] : [], isWholePage: true };
}

/** The heading of the page where it stands outside its main content. */
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
