import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { isApple } from '../shared/shortcut-controller.ts';
import { tokens } from '../shared/tokens.styles.ts';
import './docs-search.events.ts';
import { searchStyles } from './docs-search.styles.ts';
import type { ResultsController } from './results.ts';

const icon = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="9" cy="9" r="5.5" />
  <path d="m13 13 4 4" />
</svg>`;
const ENGLISH = { label: 'Search', loadFailed: 'The search could not be loaded. Type again to retry.' };
const GERMAN = {
  label: 'Suchen',
  loadFailed: 'Die Suche konnte nicht geladen werden. Tippen Sie weiter, um es noch einmal zu versuchen.',
};

/**
 * A search box for a documentation site: results as one types, grouped by page, with the matching words marked.
 *
 * The page loads the box alone; everything else comes when the reader first points at it or uses it.
 *
 * Keys: Down and Up move through the results and wrap around, Home and End go to the first and the last once a result
 * is active. Enter opens the active result, or the first one. Ctrl+Enter (Command on Apple machines) opens the active
 * result in a new tab; with none active it asks the assistant. Delete removes the active recent search. Escape closes
 * the results, a second one clears the box; in the dialog it clears the box first and then closes.
 *
 * @summary A search box whose results come as one types.
 *
 * @slot trigger - What the button of the dialog variant shows. Default: a search field with its key.
 * @slot empty - Shown while nothing is typed, for instance links to popular pages.
 * @slot footer - Shown below the results.
 *
 * @fires docs-search-query - Before a search is sent. Cancelable: it is then not sent. `detail: {query, filter}`.
 * @fires docs-search-results - When results have come. `detail: {query, count, took}`, `took` in milliseconds.
 * @fires docs-search-select - Before a result opens. Cancelable. `detail: {result, index, query}`, `index` from 0 as listed.
 * @fires docs-search-ask - Before the query is handed to the assistant. Cancelable. `detail: {query}`.
 * @fires docs-search-error - When a search has failed. `detail: {code, retryable, status?}`.
 * @fires docs-filter-change - When the reader has chosen another version or language here. `detail: {filter}`.
 *
 * @csspart trigger - The button that opens the dialog.
 * @csspart dialog - The dialog.
 * @csspart input - The text field.
 * @csspart clear - The button that clears the text field.
 * @csspart close - The button that closes the dialog.
 * @csspart results - The panel with everything below the text field.
 * @csspart filters - The row of filters.
 * @csspart filter - One filter.
 * @csspart filter-version - The version filter.
 * @csspart filter-language - The language filter.
 * @csspart page - The results of one page of the documentation.
 * @csspart page-title - The title of that page.
 * @csspart result - One result: a link.
 * @csspart result-title - The heading of the section found.
 * @csspart result-path - Where the page or section stands: path or headings above it.
 * @csspart result-excerpt - The stretch of text around the match.
 * @csspart mark - A matching word.
 * @csspart badge - The version or language of a page, where several are searched.
 * @csspart empty - What is said when there is nothing to list.
 * @csspart error - What is said when the search failed.
 * @csspart retry - The button that searches again.
 * @csspart recent - One recent search.
 * @csspart ask - The option that asks the assistant.
 * @csspart more - The option that brings more results.
 * @csspart count - The number of results.
 * @csspart hint - A key that can be pressed.
 *
 * @cssprop --docs-accent-color - Marks, focus and the active result.
 * @cssprop --docs-text-color - Text.
 * @cssprop --docs-muted-color - Paths, hints and placeholders.
 * @cssprop --docs-surface-color - Ground of box and results.
 * @cssprop --docs-border-color - Lines.
 * @cssprop --docs-radius - Radius of the panel's corners; smaller corners follow.
 * @cssprop --docs-font-family - Font.
 * @cssprop --docs-font-size - Size of the text.
 * @cssprop --docs-z-index - Layer of the results where the browser has no top layer.
 * @cssprop --docs-search-results-height - Greatest height of the list of results.
 */
export class DocsSearch extends DocsElement {
  static override styles = [tokens, searchStyles];

  static override properties: PropertyDeclarations = {
    variant: {},
    value: {},
    placeholder: {},
    pageSize: { type: Number, attribute: 'page-size' },
    minLength: { type: Number, attribute: 'min-length' },
    debounce: { type: Number },
    withoutFilters: { type: Boolean, attribute: 'without-filters' },
    assistant: {},
  };

  /** `inline`: a text field in place, with the results below it. `dialog`: a button that opens a dialog. */
  declare variant: 'inline' | 'dialog';
  /** The text in the box. */
  declare value: string;
  /** Text shown in the empty box. Default: the word for "Search". */
  declare placeholder: string;
  /** Results asked for at once, 1 to 50. Default 10. */
  declare pageSize: number;
  /** Characters from which on is searched. Default 2. */
  declare minLength: number;
  /** Milliseconds without a further key after which is searched. Default 80. */
  declare debounce: number;
  /** Draws no filters; the filter of the site still holds. */
  declare withoutFilters: boolean;
  /** Id of the `<docs-assistant>` that takes over a question, or `none`. Default: the first on the page with the same `endpoint` and `domain`. */
  declare assistant: string;

  #results: ResultsController | undefined;
  #loading: Promise<ResultsController | undefined> | undefined;
  /** The last key that waits for what is being loaded. */
  #earlyKey: KeyboardEvent | undefined;
  #loadFailed = false;

  constructor() {
    super();
    this.variant = 'inline';
    this.value = '';
    this.placeholder = '';
    this.pageSize = 10;
    this.minLength = 2;
    this.debounce = 80;
    this.withoutFilters = false;
    this.assistant = '';
    this.shortcut = 'mod+k /';
  }

  /** Opens the results, or the dialog, and puts the cursor into the box. */
  async show(): Promise<void> {
    this.open = true;
    await this.updateComplete;
    this.focus();
  }

  /** Closes the results, or the dialog. The text stays. */
  hide(): void {
    this.open = false;
  }

  /**
   * Puts a query into the box, opens and searches at once.
   *
   * @param options.filter version and language for this query, instead of those chosen on the page
   * @returns when the answer is in, or the query has been changed
   */
  async search(query: string, { filter }: { filter?: DocsFilter } = {}): Promise<void> {
    this.value = query;
    await this.show();
    await (await this.#load())?.search(filter);
  }

  /** Empties the box. */
  clear(): void {
    this.value = '';
  }

  /** Puts the cursor into the box; while the dialog is closed, the focus onto the button that opens it. */
  override focus(options?: FocusOptions): void {
    const target = this.variant === 'dialog' && !this.open ? 'button' : 'input';
    this.renderRoot.querySelector<HTMLElement>(target)?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#syncDialog();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dialog?.close();
  }

  protected override updated(changed?: PropertyValues): void {
    this.#syncDialog();
    if (this.open) void this.#load();
    else if (changed?.get('open')) this.#earlyKey = undefined;
  }

  protected override render(): TemplateResult {
    const results = this.#results;
    const label = this.#text('label');
    const placeholder = this.placeholder || label;
    const keyHint = this.#keyHint && html`<kbd part="hint">${this.#keyHint}</kbd>`;
    const content = html`<div class="box">
        ${icon}
        <input
          part="input"
          type="text"
          role="combobox"
          enterkeyhint="search"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-label=${label}
          aria-autocomplete="list"
          aria-controls="list"
          aria-expanded=${results?.isExpanded ?? false}
          aria-activedescendant=${results?.activeId ?? nothing}
          placeholder=${placeholder}
          .value=${this.value}
          @input=${this.#handleInput}
          @keydown=${this.#handleKeydown}
          @click=${this.#handleClick}
        />
        ${results?.renderButtons() ?? keyHint}
      </div>
      ${results?.render() ?? (this.#loadFailed ? html`<p part="error" role="alert">${this.#text('loadFailed')}</p>` : nothing)}`;
    return html`<div
      class="docs ${this.variant}"
      data-theme=${this.resolvedTheme}
      @pointerover=${this.#load}
      @focusin=${this.#load}
    >
      ${
        this.variant === 'inline'
          ? content
          : html`<button class="box" part="trigger" type="button" aria-haspopup="dialog" @click=${this.show}>
                <slot name="trigger">${icon}<span>${placeholder}</span>${keyHint}</slot>
              </button>
              <dialog
                part="dialog"
                aria-label=${label}
                @mousedown=${this.#handleDialogPress}
                @close=${this.#handleDialogClose}
              >
                ${content}
              </dialog>`
      }
    </div>`;
  }

  #handleInput(event: InputEvent): void {
    this.value = (event.target as HTMLInputElement).value;
    this.open = true;
  }

  #handleKeydown(event: KeyboardEvent): void {
    if (this.#results) this.#results.handleKeydown(event);
    else this.#earlyKey = event;
  }

  #handleClick(): void {
    this.open = true;
  }

  /** A press beside the dialog, on what dims the page. */
  #handleDialogPress(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.hide();
  }

  /** Also called when the browser closes the dialog: by Escape or by the back gesture. */
  #handleDialogClose(): void {
    if (!this.#dialog?.open) this.hide();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot?.querySelector('dialog') ?? null;
  }

  #syncDialog(): void {
    const dialog = this.#dialog;
    if (!dialog || dialog.open === this.open || !this.isConnected) return;
    if (this.open) dialog.showModal();
    else dialog.close();
  }

  /** Loads everything beyond the box, once; after a failure again with the next key. */
  #load(): Promise<ResultsController | undefined> {
    return (this.#loading ??= import('./results.ts')
      .then(({ ResultsController }) => ResultsController.create(this))
      .then(
        (results) => {
          this.#results = results;
          if (this.#earlyKey) results.handleKeydown(this.#earlyKey);
          this.requestUpdate();
          return results;
        },
        () => {
          this.#loading = undefined;
          this.#loadFailed = true;
          this.requestUpdate();
          return undefined;
        },
      ));
  }

  /** The few words that the box itself needs; all others are loaded with the results. */
  #text(key: 'label' | 'loadFailed'): string {
    return this.strings[key] ?? (/^de\b/i.test(this.interfaceLanguage) ? GERMAN : ENGLISH)[key];
  }

  /** The first key of `shortcut`, as keyboards print it. */
  get #keyHint(): string | undefined {
    const [keys] = this.shortcut.split(' ');
    if (!keys || keys === 'none') return;
    return keys.replace('mod+', isApple() ? '⌘' : 'Ctrl ').replace(/\+?.$/, (key) => key.toUpperCase());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-search': DocsSearch;
  }
}
