import { html, nothing, render } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { parseMarkdown } from '../../../markdown/parse-markdown.ts';
import type { Block, Inline, ListItem, Tab, TableCell, TableRow } from '../../../markdown/tree.ts';
import type { AnswerSourceLink } from '../../../state/conversation/conversation-snapshot.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { keepBeside } from '../../shared/dom/floating.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { Group } from '../../shared/groups.ts';
import type { MarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import { shortAddress } from '../../shared/links/short-address.ts';

/** Delay until the preview of a hovered link shows, and until it hides, in milliseconds: time to move the pointer to it. */
const SHOW_MILLISECONDS = 150;
const HIDE_MILLISECONDS = 250;
/** Maximum length of the text, in UTF-16 units. */
const SHOWN_LENGTH = 240;
const GAP = 6;
const ID = 'source-preview';

let current: { readonly link: HTMLElement; readonly controller: AbortController } | undefined;

/**
 * Show the preview of a source while a link to it is hovered or focused, and highlight the other links to the same source.
 * Escape hides the preview and nothing else.
 *
 * @param markdown what the excerpt may have to be read with
 * @param readPage reads the text of a source that came without an excerpt, as Markdown; empty if there is none
 */
export function showPreview(
  link: HTMLAnchorElement,
  source: AnswerSourceLink,
  markdown: Group<MarkdownExtensions>,
  readPage: (source: AnswerSourceLink, signal: AbortSignal) => Promise<string>,
): void {
  if (current?.link === link) return;
  current?.controller.abort();
  const controller = new AbortController();
  const { signal } = controller;
  current = { link, controller };

  const box = createElement('div', { id: ID, className: 'preview', part: 'preview', role: 'tooltip' });
  const root = link.getRootNode();
  const sameSource = findSameSource(link);
  let undo = (): void => {};
  const open = async (): Promise<void> => {
    const extensions = (await markdown.preload()) ?? null;
    if (!link.isConnected) return controller.abort();
    if (signal.aborted) return;
    addStyles(root, sourcePreviewStyles);
    const excerpt = plainText(source.excerpt, extensions);
    drawPreview(box, link, source, excerpt);
    // Not appended: a lit-html part at the end of a template removes the nodes after it when its value changes.
    link.closest('.panel')?.prepend(box);
    link.setAttribute('aria-describedby', ID);
    undo = place(link, box, controller);
    if (excerpt !== '') return;
    const text = plainText(await readPage(source, signal), extensions);
    if (!signal.aborted) drawPreview(box, link, source, text);
  };
  let timer = setTimeout(() => void open(), link.matches(':focus-visible') ? 0 : SHOW_MILLISECONDS);
  const stay = (): void => clearTimeout(timer);
  const leave = (): void => {
    stay();
    timer = setTimeout(() => controller.abort(), HIDE_MILLISECONDS);
  };

  for (const other of sameSource) other.dataset.current = '';
  for (const place of [link, box]) place.addEventListener('pointerleave', leave, { signal });
  box.addEventListener('pointerenter', stay, { signal });
  for (const type of ['blur', 'click']) link.addEventListener(type, () => controller.abort(), { signal });
  closeByEscape(root, box, controller);
  signal.addEventListener('abort', () => {
    stay();
    undo();
    box.remove();
    link.removeAttribute('aria-describedby');
    for (const other of sameSource) delete other.dataset.current;
    if (current?.controller === controller) current = undefined;
  });
}

function closeByEscape(root: EventTarget, box: HTMLElement, controller: AbortController): void {
  root.addEventListener(
    'keydown',
    (event) => {
      if ((event as KeyboardEvent).key !== 'Escape' || !box.isConnected) return;
      // Otherwise the key would close the panel.
      event.stopPropagation();
      event.preventDefault();
      controller.abort();
    },
    { signal: controller.signal, capture: true },
  );
}

function findSameSource(link: Element): HTMLElement[] {
  const links = link.closest('.answer')?.querySelectorAll<HTMLElement>('.mark, .source') ?? [];
  const number = parseInt(link.textContent ?? '');
  return [...links].filter((other) => parseInt(other.textContent ?? '') === number);
}

/** Keep the preview above the link, as long as that is there. @returns a function that stops it */
function place(link: Element, box: HTMLElement, controller: AbortController): () => void {
  return keepBeside(link, box, {
    placement: 'top',
    gap: GAP,
    prepare: () => link.isConnected || controller.abort(),
    move: (x, y) => box.style.setProperty('transform', `translate(${x}px, ${y}px)`),
  });
}

function drawPreview(
  box: HTMLElement,
  { href }: HTMLAnchorElement,
  { title }: AnswerSourceLink,
  text: string,
): void {
  const { host, path } = shortAddress(href);
  render(
    html`<p class="preview-title" dir="auto">${title}</p>
      ${text === '' ? nothing : html`<p dir="auto">${cutText(text)}</p>`}
      <p class="preview-address" dir="ltr">${host + path}</p>`,
    box,
  );
}

/** Cut a text before a word, or within one where words are long or not separated. */
function cutText(text: string): string {
  if (text.length <= SHOWN_LENGTH) return text;
  return `${text.slice(0, SHOWN_LENGTH).replace(/(?<=\s)\S{0,40}$|[\ud800-\udbff]$/, '')}…`;
}

/** Return Markdown as one line of plain text. */
function plainText(markdown: string | undefined, extensions: MarkdownExtensions | null): string {
  return textOf(parseMarkdown(markdown ?? '', extensions))
    .replace(/\s+/g, ' ')
    .trim();
}

type Node = Block | ListItem | Tab | TableRow | TableCell | Inline;

/** Return the plain text of Markdown. */
function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'tab') return `${node.label}: ${textOf(node.children)}`;
      if ('children' in node) return textOf(node.children) + (INLINE.has(node.type) ? '' : ' ');
      if (node.type === 'image') return node.alt;
      return 'value' in node ? node.value : ' ';
    })
    .join('');
}

const INLINE: ReadonlySet<string> = new Set<Inline['type']>(['emphasis', 'strong', 'delete', 'link']);

/** Preview of a source, beside the link to it. */
const sourcePreviewStyles = css`
  .preview {
    position: fixed;
    inset: 0 auto auto 0;
    z-index: 2;
    display: grid;
    gap: 4px;
    width: max-content;
    max-width: min(320px, 100vw - 24px);
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.8667em;
    line-height: 1.45;
    overflow-wrap: anywhere;
    box-shadow: var(--_shadow);
  }
  .preview p {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  .preview .preview-title {
    font-weight: 600;
    -webkit-line-clamp: 2;
  }
  .preview .preview-address {
    color: var(--_muted);
    -webkit-line-clamp: 1;
  }
  .mark[data-current],
  .source[data-current] {
    background: color-mix(in srgb, var(--_accent) 16%, var(--_surface));
  }
  @media print {
    .preview {
      display: none;
    }
  }
`;
