/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Whether one of the key combinations (`mod+k /`) is pressed, outside of a field. */
export function pressesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const pressed = [
    ctrlKey && 'ctrl',
    metaKey && 'meta',
    altKey && 'alt',
    // A sign such as `?` is typed with or without Shift, depending on the layout.
    shiftKey && /[a-z]/i.test(key) && 'shift',
    // A layout without Latin letters gives its own letter: then the place on the keyboard decides.
    key > '~' ? code.slice(3) : key,
  ];
  const shortcuts = shortcut.replaceAll('mod', isApple() ? 'meta' : 'ctrl').split(' ');
  return (
    shortcuts.some((keys) => inOrder(keys.split('+')) === inOrder(pressed)) &&
    !event.defaultPrevented &&
    !event.repeat &&
    !isTyping(event)
  );
}

/** Whether the key goes into a field, looked up through open shadow roots. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  return target.isContentEditable || /^(input|textarea|select)$/.test(target.localName);
}

function inOrder(keys: readonly (string | false)[]): string {
  return keys
    .map((key) => key && key.toLowerCase())
    .filter(Boolean)
    .sort((one, other) => (one < other ? -1 : 1))
    .join('+');
}
