const MODIFIERS = ['ctrl', 'meta', 'alt', 'shift'] as const;

/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Return key combinations in the notation of `aria-keyshortcuts`: `Control+k /`. */
export function nameShortcut(shortcut: string): string {
  return spellOut(shortcut)
    .replaceAll('ctrl', 'control')
    .replace('none', '')
    .replace(/\b[a-z](?=[a-z])/g, (letter) => letter.toUpperCase());
}

/** Return key combinations in lower case, with the key that `mod` is here. */
function spellOut(shortcut: string): string {
  return shortcut.toLowerCase().replaceAll('mod', isApple() ? 'meta' : 'ctrl');
}

/** Whether one of the key combinations (`mod+k /`) is pressed, outside of a field. */
export function pressesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  // On a layout without Latin letters, compare the physical key. Where a browser fills in a field, the event has none.
  const { key = '', code = '' } = event as Partial<KeyboardEvent>;
  const pressed = (key > '~' ? code.slice(3) : key).toLowerCase();
  const isPressed = (keys: string): boolean => {
    return (
      keys.split('+').at(-1) === pressed &&
      MODIFIERS.every(
        (name) =>
          event[`${name}Key`] === keys.includes(name) ||
          // A sign such as `?` is typed with or without Shift, depending on the layout.
          (name === 'shift' && !/[a-z]/.test(pressed)),
      )
    );
  };
  return (
    spellOut(shortcut).split(' ').some(isPressed) &&
    !event.defaultPrevented &&
    !event.repeat &&
    !isTyping(event)
  );
}

/** Whether the target is a field, also in an open shadow root. A custom element with a closed one counts as a field. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  // A page may dispatch a key event at the document, which is no element.
  return (
    target.isContentEditable ||
    target.matches?.('input,select,textarea,[role$=box]') ||
    (target.localName?.includes('-') && !target.shadowRoot)
  );
}
