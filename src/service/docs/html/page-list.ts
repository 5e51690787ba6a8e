import type { Element, Root } from 'hast';
import { isChrome } from './chrome.ts';
import { classesOf, findElement, lineOf, textOfHast } from './hast.ts';
import type { HtmlHead } from './html-head.ts';

/** Lists of the pages with a tag, below the root of a site or of its language. */
const TAG_LIST =
  /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:blog\/)?(?:tags?|categor(?:y|ies)|series|authors?|archives?)(?:\.html?$|\/)/i;
/** Lists of the posts of a blog, and their further pages. */
const POST_LIST =
  /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:posts?|blog|news)(?:\.html?|\/index\.html?|\/page\/\d+(?:\.html?|\/index\.html?))$/i;
/** Class of `<html>` by which Docusaurus says so. */
const LIST_CLASS = /^(?:docs|blog)-(?:tags-(?:doc-|post-)?list|authors-(?:list|posts)|list)-page$/;
/** Share of the text that is in links. */
const LIST_SHARE = 0.5;

/**
 * Return whether a page is a list of others that its generator has made: of those with a tag or in a category, or of the posts of a
 * blog. A page about tags has a text of its own.
 *
 * @param hasArticles whether pages of the site say that they are articles, so that the others say that they are none
 */
export function isPageList(
  file: string,
  {
    root,
    head,
    main,
    hasArticles,
  }: { root: Root; head: HtmlHead; main: readonly Element[]; hasArticles: boolean },
): boolean {
  const html = findElement(root, ({ tagName }) => tagName === 'html');
  if (html !== undefined && classesOf(html).some((name) => LIST_CLASS.test(name))) return true;
  const isTagList = TAG_LIST.test(file);
  if (!isTagList && !POST_LIST.test(file)) return false;
  if (hasArticles && head.type === 'website') return true;
  return isTagList && shareOfLinks(main) >= LIST_SHARE;
}

function shareOfLinks(elements: readonly Element[]): number {
  const lengthOf = (isLeftOut: (element: Element) => boolean) =>
    elements.reduce((sum, element) => sum + lineOf(textOfHast(element, isLeftOut)).length, 0);
  const isTitle = ({ tagName }: Element) => tagName === 'h1';
  const all = lengthOf((element) => isChrome(element) || isTitle(element));
  const unlinked = lengthOf((element) => isChrome(element) || isTitle(element) || element.tagName === 'a');
  // A list without entries.
  return all === 0 ? 1 : 1 - unlinked / all;
}
