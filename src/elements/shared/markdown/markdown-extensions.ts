import { css } from '../styles/css.ts';
import type {
  Image,
  Inline,
  InlineMath,
  Link,
  MathBlock,
  TabGroup,
  Table,
  TableRow,
} from '../../../markdown/tree.ts';
import { resolveLink } from '../../../protocol/address.ts';
import { resolveAnswerLink } from '../../../protocol/answer-link.ts';
import { hostBesideLink, isVisible, withoutDirectionControls } from '../links/link-host.ts';
import { memoize } from '../links/memoize.ts';
import { addStyles } from '../styles/add-styles.ts';
import { create, drawAll, SCROLLABLE, type Draw, type DrawElement, type TreeNode } from './markdown-nodes.ts';
import type { LiveOptions, MarkdownText } from './markdown-options.ts';
import { drawMath } from './markdown-math.ts';
import { drawLongListParts } from './draw-long-list.ts';
import { drawTabGroup } from './markdown-tabs.ts';

export { withoutDirectionControls } from '../links/link-host.ts';
export { drawAside } from './draw-aside.ts';
export { nextPortion } from './markdown-portion.ts';
export * from '../../../markdown/syntax-extensions.ts';

/** Maximum length of a text of a cell whose column may be as narrow as its longest word, in UTF-16 units. */
const MAX_NARROW_LENGTH = 24;

/** Resolves the addresses of answers against one base. */
const resolverFor = memoize((base) => memoize((url) => resolveAnswerLink(url, base)));

/** Draw a table, in a group that scrolls. */
export function drawTable(
  node: ChildNode | null,
  old: Table | null,
  next: Table,
  label: string,
  drawElement: DrawElement,
): Element {
  const drawRow =
    (cellName: string): Draw<TableRow> =>
    (rowNode, oldRow, nextRow) => {
      const row = oldRow ? (rowNode as Element) : create('tr');
      drawAll(row, oldRow?.children, nextRow.children, (cellNode, oldCell, nextCell) => {
        const before = oldCell?.align === nextCell.align ? oldCell : null;
        const cell = drawElement(cellName, cellNode, before, nextCell);
        if (before === null && nextCell.align !== null) cell.classList.add(`align-${nextCell.align}`);
        cell.classList.toggle('long', cell.textContent.length > MAX_NARROW_LENGTH);
        return cell;
      });
      return row;
    };
  const frame = old
    ? (node as Element)
    : withStyles(
        create(
          'div',
          { className: 'table' },
          create(
            'div',
            { ...SCROLLABLE, className: 'table-scroll', ariaLabel: label },
            create('table', {}, create('thead'), create('tbody')),
          ),
        ),
      );
  const [head, body] = frame.querySelector('table')!.children;
  drawAll(head!, old?.children.slice(0, 1), next.children.slice(0, 1), drawRow('th'));
  drawAll(body!, old?.children.slice(1), next.children.slice(1), drawRow('td'));
  return frame;
}

/** Draw a list in parts. */
export function drawLongList(...list: Parameters<typeof drawLongListParts>): Element {
  return withStyles(drawLongListParts(...list));
}

/** Let lines end anywhere in blocks with a very long run. @param first index of the first block that may have changed */
export function breakLongRuns(blocks: HTMLCollection, first: number): void {
  for (let index = first; index < blocks.length; index++) {
    const block = blocks[index]!;
    if (hasLongRun(block.textContent)) withStyles(block).classList.add('unbroken');
  }
}

/** Draw a group of tabs, or a formula. */
export function drawExtended<N extends TabGroup | MathBlock | InlineMath>(
  node: ChildNode | null,
  old: N | null,
  next: N,
  draw: Draw<TreeNode>,
  live: () => LiveOptions,
): Element {
  return next.type === 'tabGroup'
    ? drawTabGroup(node, old as TabGroup | null, next, draw, live)
    : drawMath(node, old as MathBlock | InlineMath | null, next, live);
}

/** Create the item of a task. */
export function createTask(checked: boolean, text: MarkdownText): Element {
  const ariaLabel = text(checked ? 'taskDone' : 'taskOpen');
  const box = create('input', { type: 'checkbox', disabled: true, checked, ariaLabel });
  return withStyles(create('li', { className: 'task' }, box));
}

/** Create what stands for an image, because none is loaded: a link to it, or inside a link its description. */
export function createImage(
  { alt, url }: Image,
  { base, isInsideLink }: { readonly base: string; readonly isInsideLink: boolean },
  setTarget: (link: HTMLAnchorElement, href: string) => void,
): Element {
  const href = resolveLink(url, base);
  const label = withoutDirectionControls(isVisible(alt) ? alt : url);
  if (href === null || isInsideLink) return create('span', {}, label);
  const link = create('a', {}, label);
  setTarget(link, href);
  showHost(link, href, base);
  return link;
}

