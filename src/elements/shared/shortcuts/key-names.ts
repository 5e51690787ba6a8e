import { isApple } from '../dom/shortcut.ts';

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
export function nameKey(key: string, language: string): string {
  const names = isApple() ? APPLE : { ...ENGLISH, ...LOCAL[language] };
  return names[key] ?? ARROWS[key] ?? key.toUpperCase();
}
