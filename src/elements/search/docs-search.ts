import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { icon } from '../shared/icon.ts';
import { isApple } from '../shared/shortcut.ts';
import { tokens } from '../shared/tokens.styles.ts';
import { searchStyles } from './docs-search.styles.ts';
import type { ResultsController } from './results.ts';

const searchIcon = icon('m17 17-4.5-4.5a5 5 0 1 0-7-7 5 5 0 0 0 7 7');

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
export class DocsSearch extends DocsElement<ResultsController> {
  static override styles = [searchStyles, tokens];

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

  protected override readonly errorEvent = 'docs-search-error';
  /** The last key that waits for what is being loaded. @internal */
  earlyKey: KeyboardEvent | undefined;

  constructor() {
    super({
      shortcut: 'mod+k /',
      variant: 'inline',
      value: '',
      placeholder: '',
      pageSize: 10,
      minLength: 2,
      debounce: 80,
      assistant: '',
    });
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
    const answered = (await this.load())?.search(query, filter);
    this.value = query;
    await this.show();
    await answered;
  }

  /** Empties the box. */
  clear(): void {
    this.value = '';
  }

  /** Puts the cursor into the box; while the dialog is closed, the focus onto the button that opens it. */
  override focus(options?: FocusOptions): void {
    // In the dialog variant one of the two cannot take the focus, and stays as it is.
    const targets = this.renderRoot.querySelectorAll<HTMLElement>('.trigger, .box input');
    for (const target of targets) target.focus(options);
  }

  protected override updated(): void {
    if (this.open) void this.load();
  }

  protected override render(): TemplateResult {
    return html`<div
      class="docs ${this.variant}"
      data-theme=${this.resolvedTheme}
      @pointerover=${this.load}
      @focusin=${this.load}
    >
      ${
        this.variant === 'dialog'
          ? html`<button
              class="box trigger"
              part="trigger"
              type="button"
              aria-haspopup="dialog"
              @click=${this.show}
              @keydown=${this.handleTriggerKeydown}
            >
              <slot name="trigger"
                >${searchIcon}<span>${this.placeholder || this.name}</span>${this.keyHint}</slot
              >
            </button>`
          : this.renderBox()
      }
      ${this.rest?.render() ?? html`<span part="error" role="status">${this.failure}</span>`}
    </div>`;
  }

  /** The text field with what stands around it. @internal */
  renderBox(): TemplateResult {
    return html`<div class="box">
      ${searchIcon}<input
        part="input"
        role="combobox"
        enterkeyhint="search"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-autocomplete="list"
        aria-controls="list"
        aria-label=${this.name}
        aria-expanded=${!!this.rest?.isExpanded}
        aria-activedescendant=${this.rest?.activeId ?? nothing}
        placeholder=${this.placeholder || this.name}
        .value=${this.value}
        @input=${this.handleInput}
        @keydown=${this.handleKeydown}
        @click=${this.show}
      />${this.rest?.renderButtons() ?? this.keyHint}
    </div>`;
  }

  private handleInput(event: InputEvent): void {
    this.value = (event.target as HTMLInputElement).value;
    this.open = true;
  }

  private handleKeydown(event: KeyboardEvent): void {
    if (this.rest) this.rest.handleKeydown(event);
    else this.earlyKey = event;
  }

  /** What is typed before the dialog is there goes into its field. */
  private handleTriggerKeydown(event: KeyboardEvent): void {
    if (!this.open || event.key.length > 1 || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.value += event.key;
  }

  protected override async importRest(): Promise<ResultsController> {
    return (await import('./results.ts')).createResults(this);
  }

  private get name(): string {
    return this.label('label', 'Search', 'Suchen');
  }

  /** The first key of `shortcut`, as keyboards print it. */
  private get keyHint(): TemplateResult | string | undefined {
    const [keys] = this.shortcut.replace('none', '').split(' ');
    const name = keys?.toUpperCase().replace('MOD+', isApple() ? '⌘' : 'Ctrl ');
    return name && html`<kbd part="hint" aria-hidden="true">${name}</kbd>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-search': DocsSearch;
  }
}
