import { html, nothing, render, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import * as markdownExtensions from '../../shared/markdown/markdown-extensions.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { Group } from '../../shared/groups.ts';
import type { Lazy } from '../../shared/lazy.ts';
import { handToRouter, isPlainClick } from '../../shared/links/follow-link.ts';
import { shortAddress } from '../../shared/links/short-address.ts';
import type { MarkdownExtensions } from '../../shared/markdown/markdown-extensions-loader.ts';
import { markdownStyles } from '../../shared/markdown/markdown-view.styles.ts';
import { MarkdownView } from '../../shared/markdown/markdown-view.ts';
import type { SearchContext } from '../context.ts';
import { decodeSegment, type Hit } from '../panel/hits.ts';
import { searchPreview } from '../../strings/english.ts';
import { tones } from '../../shared/styles/tones.styles.ts';
import { createTerms, findMatches, type Term } from '../../../protocol/excerpt/matches.ts';

/** Delay until a hovered or active option is shown, in milliseconds, because the pointer crosses others on its way. */
const PREVIEW_DELAY = 100;
/** Form of a `lang` attribute, because a server may send any text as a language. */
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i;

const openIcon = icon('M4 10h11.5M11 5.5l4.5 4.5-4.5 4.5');

/** Extensions of Markdown, imported with it, because most sections have a link or a table. */
const extensions: Lazy<MarkdownExtensions> = {
  value: markdownExtensions,
  failed: false,
  loading: undefined,
  load: () => Promise.resolve(markdownExtensions),
};

/**
 * Preview of a result beside the list: of the one that was hovered or made active last, at first of the one that Enter opens.
 * Not announced, because screen readers read the option itself.
 */
export class Preview {
  readonly element = createElement('section', { className: 'preview', part: 'preview' });
  readonly #context: SearchContext;
  readonly #highlighter: Group<(code: HTMLElement) => void>;
  readonly #head = createElement('header', {});
  readonly #text = createElement('div', {
    className: 'preview-text prose',
    role: 'group',
    tabIndex: 0,
    dir: 'auto',
    onclick: (event: MouseEvent) => this.#followLink(event),
  });
  readonly #view = new MarkdownView(this.#text);
  readonly #marks = new WordMarks(this.#text);
  readonly #lifetime = new AbortController();
  /** The hit that is shown, and the one to show after the delay; `null` for none. */
  #shown: Hit | null = null;
  #next: Hit | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #active = -1;
  /** Key of the option that was hovered last; `null` once another one was made active. */
  #hoveredKey: string | null = null;
  #pointer = { x: NaN, y: NaN };

  constructor(context: SearchContext, highlighter: Group<(code: HTMLElement) => void>) {
    this.#context = context;
    this.#highlighter = highlighter;
    const { host } = context;
    this.element.append(this.#head, this.#text);
    context.strings.add(searchPreview);
    for (const styles of [tones, markdownStyles, previewStyles]) context.addStyles(styles);
    const { signal } = this.#lifetime;
    host.frame.addEventListener('pointermove', (event) => this.#handlePointer(event), { signal });
    for (const type of ['pointerover', 'focusin'])
      this.element.addEventListener(type, ({ target }) => this.#completeLink(target as Element));
  }

  draw(): void {
    const { options, active } = this.#context.list.model;
    if (active !== this.#active) {
      this.#active = active;
      this.#hoveredKey = null;
    }
    const isListed = options.some((option) => option.kind === 'result' && option.hit === this.#shown);
    if (isListed) this.#showSoon();
    else this.#show(this.#findTarget());
  }

  close(): void {
    this.#lifetime.abort();
    clearTimeout(this.#timer);
    this.#marks.clear();
    this.element.remove();
  }

  #findTarget(): Hit | null {
    const { options, active: chosen, isChosen } = this.#context.list.model;
    const active = isChosen ? options[chosen] : options.find(({ kind }) => kind === 'result');
    const option = options.find(({ key }) => key === this.#hoveredKey) ?? active;
    return option?.kind === 'result' ? option.hit : null;
  }

  #handlePointer({ pointerType, target, clientX: x, clientY: y }: PointerEvent): void {
    // Ignore events without a movement: the list was scrolled by keys below a resting pointer.
    const isAtRest = x === this.#pointer.x && y === this.#pointer.y;
    this.#pointer = { x, y };
    const option = this.#context.list.optionOf(target as Element);
    if (isAtRest || pointerType === 'touch' || option?.kind !== 'result') return;
    this.#hoveredKey = option.key;
    this.#showSoon();
  }

  #showSoon(): void {
    const hit = this.#findTarget();
    if (hit === this.#next) return;
    this.#next = hit;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(hit), PREVIEW_DELAY);
  }

  #show(hit: Hit | null): void {
    clearTimeout(this.#timer);
    const isOther = hit?.result.content !== this.#shown?.result.content;
    this.#shown = this.#next = hit;
    if (hit) this.#draw(hit);
    // Also hidden for content without text, such as a thematic break, instead of an empty pane.
    this.element.hidden = !hit || !this.#text.textContent.trim();
    const mark = this.#marks.mark(hit?.query ?? '');
    if (isOther) scrollTo(this.#text, mark);
  }

  #draw(hit: Hit): void {
    const { text, host } = this.#context;
    const { result, title } = hit;
    const { language = '' } = result.metadata;
    const heading = title.map((segment) => segment.text).join('');
    this.element.ariaLabel = text('preview');
    render(this.#renderHead(hit, heading), this.#head);
    this.#text.ariaLabel = heading;
    if (LANGUAGE_TAG.test(language)) this.#text.lang = language;
    else this.#text.removeAttribute('lang');
    this.#view.update(result.content, true, {
      extensions,
      linkBase: host.linkBase,
      linkTarget: host.linkTarget,
      text: (key) => text(key as keyof typeof searchPreview),
      announce: (message) => this.#context.announce(message),
      onCode: (code) => void this.#highlight(code),
    });
  }

  /** Highlight the syntax of a code block, once the code for that is loaded. */
  async #highlight(code: HTMLElement): Promise<void> {
    if ('highlights' in CSS) (await this.#highlighter.load())?.(code);
  }

  #renderHead(hit: Hit, heading: string): TemplateResult {
    const { link, pageTitle, isIntroduction, trail } = hit;
    return html`${
        isIntroduction
          ? nothing
          : html`<p part="preview-path" class="preview-path" dir="auto">
              ${[pageTitle, trail].filter(Boolean).join(' › ')}
            </p>`
      }
      <h2 part="preview-title" class="preview-title" dir="auto">${heading}</h2>
      <a
        part="preview-address"
        class="preview-address"
        href=${link.href}
        target=${link.target}
        rel=${link.rel}
        @click=${(event: MouseEvent) => this.#open(hit, event)}
        ><span dir="ltr">${readAddress(link.href)}</span>${openIcon}</a
      >`;
  }

  /** Open the result by a click on its option, so that its event is dispatched and its text fragment applies. */
  #open({ index }: Hit, event: MouseEvent): void {
    event.preventDefault();
    this.#context.list.findOption(index)?.dispatchEvent(new MouseEvent('click', event));
  }

  #followLink(event: MouseEvent): void {
    const { host } = this.#context;
    const link = (event.target as Element).closest('a');
    if (!link || host.linkTarget === 'blank' || !isPlainClick(event, link.href)) return;
    handToRouter(event, link.href);
    host.hide();
  }

  /** Resolve a relative link (`#…`, `?…`) against the page of the result, because the reader is on another page. */
  #completeLink(target: Element): void {
    const link = target.closest('a');
    const address = link?.getAttribute('href') ?? '';
    if (link && this.#shown && /^[#?]/.test(address))
      link.href = new URL(address, this.#shown.link.href).href;
  }
}

