import type { ReactiveController, ReactiveControllerHost } from 'lit';

type ShortcutHost = ReactiveControllerHost & HTMLElement & { shortcut: string };

/** Calls back when a key combination of the host's `shortcut` is pressed anywhere but in a field. */
export class ShortcutController implements ReactiveController {
  readonly #host: ShortcutHost;
  readonly #onPress: () => void;

  constructor(host: ShortcutHost, onPress: () => void) {
    this.#host = host;
    this.#onPress = onPress;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#handleKeydown);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#handleKeydown);
  }

  readonly #handleKeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const shortcuts = (this.#host.shortcut ?? '').split(/\s+/).filter((keys) => keys && keys !== 'none');
    if (!shortcuts.some((keys) => matchesShortcut(event, keys)) || isTyping(event)) return;
    event.preventDefault();
    this.#onPress();
  };
}

/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

function matchesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const parts = shortcut.toLowerCase().split('+');
  const key = parts.pop() || '+';
  const mod = parts.includes('mod');
  const shiftMatters = /^[a-z]$|^.{2,}$/.test(key);
  return (
    event.key.toLowerCase() === key &&
    event.ctrlKey === (parts.includes('ctrl') || (mod && !isApple())) &&
    event.metaKey === (parts.includes('meta') || (mod && isApple())) &&
    event.altKey === parts.includes('alt') &&
    (!shiftMatters || event.shiftKey === parts.includes('shift'))
  );
}

/** Whether the key goes into a field, looked up through open shadow roots. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/.test(target.localName);
}
