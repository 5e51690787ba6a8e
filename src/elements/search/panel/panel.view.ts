import { mayRetry } from '../../../state/search/list-model.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import type { LiveRegion } from '../../shared/dom/live-region.ts';
import { setChildren } from '../../shared/dom/set-children.ts';
import type { PanelContext } from '../context.ts';
import { CLOSE_ICON } from '../icons.ts';
import { optionId } from './hits.ts';
import type { Combobox } from './combobox.ts';
import { createPagesDrawer, createSpan } from './result-pages.view.ts';
import { readCount, readNote } from './state-message.ts';
import { awaitsSaved } from './wanted-pieces.ts';

/** Context of the view. */
export interface ViewContext extends PanelContext {
  readonly list: Combobox;
  readonly liveRegion: LiveRegion;
}

/** The panel: below the box, or together with it in the dialog. */
export interface PanelView {
  readonly panel: HTMLElement;
  /** Draw the current state. @param progress whether a running search is indicated, and whether it is called slow */
  draw(progress: { readonly isBusy: boolean; readonly isSlow: boolean }): void;
}

type Child = Element | null | undefined | false;

/**
 * Create the panel. It uses DOM calls instead of lit-html, because it is drawn at every key, and lit-html is loaded later,
 * with the pieces. Each piece draws into elements of its own.
 */
export function createView(context: ViewContext): PanelView {
  const { host, text } = context;
  const panel = createElement('div', { className: 'panel', part: 'results' });
  const progress = createElement('div', { className: 'progress' });
  const filtersPlace = createElement('div', { className: 'filters' });
  const message = createElement('div', { className: 'message' });
  const emptySlot = createElement('slot', { name: 'empty' });
  const hint = createElement('p', { part: 'empty' });
  const drawHint = (text: string): Element => setText(hint, text);
  const drawBox = createBox(context);
  const drawMessage = createMessage(context, drawHint);
  const drawList = createList(context);
  const drawFooter = createFooter(context);
  const draw: PanelView['draw'] = ({ isBusy, isSlow }) => {
    const { pieces, list, liveRegion } = context;
    const isStart = list.model.scene === 'start';
    drawBox();
    setChildren(message, [drawMessage()]);
    setChildren(emptySlot, [isStart && list.model.options.length === 0 && drawHint(text('start'))]);
    panel.hidden = !host.open;
    panel.toggleAttribute('data-loading', isBusy);
    setChildren(panel, [
      progress,
      context.hasFilters && (pieces.filters.value?.draw() ?? filtersPlace),
      message,
      drawList(),
      isStart && pieces.savedSearches.value?.drawForget(),
      isStart && !awaitsSaved(context) && emptySlot,
      drawFooter(isSlow),
      liveRegion.element,
    ]);
  };
  return { panel, draw };
}

