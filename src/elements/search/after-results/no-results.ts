import { html, nothing, render, type TemplateResult } from 'lit';
import type { DocsFilter, SearchResult } from '../../../protocol/api.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import { searchElsewhere, type Elsewhere } from '../../../state/search/search-elsewhere.ts';
import { Countdown } from '../../shared/controllers/countdown.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import { readFailureCause, type FailureCause } from '../../shared/failure-cause.ts';
import { formatWait } from '../../shared/i18n/format-wait.ts';
import type { ActionOption, SearchContext } from '../context.ts';
import { chooseFilter, createLanguageNames } from './facets.ts';
import { FACET_NAMES } from '../panel/has-choices.ts';
import { optionId } from '../panel/hits.ts';
import type { SearchStrings } from '../../strings/english.ts';

const arrowIcon = icon('M3.5 10h13M11 4.5l5.5 5.5-5.5 5.5');

/** Keys of strings about a failed search. For each, there is a string `{key}Hint` about what can be done. */
type FailureSentence = {
  [Key in keyof SearchStrings]: `${Key}Hint` extends keyof SearchStrings ? Key : never;
}[keyof SearchStrings];

/** Sentences by cause; other causes share one. */
const SENTENCES: Readonly<Partial<Record<FailureCause, FailureSentence>>> = {
  // All attributes are set, but no index can be read so: the page was opened as a file.
  'not-configured': 'unknownSite',
  offline: 'offline',
  network: 'network',
  timeout: 'timeout',
  refused: 'refused',
  challenge: 'refused',
  'not-found': 'unknownSite',
  'request-too-large': 'tooLarge',
  'too-large': 'tooLarge',
  limited: 'limited',
};

/** Message, announcement and options for a search that has found nothing or has failed. */
export class NoResults {
  readonly #context: SearchContext;
  readonly #countdown: Countdown;
  readonly #message = createElement('div', {});
  readonly #list = createElement('div', { role: 'presentation' });
  #failure: Failure | null = null;
  #request = new AbortController();
  /** The empty answer that `#places` belongs to. */
  #emptyResults: readonly SearchResult[] | null = null;
  #places: readonly Elsewhere[] = [];

  constructor(context: SearchContext) {
    this.#context = context;
    const { host } = context;
    this.#countdown = new Countdown(host, () => host.open && void context.session.retry());
  }

  get message(): string {
    const { snapshot, list, text, host } = this.#context;
    if (snapshot.failure) {
      const sentence = host.missing.length > 0 ? 'notConfigured' : readSentence(snapshot.failure);
      return `${text(sentence)}. ${this.#hint(sentence)}`;
    }
    if (list.model.scene !== 'nothing') return '';
    const nothing = text('nothing', { query: snapshot.query });
    const [place] = this.options.length > 0 ? this.#places : [];
    return place ? `${nothing}. ${this.#describe(place)}` : nothing;
  }

