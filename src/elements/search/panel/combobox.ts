import type { SearchResult } from '../../../protocol/api.ts';
import {
  createList,
  moveActive,
  opensFirstNow,
  enterAction,
  updateList,
  type ListModel,
  type Step,
} from '../../../state/search/list-model.ts';
import { handToRouter } from '../../shared/links/follow-link.ts';
import { isComposing } from '../../shared/dom/composing.ts';
import { isApple } from '../../shared/dom/shortcut.ts';
import type { ListOption, PanelList } from '../context.ts';
import type { SearchSelectDetail } from '../docs-search.events.ts';
import { groupByPage, type Hit, type HitPage, optionId } from './hits.ts';
import type { PanelController, SearchModules } from './panel-controller.ts';

const MORE: ListOption = { kind: 'more', key: 'more' };
const ASK: ListOption = { kind: 'ask', key: 'ask' };

/** The combobox: holds the list model, and runs the actions of keys and pointer. */
export class Combobox implements PanelList {
  model: ListModel<ListOption> = createList();
  /** Results of the last answer, grouped by page. */
  pages: readonly HitPage[] = [];
  readonly #panel: PanelController;
  #results: readonly ListOption[] = [];
  #createExcerpts: SearchModules['excerpts']['value'];

  constructor(panel: PanelController) {
    this.#panel = panel;
  }

  /** Whether the list is open and has options. */
  get isExpanded(): boolean {
    return this.#panel.host.open && this.model.options.length > 0;
  }

  /** Whether the reader may be about to choose: an option is active, or the pointer is in the list. */
  get isInteracting(): boolean {
    return this.model.isChosen || this.#panel.host.renderRoot.querySelector('#list:hover') !== null;
  }

  /** Id of the active option's element. */
  get activeId(): string | undefined {
    return this.isExpanded && this.model.active >= 0 ? optionId(this.model.active) : undefined;
  }

  /** Derive the list from the snapshot. */
  update(): void {
    const panel = this.#panel;
    const { host, snapshot, modules } = panel;
    const { results, batches, resultsFor: query } = snapshot;
    const createExcerpts = modules.excerpts.value;
    if (results !== this.model.snapshot?.results || createExcerpts !== this.#createExcerpts) {
      this.#createExcerpts = createExcerpts;
      const toLink = (path: string) => panel.toLink(path);
      const excerpts = createExcerpts?.(results, query);
      this.pages = groupByPage(results, { query, excerpts, batches, toLink });
      this.#results = this.pages
        .flatMap(({ hits }) => hits)
        .map((hit) => ({ kind: 'result', key: `result ${hit.index}`, hit }));
    }
    if (!host.open) this.#setAwaited(null);
    this.model = updateList(this.model, snapshot, {
      isConfigured: host.missing.length === 0,
      results: this.#results,
      more: MORE,
      get saved() {
        return panel.afterResults?.saved.options ?? [];
      },
      get elsewhere() {
        return panel.afterResults?.noResults.options ?? [];
      },
      get ask() {
        return panel.afterResults?.ask.isAvailable ? ASK : null;
      },
      get asksFirst() {
        return !!panel.afterResults?.ask.isFirst;
      },
    });
  }

