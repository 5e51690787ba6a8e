export type Words = typeof english;

const english = {
  skip: 'Skip to content',
  menu: 'Pages',
  version: 'Version',
  language: 'Language',
  onThisPage: 'On this page',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  previous: 'Previous',
  next: 'Next',
  copy: 'Copy',
  copied: 'Copied',
  table: 'Table',
  code: 'Code',
  preview: 'This page describes the preview, which was never released.',
  toCurrent: 'Read the current page',
  notFound: 'There is no such page',
  notFoundHint: 'The address may be mistyped, or the page has moved. The search above knows every page.',
  home: 'To the start page',
  operator: {
    title: 'Operate',
    lead: 'What was deployed, what agents have done, and one button that brings the documentation up to date.',
    try: 'Try it',
    steps: [
      'Change a file in the folder of the documentation, then press the button above. The new words can be found as soon as the update has landed.',
      'Let an agent check the links: the command stands in the terminal in which the demo was started. Its session appears by itself.',
    ],
    access:
      'Only this browser may do that: the proxy opens its admin routes to the link that was printed in the terminal, and only on this machine. Where access is refused, open that link. On a server of yours, your own sign-in decides.',
  },
  suggestions: [
    'How do I add the assistant to my site?',
    'Which Content-Security-Policy do I need?',
    'Can I use my own model?',
  ],
};

const german: Words = {
  skip: 'Zum Inhalt',
  menu: 'Seiten',
  version: 'Version',
  language: 'Sprache',
  onThisPage: 'Auf dieser Seite',
  theme: 'Farben',
  themes: { auto: 'System', light: 'Hell', dark: 'Dunkel' },
  previous: 'Zurück',
  next: 'Weiter',
  copy: 'Kopieren',
  copied: 'Kopiert',
  table: 'Tabelle',
  code: 'Code',
  preview: 'Diese Seite beschreibt die Vorschau, die nie veröffentlicht wurde.',
  toCurrent: 'Zur aktuellen Seite',
  notFound: 'Diese Seite gibt es nicht',
  notFoundHint:
    'Vielleicht ist die Adresse vertippt oder die Seite umgezogen. Die Suche oben kennt jede Seite.',
  home: 'Zur Startseite',
  operator: {
    title: 'Betrieb',
    lead: 'Was veröffentlicht ist, was Agenten getan haben, und ein Knopf, der die Dokumentation auf den neuesten Stand bringt.',
    try: 'Zum Ausprobieren',
    steps: [
      'Ändern Sie eine Datei im Ordner der Dokumentation und drücken Sie dann den Knopf oben. Die neuen Wörter sind zu finden, sobald die Aktualisierung gelandet ist.',
      'Lassen Sie einen Agenten die Links prüfen: Der Befehl steht im Terminal, in dem die Demo gestartet wurde. Seine Sitzung erscheint von selbst.',
    ],
    access:
      'Das darf nur dieser Browser: Der Proxy öffnet seine Admin-Routen für den Link, der im Terminal steht, und nur auf diesem Rechner. Wird der Zugriff verweigert, öffnen Sie diesen Link. Auf einem eigenen Server entscheidet Ihre Anmeldung.',
  },
  suggestions: [
    'Wie binde ich den Assistenten ein?',
    'Welche Content-Security-Policy brauche ich?',
    'Kann ich ein eigenes Modell verwenden?',
  ],
};

/** Return the words of the site in a language; English where there are none. */
export function wordsFor(language: string): Words {
  return language === 'de' ? german : english;
}
