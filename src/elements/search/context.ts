import type { CSSResult, ReactiveController, TemplateResult } from 'lit';
import type { SearchResult } from '../../protocol/api.ts';
import type { createExcerpts } from '../../protocol/excerpt/create-excerpts.ts';
import type { SearchSource } from '../../protocol/sources.ts';
import type { KeyedOption, ListModel } from '../../state/search/list-model.ts';
import type { SearchSession } from '../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../state/search/search-snapshot.ts';
import type { Lazy } from '../shared/lazy.ts';
import type { PageLink } from '../shared/links/page-link.ts';
import type { SiteController, SiteHost } from '../shared/controllers/site-controller.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type { ResultRenderer } from './result-renderer.ts';
import type { Hit } from './panel/hits.ts';
import type { SearchStrings } from './strings/en/panel.ts';

/**
 * The part of the element that the panel and its pieces use. `DocsSearch` matches it without `implements`, because its
 * declarations are public, and some of these members are internal.
 */
export interface SearchHost extends SiteHost {
  /** Source that the page has set or named. */
  readonly source: SearchSource | string | undefined;
  readonly withoutWorker: boolean;
  readonly versions: readonly string[];
  readonly languages: readonly string[];
  readonly linkTarget: 'self' | 'blank';
  readonly linkBase: string;
  readonly strings: Readonly<Record<string, string>>;
  readonly variant: 'inline' | 'dialog';
  readonly value: string;
  readonly pageSize: number;
  readonly minLength: number;
  readonly debounce: number;
  readonly withoutFilters: boolean;
  readonly withoutPreview: boolean;
  readonly filtersInUrl: boolean;
  readonly prefetch: boolean;
  readonly shortcut: string;
  readonly mask: boolean;
  readonly assistant: string;
  readonly renderResult: ResultRenderer | undefined;
  open: boolean;
  /** Required attributes that are not set. */
  readonly missing: readonly string[];
  readonly interfaceLanguage: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** The element that everything is drawn into. */
  readonly frame: HTMLElement;
  /** The text field with its icon and buttons. The dialog moves it. */
  readonly box: HTMLElement;
  readonly input: HTMLInputElement;
  /** Dispatch an event that leaves the shadow tree. @returns `false` when it was canceled */
  emit(type: string, detail?: unknown, options?: EventInit): boolean;
  hide(): void;
  clear(): void;
  search(query: string): Promise<void>;
}

/** Everything that a piece of the search may use. Pieces import nothing else of the panel. */
export interface SearchContext {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly text: StringsController<SearchStrings>['text'];
  readonly session: SearchSession;
  /** The snapshot of the session. */
  readonly snapshot: SearchSnapshot;
  /** The last answers, oldest first. */
  readonly answers: readonly SearchSnapshot[];
  /** Source of results; `null` while nothing names one. */
  readonly source: SearchSource | null;
  readonly list: PanelList;
  /** Whether there is a row of filters above the list. */
  readonly hasFilters: boolean;
  /** Add styles that were loaded late. */
  addStyles(styles: CSSResult): void;
  /** Resolve a path to a link; `null` if it is not allowed as one. */
  toLink(path: string): PageLink | null;
  /** Store a query among the recent searches, with its secrets masked. */
  remember(query: string): Promise<void>;
  /** Remove all stored data of the reader. */
  forgetAll(): void;
  /** Announce a message to screen readers, after a delay in milliseconds. */
  announce(message: string, delay?: number): void;
  /** Open the list of keyboard shortcuts. */
  showShortcuts(): void;
  /** Announce the state of the search, once it has not changed for a while. */
  announceState(): void;
}

/** The context of the panel itself, which has the pieces, too. */
export interface PanelContext extends SearchContext {
  readonly pieces: SearchPieces;
}

/** The list of options. */
export interface PanelList {
  readonly model: ListModel<ListOption>;
  /** Find the option whose element contains this one. */
  optionOf(element: Element | null): ListOption | undefined;
  /** Find the element of the option at an index. */
  findOption(index: number): HTMLElement | null;
  /** Dispatch the click on the link of a result to the page, which can cancel it. @returns whether the link is followed */
  navigate(result: SearchResult, event: MouseEvent): boolean;
}

