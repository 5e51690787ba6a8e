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
  /** Main language of the site, as the page names it: that of `hreflang="x-default"`, else that of the address it redirects to. */
  mainLanguage: string | undefined;
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
  let target: string | undefined;
  const translations: { language: string; href: string }[] = [];
  const html = findElement(root, ({ tagName }) => tagName === 'html');
  const head = html && findElement(html, ({ tagName }) => tagName === 'head');
  if (head) {
    walkElements(head, (element) => {
      if (element.tagName === 'title') title ??= lineOf(textOfHast(element));
      else if (element.tagName === 'base') base ??= attributeOf(element, 'href');
      else if (element.tagName === 'link' && isCanonical(element)) canonical ??= attributeOf(element, 'href');
      else if (element.tagName === 'link') {
        const [language, href] = [attributeOf(element, 'hrefLang'), attributeOf(element, 'href')];
        if (language !== undefined && href !== undefined) translations.push({ language, href });
      } else if (element.tagName === 'meta') {
        const name = attributeOf(element, 'name') ?? attributeOf(element, 'property');
        const content = attributeOf(element, 'content');
        if (name !== undefined && content !== undefined) metas.set(name.toLowerCase(), content);
        if (/^refresh$/i.test(attributeOf(element, 'httpEquiv') ?? ''))
          isRedirect ||= (target ??= /url\s*=\s*['"]?([^'"\s]*)/i.exec(content ?? '')?.[1]) !== undefined;
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
    mainLanguage: defaultTranslation(translations) ?? languageInPath(target),
    type: metas.get('og:type'),
    lang: html && readLanguage(attributeOf(html, 'lang')),
    version: readVersion(version),
    language: readLanguage(metas.get('docsearch:language')),
  };
}

/** Return the language of `x-default`: of the translation at its address, else of a folder in that. */
function defaultTranslation(translations: readonly { language: string; href: string }[]): string | undefined {
  const main = translations.find(({ language }) => /^x-default$/i.test(language));
  if (main === undefined) return undefined;
  const same = translations.find((one) => one !== main && one.href === main.href);
  return readLanguage(same?.language) ?? languageInPath(main.href);
}

function languageInPath(address = ''): string | undefined {
  const folders = URL.parse(address, 'http://site.invalid')?.pathname.split('/') ?? [];
  return folders
    .filter((folder) => /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})?$/i.test(folder))
    .flatMap((folder) => readLanguage(folder) ?? [])[0];
}

function isCanonical(element: Element): boolean {
  return /(?:^|\s)canonical(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '');
}
