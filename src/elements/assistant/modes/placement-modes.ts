import { html, type TemplateResult } from 'lit';
import { isComposing } from '../../shared/dom/composing.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { PanelMode } from '../host.ts';
import { followKeyboard } from './follow-keyboard.ts';
import { openOnTop } from '../panel/open-on-top.ts';
import { placementStyles } from './placement-modes.styles.ts';
import { pushPage } from './push-page.ts';

/** Add the styles of these modes to the shadow tree of a panel. */
export function addPlacementStyles(root: Node): void {
  addStyles(root, placementStyles);
}

/**
 * Open the dialog of the panel in a mode other than `floating`, or above a page that holds it. Loaded for the first such panel.
 *
 * @param options.isHeld whether the panel has to be modal, because the page keeps readers from what is not: the browser excepts
 *   a modal dialog from every `inert` around it, and keeps the focus in it
 * @returns functions that restore the page and the dialog
 */
export function enterMode(
  dialog: HTMLDialogElement,
  mode: PanelMode,
  { push, isHeld, hide }: { push: boolean; isHeld: boolean; hide: () => void },
): (() => void)[] {
  const isModal = mode === 'dialog' || mode === 'sheet';
  if (!isModal && !isHeld) {
    const close = openOnTop(dialog);
    return push ? [close, pushPage(dialog)] : [close];
  }
  dialog.showModal();
  if (!isModal) return [hideOnRequest(dialog, hide), keepEvents(dialog)];
  const undo = [lockScroll(), hideOnRequest(dialog, hide)];
  return mode === 'sheet' ? [...undo, followKeyboard(dialog)] : undo;
}

/** Hide a modal panel on a close request of the browser, and on a click on the backdrop. */
function hideOnRequest(dialog: HTMLDialogElement, hide: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  /** Target of the last press of a pointer. */
  let pressed: EventTarget | null = null;
  const handleCancel = (event: Event): void => {
    event.preventDefault();
    hide();
  };
  const handleClick = ({ target }: Event): void => {
    // A press on the backdrop has the dialog itself as its target. So has a click that only ends there: after selecting
    // text, and in Safari after moving an edge.
    if (target === dialog && target === pressed) hide();
  };
  dialog.addEventListener('cancel', handleCancel, { signal });
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target), { signal });
  dialog.addEventListener('click', handleClick, { signal });
  return () => subscription.abort();
}

/** What libraries for dialogs, focus traps and scroll locks listen for at the document. */
const TAKEN_EVENTS = ['keydown', 'pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel', 'click'];

/**
 * Keep keys, presses and scrolling in the panel from the page, which would close what it has below with them, or prevent all that are not
 * in its own dialog. In place of an event, a copy is dispatched that does not leave the shadow tree.
 *
 * @returns a function that stops it
 */
function keepEvents(dialog: HTMLDialogElement): () => void {
  const subscription = new AbortController();
  const handle = (event: Event): void => {
    const path = event.composedPath();
    const target = path[0] as Element;
    const isInside = path.includes(dialog) && target.getRootNode() === dialog.getRootNode();
    if (!isInside || (event instanceof KeyboardEvent && isComposing(event))) return;
    event.stopImmediatePropagation();
    // What a click does is done by its copy.
    if (!target.dispatchEvent(copyOf(event)) || event.type === 'click') event.preventDefault();
  };
  const options = { capture: true, signal: subscription.signal };
  for (const type of TAKEN_EVENTS) window.addEventListener(type, handle, options);
  return () => subscription.abort();
}

function copyOf(event: Event): Event {
  const init: Record<string, unknown> = {};
  for (const name in event) init[name] = event[name as keyof Event];
  const Copy = event.constructor as typeof Event;
  return new Copy(event.type, { ...init, composed: false });
}

/**
 * Keep the page from scrolling, if that leaves it as it is: its content at its place, by the room of a scroll bar that is kept, and its
 * `clientWidth`. In Chromium, where that has no such room, the styles of the panel keep the page from scrolling.
 */
function lockScroll(): () => void {
  const { style } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  const restore = (): void => {
    style.overflow = overflow;
    style.scrollbarGutter = scrollbarGutter;
  };
  const place = placeOfContent();
  style.overflow = 'hidden';
  if (placeOfContent() !== place) style.scrollbarGutter = 'stable';
  if (placeOfContent() !== place) restore();
  return restore;
}

function placeOfContent(): string {
  const { body, documentElement } = document;
  return `${body.getBoundingClientRect().left} ${body.clientWidth} ${documentElement.clientWidth}`;
}

/** Draw an `inline` panel: a section in the content of the page. */
export function renderInline(content: TemplateResult, heading: string, language: string): TemplateResult {
  return html`<section part="panel" class="panel" data-mode="inline" aria-label=${heading} lang=${language}>
    ${content}
  </section>`;
}
