/** Words of the playground in a language of the documentation. Names of attributes and what they do are those of the reference. */
export interface PlaygroundWords {
  readonly preview: string;
  readonly chatPlace: string;
  readonly openChat: string;
  readonly settings: string;
  readonly groups: Readonly<Record<'both' | 'search' | 'assistant' | 'styles', string>>;
  readonly language: string;
  readonly onePerLine: string;
  readonly unset: string;
  readonly invalid: string;
  readonly pick: string;
  readonly reset: string;
  readonly code: string;
  readonly target: string;
  readonly frameworks: string;
  readonly generators: string;
  readonly styleSheet: string;
  readonly more: string;
}

const english: PlaygroundWords = {
  preview: 'Preview',
  chatPlace: 'The chat opens from its button in the corner of the window, unless it is inline.',
  openChat: 'Open the chat',
  settings: 'Settings',
  groups: { both: 'Both elements', search: 'Search', assistant: 'Chat', styles: 'Colours and sizes' },
  language: 'Language of the interface. Default: that of the page.',
  onePerLine: 'One on each line.',
  unset: 'default',
  invalid: 'This value is not valid and is left out.',
  pick: 'Choose',
  reset: 'Reset all settings',
  code: 'Code',
  target: 'Code for',
  frameworks: 'Frameworks',
  generators: 'Site generators',
  styleSheet: 'In a style sheet of your site',
  more: 'What else it needs:',
};

const german: PlaygroundWords = {
  preview: 'Vorschau',
  chatPlace: 'Der Chat öffnet sich mit dem Knopf in der Ecke des Fensters, außer als inline.',
  openChat: 'Chat öffnen',
  settings: 'Einstellungen',
  groups: { both: 'Beide Elemente', search: 'Suche', assistant: 'Chat', styles: 'Farben und Größen' },
  language: 'Sprache der Oberfläche. Standard: die der Seite.',
  onePerLine: 'Eine je Zeile.',
  unset: 'Standard',
  invalid: 'Dieser Wert ist ungültig und wird weggelassen.',
  pick: 'Auswählen:',
  reset: 'Alles zurücksetzen',
  code: 'Code',
  target: 'Code für',
  frameworks: 'Frameworks',
  generators: 'Generatoren',
  styleSheet: 'In ein Stylesheet Ihrer Site',
  more: 'Was sonst nötig ist:',
};

/** Return the words for a language; English for others than German. */
export function playgroundWords(language: string): PlaygroundWords {
  return language === 'de' ? german : english;
}
