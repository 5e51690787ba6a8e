import type { PropertyValues } from 'lit';
import type { RequestFilter } from '../../protocol/api.ts';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import { createElement, createIcon } from '../shared/dom/create-element.ts';
import { searchLabel, searchLabelInGerman } from '../strings/early.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { isApple } from '../shared/dom/shortcut.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { searchAttributes } from './attributes.ts';
import { searchStyles } from './docs-search.styles.ts';
import type { PanelController } from './panel/panel-controller.ts';

/** Windows in which a header has room for the title and icons. */
const NARROW = '(max-width: 640px)';
/** Direction, display and columns of a flex row, or of a grid with columns. */
const LINE = /^row\S* \S*flex|grid \S+ ./;
const SEARCH_ICON = 'm17 17-4.5-4.5a5 5 0 1 0-7-7 5 5 0 0 0 7 7';

// The properties of the table.
export interface DocsSearch extends PropertiesOf<typeof searchAttributes> {}

/**
 * A search box for a documentation site: results as you type, grouped by page, with the matching words marked.
 *
 * The page loads the box alone; the rest is loaded when the box is first hovered, focused or used.
 *
 * Keys: Down and Up move through the results and wrap around; the first is active at first, or the question to the assistant. Home and
 * End go to the first and the last result once one was chosen. Enter opens the active one, or asks; after a failure it searches again.
 * Ctrl+Enter (Command+Enter on Apple devices) opens the chosen result in a new tab; if none is chosen, it asks the assistant. Shift+Enter adds the active
 * result to the favourites, or removes it; Delete removes the active recent search or favourite. Text that is typed
 * elsewhere in the panel goes into the box, except `?`, which shows the keyboard shortcuts. Escape closes the results, then
 * clears the box; in the dialog it clears the box first.
 *
 * @summary A search box that shows results as you type.
 *
 * @slot trigger - Content of the button of the dialog variant. Default: a search field with its shortcut.
 * @slot empty - Shown while the box is empty, for instance links to popular pages.
 * @slot footer - Shown below the results.
 *
 * @fires docs-search-query - A search is about to be sent. Cancelable. `detail: {query, filter}`; `filter` may be changed.
 * @fires docs-search-results - Results have arrived. `detail: {query, count, took}`, `took` in milliseconds.
 * @fires docs-search-select - A result is about to be opened. Cancelable. `detail: {result, index, query}`, `index` in the list, from 0.
 * @fires docs-search-ask - The query is about to be passed to the assistant. Cancelable. `detail: {query}`.
 * @fires docs-search-error - A search has failed. `detail: {code, retryable, status?}`.
 * @fires docs-filter-change - The reader has chosen another version or language. `detail: {filter}`.
 *
 * @csspart trigger - The button that opens the dialog.
 * @csspart dialog - The dialog.
 * @csspart input - The text field.
 * @csspart clear - The button that clears the text field.
 * @csspart close - The button that closes the dialog.
 * @csspart results - The panel with everything below the text field.
 * @csspart filters-open - The button in the text field that says what is searched, and opens the filters.
 * @csspart filters - The menu with the filters.
 * @csspart filter - One filter.
 * @csspart filter-version - The version filter.
 * @csspart filter-language - The language filter.
 * @csspart filters-reset - The button that searches all versions and languages.
 * @csspart page - The results of one page of the documentation.
 * @csspart page-title - The title of that page.
 * @csspart result - One result, which is a link.
 * @csspart result-title - The heading of the section.
 * @csspart result-path - The folders of a page, or the headings above a section.
 * @csspart result-excerpt - The excerpt around the match.
 * @csspart mark - A matching word.
 * @csspart badge - The version or language of a page, if several are searched.
 * @csspart preview - Preview of a result, beside the list in a wide dialog.
 * @csspart preview-path - The page and the headings above the section.
 * @csspart preview-title - The heading of the section.
 * @csspart preview-address - The address of the section, which is a link to it.
 * @csspart code - A code block of the preview.
 * @csspart copy - The button that copies a code block.
 * @csspart empty - Message while there is nothing to list.
 * @csspart error - Message about a failed search.
 * @csspart retry - The button that searches again.
 * @csspart recent - One recent search.
 * @csspart favourite - One favourite.
 * @csspart favourite-toggle - The star of the hovered or active result, which adds it to the favourites.
 * @csspart forget-recent - The button that removes all recent searches.
 * @csspart forget - The button that removes all searches and favourites from this device.
 * @csspart elsewhere - An option that leads to results outside the filter.
 * @csspart ask - The option that asks the assistant.
 * @csspart more - The option that loads more results.
 * @csspart count - The number of results.
 * @csspart shortcuts - The list of keyboard shortcuts.
 * @csspart shortcuts-open - The button that opens that list.
 * @csspart hint - A key of a shortcut.
 *
 * @cssprop --docs-accent-color - Colour of marks, focus and the active result.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of paths, hints and placeholders.
 * @cssprop --docs-surface-color - Background of box and results.
 * @cssprop --docs-border-color - Colour of borders.
 * @cssprop --docs-radius - Radius of the panel's corners. Smaller corners depend on it.
 * @cssprop --docs-font-family - Typeface. Default: that of the page.
 * @cssprop --docs-font-size - Size of text.
 * @cssprop --docs-z-index - `z-index` of the results in browsers without a top layer.
 * @cssprop --docs-search-results-height - Maximum height of the list of results. Default 480px, or in the dialog the height of the window.
 */
export class DocsSearch extends DocsElement<PanelController> {
  static override styles = [searchStyles, tokens];

  static override properties: Attributes = searchAttributes;

