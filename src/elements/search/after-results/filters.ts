import { html, nothing, render, type TemplateResult } from 'lit';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { SearchContext } from '../context.ts';
import { CLOSE_ICON } from '../icons.ts';
import { chooseFilter, Facets, createLanguageNames } from './facets.ts';
import { FACET_NAMES, isSameLanguage, type FacetName } from '../panel/has-choices.ts';

const FILTER_ICON = 'M4 6h12M6.5 10h7M9 14h2';
const chevronIcon = icon('m5 8 5 5 5-5');

/** The filters: a button in the box that says what is searched, and the row of chips that it opens, each with its choices. */
export class Filters {
  readonly #context: SearchContext;
  readonly #row = createElement('div', { className: 'filters', part: 'filters' });
  readonly #chosen = createElement('span', { className: 'chosen' });
  readonly #button = createElement(
    'button',
    {
      part: 'filters-open',
      className: 'filters-open',
      type: 'button',
      onclick: () => {
        this.#isOpen = !this.#isOpen;
        this.#context.host.requestUpdate();
      },
    },
    this.#chosen,
    createIcon(FILTER_ICON),
  );
  #isOpen = false;
  readonly #facets = new Facets();
  #observed: SearchSnapshot | undefined;

  constructor(context: SearchContext) {
    this.#context = context;
    for (const answer of context.answers) this.#facets.observe(answer);
    this.#observed = context.answers.at(-1);
  }

  draw(): HTMLElement | null {
    const { host, site, text, answers } = this.#context;
    const answer = answers.at(-1);
    if (answer && answer !== this.#observed) {
      this.#facets.observe(answer);
      this.#observed = answer;
    }
    const names = host.withoutFilters ? [] : FACET_NAMES.filter((name) => this.#valuesOf(name).length > 1);
    if (!host.open) this.#isOpen = false;
    if (names.length === 0) this.#button.remove();
    // Before the button that clears the box.
    else if (this.#button.parentNode !== host.box) host.input.after(this.#button);
    this.#button.hidden = !host.open;
    this.#button.ariaExpanded = `${this.#isOpen}`;
    this.#chosen.textContent = names.map((name) => this.#describe(name)).join(' · ');
    this.#row.hidden = !this.#isOpen;
    render(
      html`${names.map((name) => this.#renderChip(name))}
      ${
        Object.keys(site.filters.choice).length > 0
          ? html`<button
              part="filters-reset"
              class="link-button"
              type="button"
              @click=${() => chooseFilter(this.#context, { version: undefined, language: undefined })}
            >
              ${text('clearFilters')}
            </button>`
          : nothing
      }`,
      this.#row,
    );
    return names.length === 0 ? null : this.#row;
  }

  close(): void {
    this.#button.remove();
  }

  /** The values to choose from; one alone is no choice. */
  #valuesOf(name: FacetName): readonly string[] {
    const { host, snapshot } = this.#context;
    return this.#facets.list(name, host[`${name}s`], snapshot.filter[name]);
  }

  #display(name: FacetName, value: string): string {
    return name === 'version' ? value : createLanguageNames(this.#context.strings.locale)(value);
  }

  /** What is searched of a version or language. */
  #describe(name: FacetName): string {
    const { snapshot, text } = this.#context;
    const chosen = snapshot.filter[name];
    if (chosen !== undefined) return this.#display(name, chosen);
    return text(name === 'version' ? 'allVersions' : 'allLanguages');
  }

  #renderChip(name: FacetName): TemplateResult {
    const { text, snapshot } = this.#context;
    const chosen = snapshot.filter[name];
    const values = this.#valuesOf(name);
    const all = text(name === 'version' ? 'allVersions' : 'allLanguages');
    const isChosen = (value: string): boolean =>
      name === 'version' || chosen === undefined ? value === chosen : isSameLanguage(value, chosen);
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
          return html`<option value=${value} .selected=${isChosen(value)}>
            ${this.#display(name, value)}${count === undefined ? nothing : ` (${count})`}
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
