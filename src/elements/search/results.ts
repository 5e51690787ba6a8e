import { adoptStyles, type ReactiveController, type TemplateResult } from 'lit';
import { SearchClient } from '../../client/search-client.ts';
import {
  DEFAULT_SEARCH_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type DocsFilter,
  type SearchResult,
} from '../../protocol/api.ts';
import { RequestFailure } from '../../protocol/failure.ts';
import type { SearchSource } from '../../protocol/sources.ts';
import { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH, SearchSession } from '../../state/search-session.ts';
import type { SearchSnapshot } from '../../state/search-snapshot.ts';
import { siteKey } from '../../state/storage.ts';
import { Countdown } from '../shared/countdown.ts';
import { pageLink } from '../shared/page-link.ts';
import { isApple } from '../shared/shortcut.ts';
import { SiteController, type FilterChangeDetail } from '../shared/site-controller.ts';
import { StoreController } from '../shared/store-controller.ts';
import { StringsController } from '../shared/strings-controller.ts';
import { surface } from '../shared/surface.styles.ts';
import { Announcer } from './announcer.ts';
import { findAssistant, type QuestionTaker } from './assistant-link.ts';
import type {
  SearchAskDetail,
  SearchErrorDetail,
  SearchQueryDetail,
  SearchResultsDetail,
  SearchSelectDetail,
} from './docs-search.events.ts';
import type { DocsSearch } from './docs-search.ts';
import { Dropdown } from './dropdown.ts';
import { failureCause } from './failure-text.ts';
import { groupByPage, type Hit, type HitPage } from './hits.ts';
import { Lasting } from './lasting.ts';
import { optionId, type Option, type Scene } from './options.ts';
import { renderButtons, renderResults } from './results.view.ts';
import { resultsStyles } from './results.styles.ts';
import { ENGLISH, TRANSLATIONS, type SearchStrings } from './search-strings.ts';

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

/** Makes what a search box opens, with its strings in the language of the page. */
export async function createResults(host: DocsSearch): Promise<ResultsController> {
  const results = new ResultsController(host);
  await results.strings.load();
  host.addController(results);
  if (host.earlyKey) results.handleKeydown(host.earlyKey);
  return results;
}

/** Everything of `<docs-search>` beyond its box: the session, the list and its keys, and what is said about it. */
export class ResultsController implements ReactiveController {
  readonly host: DocsSearch;
  readonly site: SiteController;
  readonly countdown: Countdown;
  readonly announcer: Announcer;
  /** Whether a search has gone on for so long that it is shown. */
  readonly busy: Lasting;
  readonly strings: StringsController<SearchStrings>;
  scene: Scene = 'start';
  pages: readonly HitPage[] = [];
  options: readonly Option[] = [];
  assistant: QuestionTaker | null = null;
  /** Place of the active option in `options`, or -1. */
  active = -1;

  readonly #store: StoreController<SearchSnapshot>;
  readonly #dropdown = new Dropdown();
  #session!: SearchSession;
  /** Site of the session; `null` when that was closed. */
  #sessionSite: string | null = null;
  #groupedResults: readonly SearchResult[] | null = null;
  /** The snapshot whose changes have been told. */
  #told: SearchSnapshot | null = null;
  #drawnActive = -1;
  /** Enter was pressed before the results were there. */
  #opensFirst = false;
  /** More results of the same query are on their way. */
  #loadsMore = false;