/** Create the button that clears the box. @returns updates it and the ARIA attributes of the text field */
function createBox({ host, text, list }: ViewContext): () => void {
  const onclick = (): void => {
    host.clear();
    host.focus();
  };
  const clear = createElement(
    'button',
    { part: 'clear', className: 'icon-button', type: 'button', onclick },
    createIcon(CLOSE_ICON),
  );
  return () => {
    const { input, box } = host;
    const { activeId, isExpanded } = list;
    input.setAttribute('aria-controls', 'list');
    input.ariaExpanded = `${isExpanded}`;
    if (activeId === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', activeId);
    clear.hidden = !host.value;
    clear.ariaLabel = clear.title = text('clear');
    if (clear.parentNode !== box) input.after(clear);
  };
}

/** Create the messages above the list or in place of it. @returns the message for the current state */
function createMessage(context: ViewContext, drawHint: (text: string) => Element): () => Child {
  const { host, text, list } = context;
  const skeleton = createElement('div', { className: 'skeleton' }, ...['', '', ''].map(() => createSpan({})));
  const onclick = (): void => {
    const { pieces, session, snapshot } = context;
    void pieces.noResults.load();
    if (snapshot.failure && mayRetry(snapshot.failure)) void session.retry();
  };
  const words = document.createTextNode('');
  const retry = createElement('button', {
    part: 'retry',
    className: 'link-button',
    type: 'button',
    onclick,
  });
  // Shown if the piece with the messages could not be loaded: a failure without its cause.
  const fallback = createElement('div', { part: 'error' }, words, retry);
  return () => {
    const { snapshot, pieces } = context;
    const { noResults, savedSearches } = pieces;
    const { scene } = list.model;
    switch (scene) {
      case 'start':
        return awaitsSaved(context) ? skeleton : savedSearches.value?.drawHeading();
      case 'too-short':
        return drawHint(text('tooShort', { count: host.minLength }));
      case 'waiting':
        return skeleton;
      case 'results': {
        const note = readNote(context);
        return note !== null && drawHint(note);
      }
      default:
        if (noResults.value) return noResults.value.draw();
        if (scene === 'nothing') return drawHint(text('nothing', { query: snapshot.resultsFor }));
        words.data = `${text('network')} `;
        setText(retry, text('retry'));
        return noResults.failed && fallback;
    }
  };
}

function createList(context: ViewContext): () => Element {
  const { text, list } = context;
  const element = createElement('div', {
    className: 'list',
    id: 'list',
    role: 'listbox',
    tabIndex: -1,
    // Keeps the focus in the box.
    onmousedown: (event: MouseEvent) => event.button === 0 && event.preventDefault(),
    onclick: (event: MouseEvent) => list.handleClick(event),
    onpointerover: (event: Event) => list.handleHover(event),
    onpointerleave: (event: Event) => list.handleHover(event),
  });
  const more = createElement('div', { part: 'more', className: 'option line more', role: 'option' });
  const drawPages = createPagesDrawer();
  return () => {
    const { pieces, snapshot } = context;
    const { scene, options } = list.model;
    const isSaved = scene === 'start' || scene === 'too-short';
    setChildren(element, [
      ...(scene === 'results'
        ? drawPages(list.pages, snapshot.filter, pieces.customResults.value?.draw)
        : []),
      isSaved && pieces.savedSearches.value?.drawOptions(),
      scene === 'nothing' && pieces.noResults.value?.drawOptions(),
      ...options.map(({ kind }, index) => {
        const id = optionId(index);
        if (kind === 'ask') return pieces.ask.value?.draw(id);
        return kind === 'more' && Object.assign(setText(more, text('more')), { id });
      }),
    ]);
    for (const option of element.querySelectorAll('[role=option]'))
      option.ariaSelected = `${option.id === list.activeId}`;
    element.ariaLabel = text(isSaved && options.length > 0 ? 'recent' : 'results');
    element.toggleAttribute('data-placed', snapshot.isPlaced);
    element.hidden = options.length === 0;
    return element;
  };
}

function createFooter(context: ViewContext): (isSlow: boolean) => Element {
  const { text, list } = context;
  const count = createSpan({ part: 'count' });
  const slow = createSpan({});
  const status = createSpan({ className: 'status' });
  const slot = createElement('slot', { name: 'footer' });
  const footer = createElement('div', {});
  return (isSlow) => {
    const { options, scene } = list.model;
    const hasResults = scene === 'results';
    const keys = options.length > 0 && context.pieces.savedSearches.value?.activeResult.drawKeys();
    setText(slow, text('slow'));
    setText(count, readCount(context));
    setChildren(status, [isSlow ? slow : hasResults && count]);
    footer.className = `footer ${hasResults || isSlow ? '' : keys ? 'keys-only' : 'bare'}`;
    setChildren(footer, [status, slot, keys]);
    return footer;
  };
}

/** Set a text if it differs: replacing an equal text node would cost a layout at every key. */
function setText(element: Element, text: string): Element {
  if (element.textContent !== text) element.textContent = text;
  return element;
}
