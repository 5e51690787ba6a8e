import type { Element, Root } from 'hast';
import { readLanguage, readVersion } from '../page-scope.ts';
import { attributeOf, findElement, lineOf, textOfHast, walkElements } from './hast.ts';

/** What a page says about itself. */
export interface HtmlHead {
  title: string | undefined;
  description: string | undefined;
  /** Address that the page names as its own. */
  canonical: string | undefined;
  /** `<base href>`: links of the page are resolved against it. */
  base: string | undefined;
  /** Whether search engines are to leave the page out. */
  isNoindex: boolean;
  /** Whether the page only leads to another one. */
  isRedirect: boolean;
  /** `<html lang>` */
  lang: string | undefined;
  /** Of the `docsearch:` meta tags. */
  version: string | undefined;
  language: string | undefined;
}

/** Reads the `<head>` of a page. */
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
    lang: html && readLanguage(attributeOf(html, 'lang')),
    version: readVersion(version),
    language: readLanguage(metas.get('docsearch:language')),
  };
}

function isCanonical(element: Element): boolean {
  return /(?:^|\s)canonical(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '');
}