/** Resolve the address of a link of an answer; `null` if it may not be opened, or if nothing of the link is to be seen. */
export function resolveVisibleLink(link: Link, base: string): string | null {
  return hasVisibleText(link) ? resolverFor(base)(link.url) : null;
}

/** Whether there is a visible character, code or an image. */
function hasVisibleText({ children }: { readonly children: readonly Inline[] }): boolean {
  return children.some((child) => {
    if ('children' in child) return hasVisibleText(child);
    return child.type === 'text' ? isVisible(child.value) : child.type !== 'break';
  });
}

/** Show the host of a link beside it, and in the name of a mark, unless the link stays on the site or its text names the host. */
export function showHost(link: HTMLElement, resolved: string, base: string): void {
  const host = hostBesideLink(resolved, link.textContent ?? '', base);
  if (host === '') link.removeAttribute('data-host');
  else if (host !== link.dataset.host) {
    withStyles(link, linkHostStyles).dataset.host = host;
    if (link.ariaLabel) link.ariaLabel += ` (${host})`;
  }
}

/** Add the styles once the element is in its shadow tree, which it is when the drawing is done. */
function withStyles<E extends Element>(element: E, styles = markdownExtensionsStyles): E {
  queueMicrotask(() => addStyles(element.getRootNode(), styles));
  return element;
}

/**
 * Maximum length of a text without a place for a line break that is laid out as it is, in UTF-16 units. For each line of a longer one Chromium
 * reads all that is left of it: with 40,000 characters, each frame of a growing answer takes 0.3 s.
 */
const MAX_RUN_LENGTH = 2_000;

/** Text without blanks, and without the scripts whose lines may end after any letter. */
const RUNS = /[^\s\u200b\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/** Whether a text has a run that is too long to be laid out as it is. */
function hasLongRun(text: string): boolean {
  if (text.length <= MAX_RUN_LENGTH) return false;
  for (const [run] of text.matchAll(RUNS)) if (run.length > MAX_RUN_LENGTH) return true;
  return false;
}

/** The host beside a link whose text does not name it. */
const linkHostStyles = css`
  /* Isolated from left to right. */
  [data-host]::after {
    content: '(\\2066 ' attr(data-host) '\\2069 )';
    display: inline-block;
    max-inline-size: 100%;
    margin-inline-start: 0.3em;
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  /* In the number of a source, and in one line where there is room. */
  .mark[data-host] {
    display: inline-block;
    max-inline-size: 100%;
  }
  .mark[data-host]::after {
    content: '\\2066 ' attr(data-host) '\\2069';
    display: inline;
    font-size: 1em;
  }
`;

/** What {@link markdownStyles} has not: tables and tasks, for the little Markdown that has them. */
const markdownExtensionsStyles = css`
  /* Not a table: its columns would be as narrow as a letter. */
  .prose > .unbroken:not(.table) {
    line-break: anywhere;
  }
  .prose .long-list {
    margin: var(--_gap) 0;
    > * {
      margin-block: 0;
    }
    > * + * {
      margin-block-start: 0.25em;
    }
    > .skip:not(ol) {
      content-visibility: auto;
      contain-intrinsic-block-size: auto 180em;
      overflow-clip-margin: 1em;
    }
  }
  /* Weak, so that those of first and last blocks win. */
  :where(.prose) .table {
    margin: var(--_gap) 0;
  }
  .prose .table-scroll {
    overflow-x: auto;
    scrollbar-width: thin;
    outline-offset: -2px;
  }
  .prose table {
    min-inline-size: 100%;
    border-collapse: collapse;
    /* Pages in quirks mode give tables their own. */
    color: inherit;
    font-size: 0.8667em;
    font-variant-numeric: tabular-nums;
  }
  .prose table code {
    font-size: 1em;
  }
  .prose table .mark {
    font-size: 0.9231em;
  }
  .prose :is(th, td) {
    padding-block: 0.45em;
    padding-inline: 0 1.2em;
    border-block-end: 1px solid var(--_border);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .prose th {
    font-weight: 600;
    border-block-end-color: var(--_control);
    white-space: nowrap;
  }
  /* Columns of sentences do not become towers of words: the table scrolls instead. */
  .prose td.long {
    min-inline-size: 13em;
  }
  .prose .align-left {
    text-align: left;
  }
  .prose .align-center {
    text-align: center;
  }
  .prose .align-right {
    text-align: right;
  }
  .prose .task {
    position: relative;
    list-style: none;
  }
  .prose .task > input {
    position: absolute;
    inset-block-start: 0.3em;
    inset-inline-start: -1.5em;
    inline-size: 1em;
    block-size: 1em;
    margin: 0;
    accent-color: var(--_accent);
  }
  .prose .task > input + * {
    margin-block-start: 0;
  }
`;
