import { SearchClient } from '../../../client/search-client.ts';
import type { SearchSource } from '../../../protocol/sources.ts';
import type { Scene } from '../../../state/search/list-model.ts';
import { SearchSession } from '../../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { siteKey, storageKey } from '../../../state/storage/storage.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { pageLink, type PageLink } from '../../shared/links/page-link.ts';
import { LiveRegion } from '../../shared/dom/live-region.ts';
import type { SiteController } from '../../shared/controllers/site-controller.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { PanelContext, SearchHost, SearchPieces } from '../context.ts';
import type { SearchStrings } from '../strings/en/panel.ts';
import { hasFoundChoices, hasGivenChoices } from './has-choices.ts';
import { Combobox } from './combobox.ts';
import { createQuerySource, loaded, type QueryMask } from './query-source.ts';
import { readStateMessage } from './state-message.ts';

/** Maximum number of answers that are kept, for pieces that are loaded later. */
const MAX_ANSWERS = 20;

/** Dependencies of a search, created by the composition root. */
export interface SearchParts {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly mask: QueryMask;
  /** Create the loaders of the pieces, for a search that ends when `signal` is aborted. */
  createPieces(context: PanelContext, signal: AbortSignal): SearchPieces;
}

/** The search of the current site: the context of the panel and its pieces. */
export class CurrentSearch implements PanelContext {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly text: StringsController<SearchStrings>['text'];
  readonly list = new Combobox(this);
  readonly liveRegion = new LiveRegion();
  session!: SearchSession;
  pieces!: SearchPieces;
  source: SearchSource | null = null;
  answers: readonly SearchSnapshot[] = [];
  readonly #parts: SearchParts;
  /** Key of the site of the session; `null` if that is closed. */
  #key: string | null = null;
  /** The page's own source of the session. */
  #given: SearchHost['source'];
  /** Aborted when the search of a site is closed. */
  #lifetime = new AbortController();
  #hasFoundChoices = false;
  #scene: Scene | undefined;

  constructor(parts: SearchParts) {
    this.host = parts.host;
    this.site = parts.site;
    this.strings = parts.strings;
    this.text = parts.strings.text;
    this.#parts = parts;
  }

  get snapshot(): SearchSnapshot {
    return this.session.snapshot;
  }

  get hasFilters(): boolean {
    return hasGivenChoices(this.host) || this.#hasFoundChoices;
  }

  /** Start a new search session if the site or its source has changed. */
  sync(): void {
    const { host, site } = this;
    const { endpoint, domain, indexUrl, source } = host;
    const key = siteKey(host) + indexUrl;
    if (key === this.#key && source === this.#given) return;
    this.close();
    this.#key = key;
    this.#given = source;
    this.answers = [];
    this.#lifetime = new AbortController();
    const pieces = (this.pieces = this.#parts.createPieces(this, this.#lifetime.signal));
    const own = source || (indexUrl ? null : new SearchClient({ endpoint, domain }));
    this.source =
      host.missing.length > 0
        ? null
        : createQuerySource(host, {
            open: () =>
              typeof own === 'string' ? loaded(pieces.namedSource) : (own ?? loaded(pieces.staticIndex)),
            mask: this.#parts.mask,
            // The filter in the address must apply to the first search. If the piece fails to load, the address is ignored.
            prepare: async () => host.filtersInUrl && pieces.filtersInUrl.load(),
            excerpts: pieces.excerpts,
          });
    this.session = new SearchSession({
      source: this.source,
      site: { endpoint, domain, indexUrl },
      storage: site.storage,
      filters: site.filters,
      isHeld: () => this.list.isHeld,
    });
    this.session.subscribe(() => host.requestUpdate());
    host.requestUpdate();
  }

  /** Keep a new answer, because the filters read versions and languages from all answers. */
  observe(): void {
    const { snapshot, host, list } = this;
    if (snapshot.status === 'done' && snapshot.results !== this.answers.at(-1)?.results)
      this.answers = [...this.answers, snapshot].slice(-MAX_ANSWERS);
    const { scene } = list.model;
    if (scene === this.#scene && host.open) return;
    // Show filters for found choices only when the list is replaced, because the row moves the list.
    this.#scene = scene;
    this.#hasFoundChoices = hasFoundChoices(this);
  }

  close(): void {
    this.#key = null;
    this.#lifetime.abort();
    this.session?.close();
  }

  addStyles(styles: Parameters<typeof addStyles>[1]): void {
    addStyles(this.host.renderRoot, styles);
  }

  toLink(path: string): PageLink | null {
    return pageLink(path, this.host);
  }

  async remember(query: string): Promise<void> {
    const { session } = this;
    const masked = this.#parts.mask(query);
    // Synchronously if possible, because the page may be left now. A query that cannot be masked is not stored.
    if (typeof masked === 'string') session.remember(masked);
    else await masked.then((text) => session.remember(text)).catch(() => {});
  }

  forgetAll(): void {
    this.session.forget();
    this.site.filters.clear();
    this.pieces.savedSearches.value?.forget();
    this.site.storage.remove(storageKey(this.host, 'favourites'));
  }

  announce(message: string, delay = 0): void {
    this.liveRegion.announceAfter(delay, message);
  }

  showShortcuts(): void {
    void this.pieces.shortcutList.load().then((list) => list?.show());
  }

  announceState(): void {
    this.announce(...readStateMessage(this));
  }
}
