import type { Element } from 'hast';
import { isChrome } from './chrome.ts';
import { attributeOf, findElement, lineOf, textOfHast, walkElements } from './hast.ts';

/** Blocks that generators write around the text. What authors write is in paragraphs, lists and tables. */
const FRAME = new Set(['div', 'section', 'aside', 'ol', 'ul', 'span', 'a']);
/** Elements in which a link is one of the text. */
const TEXT = new Set(['p', 'li', 'dd', 'td', 'th', 'blockquote', 'pre', 'figure']);
const HEADING = /^h[1-6]$/;
/** Maximum number of links to the pages before and after. */
const MAX_PAGER_LINKS = 2;
/** Maximum length of a text of breadcrumbs, in UTF-16 units. */
const MAX_CRUMBS = 200;
/** Maximum length of a name of a part of the documentation that stands above the title. */
const MAX_EYEBROW = 60;

/**
 * Find breadcrumbs above the title of a page, and the links to the pages before and after below its text, by their structure: themes
 * without a `nav` for them, or with classes that say nothing, would have them in the text of every page.
 */
export function findPageEdges(elements: readonly Element[]): Element[] {
  return elements.flatMap((main) => [...findCrumbs(main), ...findPager(main)]);
}

/** Return the blocks before the title that only lead elsewhere, repeat it, or name the part that the page is in. */
function findCrumbs(main: Element): Element[] {
  const heading = findElement(main, ({ tagName }) => tagName === 'h1');
  if (heading === undefined) return [];
  const title = lineOf(textOfHast(heading, isChrome));
  const found: Element[] = [];
  let isAbove = true;
  walkElements(main, (element) => {
    isAbove &&= element !== heading;
    if (!isAbove || isChrome(element) || TEXT.has(element.tagName)) return false;
    if (element === main || !FRAME.has(element.tagName) || hasHeading(element)) return undefined;
    if (isCrumbs(element, title)) found.push(element);
    return false;
  });
  return found;
}

function isCrumbs(element: Element, title: string): boolean {
  const text = lineOf(textOfHast(element, isChrome));
  if (text === '' || text.length > MAX_CRUMBS) return false;
  const unlinked = lineOf(textOfHast(element, (child) => isChrome(child) || child.tagName === 'a'));
  if (unlinked === title || !/[\p{L}\p{N}]/u.test(unlinked)) return true;
  const isList = element.tagName === 'ol' || element.tagName === 'ul';
  // The last item is the page itself, often by a shorter name.
  if (isList) return unlinked.length <= MAX_EYEBROW && text !== unlinked;
  const hasText = findElement(element, ({ tagName }) => TEXT.has(tagName)) !== undefined;
  return !hasText && unlinked.length <= MAX_EYEBROW && !/[.:!?。：！？]/u.test(unlinked);
}

/** Return the block at the end that is nothing but the links to the pages before and after, with a date that may stand below it. */
function findPager(main: Element): Element[] {
  // A link beside bare text is one of the text.
  if (main.children.some((child) => child.type === 'text' && child.value.trim() !== '')) return [];
  const blocks = main.children.filter(
    (child) => child.type === 'element' && lineOf(textOfHast(child, isChrome)) !== '',
  ) as Element[];
  const [only] = blocks;
  if (only !== undefined && blocks.length === 1) return TEXT.has(only.tagName) ? [] : findPager(only);
  const at = blocks.findLastIndex(isPager);
  const below = blocks.slice(at + 1).map((block) => lineOf(textOfHast(block, isChrome)));
  // Links just below a heading are its text.
  const isText = at < 1 || HEADING.test(blocks[at - 1]!.tagName);
  return isText || below.join(' ').length > MAX_EYEBROW ? [] : blocks.slice(at);
}

function isPager(element: Element): boolean {
  if (!FRAME.has(element.tagName) || element.tagName === 'ol' || element.tagName === 'ul') return false;
  let links = 0;
  let isOnlyLinks = true;
  walkElements(element, (child) => {
    if (isChrome(child)) return false;
    if (child.tagName === 'a') {
      if (attributeOf(child, 'href')?.startsWith('#') !== false) isOnlyLinks = false;
      links++;
      return false;
    }
    if (TEXT.has(child.tagName) || HEADING.test(child.tagName)) isOnlyLinks = false;
    return undefined;
  });
  const unlinked = textOfHast(element, (child) => isChrome(child) || child.tagName === 'a');
  return isOnlyLinks && links > 0 && links <= MAX_PAGER_LINKS && !/[\p{L}\p{N}]/u.test(unlinked);
}

function hasHeading(element: Element): boolean {
  return findElement(element, ({ tagName }) => HEADING.test(tagName)) !== undefined;
}