/** Return an address for display: decoded, without its scheme, and without the host if that is the page's own. */
function readAddress(href: string): string {
  const { host, path } = shortAddress(href);
  return host + (path + new URL(href).hash).split('/').map(decodeSegment).join('/');
}

/** Scroll a text to its beginning, or to its first mark if that would be out of sight. */
function scrollTo(text: Element, mark: Range | undefined): void {
  text.scrollTop = 0;
  if (!mark) return;
  const { top, bottom, height } = text.getBoundingClientRect();
  const place = mark.getBoundingClientRect();
  if (place.bottom > bottom) text.scrollTop = place.top - top - height / 3;
}

/** Name of the highlight in style sheets. */
const NAME = 'docs-search-word';
/** Maximum number of marks in a text. */
const MAX_MARKS = 500;

/** One highlight for all searches of the page, because names of highlights are global. */
let highlight: Highlight | undefined;

/** Return the highlight; `undefined` without browser support, and in forced colours, which hide its text in some browsers. */
function findHighlight(): Highlight | undefined {
  if (!('highlights' in CSS) || matchMedia('(forced-colors: active)').matches) return undefined;
  if (!highlight) CSS.highlights.set(NAME, (highlight = new Highlight()));
  return highlight;
}

/**
 * Marks the words of a query in a text by the CSS Custom Highlight API, which does not change the nodes of the renderer. Text
 * that is drawn later, as in a long section, is marked as well.
 */
