import type { ReactiveController } from 'lit';
import type { Placement } from '../context.ts';
import type { AssistantHost, PanelMode } from '../host.ts';
import { openOnTop } from './open-on-top.ts';
import type { PanelGroups } from './panel-groups.ts';

/** In a smaller window, or one that is magnified, the panel is a sheet: beside the launcher it would be too small. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Pixels between the panel and the launcher, and between the panel and the edge of the window. */
const GAP = 12;
/** Height above the launcher, in pixels, from which no library is needed to place the panel. */
const ENOUGH_ROOM = 400;
/** Distance of the launcher from the edge of the window in its default styles, in pixels. */
const LAUNCHER_INSET = 24;

/** When to look whether the page has moved the focus away, in milliseconds after the last time: some look where it is twice a second. */
const FOCUS_CHECKS = [0, 20, 50, 100, 250, 400, 600];

/** Opens and closes the dialog of the panel, in the mode for the variant and the size of the window. */
export class PanelPlacement implements Placement, ReactiveController {
  withoutPush = false;

  readonly #host: AssistantHost;
  readonly #smallWindow = matchMedia(SMALL_WINDOW);
  readonly #groups: Pick<PanelGroups, 'modes' | 'floating'>;
  /** Mode, placement and `push` that the dialog is open with; empty while it is closed. */
  #openAs = '';
  #dialog: HTMLDialogElement | null = null;
  /** Whether the page holds what is not modal: by a modal dialog of its own, `inert`, or a focus trap. */
  #needsModal = false;
  #keepsFocus = false;
  #isFocusing = false;
  /** Functions that restore the page and the dialog. */
  #undo: (() => void)[] = [];

  constructor(host: AssistantHost, groups: Pick<PanelGroups, 'modes' | 'floating'>) {
    this.#host = host;
    this.#groups = groups;
    host.addController(this);
  }

