import type { ReactiveController } from 'lit';
import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE, type DocsFilter } from '../../../protocol/api.ts';
import { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH } from '../../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { surface } from '../../shared/styles/surface.styles.ts';
import type { SearchContext, SearchHost } from '../context.ts';
import type { SearchErrorDetail, SearchResultsDetail } from '../docs-search.events.ts';
import type { CurrentSearch } from './current-search.ts';
import { watchDismissal } from './dismissal.ts';
import { panelStyles } from './panel.styles.ts';
import { createView, type PanelView } from './panel.view.ts';
import type { Placement } from './placement.ts';
import { ANNOUNCE_DELAY, SLOW_DELAY } from './state-message.ts';
import { firstPieces, lacksResults, wantedPieces } from './wanted-pieces.ts';

/** Delay until a running search is shown, in milliseconds. A shorter one would only flicker. */
const BUSY_DELAY = 150;

/** Range and default of the numeric properties. */
const NUMBERS = {
  pageSize: [1, MAX_PAGE_SIZE, DEFAULT_SEARCH_PAGE_SIZE],
  minLength: [0, 100, DEFAULT_MIN_LENGTH],
  debounce: [0, 10_000, DEFAULT_DEBOUNCE],
} as const;

/** Runs the update cycle of the panel: session → list → view → events, announcements and pieces to load. */
export class PanelController implements ReactiveController {
  readonly #search: CurrentSearch;
  readonly #placement: Placement;
  readonly #view: PanelView;
  readonly #busy: DelayedFlag;
  readonly #slow: DelayedFlag;
  readonly #idle: DelayedFlag;
  #connection = new AbortController();
  /** State that the last update has acted on. `hasWords`: whether the piece with the messages was loaded, or has failed. */
  #last = { snapshot: null as SearchSnapshot | null, isOpen: false, active: -1, hasWords: false };
  #focused: Element | null = null;

  constructor(search: CurrentSearch, placement: Placement) {
    this.#search = search;
    this.#placement = placement;
    const redraw = (): void => search.host.requestUpdate();
    this.#busy = new DelayedFlag(BUSY_DELAY, redraw);
    this.#slow = new DelayedFlag(SLOW_DELAY, redraw);
    this.#idle = new DelayedFlag(ANNOUNCE_DELAY, () => this.#loadWanted(true));
    search.addStyles(surface);
    search.addStyles(panelStyles);
    search.sync();
    this.#view = createView(search);
  }

  /** Load the strings, and the pieces that the first view of the panel needs. */
  async load(): Promise<void> {
    const { host, pieces, strings } = this.#search;
    // Not awaited: the panel can be drawn without it.
    if (host.indexUrl && !host.source) void pieces.staticIndex.load();
    await Promise.all([strings.load(), ...firstPieces(host).map((name) => pieces[name].load())]);
  }

  /** Search at once, without debounce. */
  search(query: string, filter?: DocsFilter): Promise<void> {
    return this.#search.session.search(query, filter && { filter });
  }

  /** Remove all stored data: recent searches, favourites, and the choice of version and language. */
  forgetAll(): void {
    this.#search.forgetAll();
  }

  /** Handle a key that is pressed in the box. */
  handleKeydown(event: KeyboardEvent): void {
    this.#search.list.handleKeydown(event);
  }

  draw(): void {
    const { host, pieces } = this.#search;
    const { panel } = this.#view;
    const isInline = host.variant === 'inline';
    const dialog = pieces.dialog.value;
    if (isInline) dialog?.remove();
    else dialog?.draw();
    this.#view.draw({ isBusy: this.#busy.value, isSlow: this.#slow.value });
    const place = isInline ? host.frame : dialog?.element;
    if (!place) panel.remove();
    else if (panel.parentNode !== place) {
      panel.popover = isInline ? 'manual' : null;
      place.append(panel);
    }
  }

  hostConnected(): void {
    const { host } = this.#search;
    const { signal } = (this.#connection = new AbortController());
    watchDismissal(this.#search, signal);
    const handleOnline = (): void => {
      const { session, snapshot } = this.#search;
      if (snapshot.failure?.code === 'offline') void session.retry();
    };
    window.addEventListener('online', handleOnline, { signal });
    host.requestUpdate();
  }

  hostDisconnected(): void {
    const search = this.#search;
    this.#connection.abort();
    this.#placement.close();
    search.pieces.dialog.value?.sync(false);
    // An element that was only moved is connected again by then. Turbo does that after some microtasks, with what is permanent.
    setTimeout(() => {
      if (search.host.isConnected) return;
      search.close();
      search.liveRegion.clear();
      for (const flag of [this.#busy, this.#slow, this.#idle]) flag.observe(false);
    });
  }

  hostUpdate(): void {
    const search = this.#search;
    const { host } = search;
    this.#focused = (host.renderRoot as ShadowRoot).activeElement;
    search.sync();
    const { session, list } = search;
    session.filters = search.site.filters;
    for (const name of ['pageSize', 'minLength', 'debounce'] as const)
      session[name] = readNumber(search, name);
    if (host.open || host.value === '') session.setQuery(host.value);
    list.update();
    search.observe();
    const { status } = search.snapshot;
    for (const flag of [this.#busy, this.#slow]) flag.observe(status === 'loading');
    this.#idle.observe(list.model.scene === 'results' && status === 'done');
  }

  hostUpdated(): void {
    const { host, pieces, liveRegion } = this.#search;
    const { panel } = this.#view;
    const isInline = host.variant === 'inline';
    // The panel is not connected before the first drawing, nor while the dialog is being loaded.
    const isOpen = host.open && panel.isConnected;
    if (!isInline) pieces.dialog.value?.sync(isOpen);
    // The focused button may have been removed by its own action.
    if (isOpen && this.#focused?.isConnected === false) host.focus();
    if (isOpen && isInline) this.#placement.open(panel, host.box);
    else this.#placement.close();
    this.#actOnChanges(isOpen);
    if (!host.open) liveRegion.clear();
  }

  /** Act on what has changed since the last update: scroll, report to the page, announce, and load pieces. */
  #actOnChanges(isOpen: boolean): void {
    const search = this.#search;
    const { snapshot, list, pieces } = search;
    const { active, scene } = list.model;
    const { noResults } = pieces;
    const last = this.#last;
    const hasWords = noResults.value !== undefined || noResults.failed;
    this.#last = { snapshot, isOpen, active, hasWords };
    if (active !== last.active) list.findOption(active)?.scrollIntoView({ block: 'nearest' });
    const isNew = snapshot !== last.snapshot;
    if (isNew) reportChange(search.host, last.snapshot, snapshot);
    const isNewState = snapshot.status !== last.snapshot?.status || snapshot.query !== last.snapshot.query;
    if (isNewState || (hasWords !== last.hasWords && lacksResults(scene))) search.announceState();
    list.openAwaited();
    const isNewAnswer = isOpen && (isNew || !last.isOpen) && snapshot.status !== 'loading';
    if (isNewAnswer || (active >= 0 && active !== last.active)) this.#loadWanted(false);
  }

  #loadWanted(isIdle: boolean): void {
    const { pieces, strings } = this.#search;
    void strings.load();
    for (const name of wantedPieces(this.#search, isIdle)) void pieces[name].load();
  }
}

/** Read a numeric property of the host. An invalid value is reported once and replaced by the default. */
function readNumber(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  name: keyof typeof NUMBERS,
): number {
  const [min, max, fallback] = NUMBERS[name];
  const value = host[name];
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  site.warnOnce(`${name} is no whole number from ${min} to ${max}.`);
  return fallback;
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
