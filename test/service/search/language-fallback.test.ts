import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { ProjectSearch } from '../../../src/service/search/project-search.ts';
import { openEngine, temporaryFolder } from '../docs-folder.ts';
import { ENGINE_KINDS } from './engines.ts';
import { startService } from '../http-service.ts';

const FILES = {
  'en/index.md': '# Start\n\nA lighthouse warns ships.',
  'en/install.md': '# Install\n\nPut penguins into the folder.',
  'en/deploy.md': '# Deploy\n\nUpload penguins to the host.',
  'de/index.md': '# Anfang\n\nEin Leuchtturm warnt Schiffe.',
  'de/install.md': '# Installation\n\nLege Pinguine in den Ordner.',
  'license.md': '# License\n\nPenguins are free.',
};

const find = async (engine: ProjectSearch, query: string, language: string): Promise<string[]> =>
  (await engine.search({ query, filter: { language } })).map(({ section }) => section.path);

for (const kind of ENGINE_KINDS) {
  describe(`a partly translated documentation with the ${kind.name} engine`, { skip: kind.skip }, () => {
    it('is searched in the language of the request, then for pages without translation in the one of most sections', async () => {
      await using folder = await temporaryFolder(FILES);
      await using engine = await openEngine({ kind, dir: folder.path });
      assert.deepEqual(await find(engine, 'Pinguine', 'de'), ['de/install']);
      assert.deepEqual(await find(engine, 'penguins', 'de'), ['license', 'en/deploy']);
      assert.deepEqual((await find(engine, 'penguins', 'en')).toSorted(), [
        'en/deploy',
        'en/install',
        'license',
      ]);
    });

    it('is found in another language by a page in a language that it does not have', async () => {
      await using folder = await temporaryFolder(FILES);
      await using engine = await openEngine({ kind, dir: folder.path });
      assert.deepEqual((await find(engine, 'penguins', 'fr')).toSorted(), [
        'en/deploy',
        'en/install',
        'license',
      ]);
    });

    it('has the fallback that it is given', async () => {
      await using folder = await temporaryFolder(FILES);
      await using engine = await openEngine({ kind, dir: folder.path, fallbackLanguage: 'de' });
      assert.deepEqual(await find(engine, 'Leuchtturm', 'fr'), ['de']);
      assert.deepEqual(await find(engine, 'Leuchtturm', 'en'), []);
    });

    it('does not have a copy of an untranslated page, until that is translated', async () => {
      const copy =
        '# Deploy\n\nHinweis\n\nUpload all penguins to the host, one after the other, before the sun is up.';
      await using folder = await temporaryFolder({
        ...FILES,
        'en/deploy.md': copy.replace('Hinweis\n\n', ''),
        'de/deploy.md': copy,
        'en/sail.md': '# Sail\n\nLeave the harbour.',
      });
      await using engine = await openEngine({ kind, dir: folder.path });
      assert.deepEqual(await find(engine, 'upload', 'de'), ['en/deploy']);
      await folder.write({ 'de/deploy.md': '# Verteilen\n\nLade Pinguine hoch, nicht: upload.' });
      await engine.reindex();
      assert.deepEqual(await find(engine, 'upload', 'de'), ['de/deploy']);
    });

    it('takes a page for translated when the next index has its translation', async () => {
      await using folder = await temporaryFolder(FILES);
      await using engine = await openEngine({ kind, dir: folder.path });
      assert.deepEqual(await find(engine, 'upload', 'de'), ['en/deploy']);
      await folder.write({ 'de/deploy.md': '# Verteilen\n\nLade Pinguine hoch.' });
      await engine.reindex();
      assert.deepEqual(await find(engine, 'upload', 'de'), []);
    });
  });
}

test('the fallback of a project is that of its options, else its default language', async () => {
  await using folder = await temporaryFolder({ ...FILES, 'en/ships.md': '# Ships\n\nThey sail.' });
  const projects = [
    { dir: folder.path, domain: 'configured', fallbackLanguage: 'de', keys: { assistant: 'key-1' } },
    { dir: folder.path, domain: 'default', defaultLanguage: 'de', keys: { assistant: 'key-2' } },
  ];
  await using service = await startService({ projects, keys: {} });
  await service.service.ready;
  for (const { domain, keys } of projects) {
    const body = { query: 'Leuchtturm', filter: { language: 'fr' } };
    const headers = { authorization: `Bearer ${keys.assistant}` };
    const response = await service.post(`/v1/search/${domain}`, body, headers);
    const results = (await response.json()) as { metadata: { href: string } }[];
    assert.deepEqual(
      results.map(({ metadata }) => metadata.href),
      ['de'],
    );
  }
});
