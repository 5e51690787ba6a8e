import { html, nothing, render, type TemplateResult } from 'lit';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { createElement } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { SearchContext } from '../context.ts';
import { CLOSE_ICON } from '../icons.ts';
import { chooseFilter, Facets, createLanguageNames } from './facets.ts';
import { FACET_NAMES, type FacetName } from '../panel/has-choices.ts';

const chevronIcon = icon('m5 8 5 5 5-5');

/** The row of filters: a chip for each, with its choices, and the buttons that remove them. */
export class Filters {
  readonly #context: SearchContext;
  readonly #row = createElement('div', { className: 'filters', part: 'filters' });
  readonly #facets = new Facets();
  #observed: SearchSnapshot | undefined;

  constructor(context: SearchContext) {
    this.#context = context;
    for (const answer of context.answers) this.#facets.observe(answer);
    this.#observed = context.answers.at(-1);
  }

  draw(): HTMLElement | null {
    const { site, text, snapshot, answers } = this.#context;
    const answer = answers.at(-1);
    if (answer && answer !== this.#observed) {
      this.#facets.observe(answer);
      this.#observed = answer;
    }
    const chips = FACET_NAMES.map((name) => this.#renderChip(name)).filter((chip) => chip !== nothing);
    if (chips.length === 0) return null;
    const { version, language } = snapshot.filter;
    const renderButton = (part: string, label: string, value: null | undefined): TemplateResult =>
      html`<button
        part=${part}
        class="link-button"
        type="button"
        @click=${() => chooseFilter(this.#context, { version: value, language: value })}
      >
        ${label}
      </button>`;
    render(
      html`${chips}
      ${chips.length > 1 && version && language ? renderButton('filters-clear', text('clearAllFilters'), null) : nothing}
      ${
        Object.keys(site.filters.choice).length > 0
          ? renderButton('filters-reset', text('clearFilters'), undefined)
          : nothing
      }`,
      this.#row,
    );
    return this.#row;
  }

  #renderChip(name: FacetName): TemplateResult | typeof nothing {
    const { host, text, snapshot, strings } = this.#context;
    const given = host[`${name}s`];
    const chosen = snapshot.filter[name];
    const values = this.#facets.list(name, given, chosen);
    if (values.length === 0) return nothing;
    const all = text(name === 'version' ? 'allVersions' : 'allLanguages');
    const display = name === 'version' ? String : createLanguageNames(strings.locale);
    const choose = (value: string): void => chooseFilter(this.#context, { [name]: value || null });
    return html`<span class="filter" ?data-chosen=${chosen !== undefined}
      ><select
        part="filter filter-${name}"
        aria-label=${text(name)}
        @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
      >
        <option value="" .selected=${chosen === undefined}>${all}</option>
        ${values.map((value) => {
          const count = this.#facets.count(snapshot, name, value);
          return html`<option value=${value} .selected=${value === chosen}>
            ${display(value)}${count === undefined ? nothing : ` (${count})`}
          </option>`;
        })}</select
      >${chevronIcon}${
        chosen === undefined
          ? nothing
          : html`<button
              part="filter-remove"
              class="icon-button"
              type="button"
              aria-label=${all}
              title=${all}
              @click=${() => choose('')}
            >
              ${icon(CLOSE_ICON)}
            </button>`
      }</span
    >`;
  }
}
