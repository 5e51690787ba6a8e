const MODIFIERS = ['ctrl', 'meta', 'alt', 'shift'] as const;

/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** The same combinations as `aria-keyshortcuts` has them: `Control+k /`. */
export function nameShortcut(shortcut: string): string {
  const names: Readonly<Record<string, string>> = {
    mod: isApple() ? 'Meta' : 'Control',
    ctrl: 'Control',
    meta: 'Meta',
    alt: 'Alt',
    shift: 'Shift',
    none: '',
  };
  return shortcut.toLowerCase().replace(/[a-z]+/g, (word) => names[word] ?? word);
}

/** Whether one of the key combinations (`mod+k /`) is pressed, outside of a field. */
export function pressesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  // A layout without Latin letters gives its own letter: then the place on the keyboard decides.
  const pressed = (event.key > '~' ? event.code.slice(3) : event.key).toLowerCase();
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
    shortcut
      .toLowerCase()
      .replaceAll('mod', isApple() ? 'meta' : 'ctrl')
      .split(' ')
      .some(isPressed) &&
    !event.defaultPrevented &&
    !event.repeat &&
    !isTyping(event)
  );
}

/** Whether the key goes into a field, looked up through open shadow roots. What a custom element hides may be one. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0] as HTMLElement;
  // A page may send a key to the document, which is no element.
  return (
    target.isContentEditable ||
    target.matches?.('input,select,textarea,[role$=box]') ||
    (target.localName?.includes('-') && !target.shadowRoot)
  );
}
