import { createElement } from '../dom/create-element.ts';
import { addStyles } from '../styles/add-styles.ts';
import { nameKey } from './key-names.ts';
import { shortcutDialogStyles } from './shortcut-dialog.styles.ts';

/** A shortcut and its description. */
export interface ShortcutRow {
  /** Keys in the notation of the attribute `shortcut`: `mod+k /`. */
  readonly keys: string;
  readonly label: string;
}

/** The element and its strings, as far as the dialog uses them. */
interface ShortcutDialogContext {
  readonly host: {
    readonly renderRoot: Node;
    readonly frame: HTMLElement;
    readonly shortcut: string;
  };
  readonly strings: { readonly language: string };
  text(key: 'shortcuts' | 'close' | 'keyOpen'): string;
}

/**
 * Open the list of keys, above everything else of the element. The browser returns the focus when it closes.
 *
 * @param rows all keys but those of the attribute `shortcut`, and `?`
 */
export function openShortcutDialog(
  { host, strings: { language }, text }: ShortcutDialogContext,
  rows: readonly ShortcutRow[],
): void {
  const { renderRoot, frame, shortcut } = host;
  if (frame.querySelector('.shortcuts')) return;
  addStyles(renderRoot, shortcutDialogStyles);
  const heading = text('shortcuts');
  const all =
    shortcut === 'none'
      ? rows
      : [{ keys: shortcut, label: text('keyOpen') }, ...rows, { keys: '?', label: heading }];
  const dialog = createElement(
    'dialog',
    {
      className: 'shortcuts',
      part: 'shortcuts',
      lang: language,
      ariaLabel: heading,
      // Keys would go on to the element, and Escape would close that, too.
      onkeydown: (event: KeyboardEvent) => event.stopPropagation(),
      onclose: () => dialog.remove(),
      // A press beside the dialog, on its backdrop.
      onclick: (event: MouseEvent) => event.target === dialog && dialog.close(),
    },
    createElement(
      'div',
      { className: 'shortcuts-content' },
      createElement(
        'div',
        { className: 'shortcuts-header' },
        createElement('h2', {}, heading),
        createElement(
          'button',
          { className: 'shortcuts-close', type: 'button', onclick: () => dialog.close() },
          text('close'),
        ),
      ),
      createElement('dl', {}, ...all.map((row) => createRow(row, language))),
    ),
  );
  frame.append(dialog);
  dialog.showModal();
}

function createRow({ keys, label }: ShortcutRow, language: string): HTMLElement {
  const combinations = keys.split(' ').filter(Boolean);
  return createElement(
    'div',
    {},
    createElement('dt', {}, label),
    createElement(
      'dd',
      {},
      ...combinations.map((combination) =>
        createElement(
          'span',
          {},
          ...combination.split('+').map((key) => createElement('kbd', {}, nameKey(key, language))),
        ),
      ),
    ),
  );
}
