import { html, nothing, render, type TemplateResult } from 'lit';
import { createElement } from '../../shared/create-element.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { icon } from '../../shared/icon.ts';
import { chooseFilter } from './choose-filter.ts';
import { Facets, FACET_NAMES, type FacetName } from './facets.ts';
import { filtersStrings } from '../strings/en/filters.ts';
import { filtersStyles } from './filters.styles.ts';
import { createLanguageNames } from './language-names.ts';
import type { SearchPanel } from '../panel/panel.ts';
import { CLOSE_ICON } from '../panel/panel.view.ts';

const chevronIcon = icon('m5 8 5 5 5-5');

/** @returns the filters of a search box */
export function createPart(results: SearchPanel): Filters {
  return new Filters(results);
}

/** The row of filters: a chip for each, with its choices, and the ways to be rid of them. */
export class Filters {
  readonly #results: SearchPanel;
  readonly #row = createElement('div', { className: 'filters', part: 'filters' });
  readonly #facets = new Facets();
  /** Whether choices that only results have told of are drawn: not below a reader's eyes, but with the next answer. */
  #isSettled = false;

  constructor(results: SearchPanel) {
    this.#results = results;
    results.strings.add(filtersStrings);
    results.addStyles(filtersStyles);
    this.#facets.observe(results.snapshot);
  }

  /** Takes an answer. */
  observe(snapshot: SearchSnapshot): void {
    this.#facets.observe(snapshot);
    this.#isSettled = true;
  }

  /** @returns the row, where there is something to choose */
  draw(): HTMLElement | null {
    const { host, site, text, snapshot } = this.#results;
    this.#isSettled ||= !host.open;
    const chips = FACET_NAMES.map((name) => this.#renderChip(name)).filter((chip) => chip !== nothing);
    if (chips.length === 0) return null;
    const { version, language } = snapshot.filter;
    const renderButton = (part: string, label: string, value: null | undefined): TemplateResult =>
      html`<button
        part=${part}
        class="link-button"
        type="button"
        @click=${() => chooseFilter(this.#results, { version: value, language: value })}
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
    const { host, text, snapshot, strings } = this.#results;
    const given = host[`${name}s`];
    const chosen = snapshot.filter[name];
    const values = given.length > 0 || this.#isSettled ? this.#facets.list(name, given, chosen) : [];
    if (values.length === 0) return nothing;
    const all = text(name === 'version' ? 'allVersions' : 'allLanguages');
    const display = name === 'version' ? String : createLanguageNames(strings.locale);
    const choose = (value: string): void => chooseFilter(this.#results, { [name]: value || null });
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
