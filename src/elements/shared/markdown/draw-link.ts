import { CITATION_SCHEME } from '../../../markdown/inline-parser.ts';
import type { Link } from '../../../markdown/tree.ts';
import { resolveLink, staysOnPage } from '../../../protocol/address.ts';
import { resolveAnswerLink } from '../../../protocol/answer-link.ts';
import type { DrawContext } from './draw-context.ts';
import { create } from './markdown-nodes.ts';

export function drawLink(
  context: DrawContext,
  node: ChildNode | null,
  old: Link | null,
  next: Link,
): ChildNode {
  if (isCitation(next)) return old?.url === next.url ? node! : createCitation(context, next.url);
  context.isInsideLink = true;
  const link = drawAnchor(context, node, old && isCitation(old) ? null : old, next);
  context.isInsideLink = false;
  return link;
}

function isCitation({ url }: Link): boolean {
  return url.startsWith(CITATION_SCHEME);
}

/** Draw a link, or its content alone if its address may not be opened. */
function drawAnchor(context: DrawContext, node: ChildNode | null, old: Link | null, next: Link): Element {
  const { base } = context;
  const before = old?.title === next.title ? old : null;
  const checks = context.extensions();
  // Without the checks, no link leaves the site.
  const resolved = checks
    ? checks.resolveVisibleLink(next, base)
    : next.url.includes(':')
      ? null
      : resolveAnswerLink(next.url, base);
  // As it is written: the page that the reader is on may be another one by the time of the click. A `<base>` would lead elsewhere.
  const href =
    resolved === null || !staysOnPage(next.url)
      ? resolved
      : document.querySelector('base[href]')
        ? resolveLink(next.url, location.href)
        : next.url.trim();
  const name = href === null ? 'span' : 'a';
  const isReusable = (node as Element | null)?.localName === name;
  const link = context.drawElement(name, node, isReusable ? before : null, next);
  if (href !== null && (link !== node || before?.url !== next.url))
    setTarget(context, link as HTMLAnchorElement, href, next.title);
  if (resolved !== null) checks?.showHost(link, resolved, base);
  return link;
}

/** Create the number of a source, as a link to it. */
function createCitation(context: DrawContext, url: string): Element {
  const number = url.slice(CITATION_SCHEME.length);
  const source = context.live().citations?.[+number - 1];
  if (!source) return create('span', {}, `[${number}]`);
  const ariaLabel = `${context.text('sources', { count: 1 })} ${number}: ${source.title}`;
  const mark = create('a', { className: 'mark', part: 'citation', ariaLabel }, number);
  context.extensions()?.showHost(mark, source.href, context.base);
  setTarget(context, mark, source.href, '');
  return mark;
}

export function setTarget(
  { options }: DrawContext,
  link: HTMLAnchorElement,
  href: string,
  title: string,
): void {
  link.href = href;
  link.rel = 'noopener noreferrer';
  if (options.linkTarget === 'blank') link.target = '_blank';
  if (title !== '') link.title = title;
}
