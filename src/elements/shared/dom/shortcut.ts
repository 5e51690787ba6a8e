const MODIFIERS = ['ctrl', 'meta', 'alt', 'shift'] as const;

/** `mod` is Command on Apple machines and Control elsewhere. */
export function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** Return key combinations in the notation of `aria-keyshortcuts`: `Control+k /`. */
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

/**
 * Whether a key belongs to an input method. Key code 229 is for Safari, which ends the composition before the event of the key that
 * confirms it.
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
