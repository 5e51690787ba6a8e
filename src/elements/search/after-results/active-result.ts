import { html, render } from 'lit';
import type { FavouriteList } from '../../../state/search/favourites.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { SearchContext } from '../context.ts';
import type { Hit } from '../panel/hits.ts';
import { isEmptyScene } from '../panel/preload.ts';
import type { MatchedRange } from '../../../protocol/api.ts';
import { findBestMatch, readTerms } from '../../../protocol/excerpt/excerpt.ts';
import { createTerms, findMatches, UNSPACED } from '../../../protocol/excerpt/matches.ts';
import { isInCode, stripMarkdown } from '../../../protocol/excerpt/plain-text.ts';

export const STAR_ICON = 'm10 3.4 2 4.3 4.7.5-3.5 3.2 1 4.6-4.2-2.4L5.8 16l1-4.6-3.5-3.2 4.7-.5z';
/** Delay before a page is prefetched, in milliseconds, because the pointer crosses other options on its way. */
const PREFETCH_DELAY = 80;

/** Maximum number of prefetched pages in the life of a page, because a reader who looks at many results may open none. */
const MAX_PREFETCHED = 10;

const prefetched = new Set<string>();

const starIcon = icon(STAR_ICON);

/** Star, text fragment and prefetching of the hovered result, or else the active one. */
export class ActiveResult {
  readonly #context: SearchContext;
  readonly #favourites: FavouriteList;
  /** One star for all results, moved to the hovered or active one. */
  readonly #star = createElement('span', {});
  readonly #keys = createElement('span', { className: 'keys' });
  #hovered: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: SearchContext, favourites: FavouriteList) {
    this.#context = context;
    this.#favourites = favourites;
  }

  setHovered(element: Element | null): void {
    if (element === this.#hovered) return;
    this.#hovered = element;
    this.sync();
  }

  /** Update the star, the link and the prefetching for the hovered or else the active option. */
  sync(): void {
    const { host, list } = this.#context;
    clearTimeout(this.#timer);
    if (!this.#hovered?.isConnected) this.#hovered = null;
    const { active, isChosen } = list.model;
    const link = this.#hovered ?? list.findOption(active);
    const option = list.optionOf(link);
    if (option?.kind === 'result' && link instanceof HTMLAnchorElement) {
      this.setTextFragment(link, option.hit);
      this.#drawStar(option.hit);
      link.append(this.#star);
    } else this.#star.remove();
    // Not the first result of each query.
    if (host.prefetch && (this.#hovered || isChosen) && link instanceof HTMLAnchorElement)
      this.#timer = setTimeout(() => prefetch(link.href), PREFETCH_DELAY);
  }

  setTextFragment(link: HTMLAnchorElement, { link: { href }, result, query }: Hit): void {
    if (!('fragmentDirective' in document)) return;
    const directive = createTextDirective(result.content, result.metadata.ranges, query);
    if (directive) link.href = (href.includes('#') ? href : `${href}#`) + directive;
  }

  toggleFavourite({ path, title, pageTitle }: Hit): void {
    const { text } = this.#context;
    const words = title.map((segment) => segment.text).join('');
    const isKept = this.#favourites.has(path);
    if (isKept) this.#favourites.remove(path);
    else this.#favourites.add({ path, title: words, ...(pageTitle !== words && { page: pageTitle }) });
    this.#context.announce(text(isKept ? 'favouriteRemoved' : 'favouriteAdded', { title: words }));
  }

  /** Draw the hints at keys: below a message once one is used. */
  drawKeys(): HTMLElement | null {
    const { list, text } = this.#context;
    const { options, isChosen, scene } = list.model;
    if (options.length === 0 || (!isChosen && isEmptyScene(scene))) return null;
    render(
      html`<span aria-hidden="true"
          ><kbd part="hint">↑</kbd> <kbd part="hint">↓</kbd> ${text('navigate')}
          <kbd part="hint">↵</kbd> ${text('open')}</span
        ><button
          part="shortcuts-open"
          type="button"
          aria-label=${text('shortcuts')}
          title=${text('shortcuts')}
          @click=${() => this.#context.showShortcuts()}
        >
          <kbd>?</kbd>
        </button>`,
      this.#keys,
    );
    return this.#keys;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#star.remove();
  }

  #label({ path }: Hit): string {
    return this.#context.text(this.#favourites.has(path) ? 'removeFavourite' : 'addFavourite');
  }

  #drawStar(hit: Hit): void {
    render(
      html`<span
        part="favourite-toggle"
        class="icon-button star ${this.#favourites.has(hit.path) ? 'kept' : ''}"
        aria-hidden="true"
        title=${this.#label(hit)}
        >${starIcon}</span
      >`,
      this.#star,
    );
  }
}

/**
 * Prefetch a page of this site into the browser's cache: once, not with `saveData`, and not from another origin, which must
 * not learn at what a reader only looks. By `fetch`, because Safari supports nothing else, and a policy of
 * `default-src 'none'` blocks `<link rel="prefetch">` in Firefox.
 */
function prefetch(href: string): void {
  const { origin, pathname, search } = new URL(href);
  const page = origin + pathname + search;
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (connection?.saveData || prefetched.has(page) || prefetched.size >= MAX_PREFETCHED) return;
  prefetched.add(page);
  // Read the whole body, because the cache discards a partial one. Errors are ignored: this is only an optimization.
  fetch(page, { priority: 'low', headers: { accept: 'text/html' } })
    .then((response) => response.blob())
    .catch(() => {});
}

/** Number of words before and after the match in a passage: enough to be unique on most pages. */
const WORDS_AROUND = 3;
/** Minimum length of a passage: in words, or in characters for scripts without spaces. */
const MIN_WORDS = 3;
const MIN_UNSPACED = 8;
/**
 * Text that a page renders unchanged. A passage ends at quotation marks, dashes and dots, because a page may render them as
 * typographic ones, and because a passage must not span blocks such as cells and items.
 */
const PLAIN_RUN = /[\p{L}\p{N}_]+(?:[ ,]? ?[\p{L}\p{N}_]+)*/gu;

/**
 * Create the text directive (`:~:text=…`) for the passage of a section that matches a query: a browser scrolls to the
 * passage and highlights it. If it does not find the passage, it scrolls to the section.
 *
 * @param ranges matches in the content, from the server
 * @returns `''` if nothing matches
 */
export function createTextDirective(
  content: string,
  ranges: readonly MatchedRange[] | undefined,
  query: string,
): string {
  const match = findBestMatch(content, ranges, createTerms(query));
  if (match === null) return '';
  const [start, end] = match;
  const lineStart = content.lastIndexOf('\n', start - 1) + 1;
  // A table cell is a block of its own.
  const isRow = /^\s*\|/.test(content.slice(lineStart));
  const blockStart = isRow ? content.lastIndexOf('|', start - 1) + 1 : lineStart;
  const blockEnd = content.slice(end).search(isRow ? /[|\n]|$/ : /\n|$/) + end;
  const block = stripMarkdown(content.slice(blockStart, blockEnd), isInCode(content, start));
  const passage = aroundMatch(block, findMatches(block, readTerms(content, [match]))[0]);
  return isDistinct(passage) ? `:~:text=${encode(passage)}` : '';
}

/** Whether a passage is long enough to be unique: a browser scrolls to its first occurrence in the page. */
function isDistinct(passage: string): boolean {
  return passage.split(' ').length >= MIN_WORDS || (UNSPACED.test(passage) && passage.length >= MIN_UNSPACED);
}

function aroundMatch(text: string, match: MatchedRange | undefined): string {
  if (match === undefined) return '';
  const [place] = match;
  const run = [...text.matchAll(PLAIN_RUN)].find(({ 0: words, index }) => index + words.length > place);
  if (run === undefined) return '';
  const words = [...run[0].matchAll(/[\p{L}\p{N}_]+/gu)];
  const matched = words.findIndex(({ 0: text, index }) => run.index + index + text.length > place);
  const first = words[Math.max(0, matched - WORDS_AROUND)]!;
  const last = words[Math.min(words.length - 1, matched + WORDS_AROUND)]!;
  return run[0].slice(first.index, last.index + last[0].length);
}

/** Escape a passage: a comma, a hyphen and an ampersand are syntax of the directive. */
function encode(passage: string): string {
  return encodeURIComponent(passage).replaceAll('-', '%2D');
}