  get mode(): PanelMode {
    const mode = wantedMode(this.#host);
    const { modes } = this.#groups;
    if (mode === 'floating' || modes.value) return mode;
    // After a failure, retried only when the panel opens, because each drawing reads the mode.
    if (!modes.failed) void modes.preload();
    return 'floating';
  }

  get isModal(): boolean {
    return this.#needsModal || this.mode === 'sheet' || this.mode === 'dialog';
  }

  /** The code of the modes other than `floating`; `undefined` until it is loaded. */
  get modes(): PanelGroups['modes']['value'] {
    return this.#groups.modes.value;
  }

  hostConnected(): void {
    this.#smallWindow.addEventListener('change', this.#redraw);
    this.#redraw();
  }

  hostDisconnected(): void {
    this.#smallWindow.removeEventListener('change', this.#redraw);
    this.#close();
  }

  /** Load the code of the current mode, if it is not `floating`. */
  async load(): Promise<void> {
    if (wantedMode(this.#host) !== 'floating') await this.#groups.modes.load();
  }

  /** Open, close or move the dialog to match the host. An inline panel, which is no dialog, stays as it is. */
  sync(panel: HTMLElement, launcher: HTMLElement | null): void {
    const host = this.#host;
    const { mode } = this;
    const { placement } = host;
    const dialog = panel instanceof HTMLDialogElement ? panel : null;
    const isOpen = host.open && host.isConnected && dialog !== null;
    if (!isOpen) this.withoutPush = this.#needsModal = false;
    const push = host.push && !this.withoutPush;
    const needsModal = this.#needsModal && this.modes !== undefined;
    const openAs = isOpen ? `${mode} ${placement} ${push} ${needsModal}` : '';
    if (openAs === this.#openAs && (!isOpen || dialog === this.#dialog)) return;
    this.#close();
    if (!isOpen) return;
    this.#openAs = openAs;
    this.#dialog = dialog;
    if (mode !== 'floating' || needsModal)
      this.#undo = this.modes!.enterMode(dialog, mode, { push, needsModal, host });
    else {
      void this.load();
      this.#undo = [openOnTop(dialog)];
    }
    if (mode === 'floating' && launcher !== null) this.#undo.push(this.#place(dialog, launcher));
    if (!this.isModal && isOutOfReach(dialog)) void this.#hold();
  }

  /**
   * Focus an element of the panel, also where the page takes the focus back: once, as a menu does that closes. A page that does so
   * again has a focus trap, which only a modal panel is out of the reach of.
   */
  async keepFocus(element: HTMLElement): Promise<void> {
    const dialog = this.#dialog;
    if (this.#needsModal && !dialog?.matches(':modal')) await this.#hold();
    // A trap that takes the focus back at once makes the field focused again and again.
    if (this.#isFocusing) return;
    this.#isFocusing = true;
    element.focus();
    this.#isFocusing = false;
    if (dialog === null || this.isModal || this.#keepsFocus) return;
    this.#keepsFocus = true;
    // A reader may go elsewhere.
    const move = new AbortController();
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, (event) => (event as KeyboardEvent).key?.length === 1 || move.abort(), {
        capture: true,
        signal: move.signal,
      });
    const { href } = location;
    let isLost = false;
    for (const delay of FOCUS_CHECKS) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      // A router moves the focus for each page that it shows, which is no trap.
      if (move.signal.aborted || dialog !== this.#dialog || location.href !== href) break;
      // Also in a dialog of ours above the panel, such as the list of keys.
      if (shadowOf(dialog).activeElement) continue;
      if (isLost) await this.#hold();
      isLost = true;
      element.focus();
    }
    move.abort();
    this.#keepsFocus = false;
  }

  /** Make the panel modal. It closes if the code for that cannot be loaded, because nothing in it could be used. */
  async #hold(): Promise<void> {
    const host = this.#host;
    this.#needsModal = true;
    if (!(await this.#groups.modes.load())) host.hide();
    host.requestUpdate();
    await host.updateComplete;
  }

  /**
   * Place the panel at the launcher. Above a launcher in its default place, with enough room, this needs no library.
   *
   * @returns a function that stops it
   */
  #place(panel: HTMLElement, launcher: HTMLElement): () => void {
    const { placement } = this.#host;
    const { position, direction } = getComputedStyle(launcher);
    const { top, bottom, left, right } = launcher.getBoundingClientRect();
    const end = direction === 'rtl' ? left : document.documentElement.clientWidth - right;
    if (placement === 'top-end' && position === 'fixed' && top > ENOUGH_ROOM && end <= LAUNCHER_INSET) {
      // In the place of the launcher, which has no use while the panel is open.
      const below = window.innerHeight - bottom;
      const show = setStyles(launcher, { visibility: 'hidden' });
      const move = setStyles(panel, {
        'inset-block-end': `${below}px`,
        'inset-inline-end': `${end}px`,
        '--_available-height': `calc(100dvh - ${below + GAP}px)`,
      });
      return () => {
        show();
        move();
      };
    }
    // If the library cannot be loaded, the panel stays in the corner.
    let undo: (() => void) | null = () => {};
    void this.#groups.floating.preload().then((floating) => {
      if (floating && undo) undo = floating.keepAtLauncher(panel, launcher, placement, GAP);
    });
    return () => {
      undo?.();
      undo = null;
    };
  }

  readonly #redraw = (): void => this.#host.requestUpdate();

  #close(): void {
    for (const restore of this.#undo) restore();
    this.#undo = [];
    this.#dialog?.close();
    this.#dialog = null;
    this.#openAs = '';
  }
}

/** Return the mode for the variant and the size of the window. */
export function wantedMode({ variant, joint }: AssistantHost): PanelMode {
  if (variant === 'inline') return 'inline';
  if (matchMedia(SMALL_WINDOW).matches) return 'sheet';
  return joint ? 'dialog' : variant === 'popover' ? 'floating' : variant;
}

/** Whether a press does not reach a dialog that has just been opened above everything: it is inert. */
function isOutOfReach(dialog: HTMLElement): boolean {
  const { left, top, width } = dialog.getBoundingClientRect();
  // Its border is in no slot.
  const [x, y] = [left + width / 2, Math.max(top, 0) + 2];
  if (width === 0 || x < 0 || x > window.innerWidth || y > window.innerHeight) return false;
  return !dialog.contains(shadowOf(dialog).elementFromPoint(x, y));
}

function shadowOf(dialog: HTMLElement): ShadowRoot {
  return dialog.getRootNode() as ShadowRoot;
}

/** @returns a function that removes them */
function setStyles({ style }: HTMLElement, values: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(values)) style.removeProperty(name);
  };
}
