import { css } from '../styles/css.ts';
import { createElement } from '../dom/create-element.ts';
import { addStyles } from '../styles/add-styles.ts';
import { isApple } from '../dom/shortcut.ts';

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

/** The list of keys. It is beside the dialog of the search, whose rules must not reach it. */
const shortcutDialogStyles = css`
  .docs dialog.shortcuts {
    display: block;
    width: min(440px, 100vw - 32px);
    height: fit-content;
    max-width: none;
    max-height: calc(100dvh - 32px);
    margin: auto;
    padding: 0;
    overflow: hidden;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    letter-spacing: normal;
    text-align: start;
    text-transform: none;
    white-space: normal;
  }
  .shortcuts::backdrop {
    background: #0b122080;
  }
  /* Scrolls in the dialog, whose round corners a scroll bar of its own would cover. */
  .shortcuts-content {
    max-height: inherit;
    padding: 20px 24px;
    overflow: auto;
  }
  .shortcuts-header {
    display: flex;
    gap: 16px;
    justify-content: space-between;
    align-items: center;
    margin-block-end: 8px;
  }
  .shortcuts h2 {
    margin: 0;
    font-size: 1.2em;
    line-height: 1.5;
  }
  .shortcuts dl {
    margin: 0;
  }
  .shortcuts dl > div {
    display: flex;
    gap: 16px;
    justify-content: space-between;
    align-items: center;
    padding-block: 6px;
    border-block-end: 1px solid var(--_border);
  }
  .shortcuts dd {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    justify-content: end;
    margin: 0;
  }
  .shortcuts dd > span {
    display: flex;
    gap: 4px;
    /* Modifiers come first on every keyboard. */
    direction: ltr;
  }
  .docs .shortcuts kbd {
    display: inline-block;
    min-width: 1.75em;
    padding: 0 6px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) / 2);
    font: inherit;
    font-size: 0.8667em;
    text-align: center;
    white-space: nowrap;
  }
  .shortcuts-close {
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) / 2);
    font-weight: 500;
  }
  .shortcuts-close:hover {
    background: var(--_soft);
  }
  @media (forced-colors: active) {
    .docs dialog.shortcuts {
      border: 1px solid CanvasText;
    }
  }
`;

type KeyNames = Readonly<Record<string, string>>;

/** Legends of Apple keyboards, the same in all languages. */
const APPLE: KeyNames = {
  mod: '⌘',
  meta: '⌘',
  ctrl: '⌃',
  alt: '⌥',
  shift: '⇧',
  enter: '↩',
  escape: 'esc',
  delete: '⌦',
  home: '↖',
  end: '↘',
};

/** Legends of other keyboards, also in the languages that are not in {@link LOCAL}. */
const ENGLISH: KeyNames = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  meta: 'Win',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  escape: 'Esc',
  delete: 'Delete',
  home: 'Home',
  end: 'End',
};

/** Legends of keyboards that are made for a language, where they differ. */
const LOCAL: Readonly<Record<string, KeyNames>> = {
  de: {
    mod: 'Strg',
    ctrl: 'Strg',
    shift: 'Umschalt',
    enter: 'Eingabe',
    delete: 'Entf',
    home: 'Pos1',
    end: 'Ende',
  },
  es: { shift: 'Mayús', enter: 'Intro', delete: 'Supr', home: 'Inicio', end: 'Fin' },
  fr: { shift: 'Maj', enter: 'Entrée', escape: 'Échap', delete: 'Suppr', home: 'Début', end: 'Fin' },
  it: { shift: 'Maiusc', enter: 'Invio', delete: 'Canc', home: 'Inizio', end: 'Fine' },
};

const ARROWS: KeyNames = { up: '↑', down: '↓' };

/** Return the legend of a key, as the keyboards of the reader have it: `mod` → "Strg". */
function nameKey(key: string, language: string): string {
  const names = isApple() ? APPLE : { ...ENGLISH, ...LOCAL[language] };
  return names[key] ?? ARROWS[key] ?? key.toUpperCase();
}
