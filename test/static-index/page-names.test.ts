import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

const german = (titles: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(
    titles.map((title, at) => [
      `de/seite-${at}.md`,
      page(title, 'Hier steht, was zu wissen ist, und nicht mehr.'),
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `de/ofen-${at}.md`,
      page(
        `Ofen ${at}`,
        `Die Konfiguration, die Einstellungen, die Datei, die Farben und der Umbruch des Ofens ${at}: Konfiguration der Farbe, Einstellung des Umbruchs, Datei der Konfiguration.

## Konfiguration und Einstellungen des Ofens

Mit der Datei. Eine Konfiguration, eine Farbe, ein Umbruch, ein Benutzer mit Verwaltung, eine Frage, ein Schlüssel.`,
      ),
    ]),
  ),
});

describeBoth(
  'a page that is named as the query, and others that say it often',
  german([
    'Konfiguration',
    'Konfigurationsdatei',
    'Einstellungen',
    'Farben',
    'Farbschema',
    'Datei',
    'Seitenumbruch',
    'Benutzerverwaltung',
    'E-Mail-Versand',
    'Häufige Fragen',
    'Schlüssel',
    'Serverschlüssel',
    'Was ist neu',
  ]),
  (find) => {
    for (const [query, title] of [
      ['Konfiguration', 'Konfiguration'],
      ['konfiguration ', 'Konfiguration'],
      ['Konfigurationen', 'Konfiguration'],
      ['Konfigurationsdatei', 'Konfigurationsdatei'],
      ['Konfigurationsdateien', 'Konfigurationsdatei'],
      ['Einstellung', 'Einstellungen'],
      ['Einstellungen', 'Einstellungen'],
      ['Farbe', 'Farben'],
      ['Datei', 'Datei'],
      ['Dateien', 'Datei'],
      ['Seitenumbrüche', 'Seitenumbruch'],
      ['Seiten-Umbruch', 'Seitenumbruch'],
      ['Seiten Umbruch', 'Seitenumbruch'],
      ['Benutzer-Verwaltung', 'Benutzerverwaltung'],
      ['benutzer verwaltung', 'Benutzerverwaltung'],
      ['E-Mail-Versand', 'E-Mail-Versand'],
      ['e-mail versand', 'E-Mail-Versand'],
      ['häufige Frage', 'Häufige Fragen'],
      ['haufige fragen', 'Häufige Fragen'],
      ['Schlüssel', 'Schlüssel'],
      ['Was ist neu', 'Was ist neu'],
    ] as const)
      test(`it comes first: ${query}`, async () => {
        assert.equal((await find(query, { language: 'de' }))[0], title);
      });
  },
);

describeBoth(
  'a page that is named by a compound of the query, and others that say it often',
  german(['Konfigurationsdatei', 'Seiten-Umbruch', 'Farbschema']),
  (find) => {
    for (const [query, title] of [
      ['Konfiguration', 'Konfigurationsdatei'],
      ['Konfiguration ', 'Konfigurationsdatei'],
      ['Seitenumbruch', 'Seiten-Umbruch'],
    ] as const)
      test(`it comes first: ${query}`, async () => {
        assert.equal((await find(query, { language: 'de' }))[0], title);
      });
  },
);
