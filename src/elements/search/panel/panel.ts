import { adoptStyles, type CSSResult, type ReactiveController } from 'lit';
import { SearchClient } from '../../../client/search-client.ts';
import {
  DEFAULT_SEARCH_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type DocsFilter,
  type SearchResult,
} from '../../../protocol/api.ts';
import { RequestFailure } from '../../../protocol/failure.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH, SearchSession } from '../../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { siteKey, storageKey } from '../../../state/storage.ts';
import { handToRouter } from '../../shared/follow-link.ts';
import { pageLink, type PageLink } from '../../shared/page-link.ts';
import { isApple } from '../../shared/shortcut.ts';
import { createSite, type SiteController } from '../../shared/site-controller.ts';
import { createStrings, type StringsController } from '../../shared/strings-controller.ts';
import { surface } from '../../shared/surface.styles.ts';
import { LiveRegion } from './live-region.ts';
import type { AskAssistant } from '../parts/ask-assistant.ts';
import type { Dialog } from './dialog.ts';
import type {
  SearchErrorDetail,
  SearchQueryDetail,
  SearchResultsDetail,
  SearchSelectDetail,
} from '../docs-search.events.ts';
import type { DocsSearch } from '../docs-search.ts';
import { Placement } from './placement.ts';
import type { SavedSearches } from '../parts/saved-searches.ts';
import type { Filters } from '../filters/filters.ts';
import { groupByPage, type Hit, type HitPage } from '../results/hits.ts';
import { DelayedFlag } from './delayed-flag.ts';
import { optionId, type Option, type Scene } from '../results/list-option.ts';
import { createView, type PanelView } from './panel.view.ts';
import { panelStyles } from './panel.styles.ts';
import { ENGLISH, type SearchStrings } from '../strings/en/panel.ts';
import type { NoResults } from '../parts/no-results.ts';

/** After the last change, before it is said: keys that follow within this time make it one announcement. */
const ANNOUNCE_DELAY = 600;
/** After which a search that goes on is shown to do so. Below it, the change back would be a flicker. */
const BUSY_DELAY = 150;
/** After which a search that has not been answered is called slow; the style sheet shows it after the same time. */
const SLOW_DELAY = 1000;

/** What the numbers among the properties may be, and what any other value becomes. */
const NUMBERS = {
  pageSize: { least: 1, most: MAX_PAGE_SIZE, standard: DEFAULT_SEARCH_PAGE_SIZE },
  minLength: { least: 0, most: 100, standard: DEFAULT_MIN_LENGTH },
  debounce: { least: 0, most: 10_000, standard: DEFAULT_DEBOUNCE },
} as const;

/** What is loaded when it is needed, and not before. */
interface Parts {
  readonly ask: AskAssistant;
  readonly savedSearches: SavedSearches;
  readonly filters: Filters;
  readonly noResults: NoResults;
}

const IMPORTS = {
  ask: () => import('../parts/ask-assistant.ts'),
  savedSearches: () => import('../parts/saved-searches.ts'),
  filters: () => import('../filters/filters.ts'),
  noResults: () => import('../parts/no-results.ts'),
};

/** Makes what a search box opens, with its strings in the language of the page. */
export async function createPanel(host: DocsSearch): Promise<SearchPanel> {
  const results = new SearchPanel(host);
  const hasFilters = host.versions.length + host.languages.length > 0 && !host.withoutFilters;
  await Promise.all([
    results.strings.load(),
    results.addressRead,
    host.variant === 'dialog' && results.loadDialog(),
    results.mayAsk && results.load('ask'),
    hasFilters && results.load('filters'),
  ]);
  host.addController(results);
  if (host.earlyKey) results.handleKeydown(host.earlyKey);
  return results;
}

/** Everything of `<docs-search>` beyond its box: the session, the list and its keys, and what is said about it. */
export class SearchPanel implements ReactiveController {
  readonly host: DocsSearch;
  readonly site: SiteController;
  readonly announcer: LiveRegion;
  /** Whether a search has gone on for so long that it is shown. */
  readonly busy: DelayedFlag;
  readonly strings: StringsController<SearchStrings>;
  scene: Scene = 'start';
  pages: readonly HitPage[] = [];
  options: readonly Option[] = [];
  /** Place of the active option in `options`, or -1. */
  active = -1;
  /** Where results come from; `null` while the site is not set. */
  source: SearchSource | null = null;
  /** What has been loaded so far. */
  parts: Partial<Parts> = {};
  /** Whether something that is needed could not be loaded. */
  isCutOff = false;
  /** What `variant="dialog"` opens, once it is loaded. */
  dialog: Dialog | undefined;
  /** Resolved when the filters of the page's address hold, where the host wants them there. */
  addressRead: Promise<void> | undefined;

