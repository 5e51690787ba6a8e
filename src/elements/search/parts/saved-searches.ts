import { html, nothing, render, type TemplateResult } from 'lit';
import { FavouriteList, type Favourite } from '../../../state/favourites.ts';
import { createElement } from '../../shared/create-element.ts';
import { icon } from '../../shared/icon.ts';
import type { PageLink } from '../../shared/page-link.ts';
import { isApple } from '../../shared/shortcut.ts';
import { savedSearchesStrings } from '../strings/en/saved-searches.ts';
import { savedSearchesStyles } from './saved-searches.styles.ts';
import type { Hit } from '../results/hits.ts';
import { optionId, type Option, type OtherOption } from '../results/list-option.ts';
import { createTextDirective } from '../results/text-fragment.ts';
import { prefetch } from '../results/prefetch.ts';
import type { SearchPanel } from '../panel/panel.ts';
import { CLOSE_ICON } from '../panel/panel.view.ts';

const closeIcon = icon(CLOSE_ICON);
const historyIcon = icon('M10 6v4l2.6 1.6M10 3.2a6.8 6.8 0 1 1-6.4 4.5M3.4 4.2v3.6H7');
const starIcon = icon('m10 3.4 2 4.3 4.7.5-3.5 3.2 1 4.6-4.2-2.4L5.8 16l1-4.6-3.5-3.2 4.7-.5z');
/** Before a page is fetched that is pointed at: a pointer on its way passes others. */
const PREFETCH_DELAY = 80;

/** @returns what a search box keeps for its reader */
export function createPart(results: SearchPanel): SavedSearches {
  return new SavedSearches(results);
}

/**
 * Earlier searches and favourites, and what a result has once it is pointed at or active: a link to the very passage, its
 * page fetched ahead where the host allows it, and a star that keeps it; and the keys. Loaded once the reader rests at
 * results, or when there is something to show.
 */
