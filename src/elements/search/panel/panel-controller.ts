import type { ReactiveController } from 'lit';
import type { RequestFilter } from '../../../protocol/api.ts';
import type { createExcerpts } from '../../../protocol/excerpt/create-excerpts.ts';
import type { maskSecrets } from '../../../protocol/mask-secrets.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import { SearchSession } from '../../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { siteKey, storageKey } from '../../../state/storage/storage.ts';
import { readNumber } from '../../shared/check-attributes.ts';
import type { SiteController } from '../../shared/controllers/site-controller.ts';
import { LiveRegion } from '../../shared/dom/live-region.ts';
import type { Group, Groups } from '../../shared/groups.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { Lazy } from '../../shared/lazy.ts';
import { pageLink, type PageLink } from '../../shared/links/page-link.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { surface } from '../../shared/styles/surface.styles.ts';
import type { AfterResults } from '../after-results/after-results.ts';
import type { SearchContext, SearchHost } from '../context.ts';
import type { Dialog } from '../dialog/dialog.ts';
import type { SearchErrorDetail, SearchResultsDetail } from '../docs-search.events.ts';
import { searchLimits } from '../limits.ts';
import type { Preview } from '../preview/preview.ts';
import type { SearchStrings } from '../../strings/english.ts';
import { Combobox } from './combobox.ts';
import { watchDismissal } from './dismissal.ts';
import { panelStyles } from './panel.styles.ts';
import { createView, type PanelView } from './panel.view.ts';
import { DropdownPlacement, type PlaceFloating } from './placement.ts';
import { isEmptyScene, mayAsk, needsAfterResults } from './preload.ts';
import { createQueryMask, openSource, type QueryMask } from './query-source.ts';
import { SLOW_DELAY, stateMessage } from './state-message.ts';

/** Delay until a running search is shown, in milliseconds. A shorter one would only flicker. */
const BUSY_DELAY = 150;
/** Maximum number of answers that are kept, for the filters, which are loaded later. */
const MAX_ANSWERS = 20;

/** What is loaded late. */
export interface SearchModules {
  readonly afterResults: Group<typeof AfterResults>;
  readonly dialog: Group<typeof Dialog>;
  /** Creates excerpts if the server sends none. */
  readonly excerpts: Group<typeof createExcerpts>;
  readonly floating: Group<PlaceFloating>;
  readonly highlighter: Group<(code: HTMLElement) => void>;
  readonly preview: Group<typeof Preview>;
  readonly mask: Lazy<typeof maskSecrets>;
  openStaticIndex(host: SearchHost): Promise<SearchSource>;
  /** Open a source that the page has named. */
  openNamedSource(name: string): Promise<SearchSource>;
}

/** Dependencies of the panel, created by the composition root. */
export interface PanelParts {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly groups: Groups;
  readonly modules: SearchModules;
}

/** The panel: the search of the current site, and its update cycle: session → list → view → events, announcements and groups to load. */
export class PanelController implements SearchContext, ReactiveController {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly text: StringsController<SearchStrings>['text'];
  readonly groups: Groups;
  readonly modules: SearchModules;
  readonly list: Combobox = new Combobox(this);
  readonly liveRegion: LiveRegion = new LiveRegion();
  session!: SearchSession;
  source: SearchSource | null = null;
  answers: readonly SearchSnapshot[] = [];
  readonly #mask: QueryMask;
  readonly #placement: DropdownPlacement;
  readonly #view: PanelView;
  readonly #busy: DelayedFlag;
  readonly #slow: DelayedFlag;
  #dialog: Dialog | undefined;
  #afterResults: AfterResults | undefined;
  #preview: Preview | undefined;
  /** Key of the site of the session; `null` if that is closed. */
  #key: string | null = null;
  /** The page's own source of the session. */
  #given: SearchHost['source'];
  /** The reader's choice when the session began. */
  #choice: unknown;
  #connection = new AbortController();
  /** State that the last update has acted on. `hasMessages`: whether the group with the messages was loaded, or has failed. */
  #last = { snapshot: null as SearchSnapshot | null, isOpen: false, active: -1, hasMessages: false };
  #focused: Element | null = null;

  constructor({ host, site, strings, groups, modules }: PanelParts) {
    this.host = host;
    this.site = site;
    this.strings = strings;
    this.text = strings.text;
    this.groups = groups;
    this.modules = modules;
    this.#mask = createQueryMask(host, modules.mask);
    this.#placement = new DropdownPlacement(modules.floating);
    const redraw = (): void => host.requestUpdate();
    this.#busy = new DelayedFlag(BUSY_DELAY, redraw);
    this.#slow = new DelayedFlag(SLOW_DELAY, redraw);
    this.addStyles(surface);
    this.addStyles(panelStyles);
    this.#sync();
    this.#view = createView(this);
  }

