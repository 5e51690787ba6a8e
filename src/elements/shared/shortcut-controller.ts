import type { ReactiveController, ReactiveControllerHost } from 'lit';

type ShortcutHost = ReactiveControllerHost &
  HTMLElement & { readonly shortcut: string; readonly open: boolean; show(): unknown };

/**
 * Opens its host when a key combination of the host's `shortcut` is pressed anywhere but in a field, and keeps the keys
 * that are typed inside the host from firing the page's own shortcuts, which see the host and no field as the target.
 */
export class ShortcutController implements ReactiveController {
  readonly #host: ShortcutHost;

  constructor(host: ShortcutHost) {
    this.#host = host;
    host.addController(this);
    host.addEventListener('keydown', (event) => {
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (!modified && (host.open || isTyping(event))) event.stopPropagation();
    });
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#handleKeydown);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#handleKeydown);
  }

  readonly #handleKeydown = (event: KeyboardEvent): void => {
    const shortcuts = this.#host.shortcut.replaceAll('mod', isApple() ? 'meta' : 'ctrl').split(' ');
    const pressed = readKeys(event);
    if (event.defaultPrevented || event.repeat || isTyping(event)) return;
    if (!shortcuts.some((keys) => inOrder(keys.split('+')) === pressed)) return;
    event.preventDefault();
    this.#host.show();
  };
}

/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

function readKeys({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  return inOrder([
    ctrlKey && 'ctrl',
    metaKey && 'meta',
    altKey && 'alt',
    // A sign such as `?` is typed with or without Shift, depending on the layout.
    shiftKey && /[a-z]/i.test(key) && 'shift',
    // A layout without Latin letters gives its own letter: then the place on the keyboard decides.
    key > '~' ? code.slice(3) : key,
  ]);
}

function inOrder(keys: readonly (string | false)[]): string {
  return keys.filter(Boolean).sort().join('+').toLowerCase();
}

/** Whether the key goes into a field, looked up through open shadow roots. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  return target.isContentEditable || /^(input|textarea|select)$/.test(target.localName);
}
