import { html, nothing, render, type TemplateResult } from 'lit';
import { FavouriteList, type Favourite } from '../../../state/search/favourites.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { PageLink } from '../../shared/links/page-link.ts';
import type { ActionOption, SearchContext } from '../context.ts';
import { CLOSE_ICON } from '../icons.ts';
import { optionId } from '../panel/hits.ts';
import { ActiveResult, STAR_ICON } from './active-result.ts';

const closeIcon = icon(CLOSE_ICON);
const historyIcon = icon('M10 6v4l2.6 1.6M10 3.2a6.8 6.8 0 1 1-6.4 4.5M3.4 4.2v3.6H7');
const starIcon = icon(STAR_ICON);

/** Recent searches and favourites: the options while the box is empty, or the query too short. */
export class SavedSearches {
  readonly activeResult: ActiveResult;
  readonly #context: SearchContext;
  readonly #favourites: FavouriteList;
  readonly #unsubscribe: () => void;
  readonly #heading = createElement('div', { className: 'heading' });
  readonly #list = createElement('div', { role: 'presentation' });
  readonly #forgetAllRow = createElement('div', { className: 'heading everything' });

  constructor(context: SearchContext) {
    const { host, site } = context;
    this.#context = context;
    this.#favourites = new FavouriteList({ site: host, storage: site.storage });
    this.#unsubscribe = this.#favourites.subscribe(() => host.requestUpdate());
    this.activeResult = new ActiveResult(context, this.#favourites);
  }

  /** Recent searches that begin with the text, and, while the box is empty, the favourites. */
  get options(): ActionOption[] {
    const { snapshot } = this.#context;
    const typed = snapshot.query.trim().toLowerCase();
    const recent = snapshot.recent.filter((query) => query.toLowerCase().startsWith(typed));
    const options = recent.map((query) => this.#recentOption(query));
    return typed ? options : [...options, ...this.#favouriteOptions];
  }

  /** Draw the heading of the recent searches, outside of the listbox, because that must not contain a button. */
  drawHeading(): HTMLElement | null {
    const { snapshot, text, session } = this.#context;
    if (snapshot.recent.length === 0) return null;
    render(
      html`${text('recent')}
        <button part="forget-recent" class="link-button" type="button" @click=${() => session.forget()}>
          ${text('forgetAll')}
        </button>`,
      this.#heading,
    );
    return this.#heading;
  }

  drawOptions(): HTMLElement {
    const { list, text } = this.#context;
    const options = list.model.options as readonly ActionOption[];
    const draw = (option: ActionOption, index: number): TemplateResult => option.render(index);
    const favourites = list.model.scene === 'start' ? this.#favouriteOptions.length : 0;
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

  /** Draw the button that removes all searches and favourites. */
  drawForget(): HTMLElement | null {
    const { text } = this.#context;
    if (this.#favourites.snapshot.length === 0) return null;
    render(
      html`<button part="forget" class="link-button" type="button" @click=${() => this.#context.forgetAll()}>
        ${text('forgetEverything')}
      </button>`,
      this.#forgetAllRow,
    );
    return this.#forgetAllRow;
  }

  forget(): void {
    this.#favourites.remove();
  }

  update(): void {
    this.activeResult.sync();
  }

  close(): void {
    this.activeResult.close();
    this.#unsubscribe();
    this.#favourites.close();
  }

  get #favouriteOptions(): ActionOption[] {
    return this.#favourites.snapshot.flatMap((favourite) => {
      const link = this.#context.toLink(favourite.path);
      return link === null ? [] : this.#favouriteOption(favourite, link);
    });
  }

  #recentOption(query: string): ActionOption {
    const { text, host, session } = this.#context;
    const remove = (): void => session.forget(query);
    return {
      kind: 'action',
      key: `recent ${query}`,
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

  #favouriteOption(favourite: Favourite, { href, target, rel }: PageLink): ActionOption {
    const { path, title, page } = favourite;
    const { text, list } = this.#context;
    const remove = (): void => this.#favourites.remove(path);
    return {
      kind: 'action',
      key: `favourite ${path}`,
      remove,
      press: (event) => {
        if ((event.target as Element).closest('.forget')) {
          event.preventDefault();
          remove();
        } else list.navigate({ path, content: '', metadata: { title: page ?? title } }, event);
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
          <span class="icon-button forget" aria-hidden="true" title=${text('removeFavourite')}
            >${closeIcon}</span
          >
        </a>`,
    };
  }
}
