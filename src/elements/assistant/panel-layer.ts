import type { ReactiveController } from 'lit';
import type { DocsAssistant } from './docs-assistant.ts';
import type * as PanelLayers from './panel-layers.ts';

/** How the panel stands on the page. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** In a smaller window, or one that is magnified, a panel at the launcher would leave room for neither. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Between the panel and the launcher, and between the panel and the edge of the window. */
export const GAP = 12;
/** Room above the launcher that is enough for a conversation. */
const ENOUGH_ROOM = 400;
/** Between the launcher and the edge of the window, by its own style sheet. */
const LAUNCHER_INSET = 24;

/** Opens and closes the panel's dialog in the mode that the variant and the width of the window ask for. */
export class PanelLayer implements ReactiveController {
  readonly #host: DocsAssistant;
  readonly #smallWindow = matchMedia(SMALL_WINDOW);
  /** Mode that the dialog is open in, with its placement. */
  #openAs = '';
  #openDialog: HTMLDialogElement | null = null;
  /** What layers other than that at the launcher need, once they are asked for. */
  layers: typeof PanelLayers | undefined;
  #loading: Promise<typeof PanelLayers> | undefined;
  /** What brings the page and the dialog back to how they were. */
  #undo: (() => void)[] = [];

  constructor(host: DocsAssistant) {
    this.#host = host;
    host.addController(this);
  }

  /** The one that is asked for; the panel stays at the launcher until the others are loaded. */
  get mode(): PanelMode {
    const mode = this.#wanted;
    if (mode === 'floating' || this.layers) return mode;
    this.load().catch(() => {});
    return 'floating';
  }

  get #wanted(): PanelMode {
    const { variant } = this.#host;
    if (variant === 'inline') return 'inline';
    if (this.#smallWindow.matches) return 'sheet';
    return variant === 'popover' ? 'floating' : variant;
  }

  /** Loads what a panel needs that does not stand at the launcher, if this one does not. */
  async load(): Promise<void> {
    if (this.#wanted === 'floating' || this.layers) return;
    this.#loading ??= import('./panel-layers.ts');
    this.layers = await this.#loading;
    this.layers.addLayerStyles(this.#host.renderRoot);
    this.#host.requestUpdate();
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
    const { mode } = this;
    const isOpen = this.#host.open && this.#host.isConnected && dialog !== null;
    const { placement, push } = this.#host;
    const openAs = isOpen ? `${mode} ${placement} ${push}` : '';
    if (openAs === this.#openAs && (!isOpen || dialog === this.#openDialog)) return;
    this.#close();
    if (!isOpen) return;
    this.#openAs = openAs;
    this.#openDialog = dialog;
    if (mode !== 'floating') {
      this.#undo.push(...this.layers!.enterLayer(dialog, mode, push));
    } else {
      // Not `show()`, which would take the focus from a page that comes with the panel open.
      dialog.open = true;
      if (launcher !== null) this.#undo.push(place(dialog, launcher, placement));
    }
  }

  readonly #handleWindow = (): void => this.#host.requestUpdate();

  #close(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#openDialog?.close();
    this.#openDialog = null;
    this.#openAs = '';
  }
}

/**
 * Puts the panel at the launcher. Above a launcher that is where its style sheet puts it that takes no library.
 *
 * @returns what lets the panel go
 */
function place(panel: HTMLElement, launcher: HTMLElement, placement: string): () => void {
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
  // When that does not load, the panel stays in the corner.
  let undo: (() => void) | null = () => {};
  import('./panel-position.ts').then(
    ({ keepAtLauncher }) => {
      if (undo) undo = keepAtLauncher(panel, launcher, placement);
    },
    () => {},
  );
  return () => {
    undo?.();
    undo = null;
  };
}

/** @returns what takes them back */
function setStyles({ style }: HTMLElement, values: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(values)) style.removeProperty(name);
  };
}