  constructor(host: DocsSearch) {
    this.host = host;
    this.site = new SiteController(host, { variant: ['inline', 'dialog'] });
    this.countdown = new Countdown(host, () => {});
    this.announcer = new Announcer(() => host.requestUpdate());
    this.busy = new Lasting(BUSY_DELAY, () => host.requestUpdate());
    this.strings = new StringsController(host, ENGLISH, TRANSLATIONS);
    this.#store = new StoreController(host);
    const { elementStyles } = host.constructor as typeof DocsSearch;
    adoptStyles(host.renderRoot as ShadowRoot, [...elementStyles, surface, resultsStyles]);
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

  render(): TemplateResult {
    return renderResults(this);
  }

  renderButtons(): TemplateResult {
    return renderButtons(this);
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
    this.#dialog?.close();
    // Being moved is not being removed: then the element is back before this runs.
    queueMicrotask(() => {
      if (this.host.isConnected) return;
      this.#session?.close();
      this.announcer.silence();
      this.busy.observe(false);
      this.#sessionSite = null;
    });
  }

  hostUpdate(): void {
    const { host } = this;
    this.#followSite();
    const session = this.#session;
    session.filters = this.site.filters;
    for (const name of ['pageSize', 'minLength', 'debounce'] as const) session[name] = this.#readNumber(name);
    if (host.open || host.value === '') session.setQuery(host.value);
    this.assistant = findAssistant(host);
    this.#derive();
    this.busy.observe(this.snapshot.status === 'loading');
  }

  hostUpdated(): void {
    const { host } = this;
    const isOpen = host.open && host.isConnected;
    const dialog = this.#dialog;
    if (dialog && dialog.open !== isOpen) {
      if (isOpen) dialog.showModal();
      else dialog.close();
    }
    const [panel, box] = [this.#find('.panel'), this.#find('.box')];
    if (isOpen && !dialog && panel && box) this.#dropdown.open(panel, box);
    else this.#dropdown.close();
    if (this.active !== this.#drawnActive) {
      this.#drawnActive = this.active;
      this.#findOption(this.active)?.scrollIntoView({ block: 'nearest' });
    }
    this.#tell();
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
        if (option?.kind !== 'recent') return;
        this.forget(option.query);
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

  /** Keys pressed in the panel: in a filter or on a button. */
  readonly handlePanelKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.host.variant === 'dialog') return;
    event.preventDefault();
    this.host.hide();
    this.host.focus();
  };

  /** A press on an option leaves the cursor in the box. */
  readonly handleListPress = (event: MouseEvent): void => {
    if (event.button === 0) event.preventDefault();
  };

  readonly handleListClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const element = target.closest('[role=option]');
    const option = this.options.find((_, index) => optionId(index) === element?.id);
    switch (option?.kind) {
      case 'result':
        this.#select(option.hit, event);
        break;
      case 'recent':
        if (target.closest('.forget')) this.forget(option.query);
        else void this.host.search(option.query);
        break;
      case 'more':
        this.#loadsMore = true;
        void this.#session.loadMore();
        break;
      case 'ask':
        void this.ask();
        break;
      default:
        break;
    }
  };

  /** Hands the query to the assistant. */
  async ask(): Promise<void> {
    const { host, assistant } = this;
    const query = host.value.trim();
    if (!assistant || !query) return;
    if (!host.emit('docs-search-ask', { query } satisfies SearchAskDetail, { cancelable: true })) return;
    const { filter } = this.snapshot;
    this.#session.remember(query);
    host.hide();
    // A dialog that closes gives the focus back; only then may the assistant take it.
    await host.updateComplete;
    assistant.show();
    assistant.ask(query, { filter });
  }

  readonly retry = (): void => {
    if (this.countdown.seconds === 0) void this.#session.retry();
  };

  /** Lets the page's own version and language hold again. */
  readonly resetFilters = (): void => {
    this.site.filters.clear();
    this.host.emit('docs-filter-change', { filter: this.site.filters.snapshot } satisfies FilterChangeDetail);
  };

  /** A press beside the dialog, on what dims the page. */
  readonly handleDialogPress = (event: MouseEvent): void => {
    if (event.target === event.currentTarget) this.host.hide();
  };