export class SavedSearches {
  readonly #favourites: FavouriteList;
  readonly #results: SearchPanel;
  readonly #unsubscribe: () => void;
  /** One star for all results: it stands in the one that is meant. */
  readonly #star = createElement('span', {});
  readonly #heading = createElement('div', { className: 'heading' });
  readonly #list = createElement('div', { role: 'presentation' });
  readonly #everything = createElement('div', { className: 'heading everything' });
  readonly #keys = createElement('span', { className: 'keys', ariaHidden: 'true' });
  #pointed: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(results: SearchPanel) {
    this.#results = results;
    results.strings.add(savedSearchesStrings);
    results.addStyles(savedSearchesStyles);
    const { host, site } = results;
    this.#favourites = new FavouriteList({ site: host, storage: site.storage });
    this.#unsubscribe = this.#favourites.subscribe(() => host.requestUpdate());
  }

  /** What is offered before anything is searched for: earlier searches that begin like the text, then favourites. */
  get options(): OtherOption[] {
    const { snapshot } = this.#results;
    const typed = snapshot.query.trim().toLowerCase();
    const recent = snapshot.recent.filter((query) => query.toLowerCase().startsWith(typed));
    const options = recent.map((query) => this.#recentOption(query));
    return typed ? options : [...options, ...this.#favouriteOptions];
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#star.remove();
    this.#unsubscribe();
    this.#favourites.close();
  }

  /** Takes the option that the pointer is at. */
  setHovered(element: Element | null): void {
    if (element === this.#pointed) return;
    this.#pointed = element;
    this.sync();
  }

  /** Brings link and star to the option that is meant: that under the pointer, else the active one. */
  sync(): void {
    const results = this.#results;
    clearTimeout(this.#timer);
    if (!this.#pointed?.isConnected) this.#pointed = null;
    const link = this.#pointed ?? results.findOption(results.active);
    const option = results.optionOf(link);
    if (option?.kind === 'result' && link instanceof HTMLAnchorElement) {
      this.setTextFragment(link, option.hit);
      this.#drawStar(option.hit);
      link.append(this.#star);
    } else this.#star.remove();
    if (results.host.prefetch && link instanceof HTMLAnchorElement)
      this.#timer = setTimeout(() => prefetch(link.href), PREFETCH_DELAY);
  }

  /** Has the link lead to the passage, in browsers that can find one. */
  setTextFragment(link: HTMLAnchorElement, { link: { href }, result, query }: Hit): void {
    if (!('fragmentDirective' in document)) return;
    const directive = createTextDirective(result.content, result.metadata.ranges, query);
    if (directive) link.href = (href.includes('#') ? href : `${href}#`) + directive;
  }

  /** Keeps a result, or gives it up. */
  toggle({ path, title, pageTitle }: Hit): void {
    const { announcer, text } = this.#results;
    const words = title.map((segment) => segment.text).join('');
    const isKept = this.#favourites.has(path);
    if (isKept) this.#favourites.remove(path);
    else this.#favourites.add({ path, title: words, ...(pageTitle !== words && { page: pageTitle }) });
    announcer.announce(text(isKept ? 'favouriteRemoved' : 'favouriteAdded', { title: words }), 0);
  }

  /** Gives all favourites up. */
  forget(): void {
    this.#favourites.remove();
  }

  /** The keys that can be pressed. */
  drawKeys(): HTMLElement {
    const { options, active, text } = this.#results;
    const option = options[active];
    render(
      html`<kbd part="hint">↑</kbd> <kbd part="hint">↓</kbd> ${text('navigate')}
        <kbd part="hint">↵</kbd> ${text('open')}
        ${
          option?.kind === 'result'
            ? html`<kbd part="hint">${isApple() ? '⌘' : 'Ctrl'} D</kbd> ${this.#label(option.hit)}`
            : nothing
        }`,
      this.#keys,
    );
    return this.#keys;
  }

  /** What stands above the options, outside their list: buttons may not be in it. */
  drawHeading(): HTMLElement | null {
    const results = this.#results;
    if (results.snapshot.recent.length === 0) return null;
    render(
      html`${results.text('recent')}
        <button part="forget-recent" class="link-button" type="button" @click=${() => results.forget()}>
          ${results.text('forgetAll')}
        </button>`,
      this.#heading,
    );
    return this.#heading;
  }

  drawOptions(): HTMLElement {
    const { options, text, scene } = this.#results;
    const draw = (option: Option, index: number): TemplateResult => (option as OtherOption).render(index);
    const favourites = scene === 'start' ? this.#favouriteOptions.length : 0;
    const first = options.length - favourites;
    render(
      html`${options.slice(0, first).map(draw)}${
        favourites > 0
          ? html`<div class="favourites" role="group" aria-label=${text('favourites')}>
              <div class="heading" role="presentation">${text('favourites')}</div>
              ${options.slice(first).map((option, at) => draw(option, first + at))}
            </div>`
          : nothing
      }`,
      this.#list,
    );
    return this.#list;
  }

  /** Rids the reader of everything at once. */
  drawForget(): HTMLElement | null {
    const results = this.#results;
    if (this.#favourites.snapshot.length === 0) return null;
    render(
      html`<button part="forget" class="link-button" type="button" @click=${() => results.forgetAll()}>
        ${results.text('forgetEverything')}
      </button>`,
      this.#everything,
    );
    return this.#everything;
  }

  get #favouriteOptions(): OtherOption[] {
    return this.#favourites.snapshot.flatMap((favourite) => {
      const link = this.#results.toLink(favourite.path);
      return link === null ? [] : this.#favouriteOption(favourite, link);
    });
  }

  #recentOption(query: string): OtherOption {
    const { text, host } = this.#results;
    const remove = (): void => this.#results.forget(query);
    return {
      kind: 'other',
      remove,
      press: ({ target }) => {
        if ((target as Element).closest('.forget')) remove();
        else void host.search(query);
      },
      render: (index) =>
        html`<div
          part="recent"
          class="option line"
          id=${optionId(index)}
          role="option"
          aria-selected="false"
          aria-keyshortcuts="Delete"
        >
          ${historyIcon}<span class="title">${query}</span>
          <span class="icon-button forget" aria-hidden="true" title=${text('forget', { query })}
            >${closeIcon}</span
          >
        </div>`,
    };
  }

  #favouriteOption(favourite: Favourite, { href, target, rel }: PageLink): OtherOption {
    const { path, title, page } = favourite;
    const results = this.#results;
    const remove = (): void => this.#favourites.remove(path);
    return {
      kind: 'other',
      remove,
      press: (event) => {
        if ((event.target as Element).closest('.forget')) {
          event.preventDefault();
          remove();
        } else results.follow({ path, content: '', metadata: { title: page ?? title } }, event);
      },
      render: (index) =>
        html`<a
          part="favourite"
          class="option line"
          id=${optionId(index)}
          role="option"
          tabindex="-1"
          aria-selected="false"
          aria-keyshortcuts="Delete"
          href=${href}
          target=${target}
          rel=${rel}
        >
          ${starIcon}<span class="title">${title}</span><span class="path">${page}</span>
          <span class="icon-button forget" aria-hidden="true" title=${results.text('removeFavourite')}
            >${closeIcon}</span
          >
        </a>`,
    };
  }

  #label({ path }: Hit): string {
    return this.#results.text(this.#favourites.has(path) ? 'removeFavourite' : 'addFavourite');
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
