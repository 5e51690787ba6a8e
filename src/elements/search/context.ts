import type { TemplateResult } from 'lit';
import type { SearchResult } from '../../protocol/api.ts';
import type { SearchSource } from '../../protocol/sources.ts';
import type { KeyedOption, ListModel } from '../../state/search/list-model.ts';
import type { SearchSession } from '../../state/search/search-session.ts';
import type { SearchSnapshot } from '../../state/search/search-snapshot.ts';
import type { PropertiesOf } from '../shared/attribute.ts';
import type { SiteController, SiteHost } from '../shared/controllers/site-controller.ts';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type { PageLink } from '../shared/links/page-link.ts';
import type { searchAttributes } from './attributes.ts';
import type { Hit } from './panel/hits.ts';
import type { SearchStrings } from '../strings/english.ts';

/**
 * The part of the element that its groups use. `DocsSearch` matches it without `implements`, because its
 * declarations are public, and some of these members are internal.
 */
export interface SearchHost extends SiteHost, Readonly<PropertiesOf<typeof searchAttributes>> {
  open: boolean;
  /** Required attributes that are not set. */
  readonly missing: readonly string[];
  readonly interfaceLanguage: string;
  /** Says that something could not be loaded. */
  readonly loadFailure: string;
  readonly renderRoot: HTMLElement | DocumentFragment;
  /** The element that everything is drawn into. */
  readonly frame: HTMLElement;
  /** The text field with its icon and buttons. The dialog moves it. */
  readonly box: HTMLElement;
  readonly input: HTMLInputElement;
  /** Dispatch an event that leaves the shadow tree. @returns `false` when it was canceled */
  emit(type: string, detail?: unknown, options?: EventInit): boolean;
  show(): Promise<void>;
  hide(): void;
  clear(): void;
  search(query: string): Promise<void>;
}

/** Everything that a group may use, beside its own files. */
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
  /** Add styles that were loaded late. */
  addStyles(styles: CSSStyleSheet): void;
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
export type ListOption = ResultOption | ActionOption | (KeyedOption & { readonly kind: 'more' | 'ask' });

/** A search result. */
export interface ResultOption extends KeyedOption {
  readonly kind: 'result';
  readonly hit: Hit;
}

/** An option that draws and runs itself. */
export interface ActionOption extends KeyedOption {
  readonly kind: 'action';
  render(index: number): TemplateResult;
  /** Run its action, for a click or Enter. */
  press(event: MouseEvent): void;
  /** Remove it from the stored ones; missing if it is not stored. */
  remove?(): void;
}
