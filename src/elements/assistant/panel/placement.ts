import { lazy } from '../../shared/lazy.ts';
import type { AssistantHost, PanelMode, Placement } from '../context.ts';
import { openOnTop } from './open-on-top.ts';
import type * as PlacementModes from './placement-modes.ts';

/** In a smaller window, or one that is magnified, a panel at the launcher would leave room for neither. */
const SMALL_WINDOW = '(max-width: 600px), (max-height: 480px)';
/** Pixels between the panel and the launcher, and between the panel and the edge of the window. */
const GAP = 12;
/** Height above the launcher, in pixels, that is enough for a conversation. */
const ENOUGH_ROOM = 400;
/** Distance of the launcher from the edge of the window, by its own style sheet. */
const LAUNCHER_INSET = 24;

/** Opens and closes the dialog of the panel in the mode that the variant and the size of the window ask for. */
export interface PanelPlacement extends Placement {
  /** The code of the modes other than `floating`; `undefined` until it is loaded. */
  readonly modes: typeof PlacementModes | undefined;
  /** Target of the last press of a pointer in the panel, or on the backdrop around it. */
  pressed: EventTarget | null;
  /** Load the code of the mode that is wanted now. */
  load(): Promise<unknown>;
  /** Bring the panel into the state of the host. A plain section has none. */
  sync(panel: HTMLElement, launcher: HTMLElement | null): void;
}

/** Load what a panel in the wanted mode cannot do without. Rejects when that fails. */
export async function loadMode(host: AssistantHost): Promise<void> {
  if (wantedMode(host) !== 'floating') await import('./placement-modes.ts');
}

export function createPlacement(host: AssistantHost): PanelPlacement {
  const smallWindow = matchMedia(SMALL_WINDOW);
  const modes = lazy(
    async () => {
      const module = await import('./placement-modes.ts');
      module.addPlacementStyles(host.renderRoot);
      return module;
    },
    { onChange: () => host.requestUpdate() },
  );
  /** Mode, placement and `push` that the dialog is open with; empty while it is closed. */
  let openAs = '';
  let openDialog: HTMLDialogElement | null = null;
  /** Restores the page and the dialog. */
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
      const mode = wantedMode(host);
      if (mode === 'floating' || modes.value) return mode;
      // After a failure again when the panel opens: each draw reads the mode.
      if (!modes.failed) void modes.load();
      return 'floating';
    },
    get isModal() {
      return this.mode === 'sheet' || this.mode === 'dialog';
    },
    get modes() {
      return modes.value;
    },
    keepsPage: false,
    pressed: null,
    async load() {
      if (wantedMode(host) !== 'floating') await modes.load();
    },
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
      if (mode !== 'floating') undo = modes.value!.enterMode(dialog, mode, push);
      else {
        void this.load();
        undo = [openOnTop(dialog)];
        if (launcher !== null) undo.push(place(dialog, launcher, placement));
      }
    },
  };

  function close(): void {
    for (const restore of undo) restore();
    undo = [];
    openDialog?.close();
    openDialog = null;
    openAs = '';
  }
}

function wantedMode({ variant }: AssistantHost): PanelMode {
  if (variant === 'inline') return 'inline';
  if (matchMedia(SMALL_WINDOW).matches) return 'sheet';
  return variant === 'popover' ? 'floating' : variant;
}

/**
 * Put the panel at the launcher. Above a launcher at the place of its own style sheet this takes no library.
 *
 * @returns releases the panel
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
  // Without the library the panel stays in the corner.
  let undo: (() => void) | null = () => {};
  import('./placement-floating.ts').then(
    ({ keepAtLauncher }) => {
      if (undo) undo = keepAtLauncher(panel, launcher, placement, GAP);
    },
    () => {},
  );
  return () => {
    undo?.();
    undo = null;
  };
}

/** @returns removes them */
function setStyles({ style }: HTMLElement, values: Readonly<Record<string, string>>): () => void {
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  return () => {
    for (const name of Object.keys(values)) style.removeProperty(name);
  };
}
