import { html, nothing, render } from 'lit';
import type { FavouriteList } from '../../../state/search/favourites.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import { isApple } from '../../shared/dom/shortcut.ts';
import type { SearchContext } from '../context.ts';
import type { Hit } from '../panel/hits.ts';
import { createTextDirective } from './text-fragment.ts';
import { isEmptyScene } from '../panel/preload.ts';

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
    const link = this.#hovered ?? list.findOption(list.model.active);
    const option = list.optionOf(link);
    if (option?.kind === 'result' && link instanceof HTMLAnchorElement) {
      this.setTextFragment(link, option.hit);
      this.#drawStar(option.hit);
      link.append(this.#star);
    } else this.#star.remove();
    if (host.prefetch && link instanceof HTMLAnchorElement)
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
    const { options, active, scene } = list.model;
    if (options.length === 0 || (active < 0 && isEmptyScene(scene))) return null;
    const option = options[active];
    render(
      html`<span aria-hidden="true"
          ><kbd part="hint">↑</kbd> <kbd part="hint">↓</kbd> ${text('navigate')}
          <kbd part="hint">↵</kbd> ${text('open')}
          ${
            option?.kind === 'result'
              ? html`<kbd part="hint">${isApple() ? '⌘' : 'Ctrl'} D</kbd> ${this.#label(option.hit)}`
              : nothing
          }</span
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
