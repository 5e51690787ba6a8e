import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBoth, page } from './describe-both.ts';

const BROWN = 'Glaze the pot brown before you fire it.';

describeBoth(
  'several versions of a page',
  {
    ...Object.fromEntries(
      ['v1', 'v2', 'v10', 'v11-beta', 'next'].flatMap((version) => [
        [`${version}/index.md`, page(`Home ${version}`, 'Everything about the workshop.')],
        [`${version}/guide/glaze.md`, page(`Glaze ${version}`, BROWN)],
      ]),
    ),
    'v1/guide/kick-wheel.md': page('Kick wheel v1', 'Kick the wheel, as one did before there was a motor.'),
    'v10/guide/colours.md': page('Colours v10', 'Other colours than to glaze a pot brown.'),
  },
  (find) => {
    test('are one result without a filter, that of the newest release', async () => {
      assert.deepEqual(await find('glaze a pot brown'), ['Glaze v10', 'Colours v10']);
      assert.deepEqual(await find('glaze a pot brown', undefined, 1), ['Glaze v10']);
      assert.deepEqual(await find('everything about the workshop', undefined, 1), ['Home v10']);
    });
    test('are found each by its filter, and nothing of the others', async () => {
      for (const version of ['v1', 'v2', 'v11-beta', 'next'])
        assert.deepEqual(await find('glaze brown', { version }), [`Glaze ${version}`]);
    });
    test('leave a page of an old version alone where it can be found', async () => {
      assert.deepEqual(await find('kick wheel'), ['Kick wheel v1']);
    });
  },
);

describeBoth(
  'a page of an old version that answers what the current one does not',
  {
    'docs/fire.md': page('Fire a pot', 'Press Start, and wait for the lamp.'),
    'docs/v1/fire.md': page('Fire a pot by hand', 'Turn the brass key twice.'),
    'docs/v1/glaze.md': page('Glaze', 'Brush it on.'),
    'docs/glaze.md': page('Glaze it', 'Spray it on.'),
  },
  (find) => {
    test('is found, and the page without a folder comes before it otherwise', async () => {
      assert.equal((await find('turn the brass key'))[0], 'Fire a pot by hand');
      assert.deepEqual(await find('fire a pot'), ['Fire a pot']);
    });
    test('is the only one in its version, which has the pages without a version that it lacks', async () => {
      assert.deepEqual(await find('fire a pot', { version: 'v1' }), ['Fire a pot by hand']);
      assert.deepEqual(await find('press start', { version: 'v1' }), []);
    });
  },
);

const MANY = Array.from({ length: 12 }, (_, at) => `${at + 1}.0`);
describeBoth(
  'twelve versions in two languages',
  Object.fromEntries(
    MANY.flatMap((version) =>
      ['en', 'de'].flatMap((language) =>
        ['kiln', 'oven', 'wheel', 'clay', 'brush', 'stove'].map((name) => [
          `${language}/${version}/${name}.md`,
          page(`${name} ${language} ${version}`, `The ${name} of the workshop, in the workshop.`),
        ]),
      ),
    ),
  ),
  (find) => {
    test('leave room for the other pages, without a filter and in one language', async () => {
      const names = ['brush', 'clay', 'kiln', 'oven', 'stove', 'wheel'];
      for (const language of ['en', 'de'])
        assert.deepEqual(
          (await find('workshop', { language })).toSorted(),
          names.map((name) => `${name} ${language} 12.0`),
        );
      assert.equal((await find('workshop')).length, 6);
    });
  },
);

describeBoth(
  'copies of pages that nobody has translated',
  {
    ...Object.fromEntries(
      ['', 'de/', 'pt-br/', 'zh-cn/'].flatMap((folder) => [
        [`${folder}guides/badges.md`, page('Badges', 'A badge shows who may fire the kiln, and which one.')],
        [`${folder}guides/rules.md`, page('Rules', 'These are the rules of the workshop for all of us.')],
      ]),
    ),
    'de/guides/log.md': page('Protokoll', 'Das Protokoll hat für jeden Brand eine Zeile, die man liest.'),
    'guides/log.md': page('Log', 'The log has a line for each fire, which is what we read.'),
  },
  (find) => {
    test('are one result without a filter, and one for readers of each language', async () => {
      assert.deepEqual(await find('badge'), ['Badges']);
      for (const language of ['en', 'de', 'pt-BR', 'zh-CN'])
        assert.deepEqual(await find('badge', { language }), ['Badges']);
      assert.deepEqual(await find('Protokoll'), ['Protokoll']);
    });
  },
);

const COPY = 'This page is about the clay which we have in the workshop, and it is not in any other words.';
describeBoth(
  'copies of a page that stand in the folder of each language, more than one in the alphabet before the original',
  {
    ...Object.fromEntries(
      ['ar', 'cs', 'de', 'en'].flatMap((language) => [
        [`${language}/clay.md`, page('Clay', COPY)],
        [`${language}/stone.md`, page(`Stone ${language}`, `${COPY} Stone.`)],
      ]),
    ),
    'de/oven.md': page('Ofen', 'Der Ofen der Werkstatt ist nicht der einzige, den wir haben.'),
    'de/wheel.md': page('Scheibe', 'Die Scheibe der Werkstatt.'),
  },
  (find) => {
    test('are found in the language of their text', async () => {
      assert.deepEqual(await find('clay in the workshop', undefined, 2), ['Clay', 'Stone en']);
      assert.deepEqual((await find('stone', { language: 'fr' }))[0], 'Stone en');
      assert.deepEqual(await find('stone', { language: 'cs' }), ['Stone cs']);
    });
  },
);
