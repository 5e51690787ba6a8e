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
import { hasFoundChoices, hasGivenChoices } from '../filters/has-choices.ts';
import { Combobox } from './combobox.ts';
import { createQuerySource, type QueryMask } from './query-source.ts';
import { readStateMessage } from './state-message.ts';

/** Most answers that are kept for pieces that are loaded later. */
const MAX_ANSWERS = 20;

/** What the composition root makes for a search. */
export interface SearchParts {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly mask: QueryMask;
  /** Create the loaders of the pieces, for a search that ends when `signal` is aborted. */
  createPieces(context: PanelContext, signal: AbortSignal): SearchPieces;
}

/** The search of the site that is set now, as the panel and its pieces see it. */
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
  /** Site of the session; `null` when that was closed. */
  #key: string | null = null;
  #life = new AbortController();
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

  /** Start over when `endpoint` or `domain` has changed. */
  sync(): void {
    const { host, site } = this;
    const key = siteKey(host);
    if (key === this.#key) return;
    this.close();
    this.#key = key;
    this.answers = [];
    this.#life = new AbortController();
    const pieces = (this.pieces = this.#parts.createPieces(this, this.#life.signal));
    const { endpoint, domain } = host;
    this.source =
      host.missing.length > 0
        ? null
        : createQuerySource(host, {
            source: new SearchClient({ endpoint, domain }),
            mask: this.#parts.mask,
            // The filter of a link must hold before the first search. Without the piece, the address is left alone.
            prepare: async () => host.filtersInUrl && pieces.filtersInUrl.load(),
            excerpts: pieces.excerpts,
          });
    this.session = new SearchSession({
      source: this.source,
      site: { endpoint, domain },
      storage: site.storage,
      filters: site.filters,
    });
    this.session.subscribe(() => host.requestUpdate());
    host.requestUpdate();
  }

  /** Keep a new answer for the filters, which read versions and languages from all of them. */
  observe(): void {
    const { snapshot, host, list } = this;
    if (snapshot.status === 'done' && snapshot.results !== this.answers.at(-1)?.results)
      this.answers = [...this.answers, snapshot].slice(-MAX_ANSWERS);
    const { scene } = list.model;
    if (scene === this.#scene && host.open) return;
    // Found choices appear when the list is replaced: a row that comes later would move it.
    this.#scene = scene;
    this.#hasFoundChoices = hasFoundChoices(this);
  }

  close(): void {
    this.#key = null;
    this.#life.abort();
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
    // At once where possible, because the page may be left now. A query that cannot be masked is not kept.
    if (typeof masked === 'string') session.remember(masked);
    else await masked.then((text) => session.remember(text)).catch(() => {});
  }

  forgetAll(): void {
    this.session.forget();
    this.site.filters.clear();
    this.pieces.savedSearches.value?.forget();
    this.site.storage.remove(storageKey(this.host, 'favourites'));
  }

  say(message: string, delay = 0): void {
    this.liveRegion.announceAfter(delay, message);
  }

  showShortcuts(): void {
    void this.pieces.shortcutList.load().then((list) => list?.show());
  }

  sayState(): void {
    this.say(...readStateMessage(this));
  }
}
