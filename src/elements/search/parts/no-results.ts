import { html, nothing, render, type TemplateResult } from 'lit';
import type { DocsFilter, SearchResult } from '../../../protocol/api.ts';
import type { Failure } from '../../../protocol/failure.ts';
import { searchElsewhere, type Elsewhere } from '../../../state/search/search-elsewhere.ts';
import { Countdown } from '../../shared/countdown.ts';
import { createElement } from '../../shared/create-element.ts';
import { icon } from '../../shared/icon.ts';
import { chooseFilter } from '../filters/choose-filter.ts';
import { FACET_NAMES } from '../filters/facets.ts';
import { failureCause, type FailureCause } from './failure-cause.ts';
import { createLanguageNames } from '../filters/language-names.ts';
import { optionId, type OtherOption } from '../results/list-option.ts';
import type { SearchPanel } from '../panel/panel.ts';
import { noResultsStrings } from '../strings/en/no-results.ts';
import { noResultsStyles } from './no-results.styles.ts';

const arrowIcon = icon('M3.5 10h13M11 4.5l5.5 5.5-5.5 5.5');

/** @returns what a search box says when it has no results */
export function createPart(results: SearchPanel): NoResults {
  return new NoResults(results);
}

/**
 * What is said, and what can be done, when a search has found nothing or has failed. Loaded with the first such search, or
 * once the first one has been answered: whoever goes offline then has it.
 */
export class NoResults {
  readonly #results: SearchPanel;
  readonly #countdown: Countdown;
  readonly #message = createElement('div', {});
  readonly #list = createElement('div', { role: 'presentation' });
  #failure: Failure | null = null;
  #request = new AbortController();
  /** The answer that held nothing, and where else the query has results. */
  #nothing: readonly SearchResult[] | null = null;
  #places: readonly Elsewhere[] = [];

  constructor(results: SearchPanel) {
    this.#results = results;
    results.strings.add(noResultsStrings);
    results.addStyles(noResultsStyles);
    this.#countdown = new Countdown(results.host, () => results.host.open && results.retry());
  }

  /** What is said aloud. */
  get message(): string {
    const { snapshot, scene, text } = this.#results;
    if (snapshot.failure) {
      const cause = failureCause(snapshot.failure);
      return `${text(cause)}. ${text(`${cause}Hint`)}`;
    }
    const [place] = this.options.length > 0 ? this.#places : [];
    const nothing = text('nothing', { query: snapshot.query });
    return scene !== 'nothing' ? '' : place ? `${nothing}. ${this.#describe(place)}` : nothing;
  }

  /** The places outside the filter that have results. */
  get options(): OtherOption[] {
    const { snapshot } = this.#results;
    if (snapshot.results !== this.#nothing) return [];
    return this.#places.map((place) => ({
      kind: 'other',
      render: (index) => this.#renderPlace(place, index),
      press: () => this.#go(place.filter),
    }));
  }

  /** Starts to count down, or to look elsewhere, when there is a reason. */
  observe(): void {
    const { failure, status, results, filter } = this.#results.snapshot;
    if (failure !== this.#failure) {
      this.#failure = failure;
      if (failure?.retryAfter) this.#countdown.start(Math.ceil(failure.retryAfter));
      else this.#countdown.stop();
    }
    const isFiltered = filter.version !== undefined || filter.language !== undefined;
    if (status === 'done' && results.length === 0 && isFiltered && results !== this.#nothing)
      void this.#lookElsewhere(results);
  }

  /** What is said, and what can be done about it. */
  draw(): HTMLElement {
    render(this.#render(), this.#message);
    return this.#message;
  }

  /** The options that lead outside the filter. */
  drawOptions(): HTMLElement | null {
    const { options } = this;
    if (options.length === 0) return null;
    render(
      options.map((option, index) => option.render(index)),
      this.#list,
    );
    return this.#list;
  }

  close(): void {
    this.#request.abort();
    this.#countdown.stop();
  }

  #render(): TemplateResult | typeof nothing {
    const { scene, snapshot } = this.#results;
    if (scene === 'not-configured') return this.#renderFailure('notConfigured');
    if (snapshot.failure) return this.#renderFailure(failureCause(snapshot.failure));
    return scene === 'nothing' ? this.#renderNothing() : nothing;
  }

  /** Asks, once for each answer that held nothing. Whoever finds nothing there either is no worse off. */
  async #lookElsewhere(results: readonly SearchResult[]): Promise<void> {
    const { snapshot, source, host } = this.#results;
    this.#nothing = results;
    this.#places = [];
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    if (source === null) return;
    const query = snapshot.resultsFor.trim();
    const places = await searchElsewhere(source, query, snapshot.filter, { signal }).catch(() => []);
    if (signal.aborted || places.length === 0) return;
    this.#places = places;
    host.requestUpdate();
    this.#results.announce();
  }

  /** Makes a filter that of the site; what it has in common with the one that holds stays as it was chosen. */
  #go(filter: DocsFilter): void {
    const { host, snapshot } = this.#results;
    const others = FACET_NAMES.filter((name) => filter[name] !== snapshot.filter[name]);
    chooseFilter(this.#results, Object.fromEntries(others.map((name) => [name, filter[name] ?? null])));
    // A script may have searched with a filter of its own, and the site's may be this one already.
    if (this.#results.snapshot === snapshot) void this.#results.search(host.value, filter);
  }

  /** What a place is called: "v6, German". Only what differs from the filter of the search is said. */
  #describe({ filter, count, hasMore }: Elsewhere): string {
    const { snapshot, text } = this.#results;
    const { version, language } = filter;
    const place = this.#name({
      ...(version && version !== snapshot.filter.version && { version }),
      ...(language && language !== snapshot.filter.language && { language }),
    });
    return hasMore ? text('elsewhereMany', { filter: place }) : text('elsewhere', { count, filter: place });
  }

  #name({ version, language }: DocsFilter): string {
    const { strings } = this.#results;
    return [version, language && createLanguageNames(strings.locale)(language)].filter(Boolean).join(', ');
  }

  #renderPlace(place: Elsewhere, index: number): TemplateResult {
    return html`<div
      part="elsewhere"
      class="option line"
      id=${optionId(index)}
      role="option"
      aria-selected="false"
    >
      ${arrowIcon}<span class="title">${this.#describe(place)}</span>
    </div>`;
  }

  #renderNothing(): TemplateResult {
    const { snapshot, text } = this.#results;
    const searched = this.#name(snapshot.filter);
    return html`<div part="empty">
      <strong>${text('nothing', { query: snapshot.resultsFor })}</strong>
      <p>${searched ? text('nothingFiltered', { filter: searched }) : nothing} ${text('nothingHint')}</p>
      ${
        searched
          ? html`<button
              class="button"
              type="button"
              @click=${() => chooseFilter(this.#results, { version: null, language: null })}
            >
              ${text('unfilter')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #renderFailure(cause: FailureCause): TemplateResult {
    const { snapshot, host, text, retry } = this.#results;
    const count = this.#countdown.seconds;
    return html`<div part="error">
      <strong>${text(cause)}</strong>
      <p>${text(`${cause}Hint`, { missing: host.missing.join(', ') })}</p>
      ${
        snapshot.failure?.retryable
          ? html`<button
              part="retry"
              class="button"
              type="button"
              aria-disabled=${count > 0}
              @click=${() => this.#countdown.seconds === 0 && retry()}
            >
              ${count > 0 ? text('retryIn', { count }) : text('retry')}
            </button>`
          : nothing
      }
    </div>`;
  }
}
