import type { PropertyDeclarations, PropertyValues } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { createElement, createIcon } from '../shared/dom/create-element.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { isApple } from '../shared/dom/shortcut.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { searchStyles } from './docs-search.styles.ts';
import type { PanelController } from './panel/panel-controller.ts';
import type { ResultRenderer } from './result-renderer.ts';

const SEARCH_ICON = 'm17 17-4.5-4.5a5 5 0 1 0-7-7 5 5 0 0 0 7 7';

/**
 * A search box for a documentation site: results as one types, grouped by page, with the matching words marked.
 *
 * The page loads the box alone; everything else comes when the reader first points at it or uses it.
 *
 * Keys: Down and Up move through the results and wrap around, Home and End go to the first and the last once a result
 * is active. Enter opens the active result, or the first one; after a failure it searches again. Ctrl+Enter (Command on Apple machines) opens the active
 * result in a new tab; with none active it asks the assistant. Ctrl+D keeps the active result among the favourites, or
 * gives it up; Delete removes the active recent search or favourite. What is typed anywhere in the panel goes on in the
 * box, but for `?`, which lists the keys. Escape closes the results, a second one clears the box; in the dialog it clears the box first and then closes.
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
 * @csspart filter-remove - The button that lifts one filter.
 * @csspart filters-clear - The button that lifts both.
 * @csspart filters-reset - The button that brings back what the page says.
 * @csspart page - The results of one page of the documentation.
 * @csspart page-title - The title of that page.
 * @csspart result - One result: a link.
 * @csspart result-title - The heading of the section found.
 * @csspart result-path - Where the page or section stands: path or headings above it.
 * @csspart result-excerpt - The stretch of text around the match.
 * @csspart mark - A matching word.
 * @csspart badge - The version or language of a page, where several are searched.
 * @csspart preview - The text of the active result, beside the list of a wide dialog.
 * @csspart preview-path - The page and the headings above the section.
 * @csspart preview-title - The heading of the section.
 * @csspart preview-address - Its address: a link that opens the result.
 * @csspart code - A block of code in that text.
 * @csspart copy - The button that copies the code.
 * @csspart empty - What is said when there is nothing to list.
 * @csspart error - What is said when the search failed.
 * @csspart retry - The button that searches again.
 * @csspart recent - One recent search.
 * @csspart favourite - One favourite.
 * @csspart favourite-toggle - The star of the result that is pointed at or active.
 * @csspart forget-recent - The button that removes all recent searches.
 * @csspart forget - The button that removes searches and favourites from this device.
 * @csspart elsewhere - The option that leads to results outside the filter.
 * @csspart ask - The option that asks the assistant.
 * @csspart more - The option that brings more results.
 * @csspart count - The number of results.
 * @csspart shortcuts - The list of keys.
 * @csspart shortcuts-open - The button that opens it.
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
 * @cssprop --docs-search-results-height - Greatest height of the list of results. Default 480px; in the dialog, what the window allows.
 */
export class DocsSearch extends DocsElement<PanelController, DocsSearch> {
  static override styles = [searchStyles, tokens];