class WordMarks {
  readonly #text: Element;
  readonly #observer = new MutationObserver(() => this.#update());
  #terms: readonly Term[] = [];
  #ranges: readonly Range[] = [];

  constructor(text: Element) {
    this.#text = text;
    this.#observer.observe(text, { childList: true, characterData: true, subtree: true });
  }

  /** Replace the marks by those of a query. @returns the first one */
  mark(query: string): Range | undefined {
    this.#terms = createTerms(query);
    this.#update();
    return this.#ranges[0];
  }

  clear(): void {
    this.#observer.disconnect();
    this.mark('');
  }

  #update(): void {
    const words = findHighlight();
    if (!words) return;
    for (const range of this.#ranges) words.delete(range);
    this.#ranges = findWords(this.#text, this.#terms);
    for (const range of this.#ranges) words.add(range);
  }
}

function findWords(text: Element, terms: readonly Term[]): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode() && ranges.length < MAX_MARKS) {
    const node = nodes.currentNode as Text;
    // Skip what is no text of the page: the message of a button.
    if (node.parentElement?.closest('.code-copy')) continue;
    for (const [start, end] of findMatches(node.data, terms)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges.slice(0, MAX_MARKS);
}

/** The preview of a result. Its place is in the styles of the dialog, which reserve it while the preview is loaded. */
const previewStyles = css`
  .preview {
    display: flex;
    flex-direction: column;
    min-height: 0;
    /* The height is that of the list, not of the text. */
    contain: size;
    border-inline-start: 1px solid var(--_border);
    font-size: 0.9333em;
    /* Reset what would be inherited from the page. */
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
  }
  .preview header {
    flex: none;
    padding: 16px 24px 12px;
    border-block-end: 1px solid var(--_border);
  }
  .preview-path,
  .preview-address {
    color: var(--_muted);
    font-size: 0.8667em;
    line-height: 1.5;
  }
  .preview-path,
  .preview-address span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .preview-path,
  .preview-title {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .preview-title {
    margin: 2px 0 4px;
    font-size: 1.1429em;
    font-weight: 650;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .preview-address {
    display: flex;
    gap: 6px;
    align-items: center;
    width: fit-content;
    max-width: 100%;
    text-underline-offset: 3px;
  }
  .preview-address:not(:hover) {
    text-decoration: none;
  }
  .preview-address svg {
    width: 14px;
    height: 14px;
  }
  .preview-address svg:dir(rtl) {
    scale: -1 1;
  }
  .preview-text {
    flex: 1;
    min-height: 0;
    padding: 16px 24px;
    overflow-y: auto;
    overscroll-behavior: contain;
    outline-offset: -2px;
  }
  /* Without an element before it, because only Chromium inherits highlight styles. */
  ::highlight(docs-search-word) {
    background-color: light-dark(#ffe9a8, #463a10);
  }
`;