/** An option of the list. */
export type ListOption = ResultOption | PieceOption | (KeyedOption & { readonly kind: 'more' | 'ask' });

/** A search result. */
export interface ResultOption extends KeyedOption {
  readonly kind: 'result';
  readonly hit: Hit;
}

/** An option that is drawn and run by the piece it belongs to. */
export interface PieceOption extends KeyedOption {
  readonly kind: 'piece';
  render(index: number): TemplateResult;
  /** Run its action, for a click or Enter. */
  press(event: MouseEvent): void;
  /** Remove it from the stored ones; missing if it is not stored. */
  remove?(): void;
}

/** The pieces that are loaded late; `wanted-pieces.ts` decides when. */
export interface SearchPieces {
  readonly ask: Lazy<AskPart>;
  readonly customResults: Lazy<CustomResultsPart>;
  readonly dialog: Lazy<DialogPart>;
  /** Creates excerpts if the server sends none. */
  readonly excerpts: Lazy<typeof createExcerpts>;
  readonly filters: Lazy<FiltersPart>;
  readonly filtersInUrl: Lazy<Part>;
  readonly noResults: Lazy<NoResultsPart>;
  readonly preview: Lazy<PreviewPart>;
  readonly savedSearches: Lazy<SavedSearchesPart>;
  readonly shortcutList: Lazy<ShortcutListPart>;
  /** Source of a static index. */
  readonly staticIndex: Lazy<SearchSource>;
  /** Source that the page has named. */
  readonly namedSource: Lazy<SearchSource>;
}

/** A piece that is loaded late. It is a controller of the host until the search of its site is closed. */
export interface Part extends ReactiveController {
  close?(): void;
}

/** The dialog with the keyboard shortcuts. */
export interface ShortcutListPart {
  show(): void;
}

/** The option that passes the query to an assistant. */
export interface AskPart extends Part {
  /** Whether there is an assistant to ask. */
  readonly isAvailable: boolean;
  draw(id: string): HTMLElement;
  ask(): Promise<void>;
}

/** The content of a result. */
export type ResultNodes = readonly (Node | string)[];

/** The content of results, drawn by the page's `renderResult`. */
export interface CustomResultsPart extends Part {
  /** Draw the content of a hit, or return `null` for the standard content. `undefined` without a renderer. */
  readonly draw: ((hit: Hit, standard: ResultNodes) => ResultNodes | null) | undefined;
}

/** The dialog of `variant="dialog"`, around box and panel. */
export interface DialogPart {
  readonly element: HTMLElement;
  draw(): void;
  /** Open or close it. */
  sync(isOpen: boolean): void;
  remove(): void;
}

/** The row of filters. */
export interface FiltersPart extends Part {
  /** Draw the row; `null` if there is nothing to choose. */
  draw(): HTMLElement | null;
}

/** The preview of a result, beside the list. */
export interface PreviewPart extends Part {
  /** The pane, hidden if the result has no text. */
  readonly element: HTMLElement;
  /** Draw the pane, and scroll to the first match. The pane must be in the document. */
  draw(): void;
}

/** Message and options for a search that has found nothing or has failed. */
export interface NoResultsPart extends Part {
  /** Message for the live region. */
  readonly message: string;
  readonly options: readonly PieceOption[];
  draw(): HTMLElement;
  drawOptions(): HTMLElement | null;
}

/** Recent searches and favourites, and the star and text fragment of the active result. */
export interface SavedSearchesPart extends Part {
  readonly options: readonly PieceOption[];
  readonly activeResult: ActiveResultPart;
  drawHeading(): HTMLElement | null;
  drawOptions(): HTMLElement;
  drawForget(): HTMLElement | null;
  /** Remove all favourites. */
  forget(): void;
}

/** Additions to the hovered result, or else the active one: a text fragment in its link, a star, and prefetching its page. */
export interface ActiveResultPart {
  /** Set the hovered option. */
  setHovered(element: Element | null): void;
  /** Add a text fragment for the matching passage to a link. */
  setTextFragment(link: HTMLAnchorElement, hit: Hit): void;
  /** Add the result to the favourites, or remove it. */
  toggleFavourite(hit: Hit): void;
  drawKeys(): HTMLElement;
}