  /** Other versions and languages that have results. */
  get options(): ActionOption[] {
    const { snapshot } = this.#context;
    if (snapshot.results !== this.#emptyResults) return [];
    return this.#places.map((place) => ({
      kind: 'action',
      key: `elsewhere ${place.filter.version} ${place.filter.language}`,
      render: (index) => this.#renderPlace(place, index),
      press: () => this.#applyFilter(place.filter),
    }));
  }

  /** Start a countdown after a failure with `Retry-After`, or a search without the filter after an empty answer. */
  update(): void {
    const { failure, status, results, filter } = this.#context.snapshot;
    if (failure !== this.#failure) {
      this.#failure = failure;
      if (failure?.retryAfter) this.#countdown.start(Math.ceil(failure.retryAfter));
      else this.#countdown.stop();
    }
    const isFiltered = filter.version !== undefined || filter.language !== undefined;
    if (status === 'done' && results.length === 0 && isFiltered && results !== this.#emptyResults)
      void this.#lookElsewhere(results);
  }

  draw(): HTMLElement {
    render(this.#render(), this.#message);
    return this.#message;
  }

  /** @param first position of the first of these options in the list */
  drawOptions(first: number): HTMLElement | null {
    const { options } = this;
    if (options.length === 0) return null;
    render(
      options.map((option, index) => option.render(first + index)),
      this.#list,
    );
    return this.#list;
  }

  close(): void {
    this.#request.abort();
    this.#countdown.stop();
  }

  #render(): TemplateResult | typeof nothing {
    const {
      snapshot,
      list: {
        model: { scene },
      },
    } = this.#context;
    if (scene === 'not-configured') return this.#renderFailure('notConfigured');
    if (snapshot.failure) return this.#renderFailure(readSentence(snapshot.failure));
    return scene === 'nothing' ? this.#renderNothing() : nothing;
  }

  /** Search without the filter, once for each empty answer. Errors are ignored: this is only a suggestion. */
  async #lookElsewhere(results: readonly SearchResult[]): Promise<void> {
    const { snapshot, source, host } = this.#context;
    this.#emptyResults = results;
    this.#places = [];
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    if (source === null) return;
    const query = snapshot.resultsFor.trim();
    const places = await searchElsewhere(source, query, snapshot.filter, { signal }).catch(() => []);
    if (signal.aborted || places.length === 0) return;
    this.#places = places;
    host.requestUpdate();
    this.#context.announceState();
  }

  /** Choose a filter for the site. Only values that differ are chosen, because the others may come from the page. */
  #applyFilter(filter: DocsFilter): void {
    const { host, snapshot, session } = this.#context;
    const others = FACET_NAMES.filter((name) => filter[name] !== snapshot.filter[name]);
    chooseFilter(this.#context, Object.fromEntries(others.map((name) => [name, filter[name] ?? null])));
    // The filter of the site may be this one already, after a call of `search()` with another one: search explicitly then.
    if (this.#context.snapshot === snapshot) void session.search(host.value, { filter });
  }

  /** Describe a place by the values that differ from the filter of the search: "3 results in v6, German". */
  #describe({ filter, count, hasMore }: Elsewhere): string {
    const { snapshot, text } = this.#context;
    const { version, language } = filter;
    const place = this.#name({
      ...(version && version !== snapshot.filter.version && { version }),
      ...(language && language !== snapshot.filter.language && { language }),
    });
    return hasMore ? text('elsewhereMany', { filter: place }) : text('elsewhere', { count, filter: place });
  }

  #name({ version, language }: DocsFilter): string {
    const { strings } = this.#context;
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
    const { snapshot, text } = this.#context;
    const searched = this.#name(snapshot.filter);
    return html`<div part="empty">
      <strong>${text('nothing', { query: snapshot.resultsFor })}</strong>
      <p>${searched ? text('nothingFiltered', { filter: searched }) : nothing} ${text('nothingHint')}</p>
      ${
        searched
          ? html`<button
              class="button"
              type="button"
              @click=${() => chooseFilter(this.#context, { version: null, language: null })}
            >
              ${text('unfilter')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #hint(sentence: FailureSentence): string {
    const { text, host } = this.#context;
    return text(`${sentence}Hint`, { missing: host.missing.join(', ') });
  }

  #renderFailure(sentence: FailureSentence): TemplateResult {
    const { snapshot, text, session, strings } = this.#context;
    const seconds = this.#countdown.seconds;
    return html`<div part="error">
      <strong>${text(sentence)}</strong>
      <p>${this.#hint(sentence)}</p>
      ${
        snapshot.failure?.retryable
          ? html`<button
              part="retry"
              class="button"
              type="button"
              aria-disabled=${seconds > 0}
              @click=${() => this.#countdown.seconds === 0 && session.retry()}
            >
              ${seconds > 0 ? text('retryIn', { time: formatWait(seconds, strings) }) : text('retry')}
            </button>`
          : nothing
      }
    </div>`;
  }
}

/** Find the sentence for a failure. */
function readSentence(failure: Failure): FailureSentence {
  return SENTENCES[readFailureCause(failure)] ?? 'broken';
}