  get snapshot(): SearchSnapshot {
    return this.session.snapshot;
  }

  /** What is used after the first results; `undefined` until it is loaded. */
  get afterResults(): AfterResults | undefined {
    const Loaded = this.modules.afterResults.value;
    return (this.#afterResults ??= Loaded && new Loaded(this, this.site.filters.choice === this.#choice));
  }

  /** Whether there is an assistant to ask, as far as that is known yet. */
  get canAsk(): boolean {
    return this.afterResults?.ask.isAvailable ?? mayAsk(this.host);
  }

  /** Load what is used after the first results, because the reader uses it. */
  async useAfterResults(): Promise<AfterResults | undefined> {
    await this.modules.afterResults.load();
    return this.afterResults;
  }

  /** Load the strings, and what the first view of the panel needs. */
  async load(): Promise<void> {
    const { host, modules, strings } = this;
    await Promise.all([strings.load(), host.variant === 'dialog' && modules.dialog.load()]);
  }

  /** Search at once, without debounce. */
  search(query: string, filter?: RequestFilter): Promise<void> {
    return this.session.search(query, filter && { filter });
  }

  /** Handle a key that is pressed in the box. */
  handleKeydown(event: KeyboardEvent): void {
    this.list.handleKeydown(event);
  }

  addStyles(styles: CSSStyleSheet): void {
    addStyles(this.host.renderRoot, styles);
  }

  toLink(path: string): PageLink | null {
    return pageLink(path, this.host);
  }

  async remember(query: string): Promise<void> {
    const { session } = this;
    const masked = this.#mask(query);
    // Synchronously if possible, because the page may be left now. A query that cannot be masked is not stored.
    if (typeof masked === 'string') session.remember(masked);
    else await masked.then((text) => session.remember(text)).catch(() => {});
  }

  /** Remove all stored data: recent searches, favourites, and the choice of version and language. */
  forgetAll(): void {
    this.session.forget();
    this.site.filters.clear();
    this.afterResults?.saved.forget();
    this.site.storage.remove(storageKey(this.host, 'favourites'));
  }

  announce(message: string, delay = 0): void {
    this.liveRegion.announce(message, delay);
  }

  announceState(): void {
    this.announce(...stateMessage(this));
  }

  showShortcuts(): void {
    void this.useAfterResults().then((after) => after?.showShortcuts());
  }

  draw(): void {
    const { host, modules } = this;
    const { panel } = this.#view;
    const isInline = host.variant === 'inline';
    if (isInline) this.#dialog?.remove();
    else {
      const Loaded = modules.dialog.draw();
      this.#dialog ??= Loaded && new Loaded(this);
      this.#dialog?.draw(() => this.#drawPreview());
    }
    this.#view.draw({ isBusy: this.#busy.value, isSlow: this.#slow.value });
    const place = isInline ? host.frame : this.#dialog?.element;
    if (!place) panel.remove();
    else if (panel.parentNode !== place) {
      panel.popover = isInline ? 'manual' : null;
      place.append(panel);
    }
  }

  hostConnected(): void {
    const { host } = this;
    const { signal } = (this.#connection = new AbortController());
    watchDismissal(this, signal);
    const handleOnline = (): void => {
      this.groups.retry();
      if (this.snapshot.failure?.code === 'offline') void this.session.retry();
    };
    window.addEventListener('online', handleOnline, { signal });
    host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#connection.abort();
    this.#placement.close();
    this.#dialog?.sync(false);
    // An element that was only moved is connected again by then. Turbo does that after some microtasks, with what is permanent.
    setTimeout(() => {
      if (this.host.isConnected) return;
      this.#close();
      this.liveRegion.announce('');
      for (const flag of [this.#busy, this.#slow]) flag.observe(false);
    });
  }

  hostUpdate(): void {
    const { host, list } = this;
    this.#focused = (host.renderRoot as ShadowRoot).activeElement;
    this.#sync();
    const { session } = this;
    session.filters = this.site.filters;
    for (const name of ['pageSize', 'minLength', 'debounce'] as const)
      session[name] = readNumber(host, name, this.site.warnOnce, searchLimits);
    if (host.open || host.value === '') session.setQuery(host.value);
    list.update();
    this.#observe();
    for (const flag of [this.#busy, this.#slow]) flag.observe(this.snapshot.status === 'loading');
  }

  hostUpdated(): void {
    const { host } = this;
    const { panel } = this.#view;
    const isInline = host.variant === 'inline';
    // The panel is not connected before the first drawing, nor while the dialog is being loaded.
    const isOpen = host.open && panel.isConnected;
    if (!isInline) this.#dialog?.sync(isOpen);
    // The focused button may have been removed by its own action.
    if (isOpen && this.#focused?.isConnected === false) host.focus();
    if (isOpen && isInline) this.#placement.open(panel, host.box);
    else this.#placement.close();
    this.#actOnChanges(isOpen);
    if (!host.open) this.liveRegion.announce('');
    this.afterResults?.update();
  }

  /** Start a new search session if the site or its source has changed. */
  #sync(): void {
    const { host, site } = this;
    const { endpoint, domain, indexUrl, source } = host;
    const key = siteKey(host) + indexUrl;
    if (key === this.#key && source === this.#given) return;
    this.#close();
    this.#key = key;
    this.#given = source;
    this.#choice = site.filters.choice;
    this.answers = [];
    this.source = openSource(this, this.#mask);
    this.session = new SearchSession({
      source: this.source,
      site: { endpoint, domain, indexUrl },
      storage: site.storage,
      filters: site.filters,
      isHeld: () => this.list.isInteracting,
    });
    this.session.subscribe(() => host.requestUpdate());
    host.requestUpdate();
  }

  /** Return the preview: `undefined` while it is loaded, `null` after a failure. */
  #drawPreview(): Preview | null | undefined {
    const { preview } = this.modules;
    const Loaded = preview.draw();
    return (
      (this.#preview ??= Loaded && new Loaded(this, this.modules.highlighter)) ??
      (preview.failed ? null : undefined)
    );
  }

  /** Keep a new answer, because the filters read versions and languages from all answers. */
  #observe(): void {
    const { snapshot } = this;
    if (snapshot.status === 'done' && snapshot.results !== this.answers.at(-1)?.results)
      this.answers = [...this.answers, snapshot].slice(-MAX_ANSWERS);
  }

  #close(): void {
    this.#key = null;
    this.#afterResults?.close();
    this.#preview?.close();
    this.#afterResults = this.#preview = undefined;
    this.session?.close();
  }

  /** Act on what has changed since the last update: scroll, report to the page, announce, and load groups. */
  #actOnChanges(isOpen: boolean): void {
    const { snapshot, list, modules } = this;
    const { active, isChosen, scene } = list.model;
    const last = this.#last;
    const hasMessages = !!modules.afterResults.value || modules.afterResults.failed;
    this.#last = { snapshot, isOpen, active, hasMessages };
    if (active !== last.active) list.findOption(active)?.scrollIntoView({ block: 'nearest' });
    const isNew = snapshot !== last.snapshot;
    if (isNew) reportChange(this.host, last.snapshot, snapshot);
    const isNewState = snapshot.status !== last.snapshot?.status || snapshot.query !== last.snapshot.query;
    if (isNewState || (hasMessages !== last.hasMessages && isEmptyScene(scene))) this.announceState();
    list.openAwaited();
    const isNewAnswer = isOpen && (isNew || !last.isOpen) && snapshot.status !== 'loading';
    if (!isNewAnswer && (!isChosen || active === last.active)) return;
    void this.strings.load();
    if (needsAfterResults(this)) void modules.afterResults.load();
    // The rest comes while the reader reads the results: also what says that a search has failed, which could not be loaded offline.
    if (snapshot.status === 'done') void modules.afterResults.preload();
  }
}

/** Dispatch the results or the failure of a new snapshot to the page. */
function reportChange(
  host: Pick<SearchHost, 'emit'>,
  before: SearchSnapshot | null,
  { status, failure, resultsFor: query, results, took }: SearchSnapshot,
): void {
  if (status === 'done' && (before?.status !== 'done' || before.results !== results)) {
    host.emit('docs-search-results', { query, count: results.length, took } satisfies SearchResultsDetail);
  }
  if (failure && failure !== before?.failure) {
    const { code, retryable, status } = failure;
    const detail: SearchErrorDetail = { code, retryable, ...(status !== undefined && { status }) };
    host.emit('docs-search-error', detail);
  }
}

/** A flag that turns true once a condition has lasted for a delay, so that short states are not shown at all. */
class DelayedFlag {
  value = false;
  readonly #delay: number;
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param delay milliseconds */
  constructor(delay: number, onChange: () => void) {
    this.#delay = delay;
    this.#onChange = onChange;
  }

  /** Start the delay if the condition holds, unless it runs already; else reset the flag. */
  observe(isTrue: boolean): void {
    if (!isTrue) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.value = false;
    } else {
      this.#timer ??= setTimeout(() => {
        this.value = true;
        this.#onChange();
      }, this.#delay);
    }
  }
}
