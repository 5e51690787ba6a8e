import { html, nothing, render, type TemplateResult } from 'lit';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { icon } from '../../shared/dom/icon.ts';
import type { SearchContext } from '../context.ts';
import { chooseFilter, createLanguageNames, Facets, findValue } from './facets.ts';
import { FACET_NAMES, type FacetName } from '../panel/has-choices.ts';

const CHEVRON_ICON = 'm6 8 4 4 4-4';
const FILTER_ICON = 'M4 6h12M6.5 10h7M9 14h2';
const chevronIcon = icon(CHEVRON_ICON);

/** The filters: a button in the field that says what is searched ("v2 · English"), and the menu that it opens. */
export class Filters {
  readonly #context: SearchContext;
  readonly #facets = new Facets();
  readonly #connection = new AbortController();
  readonly #menu = createElement('div', { className: 'filters', part: 'filters', role: 'group' });
  readonly #searched = createElement('span', { className: 'searched' });
  readonly #button = createElement(
    'button',
    {
      part: 'filters-open',
      className: 'filters-open',
      type: 'button',
      onclick: () => this.#toggle(!this.#isOpen),
    },
    createIcon(FILTER_ICON),
    this.#searched,
    createIcon(CHEVRON_ICON),
  );
  #isOpen = false;
  #observed: SearchSnapshot | undefined;

  constructor(context: SearchContext) {
    this.#context = context;
    for (const answer of context.answers) this.#facets.observe(answer);
    this.#observed = context.answers.at(-1);
    const { signal } = this.#connection;
    const elements: readonly HTMLElement[] = [this.#menu, this.#button];
    for (const element of elements)
      element.addEventListener('keydown', (event) => this.#handleKeydown(event), { signal });
    context.host.frame.addEventListener(
      'pointerdown',
      (event) => {
        if (!elements.some((element) => event.composedPath().includes(element))) this.#toggle(false);
      },
      { signal },
    );
  }

  /** Draw the button into the field. @returns the menu; `null` where there is nothing to choose */
  draw(): HTMLElement | null {
    const { host, text, answers, snapshot } = this.#context;
    const answer = answers.at(-1);
    if (answer && answer !== this.#observed) {
      this.#facets.observe(answer);
      this.#observed = answer;
    }
    const names = host.withoutFilters ? [] : FACET_NAMES.filter((name) => this.#list(name).length > 1);
    this.#isOpen &&= host.open && names.length > 0;
    this.#menu.hidden = !this.#isOpen;
    this.#button.ariaExpanded = `${this.#isOpen}`;
    this.#button.hidden = !host.open || names.length === 0;
    if (names.length === 0) return null;
    if (this.#button.parentNode !== host.box) host.input.after(this.#button);
    this.#searched.textContent = names.map((name) => this.#describe(name)).join(' · ');
    const areAll = FACET_NAMES.every((name) => snapshot.filter[name] === undefined);
    render(
      html`${names.map((name) => this.#renderChoice(name))}${
        names.length > 1 && !areAll
          ? html`<button
              part="filters-reset"
              class="link-button"
              type="button"
              @click=${() => chooseFilter(this.#context, { version: null, language: null })}
            >
              ${text('clearFilters')}
            </button>`
          : nothing
      }`,
      this.#menu,
    );
    return this.#menu;
  }

  close(): void {
    this.#connection.abort();
    this.#button.remove();
  }

  #toggle(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    const { host } = this.#context;
    this.#isOpen = isOpen;
    host.requestUpdate();
    if (isOpen) void host.updateComplete.then(() => this.#menu.querySelector('select')?.focus());
  }

  /** Escape closes the menu alone. */
  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.#toggle(false);
    this.#button.focus();
  }

  #list(name: FacetName): readonly string[] {
    const { host, snapshot } = this.#context;
    return this.#facets.list(name, host[`${name}s`], snapshot.filter[name]);
  }

  #nameOf(name: FacetName, value: string | undefined): string {
    const { strings, text } = this.#context;
    if (value === undefined) return text(name === 'version' ? 'allVersions' : 'allLanguages');
    return name === 'version' ? value : createLanguageNames(strings.locale)(value);
  }

  /** The value that is searched, as it is in the list; `undefined` for all. */
  #chosen(name: FacetName): string | undefined {
    const chosen = this.#context.snapshot.filter[name];
    return chosen && findValue(name, this.#list(name), chosen);
  }

  #describe(name: FacetName): string {
    return this.#nameOf(name, this.#chosen(name));
  }

  #renderChoice(name: FacetName): TemplateResult {
    const { site, text, snapshot } = this.#context;
    const chosen = this.#chosen(name);
    // The value of the page is no choice: it changes with the page.
    const choose = (value: string): void =>
      chooseFilter(this.#context, {
        [name]: value === site.filters.pageFilter[name] ? undefined : value || null,
      });
    return html`<label class="filter"
      ><span>${text(name)}</span
      ><span class="select"
        ><select
          part="filter filter-${name}"
          @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
        >
          <option value="" .selected=${chosen === undefined}>${this.#nameOf(name, undefined)}</option>
          ${this.#list(name).map((value) => {
            const count = this.#facets.count(snapshot, name, value);
            return html`<option value=${value} .selected=${value === chosen}>
              ${this.#nameOf(name, value)}${count === undefined ? nothing : ` (${count})`}
            </option>`;
          })}</select
        >${chevronIcon}</span
      ></label
    >`;
  }
}
