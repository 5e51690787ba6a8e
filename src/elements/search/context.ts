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
import type { Hit } from './results/hits.ts';
import type { SearchStrings } from './strings/en/panel.ts';

/** The element, as the panel and its pieces see it. `DocsSearch` fits it, and does not name it: its declarations are public, and some of these members are not. */
export interface SearchHost extends SiteHost {
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
  /** Everything that is drawn is in here. */
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

/** What the panel and its pieces share. Pieces import this and nothing else of the panel. */
export interface SearchContext {
  readonly host: SearchHost;
  readonly site: SiteController;
  readonly strings: StringsController<SearchStrings>;
  readonly text: StringsController<SearchStrings>['text'];
  readonly session: SearchSession;
  /** The snapshot of the session. */
  readonly snapshot: SearchSnapshot;
  /** The latest answers, oldest first. */
  readonly answers: readonly SearchSnapshot[];
  /** Where results come from; `null` while endpoint or domain is not set. */
  readonly source: SearchSource | null;
  readonly list: PanelList;
  /** Whether there is a row of filters above the list. */
  readonly hasFilters: boolean;
  /** Add styles that were loaded late. */
  addStyles(styles: CSSResult): void;
  /** Make the link for a path; `null` when it must not become one. */
  toLink(path: string): PageLink | null;
  /** Keep a query among the earlier ones, without its secrets. */
  remember(query: string): Promise<void>;
  /** Remove everything that is kept on this device. */
  forgetAll(): void;
  /** Say a message in the live region, after a delay in milliseconds. */
  say(message: string, delay?: number): void;
  /** Open the list of keys. */
  showShortcuts(): void;
  /** Say the state of the search in the live region, once it has not changed for a while. */
  sayState(): void;
}

/** What the files of the panel share beyond that. */
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
  /** Let the click on the link of a result be followed, unless the page cancels it. @returns whether it is followed */
  follow(result: SearchResult, event: MouseEvent): boolean;
}

/** An option of the list. */
export type ListOption = ResultOption | OwnOption | (KeyedOption & { readonly kind: 'more' | 'ask' });

/** A search result. */
export interface ResultOption extends KeyedOption {
  readonly kind: 'result';
  readonly hit: Hit;
}

/** An option of a late piece, which draws and runs it. */
export interface OwnOption extends KeyedOption {
  readonly kind: 'own';
  render(index: number): TemplateResult;
  /** Do what a click on it does. */
  press(event: MouseEvent): void;
  /** Remove it, where it can be removed. */
  remove?(): void;
}

/** The pieces that are loaded late; `wanted-pieces.ts` decides when. */
export interface SearchPieces {
  readonly ask: Lazy<AskPart>;
  readonly customResults: Lazy<CustomResultsPart>;
  readonly dialog: Lazy<DialogPart>;
  /** Makes excerpts for a server that sends none. */
  readonly excerpts: Lazy<typeof createExcerpts>;
  readonly filters: Lazy<FiltersPart>;
  readonly filtersInUrl: Lazy<Part>;
  readonly noResults: Lazy<NoResultsPart>;
  readonly preview: Lazy<PreviewPart>;
  readonly savedSearches: Lazy<SavedSearchesPart>;
  readonly shortcutList: Lazy<ShortcutListPart>;
}

/** A late piece. It is a controller of the host until it is closed, with the search of its site. */
export interface Part extends ReactiveController {
  close?(): void;
}

/** The list of keys. */
export interface ShortcutListPart {
  show(): void;
}

/** The option that hands the query to an assistant. */
export interface AskPart extends Part {
  /** Whether there is an assistant that takes the query. */
  readonly isAvailable: boolean;
  draw(id: string): HTMLElement;
  ask(): Promise<void>;
}

/** The content of a result. */
export type ResultNodes = readonly (Node | string)[];

/** The content of results as the page draws it. */
export interface CustomResultsPart extends Part {
  /** Draw the content of a hit, or return `null` for the standard one; `undefined` without a renderer. */
  readonly draw: ((hit: Hit, standard: ResultNodes) => ResultNodes | null) | undefined;
}

/** What `variant="dialog"` opens, around box and panel. */
export interface DialogPart {
  readonly element: HTMLElement;
  draw(): void;
  /** Open or close it. */
  sync(isOpen: boolean): void;
  remove(): void;
}

/** The row of filters. */
export interface FiltersPart extends Part {
  /** @returns the row; `null` when there is nothing to choose */
  draw(): HTMLElement | null;
}

/** The text of the result that is meant, beside the list. */
export interface PreviewPart extends Part {
  /** The pane, which is hidden where the result has no text. */
  readonly element: HTMLElement;
  /** Draw the pane, which is in its place: a long text is scrolled to where it matches. */
  draw(): void;
}

/** What is shown and offered when a search has found nothing or has failed. */
export interface NoResultsPart extends Part {
  /** What the live region says. */
  readonly message: string;
  readonly options: readonly OwnOption[];
  draw(): HTMLElement;
  drawOptions(): HTMLElement | null;
}

/** Earlier searches and favourites, and the tools of the active result. */
export interface SavedSearchesPart extends Part {
  readonly options: readonly OwnOption[];
  readonly activeResult: ActiveResultPart;
  drawHeading(): HTMLElement | null;
  drawOptions(): HTMLElement;
  drawForget(): HTMLElement | null;
  /** Remove all favourites. */
  forget(): void;
}

/** What the result under the pointer, or else the active one, gets: a precise link, a star, its page prefetched. */
export interface ActiveResultPart {
  /** Set the option under the pointer. */
  setHovered(element: Element | null): void;
  /** Point a link at the passage that matches. */
  setTextFragment(link: HTMLAnchorElement, hit: Hit): void;
  /** Add the result to the favourites, or remove it. */
  toggleFavourite(hit: Hit): void;
  drawKeys(): HTMLElement;
}
