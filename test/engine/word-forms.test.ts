import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine, temporaryFolder } from '../service/docs-folder.ts';

interface Language {
  language: string;
  pages: Record<string, string>;
  /** Query, the page with another form of its word, and that form as it is marked. */
  searches: [query: string, page: string, marked: string][];
}

const LANGUAGES: Language[] = [
  {
    language: 'fr',
    pages: {
      journal: '# Journal\n\nLe serveur écrit chaque requête dans un fichier.',
      installation: '# Préparation\n\nOn installe le programme avec une commande.',
      sections: '# Structure\n\nChaque page contient des sections et des images.',
      deploiement: '# Production\n\nLe déploiement dure une minute.',
    },
    searches: [
      ['journaux', 'journal', 'Journal'],
      ['comment installer', 'installation', 'installe'],
      ['une section', 'sections', 'sections'],
      ['déployer', 'deploiement', 'déploiement'],
      ['Comment déployer ?', 'deploiement', 'déploiement'],
    ],
  },
  {
    language: 'de',
    pages: {
      bild: '# Medien\n\nEin Bild wird beim Bauen verkleinert.',
      einstellung: '# Betrieb\n\nDie Einstellung gilt für alle Nutzer.',
      wort: '# Suche\n\nNicht alle Wörter zählen.',
    },
    searches: [
      ['Bilder', 'bild', 'Bild'],
      ['Einstellungen', 'einstellung', 'Einstellung'],
      ['wörtern', 'wort', 'Wörter'],
    ],
  },
  {
    language: 'ru',
    pages: {
      page: '# Сайт\n\nКаждая страница имеет адрес.',
      other: '# Код\n\nСервер пишет журнал.',
    },
    searches: [['серверами', 'other', 'Сервер']],
  },
  {
    language: 'es',
    pages: { page: '# Sitio\n\nLas configuraciones son pocas.', other: '# Código\n\nEl servidor escribe.' },
    searches: [['configurar', 'page', 'configuraciones']],
  },
];

for (const { language, pages, searches } of LANGUAGES) {
  test(`words find their other forms in ${language}, which are marked as they are written`, async () => {
    await using folder = await temporaryFolder(
      Object.fromEntries(Object.entries(pages).map(([name, text]) => [`${language}/${name}.md`, text])),
    );
    await using engine = await openEngine({ dir: folder.path });
    await engine.reindex();
    for (const [query, page, marked] of searches) {
      const [hit] = await engine.search({ query, filter: { language } });
      assert.equal(hit?.section.path, `${language}/${page}`, query);
      const { title, content } = hit.section;
      const words = hit.ranges.map(([start, end]) => content.slice(start, end));
      assert.equal(title === marked || words.includes(marked), true, `${query}: ${words.join()}`);
    }
  });
}

test('words in other forms cover a question as well as the words themselves', async () => {
  await using folder = await temporaryFolder({
    'fr/journal.md': '# Serveur\n\nLe déploiement dure une minute.',
    'fr/autre.md': '# Images\n\nUne image est petite.',
  });
  await using engine = await openEngine({ dir: folder.path });
  await engine.reindex();
  const [hit] = await engine.search({
    query: 'Comment déployer ?',
    filter: { language: 'fr' },
    withEvidence: true,
  });
  assert.equal(hit?.evidence?.covered, 1);
});

test('a word without another form in the documentation is still corrected', async () => {
  await using folder = await temporaryFolder({
    'fr/page.md': '# Authentification\n\nUne clé suffit.',
    'fr/autre.md': '# Images\n\nUne image est petite.',
  });
  await using engine = await openEngine({ dir: folder.path });
  await engine.reindex();
  const [hit] = await engine.search({ query: 'autentification', filter: { language: 'fr' } });
  assert.equal(hit?.section.path, 'fr/page');
});