  /** Also when the browser closes the dialog itself: by Escape or by the back gesture. */
  readonly handleDialogClose = (): void => {
    if (!this.#dialog?.open) this.host.hide();
  };

  /** Removes one earlier search, or all of them. */
  forget(query?: string): void {
    this.#session.forget(query);
  }

  #followSite(): void {
    const { host, site } = this;
    const key = siteKey(host);
    if (key === this.#sessionSite) return;
    this.#session?.close();
    this.#sessionSite = key;
    const { endpoint, domain } = host;
    this.#session = new SearchSession({
      source: site.missing.length > 0 ? null : this.#createSource(endpoint, domain),
      site: { endpoint, domain },
      storage: site.storage,
      filters: site.filters,
    });
    this.#store.store = this.#session;
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
        // Not while the host is being updated, from where it may be called.
        await Promise.resolve();
        const detail: SearchQueryDetail = { query: request.query, filter: request.filter ?? {} };
        if (this.host.emit('docs-search-query', detail, { cancelable: true }))
          return client.search(request, options);
        throw new RequestFailure({
          code: 'aborted',
          retryable: true,
          message: 'The page canceled the search.',
        });
      },
    };
  }

  /** Works out from the session what is drawn. */
  #derive(): void {
    const { snapshot, host } = this;
    const sceneBefore = this.scene;
    const { results, resultsFor: query } = snapshot;
    const isNewAnswer = results !== this.#groupedResults;
    if (isNewAnswer) {
      this.#groupedResults = results;
      this.pages = groupByPage(results, {
        query,
        batchSize: this.#session.pageSize,
        toLink: (address) => pageLink(address, host),
      });
    }
    this.scene = this.#readScene();
    this.options = this.#listOptions();
    if (snapshot.status !== 'loading' && this.#loadsMore) this.#loadsMore = false;
    else if (isNewAnswer || this.scene !== sceneBefore) this.active = -1;
    this.active = Math.min(this.active, this.options.length - 1);
  }

  #readScene(): Scene {
    const { status, resultsFor } = this.snapshot;
    if (this.site.missing.length > 0) return 'not-configured';
    if (status === 'idle') return 'start';
    if (status === 'too-short' || status === 'error') return status;
    if (status === 'loading' && resultsFor === '') return 'waiting';
    return this.pages.length > 0 ? 'results' : 'nothing';
  }

  #listOptions(): Option[] {
    const { scene, snapshot } = this;
    if (scene === 'not-configured' || scene === 'too-short') return [];
    if (scene === 'start') return snapshot.recent.map((query) => ({ kind: 'recent', query }));
    const options: Option[] = [];
    if (scene === 'results') {
      for (const hit of this.pages.flatMap(({ hits }) => hits)) {
        options.push({ kind: 'result', hit });
      }
      if (snapshot.hasMore) options.push({ kind: 'more' });
    }
    if (this.assistant) options.push({ kind: 'ask' });
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
      this.countdown.start(Math.ceil(failure.retryAfter ?? 0));
    } else if (!failure) {
      this.countdown.stop();
    }
    if (snapshot.status !== before?.status || snapshot.query !== before.query) this.#announce();
    if (this.#opensFirst && status === 'done' && query === host.value) this.#openFirst();
  }

  #announce(): void {
    const { snapshot, announcer, scene, text } = this;
    const { status, failure, query } = snapshot;
    if (status === 'loading') announcer.announce(text('slow'), SLOW_DELAY);
    else if (failure)
      announcer.announce(
        `${text(failureCause(failure))}. ${text(`${failureCause(failure)}Hint`)}`,
        ANNOUNCE_DELAY,
      );
    else if (scene === 'too-short')
      announcer.announce(text('tooShort', { count: this.host.minLength }), ANNOUNCE_DELAY);
    else if (scene === 'nothing') announcer.announce(text('nothing', { query }), ANNOUNCE_DELAY);
    else if (scene === 'results') announcer.announce(this.countText, ANNOUNCE_DELAY);
    else announcer.silence();
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
    const opensTab = isApple() ? event.metaKey : event.ctrlKey;
    const { snapshot, host } = this;
    if (this.activeId !== undefined) this.#press(this.active, opensTab);
    else if (opensTab && this.assistant) void this.ask();
    else if (snapshot.query === host.value && snapshot.status === 'done') this.#openFirst(opensTab);
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
    this.#findOption(index)?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...modifier }),
    );
  }

  #select(hit: Hit, event: MouseEvent): void {
    const { host, snapshot } = this;
    const detail: SearchSelectDetail = { result: hit.result, index: hit.index, query: snapshot.resultsFor };
    if (!host.emit('docs-search-select', detail, { cancelable: true })) {
      event.preventDefault();
      return;
    }
    this.#session.remember(snapshot.resultsFor);
    const staysHere = !event.ctrlKey && !event.metaKey && !event.shiftKey && host.linkTarget === 'self';
    if (staysHere) host.hide();
  }

  #activate(index: number): void {
    this.active = index;
    this.host.requestUpdate();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.host.renderRoot.querySelector('dialog');
  }

  #findOption(index: number): HTMLElement | null {
    return this.#find(`#${optionId(index)}`);
  }

  #find(selector: string): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>(selector);
  }

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
