import type { DocsAssistant } from '../docs-assistant.ts';
import { openOnTop } from './open-on-top.ts';
import type * as PlacementModes from './placement-modes.ts';

/** How the panel stands on the page. A `sheet` and a `dialog` are modal. */
export type PanelMode = 'floating' | 'sheet' | 'sidebar' | 'dialog' | 'inline';

/** Whether a panel in this mode keeps the reader from the page. */
export function isModal(mode: PanelMode): boolean {
  return mode === 'sheet' || mode === 'dialog';
}

/** In a smaller window, or one that is magnified, a panel at the launcher would leave room for neither. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Between the panel and the launcher, and between the panel and the edge of the window. */
export const GAP = 12;
/** Room above the launcher that is enough for a conversation. */
const ENOUGH_ROOM = 400;
/** Between the launcher and the edge of the window, by its own style sheet. */
const LAUNCHER_INSET = 24;

/** Opens and closes the panel's dialog in the mode that the variant and the width of the window ask for. */
export interface Placement {
  /** The one that is asked for; the panel stays at the launcher until the others are loaded. */
  readonly mode: PanelMode;
  /** What layers other than that at the launcher need, once they are asked for. */
  readonly layers: typeof PlacementModes | undefined;
  /** Whether the panel that opens next leaves the page as wide as it is, also with `push`. */
  keepsPage: boolean;
  /** Loads what a panel needs that does not stand at the launcher, if this one does not. */
  load(): Promise<void>;
  /** Brings the panel into the state that the host is in. A plain section has none. */
  sync(panel: HTMLElement, launcher: HTMLElement | null): void;
}

export function createPlacement(host: DocsAssistant): Placement {
  const smallWindow = matchMedia(SMALL_WINDOW);
  /** Mode that the dialog is open in, with its placement. */
  let openAs = '';
  let openDialog: HTMLDialogElement | null = null;
  let layers: typeof PlacementModes | undefined;
  let loading: Promise<typeof PlacementModes> | undefined;
  /** What brings the page and the dialog back to how they were. */
  let undo: (() => void)[] = [];

  const handleWindow = (): void => host.requestUpdate();
  host.addController({
    hostConnected() {
      smallWindow.addEventListener('change', handleWindow);
      handleWindow();
    },
    hostDisconnected() {
      smallWindow.removeEventListener('change', handleWindow);
      close();
    },
  });

  return {
    get mode() {
      const mode = wantedMode();
      if (mode === 'floating' || layers) return mode;
      load().catch(() => {});
      return 'floating';
    },
    get layers() {
      return layers;
    },
    keepsPage: false,
    load,
    sync(panel, launcher) {
      const dialog = panel instanceof HTMLDialogElement ? panel : null;
      const { mode } = this;
      const isOpen = host.open && host.isConnected && dialog !== null;
      if (!isOpen) this.keepsPage = false;
      const { placement } = host;
      const push = host.push && !this.keepsPage;
      const opensAs = isOpen ? `${mode} ${placement} ${push}` : '';
      if (opensAs === openAs && (!isOpen || dialog === openDialog)) return;
      close();
      if (!isOpen) return;
      openAs = opensAs;
      openDialog = dialog;
      if (mode !== 'floating') undo = layers!.enterMode(dialog, mode, push);
      else {
        undo = [openOnTop(dialog)];
        if (launcher !== null) undo.push(place(dialog, launcher, placement));
      }
    },
  };

  function wantedMode(): PanelMode {
    const { variant } = host;
    if (variant === 'inline') return 'inline';
    if (smallWindow.matches) return 'sheet';
    return variant === 'popover' ? 'floating' : variant;
  }

  async function load(): Promise<void> {
    if (wantedMode() === 'floating' || layers) return;
    loading ??= import('./placement-modes.ts');
    layers = await loading;
    layers.addPlacementStyles(host.renderRoot);
    host.requestUpdate();
  }

  function close(): void {
    for (const takeBack of undo) takeBack();
    undo = [];
    openDialog?.close();
    openDialog = null;
    openAs = '';
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
  import('./placement-floating.ts').then(
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
