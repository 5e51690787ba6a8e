import { html, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { isComposing } from '../../shared/dom/composing.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantHost, PanelMode } from '../host.ts';
import type { Joint } from '../../shared/joint.ts';
import { openOnTop } from '../panel/open-on-top.ts';

/** Add the styles of these modes to the shadow tree of a panel. */
export function addPlacementStyles(root: Node): void {
  addStyles(root, placementStyles);
}

/**
 * Open the dialog of the panel in a mode other than `floating`, or above a page that holds it. Loaded for the first such panel.
 *
 * @param options.needsModal whether the panel has to be modal, because the page keeps readers from what is not: the browser excepts
 *   a modal dialog from every `inert` around it, and keeps the focus in it
 * @returns functions that restore the page and the dialog
 */
export function enterMode(
  dialog: HTMLDialogElement,
  mode: PanelMode,
  { push, needsModal, host }: { push: boolean; needsModal: boolean; host: AssistantHost },
): (() => void)[] {
  // With the `zoom` of the page it would be larger than the window.
  dialog.style.setProperty('zoom', `${1 / (dialog.parentElement!.currentCSSZoom ?? 1)}`);
  const isModal = mode === 'dialog' || mode === 'sheet';
  if (!isModal && !needsModal) {
    const close = openOnTop(dialog);
    return push ? [close, pushPage(dialog)] : [close];
  }
  dialog.showModal();
  if (!isModal) return [hideOnRequest(dialog, host), keepEvents(dialog)];
  const undo = [lockScroll(), hideOnRequest(dialog, host)];
  if (host.joint) undo.push(takePlace(dialog, host, host.joint));
  return mode === 'sheet' ? [...undo, avoidKeyboard(dialog)] : undo;
}

/**
 * Let a panel grow out of the results of a search, in their place.
 *
 * @returns a function that leaves the search, unless the panel only opens again, in another mode
 */
function takePlace(dialog: HTMLDialogElement, host: AssistantHost, joint: Joint): () => void {
  const { classList } = dialog;
  classList.add('joint');
  classList.toggle('over-dialog', joint.isModal);
  const from = joint.cover();
  const to = dialog.getBoundingClientRect();
  const edges = [from.top - to.top, to.right - from.right, to.bottom - from.bottom, from.left - to.left];
  const clipPath = `inset(${edges.map((edge) => `${Math.max(edge, 0)}px`).join(' ')})`;
  const growth = animate(dialog, { clipPath: [clipPath, 'inset(-64px)'] });
  return () => {
    growth.cancel();
    classList.remove('joint', 'over-dialog');
    if (host.joint && host.open && host.isConnected) return;
    host.joint = undefined;
    void joint.leave();
  };
}

/** Move a panel from its place in the search to its own. */
export async function dock(host: AssistantHost): Promise<void> {
  const dialog = host.renderRoot.querySelector<HTMLElement>('.panel')!;
  const from = dialog.getBoundingClientRect();
  // First, because a dialog that is still open would keep readers from a panel that is not modal.
  await host.joint?.leave();
  host.joint = undefined;
  host.requestUpdate();
  await host.updateComplete;
  const to = dialog.getBoundingClientRect();
  const transform = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  animate(dialog, { transformOrigin: '0 0', transform: [transform, 'none'] });
}

/** Animate a change of place; only by opacity for readers who want less motion. */
function animate(dialog: HTMLElement, motion: PropertyIndexedKeyframes): Animation {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return dialog.animate(
    { opacity: [0.4, 1], ...(isReduced ? {} : motion) },
    { duration: 280, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
}

/** Hide a modal panel on a close request of the browser, and on a click on the backdrop. */
function hideOnRequest(dialog: HTMLDialogElement, host: AssistantHost): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  /** Target of the last press of a pointer. */
  let pressed: EventTarget | null = null;
  const handleCancel = (event: Event): void => {
    event.preventDefault();
    (host.joint ?? host).hide();
  };
  const handleClick = ({ target }: Event): void => {
    // A press on the backdrop has the dialog itself as its target. So has a click that only ends there: after selecting
    // text, and in Safari after moving an edge.
    if (target === dialog && target === pressed) host.hide();
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

/**
 * Keep a sheet above the on-screen keyboard, which covers the window without resizing it.
 *
 * @returns a function that stops it
 */
function avoidKeyboard({ style }: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const subscription = new AbortController();
  const measure = (): void => {
    // Times its scale: zooming with two fingers shows a part of the window, and covers none.
    const covered = Math.max(0, window.innerHeight - viewport.height * viewport.scale - viewport.offsetTop);
    style.setProperty('--_covered-height', `${Math.round(covered)}px`);
  };
  for (const type of ['resize', 'scroll'])
    viewport.addEventListener(type, measure, { signal: subscription.signal });
  measure();
  return () => subscription.abort();
}

/** Minimum width that is left for the page, in pixels. If there is less, the panel covers a part of the page. */
const MIN_PAGE_WIDTH = 480;
/** Width of the panel, for the styles of elements that the page has at the edge of the window. */
const WIDTH_PROPERTY = '--docs-assistant-sidebar-width';

/**
 * Make the page narrower by the width of a panel at its side, while there is room for both.
 *
 * @returns a function that restores the width of the page
 */
function pushPage(panel: HTMLElement): () => void {
  const { style } = document.documentElement;
  const before = { left: style.paddingLeft, right: style.paddingRight };
  const restore = (): void => {
    style.paddingLeft = before.left;
    style.paddingRight = before.right;
    style.removeProperty(WIDTH_PROPERTY);
  };
  const adapt = (): void => {
    restore();
    const { left, width } = panel.getBoundingClientRect();
    if (window.innerWidth - width < MIN_PAGE_WIDTH) return;
    style.setProperty(left > 0 ? 'padding-right' : 'padding-left', `${width}px`);
    style.setProperty(WIDTH_PROPERTY, `${width}px`);
  };
  const observer = new ResizeObserver(adapt);
  observer.observe(panel);
  window.addEventListener('resize', adapt);
  // The panel is not printed.
  window.addEventListener('beforeprint', restore);
  window.addEventListener('afterprint', adapt);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', adapt);
    window.removeEventListener('beforeprint', restore);
    window.removeEventListener('afterprint', adapt);
    restore();
  };
}

/** The panel in the modes other than `floating`. */
const placementStyles = css`
  .panel::backdrop {
    background: #0b122066;
  }
  /* What does not scroll itself passes no scrolling on to the page. */
  .panel::backdrop,
  .panel:modal .frame {
    overflow: hidden;
    overscroll-behavior: contain;
  }
  .panel[data-mode='sheet'] {
    inset: auto 0 var(--_covered-height, 0);
    width: 100%;
    height: min(92dvh, 100dvh - var(--_covered-height, 0px));
    padding: 0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .panel[data-mode='sidebar'] {
    inset-block: 0;
    inset-inline-end: 0;
    height: 100dvh;
    border-radius: 0;
  }
  .panel[data-mode='dialog'] {
    inset: 0;
    width: min(var(--_width, var(--docs-assistant-panel-width, 720px)), 100vw - 48px);
    height: min(var(--_height, var(--docs-assistant-panel-height, 760px)), 100dvh - 64px);
    margin: auto;
  }
  /* In the place of a search's dialog. */
  .panel.joint[data-mode='dialog'] {
    --_top: min(12vh, 96px);
    width: min(var(--_width, 680px), 100vw - 32px);
    height: min(var(--_height, 760px), 100dvh - var(--_top) - 32px);
    margin-block-start: var(--_top);
  }
  .header .back {
    order: -1;
    margin-inline: -10px 2px;
  }
  .back:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .panel.over-dialog::backdrop {
    background: none;
  }
  .panel[data-mode='inline'] {
    position: static;
    width: auto;
    height: var(--docs-assistant-panel-height, 600px);
    border: 1px solid var(--_border);
    box-shadow: none;
  }
  /* Only an inline panel is printed with the page: all of the conversation, without what is used on a screen. */
  @media print {
    :host([variant='inline']) {
      height: auto !important;
      max-height: none !important;
    }
    .panel[data-mode='inline'],
    .panel[data-mode='inline'] :is(.frame, .messages) {
      display: block;
      container-type: normal;
      height: auto;
      margin: 0;
      overflow: visible;
      mask: none !important;
    }
    .panel[data-mode='inline'] :is(.composer, .footer, .newest, .hint, .header button, .actions) {
      display: none;
    }
    .turn {
      content-visibility: visible;
    }
    .prose pre code {
      inline-size: auto;
      white-space: pre-wrap;
    }
    .prose .code-copy {
      display: none;
    }
  }
`;
