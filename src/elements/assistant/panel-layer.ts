import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom';
import type { ReactiveController } from 'lit';
import type { DocsAssistant } from './docs-assistant.ts';

/** How the panel stands on the page. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** In a smaller window, or one that is magnified, a panel at the launcher would leave room for neither. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Between the launcher and the panel. */
const LAUNCHER_GAP = 12;
/** Between the panel and the edges of the window. */
const WINDOW_GAP = 12;
const PLACEMENT = /^(top|right|bottom|left)(-start|-end)?$/;

/** Opens and closes the panel's dialog in the mode that the variant and the width of the window ask for. */
export class PanelLayer implements ReactiveController {
  readonly #host: DocsAssistant;
  readonly #smallWindow = matchMedia(SMALL_WINDOW);
  /** Mode the dialog is open in. */
  #openMode: PanelMode | null = null;
  #openDialog: HTMLDialogElement | null = null;
  /** What brings the page and the dialog back to how they were. */
  #undo: (() => void)[] = [];

  constructor(host: DocsAssistant) {
    this.#host = host;
    host.addController(this);
  }

  get mode(): PanelMode {
    const { variant } = this.#host;
    if (variant === 'inline') return 'inline';
    if (this.#smallWindow.matches) return 'sheet';
    return variant === 'popover' ? 'floating' : variant;
  }

  hostConnected(): void {
    this.#smallWindow.addEventListener('change', this.#handleWindow);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#smallWindow.removeEventListener('change', this.#handleWindow);
    this.#close();
  }

  /** Brings the panel into the state that the host is in. A plain section has none. */
  sync(panel: HTMLElement, launcher: HTMLElement | null): void {
    const dialog = panel instanceof HTMLDialogElement ? panel : null;
    const mode = this.#host.open && this.#host.isConnected ? this.mode : null;
    if (mode === this.#openMode && dialog === this.#openDialog) return;
    this.#close();
    if (mode === null || dialog === null) return;
    this.#openMode = mode;
    this.#openDialog = dialog;
    if (mode === 'sheet' || mode === 'dialog') {
      dialog.showModal();
      this.#undo.push(lockScroll());
    } else {
      // Not `show()`, which would take the focus from a page that comes with the panel open.
      dialog.open = true;
    }
    if (mode === 'sheet') this.#undo.push(followKeyboard(dialog));
    if (mode === 'floating' && launcher !== null) this.#undo.push(this.#place(dialog, launcher));
  }

  readonly #handleWindow = (): void => this.#host.requestUpdate();

  #close(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#openDialog?.close();
    this.#openDialog = null;
    this.#openMode = null;
  }

  #place(dialog: HTMLDialogElement, launcher: HTMLElement): () => void {
    const stop = autoUpdate(launcher, dialog, async () => {
      const { placement } = this.#host;
      const { x, y } = await computePosition(launcher, dialog, {
        strategy: 'fixed',
        placement: (PLACEMENT.test(placement) ? placement : 'top-end') as Placement,
        middleware: [
          offset(LAUNCHER_GAP),
          flip({ padding: WINDOW_GAP }),
          shift({ padding: WINDOW_GAP }),
          size({
            padding: WINDOW_GAP,
            apply: ({ availableHeight }) =>
              dialog.style.setProperty('--_available-height', `${Math.floor(availableHeight)}px`),
          }),
        ],
      });
      dialog.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`);
    });
    return () => {
      stop();
      dialog.style.removeProperty('inset');
      dialog.style.removeProperty('--_available-height');
    };
  }
}

function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.getPropertyValue('overflow');
  style.setProperty('overflow', 'hidden');
  return () => style.setProperty('overflow', before);
}

/** Keeps the sheet above an on-screen keyboard, which covers the window without resizing it. */
function followKeyboard(dialog: HTMLDialogElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const follow = (): void => {
    const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
    dialog.style.setProperty('--_covered-height', `${Math.round(covered)}px`);
  };
  viewport.addEventListener('resize', follow);
  viewport.addEventListener('scroll', follow);
  follow();
  return () => {
    viewport.removeEventListener('resize', follow);
    viewport.removeEventListener('scroll', follow);
    dialog.style.removeProperty('--_covered-height');
  };
}
