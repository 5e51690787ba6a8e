import type { ReactiveController, ReactiveControllerHost } from 'lit';

type ShortcutHost = ReactiveControllerHost & HTMLElement & { shortcut: string; open: boolean };

const KEY_EVENTS = ['keydown', 'keypress', 'keyup'] as const;
/** Fields that take text; a checkbox or a button does not swallow a shortcut. */
const TEXT_FIELD =
  'textarea, select, input:not([type=button], [type=checkbox], [type=color], [type=file], [type=radio], [type=range], [type=reset], [type=submit])';

/**
 * Calls back when a key combination of the host's `shortcut` is pressed anywhere but in a field, and keeps the keys that
 * are typed inside the host from firing the page's own shortcuts, which see the host and no field as the target.
 */
export class ShortcutController implements ReactiveController {
  readonly #host: ShortcutHost;
  readonly #onPress: () => void;

  constructor(host: ShortcutHost, onPress: () => void) {
    this.#host = host;
    this.#onPress = onPress;
    host.addController(this);
    for (const type of KEY_EVENTS) host.addEventListener(type, this.#keepInside);
  }

  hostConnected(): void {
    document.addEventListener('keydown', this.#handleKeydown);
  }

  hostDisconnected(): void {
    document.removeEventListener('keydown', this.#handleKeydown);
  }

  readonly #keepInside = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#host.open || isTyping(event)) event.stopPropagation();
  };

  readonly #handleKeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const shortcuts = this.#host.shortcut.split(/\s+/).filter((keys) => keys && keys !== 'none');
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
  const isLetter = /^[a-z]$/.test(key);
  // A layout without Latin letters gives its own letter: then the place on the keyboard decides.
  const pressed =
    event.key.toLowerCase() === key ||
    (isLetter && /^[^ -~]$/.test(event.key) && event.code.toLowerCase() === `key${key}`);
  return (
    pressed &&
    event.ctrlKey === (parts.includes('ctrl') || (mod && !isApple())) &&
    event.metaKey === (parts.includes('meta') || (mod && isApple())) &&
    event.altKey === parts.includes('alt') &&
    // A sign such as `?` is typed with or without Shift, depending on the layout.
    ((!isLetter && key.length === 1) || event.shiftKey === parts.includes('shift'))
  );
}

/** Whether the key goes into a field, looked up through open shadow roots. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELD));
}