  /** Open the first result if Enter was pressed before the results had arrived. */
  openAwaited(): void {
    if (!opensFirstNow(this.model, this.#panel.snapshot)) return;
    this.#setAwaited(null);
    const { scene, asksFirst } = this.model;
    // To ask where nothing was found is for the reader to decide.
    if (scene === 'results' && (!asksFirst || this.#isQuestion)) this.#press(0, false);
  }

  optionOf(element: Element | null): ListOption | undefined {
    const id = element?.closest('[role=option]')?.id;
    return this.model.options.find((_, index) => optionId(index) === id);
  }

  findOption(index: number): HTMLElement | null {
    return this.#panel.host.renderRoot.querySelector<HTMLElement>(`#${optionId(index)}`);
  }

  navigate(result: SearchResult, event: MouseEvent): boolean {
    const { host, snapshot } = this.#panel;
    const target = event.target as Element;
    const { options, asksFirst } = this.model;
    const index = options.indexOf(this.optionOf(target)!) - Number(asksFirst);
    const detail: SearchSelectDetail = { result, index, query: snapshot.resultsFor };
    if (!host.emit('docs-search-select', detail, { cancelable: true })) {
      event.preventDefault();
      return false;
    }
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || host.linkTarget !== 'self';
    if (opensElsewhere) return true;
    const link = target.closest('a');
    if (link) handToRouter(event, link.href);
    host.hide();
    return true;
  }

  /** Handle a key that is pressed in the box. */
  handleKeydown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const { host } = this.#panel;
    const { options, active } = this.model;
    const option = options[active];
    const hasMod = isApple() ? event.metaKey : event.ctrlKey;
    const action = keyAction(event, {
      list: this.model,
      isOpen: host.open,
      isEmpty: host.value === '',
      isDialog: host.variant === 'dialog',
    });
    this.#setAwaited(null);
    if (action !== null && action !== 'leave-list') event.preventDefault();
    switch (action) {
      case 'next':
      case 'previous':
        host.open = true;
        return this.#move(action);
      case 'first':
      case 'last':
      case 'leave-list':
        return this.#move(action);
      case 'enter':
        return this.#handleEnter(hasMod);
      case 'open':
        host.open = true;
        return;
      case 'close':
        return host.hide();
      case 'clear':
        return host.clear();
      case 'remove':
        if (option?.kind === 'action') option.remove?.();
        return;
      case 'toggle-favourite':
        if (option?.kind === 'result') void this.#toggleFavourite(option.hit);
        return;
      default:
    }
  }

  /** Handle a click on an option. Enter dispatches one, too. */
  handleClick(event: MouseEvent): void {
    const { session, afterResults } = this.#panel;
    const target = event.target as Element;
    const option = this.optionOf(target);
    switch (option?.kind) {
      case 'action':
        return option.press(event);
      case 'more':
        return void session.loadMore();
      case 'ask':
        return void afterResults?.ask.ask();
      case 'result':
        if (!target.closest('.star')) return this.#openHit(option.hit, event);
        event.preventDefault();
        return void this.#toggleFavourite(option.hit);
      default:
    }
  }

  /** Handle the pointer entering an option or leaving the list. */
  async handleHover({ type, target }: Event): Promise<void> {
    const element = type === 'pointerleave' ? null : (target as Element).closest('[role=option]');
    (await this.#panel.useAfterResults())?.saved.activeResult.setHovered(element);
  }

  get #isQuestion(): boolean {
    const { host, afterResults } = this.#panel;
    return !!afterResults?.ask.isQuestion(host.value);
  }

  #handleEnter(opensTab: boolean): void {
    const panel = this.#panel;
    const { host, session, snapshot } = panel;
    const action = enterAction(this.model, snapshot, {
      text: host.value,
      isOpen: host.open,
      opensTab,
      canAsk: panel.canAsk,
      isQuestion: this.#isQuestion,
    });
    if (action === 'press-active') this.#press(this.model.active, opensTab);
    else if (action === 'press-first') this.#press(0, opensTab);
    else if (action === 'ask') void panel.useAfterResults().then((after) => after?.ask.ask());
    else if (action === 'retry') void session.retry();
    else if (action === 'wait') this.#setAwaited(host.value);
  }

  /** Set the query whose first result opens as soon as its answer arrives; `null` for none. */
  #setAwaited(opensFirst: string | null): void {
    this.model = { ...this.model, opensFirst };
  }

  #move(step: Step): void {
    this.model = moveActive(this.model, step);
    this.#panel.host.requestUpdate();
  }

  #press(index: number, opensTab: boolean): void {
    const modifier = isApple() ? { metaKey: opensTab } : { ctrlKey: opensTab };
    this.findOption(index)?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...modifier }),
    );
  }

  #openHit(hit: Hit, event: MouseEvent): void {
    const { afterResults, snapshot } = this.#panel;
    const link = (event.target as Element).closest('a');
    if (link) afterResults?.saved.activeResult.setTextFragment(link, hit);
    if (this.navigate(hit.result, event)) void this.#panel.remember(snapshot.resultsFor);
  }

  async #toggleFavourite(hit: Hit): Promise<void> {
    (await this.#panel.useAfterResults())?.saved.activeResult.toggleFavourite(hit);
  }
}

/** The properties of a `KeyboardEvent` that are read. */
export type Key = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** State of the box in which a key is pressed. */
export interface BoxState {
  readonly list: ListModel<ListOption>;
  readonly isOpen: boolean;
  readonly isEmpty: boolean;
  readonly isDialog: boolean;
}

/** The action of a key; `null` for none. All but `leave-list` prevent the default action of the text field. */
export type KeyAction = Step | 'open' | 'close' | 'clear' | 'enter' | 'remove' | 'toggle-favourite' | null;

/** Find the action of a key, by the ARIA authoring practices for an editable combobox with a list popup. */
export function keyAction(key: Key, { list, isOpen, isEmpty, isDialog }: BoxState): KeyAction {
  const option = list.options[list.active];
  const isModified = key.ctrlKey || key.metaKey || key.shiftKey;
  switch (key.key) {
    case 'ArrowDown':
      return isModified ? null : key.altKey ? 'open' : 'next';
    case 'ArrowUp':
      return isModified ? null : key.altKey ? 'close' : 'previous';
    case 'Home':
      return list.isChosen && !isModified ? 'first' : null;
    case 'End':
      return list.isChosen && !isModified ? 'last' : null;
    case 'ArrowLeft':
    case 'ArrowRight':
      return 'leave-list';
    case 'Enter':
      return key.shiftKey && option?.kind === 'result' ? 'toggle-favourite' : 'enter';
    case 'Delete':
      return option?.kind === 'action' && option.remove ? 'remove' : null;
    case 'Escape':
      return (isDialog ? isEmpty : isOpen) ? 'close' : 'clear';
    default:
      return null;
  }
}
