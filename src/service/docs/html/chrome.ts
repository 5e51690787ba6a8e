import type { Element } from 'hast';
import { isHidingStyle } from '../hidden-elements.ts';
import { attributeOf, classesOf, lineOf, textOfHast } from './hast.ts';

/** Elements without text of the page. */
const SILENT = new Set(
  'script style template noscript svg iframe video audio canvas object embed map nav footer form button select textarea dialog link meta base'.split(
    ' ',
  ),
);
const SILENT_ROLES = new Set(['navigation', 'search', 'contentinfo', 'toolbar', 'menu', 'menubar', 'dialog']);
/** Classes of generators and themes for elements around and between the text. */
const CHROME_CLASSES = new Set(
  [
    'toc table-of-contents toc-container local-toc page-toc theme-doc-toc-mobile theme-doc-toc-desktop vp-doc-toc',
    'breadcrumb breadcrumbs theme-doc-breadcrumbs wy-breadcrumbs bd-breadcrumbs td-breadcrumbs',
    'pagination pagination-nav pagination-links prev-next prev-next-footer prev-next-area nav-chapters nav-wrapper mobile-nav-chapters',
    'edit-link edit-page edit-this-page edit-on-github editlink theme-edit-this-page theme-doc-footer theme-last-updated theme-doc-version-badge',
    'last-updated lastupdated last-modified page-meta page-footer meta-info VPDocFooter VPLastUpdated sphinxsidebar td-page-meta',
    'md-content__button md-source-file md-feedback md-source-date md-tags md-social md-clipboard',
    'copybtn copy-button btn-copy clipboard-button clip-button copy-code-button code-copy',
    'headerlink header-anchor hash-link sl-anchor-link anchor-link anchorjs-link heading-anchor heading-link td-heading-self-link headline-hash subheading-anchor',
    'sr-only visually-hidden screen-reader-only screen-reader-text skip-link skip-to-content',
    'viewcode-link feedback page-feedback feedback--prompt social-share share-buttons tabs-arrow',
  ]
    .join(' ')
    .split(' '),
);
/** Classes to which the build appends a suffix. */
const CHROME_CLASS_STEMS =
  /^(?:tocCollapsible|tableOfContents|breadcrumbsContainer|docItemFooter|editThisPage|lastUpdated|copyButton|buttonGroup|td-page-meta)(?:_|$)/;
/** Classes of the permalink beside a heading. On a heading itself they are styling. */
const ANCHOR_CLASSES = new Set(['anchor', 'anchorlink', 'permalink', 'direct-link', 'toc-anchor']);
/** Label of breadcrumbs, and their type in schema.org. */
const CRUMBS = /bread-?crumb/i;
const EDIT_TEXT =
  /^\W*(?:edit (?:this|the|on|page|source)\b.*|improve this page|suggest (?:an? )?(?:edit|change)s?.*|(?:view|show) (?:page )?source|back to top)\W*$/i;
/** Maximum length of a text of an "edit this page" link. */
const MAX_EDIT_TEXT = 60;

/** Return whether an element inside a page's main content is not part of its text: navigation, buttons, permalinks. */
export function isChrome(element: Element): boolean {
  const { tagName } = element;
  if (SILENT.has(tagName)) return true;
  const { properties } = element;
  if (properties['dataPagefindIgnore'] !== undefined) return true;
  const role = attributeOf(element, 'role');
  if (role !== undefined && SILENT_ROLES.has(role)) return true;
  if (attributeOf(element, 'ariaHidden') === 'true' && tagName !== 'pre' && tagName !== 'code') return true;
  const classes = classesOf(element);
  if (isHidden(element, role, classes)) return true;
  if (CRUMBS.test(attributeOf(element, 'ariaLabel') ?? attributeOf(element, 'itemType') ?? '')) return true;
  if (classes.includes('contents') && classes.includes('topic')) return true;
  if (classes.some((name) => CHROME_CLASSES.has(name) || CHROME_CLASS_STEMS.test(name))) return true;
  // Starlight's notice that a page is a draft or not translated.
  if (tagName === 'p' && classes.includes('sl-flex')) return true;
  return tagName === 'a' && isChromeLink(element, classes);
}

/** Return whether an element is hidden. Panels of unselected tabs do not count. */
function isHidden(element: Element, role: string | undefined, classes: readonly string[]): boolean {
  const hidden = attributeOf(element, 'hidden');
  const isStyled = isHidingStyle(attributeOf(element, 'style') ?? '');
  return (
    (isStyled || (hidden !== undefined && hidden !== 'until-found')) &&
    role !== 'tabpanel' &&
    !classes.some((name) => /tab|panel/i.test(name))
  );
}

function isChromeLink(element: Element, classes: readonly string[]): boolean {
  if (classes.some((name) => ANCHOR_CLASSES.has(name))) return true;
  if (/(?:^|\s)(?:prev|next)(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '')) return true;
  const href = attributeOf(element, 'href') ?? '';
  const text = lineOf(textOfHast(element));
  // Permalinks, whose text is a symbol.
  if (href.startsWith('#') && text !== '' && !/[\p{L}\p{N}]/u.test(text)) return true;
  return text.length <= MAX_EDIT_TEXT && EDIT_TEXT.test(text);
}

/** Return whether an element is the frame of a page without a marked main content. */
export function isPageFrame(element: Element): boolean {
  if (element.tagName === 'header') return true;
  if (element.tagName === 'aside')
    return !classesOf(element).some((name) => /aside|admonition|alert|note|callout/i.test(name));
  return classesOf(element).some((name) =>
    /^(?:sidebar|side-bar|site-header|site-nav|navbar|menu|top-?bar)$/i.test(name),
  );
}
