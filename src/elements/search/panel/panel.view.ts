import { mayRetry } from '../../../state/search/list-model.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { setChildren } from '../../shared/dom/set-children.ts';
import { CLOSE_ICON } from '../icons.ts';
import { optionId } from './hits.ts';
import type { PanelController } from './panel-controller.ts';
import { isLoadingSaved } from './preload.ts';
import { createPagesDrawer, createSpan } from './result-pages.view.ts';
import { countLabel, noteOf } from './state-message.ts';

/** The panel: below the box, or together with it in the dialog. */
export interface PanelView {
  readonly panel: HTMLElement;
  /** Draw the current state. @param progress whether a running search is indicated, and whether it is called slow */
  draw(progress: { readonly isBusy: boolean; readonly isSlow: boolean }): void;
}

type Child = Element | null | undefined | false;

/**
 * Create the panel. It uses DOM calls instead of lit-html, because it is drawn at every key, and lit-html is loaded later,
 * with the groups. Each draws into elements of its own.
 */
export function createView(controller: PanelController): PanelView {
  const { host, text } = controller;
  const panel = createElement('div', { className: 'panel', part: 'results' });
  const progress = createElement('div', { className: 'progress' });
  const message = createElement('div', { className: 'message' });
  const emptySlot = createElement('slot', { name: 'empty' });
  const hint = createElement('p', { part: 'empty' });
  const drawHint = (text: string): Element => setText(hint, text);
  const drawBox = createBox(controller);
  const drawMessage = createMessage(controller, drawHint);
  const drawList = createList(controller);
  const drawFooter = createFooter(controller);
  const draw: PanelView['draw'] = ({ isBusy, isSlow }) => {
    const { afterResults, list, liveRegion } = controller;
    const isStart = list.model.scene === 'start';
    drawBox();
    setChildren(message, [drawMessage()]);
    setChildren(emptySlot, [isStart && list.model.options.length === 0 && drawHint(text('start'))]);
    panel.hidden = !host.open;
    panel.toggleAttribute('data-loading', isBusy);
    setChildren(panel, [
      progress,
      afterResults?.filters.draw(),
      message,
      drawList(),
      isStart && afterResults?.saved.drawForget(),
      isStart && !isLoadingSaved(controller) && emptySlot,
      drawFooter(isSlow),
      liveRegion.element,
    ]);
  };
  return { panel, draw };
}

/** Create the button that clears the box. @returns updates it and the ARIA attributes of the text field */
function createBox(controller: PanelController): () => void {
  const { host, text, list } = controller;
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
    if (!host.placeholder && controller.canAsk) input.placeholder = text('searchOrAsk');
    clear.hidden = !host.value;
    clear.ariaLabel = clear.title = text('clear');
    if (clear.parentNode !== box) input.after(clear);
  };
}

/** Create the messages above the list or in place of it. @returns the message for the current state */
function createMessage(controller: PanelController, drawHint: (text: string) => Element): () => Child {
  const { host, text, list } = controller;
  const skeleton = createElement('div', { className: 'skeleton' }, ...['', '', ''].map(() => createSpan({})));
  // Shown if the group with the messages could not be loaded: a failure without its cause.
  const fallback = createElement('p', { part: 'error' });
  return () => {
    const { snapshot, modules, afterResults } = controller;
    const { scene } = list.model;
    switch (scene) {
      case 'start':
        return isLoadingSaved(controller) ? skeleton : afterResults?.saved.drawHeading();
      case 'too-short':
        return drawHint(text('tooShort', { count: host.minLength }));
      case 'waiting':
        return skeleton;
      case 'results': {
        const note = noteOf(controller);
        return note !== null && !list.model.asksFirst && drawHint(note);
      }
      default:
        if (afterResults) return afterResults.noResults.draw();
        if (scene === 'nothing') return drawHint(text('nothing', { query: snapshot.resultsFor }));
        return modules.afterResults.failed && setText(fallback, text('network'));
    }
  };
}

function createList(controller: PanelController): () => Element {
  const { text, list } = controller;
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
  const noteLine = createElement('p', { part: 'empty', ariaHidden: 'true' });
  const drawPages = createPagesDrawer();
  return () => {
    const { afterResults, snapshot } = controller;
    const { scene, options, asksFirst } = list.model;
    const first = Number(asksFirst);
    const note = asksFirst && scene === 'results' ? noteOf(controller) : null;
    const actions = options.map(({ kind }, index) => {
      const id = optionId(index);
      if (kind === 'ask') return afterResults?.ask.draw(id);
      return kind === 'more' && Object.assign(setText(more, text('more')), { id });
    });
    const isSaved = scene === 'start' || scene === 'too-short';
    setChildren(element, [
      ...actions.slice(0, first),
      // Said by the live region: a list has options alone.
      note !== null && setText(noteLine, note),
      ...(scene === 'results'
        ? drawPages(list.pages, snapshot.filter, first, afterResults?.customResults.draw)
        : []),
      isSaved && afterResults?.saved.drawOptions(),
      scene === 'nothing' && afterResults?.noResults.drawOptions(first),
      ...actions.slice(first),
    ]);
    for (const option of element.querySelectorAll('[role=option]'))
      option.ariaSelected = `${option.id === list.activeId}`;
    element.ariaLabel = text(isSaved && options.length > 0 ? 'recent' : 'results');
    element.toggleAttribute('data-placed', snapshot.isPlaced);
    element.hidden = options.length === 0;
    return element;
  };
}

function createFooter(controller: PanelController): (isSlow: boolean) => Element {
  const { host, text, list, groups } = controller;
  const count = createSpan({ part: 'count' });
  const slow = createSpan({});
  const onclick = (): void => {
    const { session, snapshot } = controller;
    groups.retry();
    if (snapshot.failure && mayRetry(snapshot.failure)) void session.retry();
  };
  // Says that something could not be loaded.
  const retry = createElement('button', { part: 'retry', className: 'link-button', type: 'button', onclick });
  const status = createSpan({ className: 'status' });
  const slot = createElement('slot', { name: 'footer' });
  const footer = createElement('div', {});
  return (isSlow) => {
    const hasResults = list.model.scene === 'results';
    // Of a list that goes on there is no number to know.
    const hasCount = hasResults && !controller.snapshot.hasMore;
    const keys = controller.afterResults?.saved.activeResult.drawKeys();
    setText(slow, text('slow'));
    setText(count, countLabel(controller));
    const isMissing = groups.areMissing;
    if (isMissing) setText(retry, host.loadFailure);
    setChildren(status, [isSlow ? slow : hasCount && count, isMissing && retry]);
    footer.className = `footer ${hasCount || isSlow || isMissing ? '' : keys || hasResults ? 'keys-only' : 'bare'}`;
    setChildren(footer, [status, slot, keys]);
    return footer;
  };
}

/** Set a text if it differs: replacing an equal text node would cost a layout at every key. */
function setText(element: Element, text: string): Element {
  if (element.textContent !== text) element.textContent = text;
  return element;
}
