import type { Element, Root } from 'hast';
import { readLanguage, readVersion } from '../../../engine/sections/scope-names.ts';
import { attributeOf, findElement, lineOf, textOfHast, walkElements } from './hast.ts';

/** Declarations of a page. */
export interface HtmlHead {
  title: string | undefined;
  description: string | undefined;
  /** `<link rel="canonical">` */
  canonical: string | undefined;
  /** `<base href>`, the base of the page's links. */
  base: string | undefined;
  /** Whether the page excludes itself from search engines. */
  isNoindex: boolean;
  /** Whether the page only redirects to another one. */
  isRedirect: boolean;
  /** `og:type`: `article`, or `website` for the front page and for lists. */
  type: string | undefined;
  /** `<html lang>` */
  lang: string | undefined;
  /** `docsearch:` meta tags. */
  version: string | undefined;
  language: string | undefined;
}

/** Read the `<head>` of a page. */
export function readHtmlHead(root: Root): HtmlHead {
  const metas = new Map<string, string>();
  let title: string | undefined;
  let canonical: string | undefined;
  let base: string | undefined;
  let isRedirect = false;
  const html = findElement(root, ({ tagName }) => tagName === 'html');
  const head = html && findElement(html, ({ tagName }) => tagName === 'head');
  if (head) {
    walkElements(head, (element) => {
      if (element.tagName === 'title') title ??= lineOf(textOfHast(element));
      else if (element.tagName === 'base') base ??= attributeOf(element, 'href');
      else if (element.tagName === 'link' && isCanonical(element)) canonical ??= attributeOf(element, 'href');
      else if (element.tagName === 'meta') {
        const name = attributeOf(element, 'name') ?? attributeOf(element, 'property');
        const content = attributeOf(element, 'content');
        if (name !== undefined && content !== undefined) metas.set(name.toLowerCase(), content);
        if (/^refresh$/i.test(attributeOf(element, 'httpEquiv') ?? ''))
          isRedirect ||= /url\s*=/i.test(content ?? '');
      }
    });
  }
  const [version] = (metas.get('docsearch:version') ?? '').split(',');
  return {
    title: metas.get('og:title')?.trim() || title || undefined,
    description: metas.get('description') ?? metas.get('og:description'),
    canonical,
    base,
    isNoindex: (metas.get('robots') ?? '').split(',').some((rule) => /^\s*(?:noindex|none)\s*$/i.test(rule)),
    isRedirect,
    type: metas.get('og:type'),
    lang: html && readLanguage(attributeOf(html, 'lang')),
    version: readVersion(version),
    language: readLanguage(metas.get('docsearch:language')),
  };
}

function isCanonical(element: Element): boolean {
  return /(?:^|\s)canonical(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '');
}
