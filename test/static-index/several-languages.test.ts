import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

// search-12
describeBoth(
  'a default language without a folder',
  {
    'guides/log.md': page('Search the kiln log', 'Token rootlang. The log has one line a minute.'),
    'guides/badges.md': page('Badges', 'Token rootlang badge for the log.'),
    'guides/only.md': page('Only English', 'Token rootlang, not translated.'),
    'de/guides/log.md': page('Ofenprotokoll', 'Token rootlang. Das Protokoll hat eine Zeile je Minute.'),
    'de/guides/badges.md': page('Abzeichen', 'Token rootlang Abzeichen.'),
    'fr/guides/log.md': page('Journal du four', 'Token rootlang. Le journal a une ligne par minute.'),
  },
  (find) => {
    test('shows translations, then the pages that have none', async () => {
      const german = await find('rootlang', { language: 'de' });
      assert.deepEqual(german.slice(0, 2).toSorted(), ['Abzeichen', 'Ofenprotokoll']);
      assert.deepEqual(german.slice(2), ['Only English']);
      const french = await find('rootlang', { language: 'fr' });
      assert.deepEqual(
        [french[0], ...french.slice(1).toSorted()],
        ['Journal du four', 'Badges', 'Only English'],
      );
    });
    test('is a language like the others', async () => {
      const english = ['Badges', 'Only English', 'Search the kiln log'];
      assert.deepEqual((await find('rootlang', { language: 'en' })).toSorted(), english);
      assert.deepEqual((await find('rootlang')).toSorted(), english);
    });
  },
);

const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'tr', 'uk'];
// search-16
describeBoth(
  'eight translations of a page',
  {
    ...Object.fromEntries(
      LANGUAGES.flatMap((language) => [
        [`${language}/docs/tutorial/cors.md`, page(`CORS ${language}`, 'CORS: `allow_origins` CORS CORS.')],
        [`${language}/docs/install.md`, page(`Install ${language}`, 'pip install fastkiln')],
      ]),
    ),
    'de/docs/ofen.md': page('Ofen', 'Der Ofen und die Schamotte.'),
    'en/docs/about.md': page('About', 'Who makes it.'),
    'en/docs/testing.md': page('Testing', 'Test an endpoint. With CORS, send an Origin header.'),
  },
  (find, findResults) => {
    test('are one hit that names the others, where no language is asked for', async () => {
      const named = async (query: string, filter?: { language: string }) =>
        (await findResults(query, filter)).map(({ metadata }) => metadata.translations);
      const others = LANGUAGES.filter((language) => language !== 'en');
      assert.deepEqual(await named('install fastkiln'), [others]);
      assert.deepEqual(await named('CORS'), [others, undefined]);
      assert.deepEqual(await named('install fastkiln', { language: 'en' }), [undefined]);
      assert.deepEqual(await named('Schamotte'), [undefined]);
    });
    test('are one hit of a search without a filter, and leave room for others', async () => {
      assert.deepEqual(await find('CORS'), ['CORS en', 'Testing']);
      assert.deepEqual(await find('CORS', undefined, 2), ['CORS en', 'Testing']);
      assert.deepEqual(await find('install fastkiln'), ['Install en']);
    });
    test('are found each by its filter', async () => {
      for (const language of LANGUAGES)
        assert.equal((await find('CORS', { language }))[0], `CORS ${language}`);
    });
    test('a page in one language alone is found without a filter', async () => {
      assert.deepEqual(await find('Schamotte'), ['Ofen']);
    });
  },
);