  static override properties: PropertyDeclarations = {
    variant: {},
    value: {},
    placeholder: {},
    assistant: {},
    pageSize: { type: Number, attribute: 'page-size' },
    minLength: { type: Number, attribute: 'min-length' },
    debounce: { type: Number },
    withoutFilters: { type: Boolean, attribute: 'without-filters' },
    withoutPreview: { type: Boolean, attribute: 'without-preview' },
    filtersInUrl: { type: Boolean, attribute: 'filters-in-url' },
    prefetch: { type: Boolean },
    mask: { type: Boolean },
    renderResult: { attribute: false },
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
  /** Shows no text of the active result beside the list of a wide dialog. */
  declare withoutPreview: boolean;
  /** Keeps the version and language that the reader chose in the page's address: `?docs-version=v6&docs-language=de`. */
  declare filtersInUrl: boolean;
  /** Fetches the page of the result that is pointed at or active ahead into the browser's cache; pages of this origin only. */
  declare prefetch: boolean;
  /** Leaves e-mail addresses, keys, tokens and passwords that can be told by their form out of what is sent and kept. */
  declare mask: boolean;
  /** Id of the `<docs-assistant>` that takes over a question, or `none`. Default: the first on the page with the same `endpoint` and `domain`. */
  declare assistant: string;
  /** Draws the content of a result: returns a node, or a string as text, or `null` for the standard one. Default: heading, path and excerpt. */
  declare renderResult: ResultRenderer | undefined;

  protected override readonly errorEvent = 'docs-search-error';
  protected override readonly linkParameter = 'search';
  /** The last key that was pressed in the box while the panel was being loaded. */
  private earlyKey: KeyboardEvent | undefined;
  /** The text field. @internal */
  readonly input = createElement('input', {
    part: 'input',
    role: 'combobox',
    enterKeyHint: 'search',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    ariaAutoComplete: 'list',
    ariaExpanded: 'false',
    oninput: () => {
      this.value = this.input.value;
      this.open = true;
    },
    onkeydown: (event: KeyboardEvent) => {
      if (this.rest) this.rest.handleKeydown(event);
      else {
        this.earlyKey = event;
        void this.load();
      }
    },
    onclick: () => this.show(),
  });
  /** The text field with what stands around it. The dialog takes it in. @internal */
  readonly box = createElement('div', { className: 'box' }, createIcon(SEARCH_ICON), this.input);
  private readonly triggerText = createElement('span', {});
  private readonly triggerSlot = createElement(
    'slot',
    { name: 'trigger' },
    createIcon(SEARCH_ICON),
    this.triggerText,
  );
  private readonly trigger = createElement(
    'button',
    {
      part: 'trigger',
      className: 'box trigger',
      type: 'button',
      ariaHasPopup: 'dialog',
      onclick: () => this.show(),
      // What is typed before the dialog is there goes into its field.
      onkeydown: (event: KeyboardEvent) => {
        if (!this.open || event.key.length > 1 || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.value += event.key;
      },
    },
    this.triggerSlot,
  );
  private readonly keyHint = createElement('kbd', { part: 'hint', ariaHidden: 'true' });
  private readonly status = createElement('span', { part: 'error', role: 'status' });

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
    // Also when it is open already, and what it opens has failed to load.
    void this.load();
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

  /** Removes what this reader has left on this device: recent searches, favourites and the choice of version and language. */
  async forget(): Promise<void> {
    (await this.load())?.forgetAll();
  }

  /** Puts the cursor into the box; while the dialog is closed, the focus onto the button that opens it. */
  override focus(options?: FocusOptions): void {
    // In the dialog variant one of the two cannot take the focus, and stays as it is.
    this.trigger.focus(options);
    this.input.focus(options);
  }

  protected override follow(query: string): void {
    void this.search(query);
  }

  protected override updated(changed: PropertyValues): void {
    // Not with each update: the one after a failure would try again at once, and so on for ever.
    if (this.open && (changed.has('open') || changed.has('value'))) void this.load();
  }

  protected override draw(changed: PropertyValues): void {
    const { frame, input, keyHint, rest, variant } = this;
    const isDialog = variant === 'dialog';
    const [keys] = this.shortcut.replace('none', '').split(' ');
    if (changed.has('variant')) {
      frame.className = `docs ${variant}`;
      this.box.remove();
      this.trigger.remove();
      frame.prepend(isDialog ? this.trigger : this.box, this.status);
    }
    input.ariaLabel = this.name;
    input.placeholder = this.triggerText.textContent = this.placeholder || this.name;
    if (input.value !== this.value) input.value = this.value;
    if (rest) this.status.remove();
    this.status.textContent = this.failure;
    // The first key of `shortcut`, as keyboards print it, until its place is taken.
    keyHint.textContent = keys?.toUpperCase().replace('MOD+', isApple() ? '⌘' : 'Ctrl ') ?? '';
    const place = isDialog ? this.triggerSlot : this.box;
    if (!keys || (rest && !isDialog)) keyHint.remove();
    else if (keyHint.parentNode !== place) place.append(keyHint);
  }

  protected override async importRest(): Promise<PanelController> {
    try {
      const panel = await (await import('./panel/panel.ts')).createPanel(this);
      if (this.earlyKey) panel.handleKeydown(this.earlyKey);
      return panel;
    } finally {
      // After a failure, the key must not be replayed when something else loads the panel.
      this.earlyKey = undefined;
    }
  }

  private get name(): string {
    return this.label('label', 'Search', 'Suchen');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-search': DocsSearch;
  }
}
