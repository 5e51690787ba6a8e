/** Words of the playground in a language of the documentation. Names of attributes and what they do are those of the reference. */
export interface PlaygroundWords {
  readonly preview: string;
  /** Labels of the controls above the preview, and of their choices. */
  readonly looks: Readonly<
    Record<
      'label' | 'device' | 'desktop' | 'phone' | 'scheme' | 'light' | 'dark' | 'skin' | 'plain',
      string
    > &
      Record<'accent' | 'radius' | 'font' | 'serif' | 'mono' | 'chat' | 'search', string>
  >;
  /** The page in the preview. */
  readonly stage: Readonly<Record<'title' | 'site' | 'heading' | 'lead' | 'next' | 'text' | 'code', string>>;
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
  looks: {
    label: 'Look',
    device: 'Screen',
    desktop: 'Desktop',
    phone: 'Phone',
    scheme: 'Page',
    light: 'Light',
    dark: 'Dark',
    skin: 'Theme of the page',
    plain: 'None',
    accent: 'Accent',
    radius: 'Corners',
    font: 'Typeface',
    serif: 'Serif',
    mono: 'Monospaced',
    chat: 'Chat',
    search: 'Search',
  },
  stage: {
    title: 'A page with both elements',
    site: 'Your docs',
    heading: 'Install',
    lead: 'A page of your documentation, with the search in its header and the chat in its corner.',
    next: 'Next steps',
    text: 'Search for a word, open a result beside its preview, or ask a question and follow a source.',
    code: 'npm install your-library\nnpx your-library init',
  },
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
  looks: {
    label: 'Aussehen',
    device: 'Bildschirm',
    desktop: 'Groß',
    phone: 'Telefon',
    scheme: 'Seite',
    light: 'Hell',
    dark: 'Dunkel',
    skin: 'Theme der Seite',
    plain: 'Keins',
    accent: 'Akzent',
    radius: 'Ecken',
    font: 'Schrift',
    serif: 'Serifen',
    mono: 'Feste Breite',
    chat: 'Chat',
    search: 'Suche',
  },
  stage: {
    title: 'Eine Seite mit beiden Elementen',
    site: 'Ihre Doku',
    heading: 'Installieren',
    lead: 'Eine Seite Ihrer Dokumentation, mit der Suche im Kopf und dem Chat in der Ecke.',
    next: 'Nächste Schritte',
    text: 'Suchen Sie ein Wort, öffnen Sie einen Treffer neben seiner Vorschau, oder stellen Sie eine Frage und folgen Sie einer Quelle.',
    code: 'npm install ihre-bibliothek\nnpx ihre-bibliothek init',
  },
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
