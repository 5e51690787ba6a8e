import { css } from '../styles/css.ts';
import { calloutWord } from '../../../markdown/spoken-text.ts';
import type { Callout, Footnote, FootnoteMark } from '../../../markdown/tree.ts';
import { withoutDirectionControls } from '../links/link-host.ts';
import { addStyles } from '../styles/add-styles.ts';
import { create, drawAll, type Draw, type TreeNode } from './markdown-nodes.ts';
import type { MarkdownText } from './markdown-options.ts';

/** The part of a renderer's context that these depend on. */
interface AsideContext {
  readonly text: MarkdownText;
  readonly draw: Draw<TreeNode>;
}

/** Draw a callout, a footnote, or the mark of one. */
export function drawAside(
  node: ChildNode | null,
  old: Callout | Footnote | FootnoteMark | null,
  next: Callout | Footnote | FootnoteMark,
  context: AsideContext,
): Element {
  if (next.type === 'footnoteMark')
    return old?.type === 'footnoteMark' && old.label === next.label
      ? (node as Element)
      : createMark(next.label);
  const before = old && isSame(old, next) ? (old as Callout | Footnote) : null;
  const aside = before
    ? (node as Element)
    : next.type === 'footnote'
      ? createNote(next)
      : createBox(next, context);
  drawAll(aside, before?.children, next.children, context.draw);
  return aside;
}

function isSame(old: Callout | Footnote | FootnoteMark, next: Callout | Footnote): boolean {
  if (next.type === 'footnote') return old.type === 'footnote' && old.label === next.label;
  return old.type === 'callout' && old.kind === next.kind && old.title === next.title;
}

function createBox(callout: Callout, { text }: AsideContext): Element {
  const { kind } = callout;
  if (kind === 'group' || kind === 'step') return create('div');
  const title = withoutDirectionControls(callout.title) || text(calloutWord(callout));
  if (kind === 'details')
    return withStyles(create('details', { className: 'callout' }, create('summary', {}, title)));
  const label = create('p', { className: 'callout-title' }, title);
  return withStyles(
    create('div', { className: `callout callout-${kind}`, role: 'note', ariaLabel: title }, label),
  );
}

function createNote({ label }: Footnote): Element {
  const number = create('sup', { className: 'footnote-number' }, label);
  const note = create('div', { className: 'footnote', tabIndex: -1 }, number);
  note.dataset.label = label.toLowerCase();
  return withStyles(note);
}

/** Create a raised number that leads to its note, without an address: within an element none is reached. */
function createMark(label: string): Element {
  const button = create('button', { type: 'button', className: 'footnote-mark' }, label);
  button.addEventListener('click', () => {
    const notes = button.closest('.prose')?.querySelectorAll<HTMLElement>('.footnote') ?? [];
    const note = [...notes].find(({ dataset }) => dataset.label === label.toLowerCase());
    note?.scrollIntoView({ block: 'nearest' });
    note?.focus({ preventScroll: true });
  });
  return withStyles(create('sup', {}, button));
}

function withStyles<E extends Element>(element: E): E {
  queueMicrotask(() => addStyles(element.getRootNode(), markdownAsideStyles));
  return element;
}

/** How callouts and footnotes look. */
const markdownAsideStyles = css`
  .prose .callout {
    margin: var(--_gap) 0;
    padding: 0.6em 0.9em;
    border: 1px solid var(--_border);
    border-inline-start: 3px solid var(--_accent);
    border-radius: calc(var(--_radius) / 2);
  }
  .prose .callout-warning {
    border-inline-start-color: var(--_danger);
  }
  .prose :is(.callout-title, .callout > summary) {
    margin: 0 0 0.3em;
    font-weight: 600;
  }
  .prose .callout > summary {
    cursor: pointer;
  }
  .prose :is(.callout, .footnote) > :last-child {
    margin-block-end: 0;
  }
  .prose .footnote {
    margin: var(--_gap) 0;
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .prose .footnote code {
    font-size: 1em;
  }
  .prose .footnote-number {
    margin-inline-end: 0.4em;
  }
  .prose .footnote-number + p {
    display: inline;
  }
  .prose .footnote-mark {
    padding: 0 0.2em;
    border: 0;
    background: none;
    color: var(--_accent);
    font: inherit;
    cursor: pointer;
  }
`;
