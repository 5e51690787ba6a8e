import type { ReactiveController } from 'lit';
import type { AssistantHost, AssistantParts, PanelMode, Placement, PlacementModes } from '../context.ts';
import { openOnTop } from './open-on-top.ts';

/** In a smaller window, or one that is magnified, a panel at the launcher would leave room for neither. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Pixels between the panel and the launcher, and between the panel and the edge of the window. */
const GAP = 12;
/** Height above the launcher, in pixels, that is enough for a conversation. */
const ENOUGH_ROOM = 400;
/** Distance of the launcher from the edge of the window, by its own style sheet. */
const LAUNCHER_INSET = 24;

/** Opens and closes the dialog of the panel in the mode that the variant and the size of the window ask for. */
export class PanelPlacement implements Placement, ReactiveController {
  keepsPage = false;

  readonly #host: AssistantHost;
  readonly #smallWindow = matchMedia(SMALL_WINDOW);
  readonly #parts: AssistantParts;
  /** Mode, placement and `push` that the dialog is open with; empty while it is closed. */
  #openAs = '';
  #dialog: HTMLDialogElement | null = null;
  /** Restores the page and the dialog. */
  #undo: (() => void)[] = [];

  constructor(host: AssistantHost, parts: AssistantParts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  get mode(): PanelMode {
    const mode = wantedMode(this.#host);
    const { placementModes } = this.#parts;
    if (mode === 'floating' || placementModes.value) return mode;
    // After a failure again when the panel opens: each draw reads the mode.
    if (!placementModes.failed) void placementModes.load();
    return 'floating';
  }

  get isModal(): boolean {
    return this.mode === 'sheet' || this.mode === 'dialog';
  }

  /** The code of the modes other than `floating`; `undefined` until it is loaded. */
  get modes(): PlacementModes | undefined {
    return this.#parts.placementModes.value;
  }

  hostConnected(): void {
    this.#smallWindow.addEventListener('change', this.#redraw);
    this.#redraw();
  }

  hostDisconnected(): void {
    this.#smallWindow.removeEventListener('change', this.#redraw);
    this.#close();
  }

  /** Load the code of the mode that is wanted now. */
  async load(): Promise<void> {
    if (wantedMode(this.#host) !== 'floating') await this.#parts.placementModes.load();
  }

  /** Bring the panel into the state of the host. A plain section has none. */
  sync(panel: HTMLElement, launcher: HTMLElement | null): void {
    const host = this.#host;
    const { mode } = this;
    const { placement } = host;
    const dialog = panel instanceof HTMLDialogElement ? panel : null;
    const isOpen = host.open && host.isConnected && dialog !== null;
    if (!isOpen) this.keepsPage = false;
    const push = host.push && !this.keepsPage;
    const openAs = isOpen ? `${mode} ${placement} ${push}` : '';
    if (openAs === this.#openAs && (!isOpen || dialog === this.#dialog)) return;
    this.#close();
    if (!isOpen) return;
    this.#openAs = openAs;
    this.#dialog = dialog;
    if (mode !== 'floating')
      this.#undo = this.modes!.enterMode(dialog, mode, { push, hide: () => host.hide() });
    else {
      void this.load();
      this.#undo = [openOnTop(dialog)];
      if (launcher !== null) this.#undo.push(this.#place(dialog, launcher));
    }
  }

  /**
   * Put the panel at the launcher. Above a launcher at the place of its own style sheet this takes no library.
   *
   * @returns releases the panel
   */
  #place(panel: HTMLElement, launcher: HTMLElement): () => void {
    const { placement } = this.#host;
    const { position, direction } = getComputedStyle(launcher);
    const { top, left, right } = launcher.getBoundingClientRect();
    const end = direction === 'rtl' ? left : document.documentElement.clientWidth - right;
    if (placement === 'top-end' && position === 'fixed' && top > ENOUGH_ROOM && end <= LAUNCHER_INSET) {
      const bottom = window.innerHeight - top + GAP;
      return setStyles(panel, {
        'inset-block-end': `${bottom}px`,
        'inset-inline-end': `${end}px`,
        '--_available-height': `calc(100dvh - ${bottom + GAP}px)`,
      });
    }
    // Without the library the panel stays in the corner.
    let undo: (() => void) | null = () => {};
    void this.#parts.placementFloating.load().then((piece) => {
      if (piece && undo) undo = piece.keepAtLauncher(panel, launcher, placement, GAP);
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

/** Return the mode that the variant and the size of the window ask for. */
export function wantedMode({ variant }: AssistantHost): PanelMode {
  if (variant === 'inline') return 'inline';
  if (matchMedia(SMALL_WINDOW).matches) return 'sheet';
  return variant === 'popover' ? 'floating' : variant;
}

/** @returns removes them */
function setStyles({ style }: HTMLElement, values: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(values)) style.removeProperty(name);
  };
}