  protected override readonly errorEvent = 'docs-search-error';
  protected override readonly linkParameter = 'search';
  /** The last key that was pressed while the panel was being loaded. */
  #earlyKey: KeyboardEvent | undefined;
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
        this.#earlyKey = event;
        void this.load();
      }
    },
    onclick: () => this.show(),
  });
  /** The text field with its icon and buttons. The dialog moves it into itself. @internal */
  readonly box = createElement('div', { className: 'box' }, createIcon(SEARCH_ICON), this.input);
  readonly #triggerText = createElement('span', {});
  readonly #triggerSlot = createElement(
    'slot',
    { name: 'trigger' },
    createIcon(SEARCH_ICON),
    this.#triggerText,
  );
  readonly #trigger = createElement(
    'button',
    {
      part: 'trigger',
      className: 'box trigger',
      type: 'button',
      ariaHasPopup: 'dialog',
      onclick: () => this.show(),
      // Text that is typed before the dialog is loaded goes into its field.
      onkeydown: (event: KeyboardEvent) => {
        if (!this.open || event.key?.length !== 1 || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.value += event.key;
      },
    },
    this.#triggerSlot,
  );
  readonly #keyHint = createElement('kbd', { part: 'hint', ariaHidden: 'true' });
  readonly #status = createElement('span', { part: 'error', role: 'status' });
  readonly #states = this.attachInternals().states;

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.connection;
    // The element may have been moved into another line.
    this.requestUpdate();
    matchMedia(NARROW).addEventListener('change', () => this.requestUpdate(), { signal });
  }

  /** Open the results, or the dialog, and focus the box. */
  async show(): Promise<void> {
    this.open = true;
    // Explicitly, because nothing else retries a failed load if `open` is set already.
    void this.load();
    await this.updateComplete;
    this.focus();
  }

  /** Close the results, or the dialog. The text is kept. */
  hide(): void {
    this.open = false;
  }

  /**
   * Put a query into the box, open the results and search at once.
   *
   * @param options.filter version and language for this query, instead of those chosen on the page
   * @returns a promise that is resolved when the results are there or the query has changed
   */
  async search(query: string, { filter }: { filter?: RequestFilter } = {}): Promise<void> {
    const answered = (await this.load())?.search(query, filter);
    this.value = query;
    await this.show();
    await answered;
  }

  /** Clear the box. */
  clear(): void {
    this.value = '';
  }

  /** Remove the reader's data from this device: recent searches, favourites and the choice of version and language. */
  async forget(): Promise<void> {
    (await this.load())?.forgetAll();
  }

  /** Focus the box, or the button that opens the dialog while that is closed. */
  override focus(options?: FocusOptions): void {
    // One of the two is not focusable: which one depends on the variant and on whether the dialog is open.
    this.#trigger.focus(options);
    this.input.focus(options);
  }

  protected override openFromUrl(query: string): void {
    void this.search(query);
  }

  protected override updated(changed: PropertyValues): void {
    // Not at every update: that after a failure would retry at once, in an endless loop.
    if (this.open && (changed.has('open') || changed.has('value'))) void this.load();
  }

  protected override draw(changed: PropertyValues): void {
    const { frame, input, rest, variant } = this;
    const keyHint = this.#keyHint;
    const isDialog = variant === 'dialog';
    // A button of the page's own may have no icon.
    const isOwn = this.querySelector('[slot=trigger]');
    const isIcon = isDialog && !isOwn && matchMedia(NARROW).matches && sharesLine(this);
    this.#states[isIcon ? 'add' : 'delete']('icon');
    const [keys] = this.shortcut.replace('none', '').split(' ');
    if (changed.has('variant')) {
      frame.className = `docs ${variant}`;
      this.box.remove();
      this.#trigger.remove();
      frame.prepend(isDialog ? this.#trigger : this.box, this.#status);
    }
    const name = this.label('label', searchLabel, searchLabelInGerman);
    input.ariaLabel = name;
    input.placeholder = this.#triggerText.textContent = this.placeholder || name;
    if (input.value !== this.value) input.value = this.value;
    if (rest) this.#status.remove();
    this.#status.textContent = this.failure;
    // The first key of `shortcut`, as printed on keyboards. In the box, the button that clears it replaces the hint.
    keyHint.textContent = keys?.toUpperCase().replace('MOD+', isApple() ? '⌘' : 'Ctrl ') ?? '';
    const place = isDialog ? this.#triggerSlot : this.box;
    if (!keys || (rest && !isDialog)) keyHint.remove();
    else if (keyHint.parentNode !== place) place.append(keyHint);
  }

  protected override async importRest(): Promise<PanelController> {
    try {
      const panel = await (await import('./panel/panel.ts')).createPanel(this);
      if (this.#earlyKey) panel.handleKeydown(this.#earlyKey);
      return panel;
    } finally {
      // After a failure, the key must not be replayed when something else loads the panel.
      this.#earlyKey = undefined;
    }
  }
}

/**
 * Return whether an element stands beside others, as in a header: it, or a wrapper around it alone, is an item of a flex row or of a grid
 * with columns. What is above a landmark is the layout of the page.
 *
 * @param depth how far up a wrapper may be the item
 */
function sharesLine({ parentElement }: Element, depth = 3): boolean {
  if (!parentElement || depth === 0) return false;
  const { flexDirection, display, gridTemplateColumns } = getComputedStyle(parentElement);
  if (parentElement.childElementCount > 1 && LINE.test(`${flexDirection} ${display} ${gridTemplateColumns}`))
    return true;
  return !parentElement.matches('header, nav, aside, main') && sharesLine(parentElement, depth - 1);
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-search': DocsSearch;
  }
}