  readonly #view: PanelView;
  readonly #dropdown = new Placement();
  /** The reader looks at results: time for what may be needed next. Offline, nobody could load what tells of it. */
  readonly #rest: DelayedFlag;
  #session!: SearchSession;
  #writeAddress: (() => void) | undefined;
  #styles: CSSResult[];
  /** Aborted when the session is closed. */
  #connection = new AbortController();
  /** Site of the session; `null` when that was closed. */
  #sessionSite: string | null = null;
  #groupedResults: readonly SearchResult[] | null = null;
  /** The snapshot whose changes have been told. */
  #told: SearchSnapshot | null = null;
  #wasOpen = false;
  #focused: Element | null = null;
  #drawnActive = -1;
  /** The text that `active` belongs to. */
  #typed = '';
  /** Enter was pressed before the results were there. */
  #opensFirst = false;
  /** What is sent and kept of a query. */
  #mask: (query: string) => string = String;
  /** More results of the same query are on their way. */
  #loadsMore = false;

  constructor(host: DocsSearch) {
    this.host = host;
    this.site = createSite(host, { variant: ['inline', 'dialog'] });
    this.announcer = new LiveRegion();
    this.busy = new DelayedFlag(BUSY_DELAY, () => host.requestUpdate());
    this.#rest = new DelayedFlag(ANNOUNCE_DELAY, () => {
      if (!host.withoutFilters) void this.load('filters');
      void this.load('noResults');
      void this.load('savedSearches');
    });
    this.strings = createStrings<SearchStrings>(host, ENGLISH, () => import('../strings/translations.ts'));
    this.#styles = [...(host.constructor as typeof DocsSearch).elementStyles] as CSSResult[];
    this.addStyles(surface, panelStyles);
    this.#view = createView(this);
    host.frame.addEventListener('keydown', this.#handleOtherKeydown);
    this.#followSite();
  }

  get text(): StringsController<SearchStrings>['text'] {
    return this.strings.text;
  }

  get snapshot(): SearchSnapshot {
    return this.#session.snapshot;
  }

  /** Whether there is a list to move through. */
  get isExpanded(): boolean {
    return this.host.open && this.options.length > 0;
  }

  /** Id of the active option's element. */
  get activeId(): string | undefined {
    return this.isExpanded && this.active >= 0 ? optionId(this.active) : undefined;
  }

  /** How many results there are, in words. */
  get countText(): string {
    const { results, hasMore } = this.snapshot;
    return hasMore
      ? this.text('countMore', { number: results.length })
      : this.text('count', { count: results.length });
  }

  /** Whether there may be somebody to ask: who that is, the part knows. */
  get mayAsk(): boolean {
    const { host } = this;
    return host.assistant
      ? host.assistant !== 'none'
      : [host.getRootNode() as ParentNode, document].some((root) => root.querySelector('docs-assistant'));
  }

  draw(): void {
    const { host, dialog } = this;
    const { panel, draw } = this.#view;
    const isInline = host.variant === 'inline';
    if (isInline) dialog?.remove();
    else dialog?.draw();
    draw();
    const place = isInline ? host.frame : dialog?.element;
    if (!place) panel.remove();
    else if (panel.parentNode !== place) {
      panel.popover = isInline ? 'manual' : null;
      place.append(panel);
    }
    const { input } = host;
    input.setAttribute('aria-controls', 'list');
    input.ariaExpanded = `${this.isExpanded}`;
    if (this.activeId === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', this.activeId);
  }

  /** Loads the dialog, for a box that opens one. */
  async loadDialog(): Promise<void> {
    const { Dialog } = await import('./dialog.ts');
    this.dialog ??= new Dialog(this);
    this.host.requestUpdate();
  }

  /** Takes styles that were loaded later. */
  addStyles(...styles: CSSResult[]): void {
    this.#styles.push(...styles);
    adoptStyles(this.host.renderRoot as ShadowRoot, this.#styles);
  }

  /** Makes the link for a path; `null` when it must not become one. */
  toLink(path: string): PageLink | null {
    return pageLink(path, this.host);
  }

  /** Searches without waiting for the typing to pause. */
  search(query: string, filter?: DocsFilter): Promise<void> {
    return this.#session.search(query, filter && { filter });
  }

  hostConnected(): void {
    document.addEventListener('pointerdown', this.#handlePointerDown);
    window.addEventListener('online', this.#handleOnline);
    this.host.addEventListener('focusout', this.#handleFocusOut);
    this.host.requestUpdate();
  }

  hostDisconnected(): void {
    document.removeEventListener('pointerdown', this.#handlePointerDown);
    window.removeEventListener('online', this.#handleOnline);
    this.host.removeEventListener('focusout', this.#handleFocusOut);
    this.#dropdown.close();
    this.dialog?.sync(false);
    // Being moved is not being removed: then the element is back before this runs.
    queueMicrotask(() => {
      if (this.host.isConnected) return;
      this.#leaveSite();
      this.announcer.silence();
      this.busy.observe(false);
      this.#rest.observe(false);
      this.#sessionSite = null;
    });
  }

  hostUpdate(): void {
    const { host } = this;
    this.#focused = (host.renderRoot as ShadowRoot).activeElement;
    this.#followSite();
    // One that does not load now may do so with the next change.
    if (host.variant === 'dialog' && !this.dialog) this.loadDialog().catch(() => {});
    const session = this.#session;
    session.filters = this.site.filters;
    for (const name of ['pageSize', 'minLength', 'debounce'] as const) session[name] = this.#readNumber(name);
    if (host.open || host.value === '') session.setQuery(host.value);
    this.#derive();
    this.busy.observe(this.snapshot.status === 'loading');
    this.#rest.observe(this.scene === 'results' && this.snapshot.status === 'done');
  }

  hostUpdated(): void {
    const { host } = this;
    const { panel } = this.#view;
    // It stands nowhere before the first drawing, and while the dialog is on its way.
    const isOpen = host.open && panel.isConnected;
    const isInline = host.variant === 'inline';
    if (!isInline) this.dialog?.sync(isOpen);
    // A button that has done its work may be gone.
    if (isOpen && this.#focused?.isConnected === false) host.focus();
    if (isOpen && isInline) this.#dropdown.open(panel, host.box);
    else this.#dropdown.close();
    if (this.active !== this.#drawnActive) {
      this.#drawnActive = this.active;
      this.findOption(this.active)?.scrollIntoView({ block: 'nearest' });
      if (this.active >= 0) void this.load('savedSearches');
    }
    this.parts.savedSearches?.sync();
    this.parts.noResults?.observe();
    this.#writeAddress?.();
    const isNews = isOpen && !(this.#wasOpen && this.snapshot === this.#told);
    this.#wasOpen = isOpen;
    this.#tell();
    if (isNews) void this.#loadParts();
    if (!host.open) this.announcer.silence();
  }

  /** Keys pressed in the box. */
  handleKeydown(event: KeyboardEvent): void {
    // 229: an input method takes the key, also where Safari ends the composition before it tells of the key.
    if (event.isComposing || event.keyCode === 229) return;
    this.#opensFirst = false;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        this.#handleArrow(event);
        break;
      case 'Home':
      case 'End':
        if (this.active < 0 || event.shiftKey || event.ctrlKey || event.metaKey) return;
        this.#activate(event.key === 'Home' ? 0 : this.options.length - 1);
        break;
      case 'ArrowLeft':
      case 'ArrowRight':
        this.#activate(-1);
        return;
      case 'Enter':
        this.#handleEnter(event);
        break;
      case 'Delete': {
        const option = this.options[this.active];
        if (option?.kind !== 'other' || !option.remove) return;
        option.remove();
        break;
      }
      case 'd': {
        const option = this.options[this.active];
        if (!hasMod(event) || option?.kind !== 'result') return;
        void this.#toggleFavourite(option.hit);
        break;
      }
      case 'Escape':
        this.#handleEscape();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  /** The pointer is at an option, or at none. */
  readonly handleListPointer = async ({ type, target }: Event): Promise<void> => {
    const option = type === 'pointerleave' ? null : (target as Element).closest('[role=option]');
    (await this.load('savedSearches'))?.setHovered(option);
  };

  /** A press on an option leaves the cursor in the box. */
  readonly handleListPress = (event: MouseEvent): void => {
    if (event.button === 0) event.preventDefault();
  };

  readonly handleListClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const option = this.optionOf(target);
    switch (option?.kind) {
      case 'result':
        if (target.closest('.star')) {
          event.preventDefault();
          void this.#toggleFavourite(option.hit);
        } else this.#select(option.hit, event);
        break;
      case 'other':
        option.press(event);
        break;
      case 'more':
        this.#loadsMore = true;
        void this.#session.loadMore();
        break;
      case 'ask':
        void this.parts.ask?.ask();
        break;
      default:
        break;
    }
  };

  readonly retry = (): void => void this.#session.retry();

  /** Keeps a query among the earlier ones. */
  remember(query: string): void {
    if (!this.host.mask || this.#mask !== String) this.#session.remember(this.#mask(query));
  }

  /** Removes one earlier search, or all of them. */
  forget(query?: string): void {
    this.#session.forget(query);
  }

  /** Removes all that is kept: searches, favourites and the choice of version and language. */
  forgetAll(): void {
    this.forget();
    this.site.filters.clear();
    const { savedSearches } = this.parts;
    if (savedSearches) savedSearches.forget();
    else this.site.storage.remove(storageKey(this.host, 'favourites'));
  }

  /** Loads a part, once for each site. One that does not load is tried again with the next use. */
  async load<Name extends keyof Parts>(name: Name): Promise<Parts[Name] | undefined> {
    const { signal } = this.#connection;
    const module = this.parts[name] ? null : await IMPORTS[name]().catch(() => null);
    if (signal.aborted || this.parts[name]) return this.parts[name];
    if (module) Object.assign(this.parts, { [name]: module.createPart(this) });
    this.isCutOff = !module;
    this.host.requestUpdate();
    return this.parts[name];
  }

  #followSite(): void {
    const { host, site } = this;
    const key = siteKey(host);
    if (key === this.#sessionSite) return;
    this.#leaveSite();
    this.#sessionSite = key;
    const { endpoint, domain } = host;
    this.source = host.missing.length > 0 ? null : this.#createSource(endpoint, domain);
    const { signal } = (this.#connection = new AbortController());
    if (host.filtersInUrl) this.addressRead = this.#readAddress(signal);
    this.#session = new SearchSession({
      source: this.source,
      site: { endpoint, domain },
      storage: site.storage,
      filters: site.filters,
    });
    this.#session.subscribe(() => host.requestUpdate());
    host.requestUpdate();
  }

  #leaveSite(): void {
    this.#connection.abort();
    this.#session?.close();
    const { savedSearches, noResults } = this.parts;
    savedSearches?.close();
    noResults?.close();
    this.parts = {};
    this.#writeAddress = undefined;
  }

  /** Takes up the filters of the page's address, and keeps them there. Without that module the address is as it was. */
  async #readAddress(signal: AbortSignal): Promise<void> {
    const module = await import('../filters/filters-in-url.ts').catch(() => null);
    if (!signal.aborted) this.#writeAddress = module?.keepFiltersInUrl(this, signal);
  }

  async #toggleFavourite(hit: Hit): Promise<void> {
    (await this.load('savedSearches'))?.toggle(hit);
  }

  #readNumber(name: keyof typeof NUMBERS): number {
    const { least, most, standard } = NUMBERS[name];
    const value = this.host[name];
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    this.site.warnOnce(`${name} is no whole number from ${least} to ${most}.`);
    return standard;
  }

  #createSource(endpoint: string, domain: string): SearchSource {
    const client = new SearchClient({ endpoint, domain });
    return {
      search: async (request, options) => {
        // And not while the host is being updated, from where it may be called.
        await this.#loadMask();
        const query = this.#mask(request.query);
        const detail: SearchQueryDetail = { query, filter: request.filter ?? {} };
        if (this.host.emit('docs-search-query', detail, { cancelable: true }))
          return client.search({ ...request, query }, options);
        throw new RequestFailure({
          code: 'aborted',
          retryable: true,
          message: 'The page canceled the search.',
        });
      },
    };
  }

  /** Secrets are known before anything is sent or kept, or nothing is. */
  async #loadMask(): Promise<void> {
    this.#mask = this.host.mask ? (await import('../../../state/mask.ts')).maskSecrets : String;
  }

  /** Works out from the session what is drawn. */
  #derive(): void {
    const { snapshot } = this;
    const sceneBefore = this.scene;
    const { results, resultsFor: query } = snapshot;
    const isNewAnswer = results !== this.#groupedResults;
    if (isNewAnswer) {
      this.#groupedResults = results;
      this.pages = groupByPage(results, {
        query,
        batchSize: this.#session.pageSize,
        toLink: (address) => this.toLink(address),
      });
      this.parts.filters?.observe(snapshot);
    }
    if (snapshot.query !== this.#typed) this.active = -1;
    this.#typed = snapshot.query;
    this.scene = this.#readScene();
    this.options = this.#listOptions();
    if (snapshot.status !== 'loading' && this.#loadsMore) this.#loadsMore = false;
    else if (isNewAnswer || this.scene !== sceneBefore) this.active = -1;
    this.active = Math.min(this.active, this.options.length - 1);
  }

  #readScene(): Scene {
    const { status, resultsFor } = this.snapshot;
    if (this.host.missing.length > 0) return 'not-configured';
    if (status === 'idle') return 'start';
    if (status === 'too-short' || status === 'error') return status;
    if (status === 'loading' && resultsFor === '') return 'waiting';
    return this.pages.length > 0 ? 'results' : 'nothing';
  }

  #listOptions(): readonly Option[] {
    const { scene, snapshot } = this;
    if (scene === 'not-configured') return [];
    const { ask, savedSearches, noResults } = this.parts;
    if (scene === 'start' || scene === 'too-short') return savedSearches?.options ?? [];
    const options: Option[] = scene === 'nothing' ? [...(noResults?.options ?? [])] : [];
    if (scene === 'results') {
      for (const hit of this.pages.flatMap(({ hits }) => hits)) {
        options.push({ kind: 'result', hit });
      }
      if (snapshot.hasMore) options.push({ kind: 'more' });
    }
    if (ask?.assistant) options.push({ kind: 'ask' });
    return options;
  }

  /** Tells the page and the live region what has changed. */
  #tell(): void {
    const { snapshot, host } = this;
    const before = this.#told;
    if (snapshot === before) return;
    this.#told = snapshot;
    const { status, failure, resultsFor: query, results, took } = snapshot;
    if (status === 'done' && (before?.status !== 'done' || before.results !== results)) {
      host.emit('docs-search-results', { query, count: results.length, took } satisfies SearchResultsDetail);
    }
    if (failure && failure !== before?.failure) {
      const { code, retryable, status } = failure;
      const detail: SearchErrorDetail = { code, retryable, ...(status !== undefined && { status }) };
      host.emit('docs-search-error', detail);
    }
    if (snapshot.status !== before?.status || snapshot.query !== before.query) this.announce();
    if (this.#opensFirst && status === 'done' && query === host.value) this.#openFirst();
  }

  /** Says how the search stands, once it has stayed so for a while. */
  announce(): void {
    const { snapshot, announcer, scene, text, parts } = this;
    const { status, query } = snapshot;
    if (status === 'loading') return announcer.announce(text('slow'), SLOW_DELAY);
    const message =
      scene === 'too-short'
        ? text('tooShort', { count: this.host.minLength })
        : scene === 'results'
          ? this.countText
          : parts.noResults
            ? parts.noResults.message
            : scene === 'nothing'
              ? text('nothing', { query })
              : scene === 'error' && this.isCutOff
                ? text('network')
                : '';
    announcer.announce(message, ANNOUNCE_DELAY);
  }

  /** Loads what is needed for what is to be shown. */
  async #loadParts(): Promise<void> {
    const { host, scene, snapshot, site, parts } = this;
    if (!parts.ask && this.mayAsk) void this.load('ask');
    if (scene === 'start') {
      const hasSaved = snapshot.recent.length > 0 || site.storage.has(storageKey(host, 'favourites'));
      if (hasSaved) await this.load('savedSearches');
    } else if (!parts.noResults && /not|error/.test(scene)) {
      await this.load('noResults');
      this.announce();
    }
  }

  #handleArrow(event: KeyboardEvent): void {
    const { host, options, active } = this;
    host.open = true;
    // Alt+Down only opens, by the authoring practices for the combobox.
    if (event.altKey) {
      if (event.key === 'ArrowUp') host.hide();
    } else if (event.key === 'ArrowDown') {
      this.#activate(active + 1 < options.length ? active + 1 : 0);
    } else {
      this.#activate(active > 0 ? active - 1 : options.length - 1);
    }
  }

  #handleEnter(event: KeyboardEvent): void {
    const opensTab = hasMod(event);
    const {
      snapshot,
      host,
      parts: { ask },
    } = this;
    if (this.activeId !== undefined) this.#press(this.active, opensTab);
    else if (opensTab && ask?.assistant) void ask.ask();
    else if (snapshot.query === host.value && snapshot.status === 'done') this.#openFirst(opensTab);
    // A server that has said when to come back is asked then.
    else if (snapshot.failure?.retryable && !snapshot.failure.retryAfter) this.retry();
    else this.#opensFirst = host.open;
  }

  #handleEscape(): void {
    const { host } = this;
    if (host.variant === 'inline' ? host.open : host.value === '') host.hide();
    else host.clear();
  }

  #openFirst(opensTab = false): void {
    this.#opensFirst = false;
    if (this.scene === 'results') this.#press(0, opensTab);
  }

  /** Does what a click on the option does. */
  #press(index: number, opensTab: boolean): void {
    const modifier = isApple() ? { metaKey: opensTab } : { ctrlKey: opensTab };
    this.findOption(index)?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...modifier }),
    );
  }

  #select(hit: Hit, event: MouseEvent): void {
    const link = this.findOption(hit.index);
    if (link instanceof HTMLAnchorElement) this.parts.savedSearches?.setTextFragment(link, hit);
    if (this.follow(hit.result, event)) this.remember(this.snapshot.resultsFor);
  }

  /** Lets the link be followed that was clicked. @returns whether it is */
  follow(result: SearchResult, event: MouseEvent): boolean {
    const { host, snapshot } = this;
    const index = this.options.indexOf(this.optionOf(event.target as Element)!);
    const detail: SearchSelectDetail = { result, index, query: snapshot.resultsFor };
    if (!host.emit('docs-search-select', detail, { cancelable: true })) {
      event.preventDefault();
      return false;
    }
    const staysHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && host.linkTarget === 'self';
    if (!staysHere) return true;
    const link = (event.target as Element).closest('a');
    if (link) handToRouter(event, link.href);
    host.hide();
    return true;
  }

  #activate(index: number): void {
    this.active = index;
    this.host.requestUpdate();
  }

  /** The option that an element stands in. */
  optionOf(element: Element | null): Option | undefined {
    const id = element?.closest('[role=option]')?.id;
    return this.options.find((_, index) => optionId(index) === id);
  }

  /** The element of an option. */
  findOption(index: number): HTMLElement | null {
    return this.#view.panel.querySelector(`#${optionId(index)}`);
  }

  /** Keys pressed outside of the text field: in a filter or on a button. */
  readonly #handleOtherKeydown = (event: KeyboardEvent): void => {
    const { host } = this;
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (target === host.input || !host.open) return;
    if (key === 'Escape' && host.variant === 'inline') {
      event.preventDefault();
      host.hide();
      host.focus();
    } else if (key.length === 1 && key !== ' ' && !(ctrlKey || metaKey || altKey)) {
      // What is typed on a button goes into the box. A list of choices looks for what begins like it.
      if (!(target instanceof HTMLSelectElement)) host.focus();
    }
  };

  readonly #handlePointerDown = (event: PointerEvent): void => {
    if (this.host.variant === 'inline' && !event.composedPath().includes(this.host)) this.host.hide();
  };

  readonly #handleOnline = (): void => {
    if (this.snapshot.failure?.code === 'offline') void this.#session.retry();
  };

  readonly #handleFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (this.host.variant !== 'inline' || !(relatedTarget instanceof Node)) return;
    if (!this.host.contains(relatedTarget) && !this.host.renderRoot.contains(relatedTarget)) this.host.hide();
  };
}

/** Whether the key is pressed together with Command on Apple machines, with Control elsewhere. */
function hasMod(event: KeyboardEvent): boolean {
  return isApple() ? event.metaKey : event.ctrlKey;
}
