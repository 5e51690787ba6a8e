import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stem } from '../../src/engine/words/stem.ts';
import { DocsIndex } from '../../src/service/index/docs-index.ts';
import { writeStaticIndex } from '../../src/static-build/write-static-index.ts';
import { compareKeys, phraseKey, writtenKey } from '../../src/static-index/format/index-keys.ts';
import { IN_CONTENT, IN_HEADING, IN_NAMES, type Posting } from '../../src/static-index/format/word-file.ts';
import { ORBIT, temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { filesOf, readDocs, readStaticIndex, type ReadPart } from './built-index.ts';

const GENERATOR = 'docs-assistant test';
const DOCS = {
  'config.md': `---
description: Settings of the program
---
# Configuration

The file \`astro.config.mjs\` of a \`ClientRouter\` in .github/workflows/deploy.yml.

## getStaticPaths

Call \`Astro.getStaticPaths()\` with --dry-run twice: getStaticPaths, getStaticPaths.

### Other files

A-file in /src/pages and src/content.
`,
  'words.md':
    '# Words\n\nStatic paths are got. Running runs, runner ran. Größe und GRÖSSE.\n\n## Words\n\nTwice.\n\n## Words\n\nThrice.\n',
};

const ascending = (a: number, b: number) => a - b;

/** The scores of BM25 as FTS5 computes them, from the files alone. */
function scoresOf(part: ReadPart, postings: readonly Posting[]): Map<number, number> {
  const [k1, b] = [1.2, 0.75];
  const { sections, words } = part.facts;
  const found = postings.length;
  const idf = Math.max(1e-6, Math.log((sections - found + 0.5) / (found + 0.5)));
  return new Map(
    postings.map(({ section, frequency }) => {
      const times = frequency / 2;
      const length = part.core.lengths[section]! / (words / sections);
      return [section + 1, (idf * times * (k1 + 1)) / (times + k1 * (1 - b + b * length))];
    }),
  );
}

describe('the index of one part', () => {
  let folder: TemporaryFolder;
  let part: ReadPart;
  let index: DocsIndex;
  before(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder.path, 'docs'));
    for (const [file, text] of Object.entries(DOCS)) await writeFile(join(folder.path, 'docs', file), text);
    using read = await readDocs(join(folder.path, 'docs'), join(folder.path, 'work'));
    await writeStaticIndex(read.content, { folder: join(folder.path, 'out'), generator: GENERATOR });
    const { parts } = await readStaticIndex(join(folder.path, 'out'));
    part = parts[0]!;
    index = DocsIndex.open(join(folder.path, 'work', 'static.sqlite'))!;
  });
  after(async () => {
    index.close();
    await folder[Symbol.asyncDispose]();
  });

  test('has the sections of the service, as they are', () => {
    assert.deepEqual(
      part.sections,
      Array.from({ length: index.facts.sections }, (_, at) => index.section(at + 1)),
    );
  });

  test('has the words of the service, with their numbers of sections', () => {
    const { words, counts } = index.words();
    assert.deepEqual(part.lexicon, { words, counts });
  });

  test('finds every word in the sections in which FTS5 finds it, with the same score', () => {
    const all = [{ first: 1, last: index.facts.sections }];
    assert.ok(part.lexicon.words.length > 30);
    for (const word of part.lexicon.words) {
      const expected = index.matches(`"${word}"`, all, 100);
      const scores = scoresOf(part, part.words.get(stem(word))!);
      assert.deepEqual(expected.map(({ section }) => section).toSorted(ascending), [...scores.keys()], word);
      for (const { section, score } of expected) {
        assert.ok(Math.abs(score - scores.get(section)!) < 1e-9 * Math.abs(score), `${word}: ${score}`);
      }
    }
  });

  test('knows which words are in a heading', () => {
    const all = [{ first: 1, last: index.facts.sections }];
    for (const word of part.lexicon.words) {
      assert.deepEqual(
        part.words
          .get(stem(word))!
          .filter(({ places }) => places & IN_HEADING)
          .map(({ section }) => section + 1),
        index
          .matches(`heading : ("${word}")`, all, 100)
          .map(({ section }) => section)
          .toSorted(ascending),
        word,
      );
    }
  });

  test('finds the phrases of identifiers where FTS5 finds them, also in plain words', () => {
    const all = [{ first: 1, last: index.facts.sections }];
    const phrases = [
      'astro config mjs',
      'config mjs',
      'static paths',
      'get static paths',
      'github workflows',
    ];
    for (const phrase of phrases) {
      const postings = part.words.get(phraseKey(phrase.split(' ')))!;
      const expected = index.matches(`"${phrase}"`, all, 100);
      assert.ok(expected.length > 0, phrase);
      const scores = scoresOf(part, postings);
      for (const { section, score } of expected) {
        assert.ok(Math.abs(score - scores.get(section)!) < 1e-9 * score, phrase);
      }
      assert.equal(postings.length, expected.length, phrase);
    }
    const plain = part.words.get(phraseKey(['static', 'paths']))!;
    assert.ok(plain.some(({ section }) => part.sections[section]!.id === 'words'));
  });

  test('has identifiers as they are written, whole and in part, and where they are', () => {
    const heading = 'getStaticPaths'.length;
    const found = (identifier: string) =>
      part.words
        .get(writtenKey(identifier)!)
        ?.map(({ section, ...rest }) => ({ id: part.sections[section]!.id, ...rest }));
    assert.deepEqual(found('getStaticPaths'), [
      { id: 'config#getstaticpaths', frequency: heading, places: IN_HEADING | IN_CONTENT },
    ]);
    for (const identifier of ['astro.config.mjs', 'astro.config', '.mjs', 'ClientRouter', '.github']) {
      assert.deepEqual(found(identifier), [{ id: 'config', frequency: 0, places: IN_CONTENT }], identifier);
    }
    assert.deepEqual(found('--dry-run')?.length, 1);
    assert.deepEqual(found('/src/pages'), found('src/pages'));
    assert.equal(found('src/pages')?.length, 1);
    assert.equal(found('getstaticpaths'), undefined);
  });

  test('tells words in names from words in the text', () => {
    const places = part.words.get(stem('configuration'))!.map(({ places }) => places);
    assert.ok(places.every((place) => place & IN_NAMES));
    assert.ok(part.words.get(stem('twice'))!.every(({ places }) => places === 0));
  });
});

describe('the index of several versions and languages', () => {
  test('has a part for each, in order, with all of its pages and sections', async () => {
    await using folder = await temporaryFolder();
    const out = join(folder.path, 'out');
    using read = await readDocs(ORBIT, join(folder.path, 'work'));
    const { parts: written } = await writeStaticIndex(read.content, {
      folder: out,
      generator: GENERATOR,
      fallbackLanguage: 'en',
    });
    const { manifest, parts } = await readStaticIndex(out);
    const { facts } = read.content;
    assert.deepEqual(manifest.parts, written);
    assert.deepEqual([manifest.generator, manifest.fallbackLanguage], [GENERATOR, 'en']);
    assert.deepEqual(
      parts.map(({ facts: { version, language, sections } }) => ({ version, language, sections })),
      facts.scopes.map(({ version, language, first, last }) => ({
        version,
        language,
        sections: last - first + 1,
      })),
    );
    assert.deepEqual(
      parts.flatMap(({ sections }) => sections.map(({ id, content }) => ({ id, content }))),
      Array.from(read.content.sections(), ({ section: { id, content } }) => ({ id, content })),
    );
    assert.equal(parts.flatMap(({ paths }) => paths).length, facts.pages);
  });

  test('has the words of Japanese texts', async () => {
    await using folder = await temporaryFolder({
      'docs/ja/a.md': '# 認証\n\nパスワードを`auth.config.js`で設定します。',
      'docs/en/a.md': '# Authentication\n\nSet a password.',
    });
    const out = join(folder.path, 'out');
    using read = await readDocs(join(folder.path, 'docs'), join(folder.path, 'work'));
    await writeStaticIndex(read.content, { folder: out, generator: GENERATOR });
    const { parts } = await readStaticIndex(out);
    const japanese = parts.find(({ facts }) => facts.language === 'ja')!;
    assert.ok(japanese.words.has('パスワード') && japanese.words.has('設定'));
    assert.ok(!japanese.words.has('password'));
    // The sentence around an identifier is no part of it.
    assert.deepEqual(
      [...japanese.words.keys()].filter((key) => key.includes('!')),
      ['auth.config', 'auth.config.js', '.config', '.config.js', '.js', 'config.js']
        .map((identifier) => writtenKey(identifier)!)
        .toSorted(compareKeys),
    );
  });

  test('is empty for a part without words, and can be read', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# …\n' });
    const out = join(folder.path, 'out');
    using read = await readDocs(join(folder.path, 'docs'), join(folder.path, 'work'));
    await writeStaticIndex(read.content, { folder: out, generator: GENERATOR });
    const { parts } = await readStaticIndex(out);
    assert.deepEqual(
      parts.map(({ facts, sections }) => [facts.pages, sections.length]),
      [[1, 1]],
    );
  });

  test('calls the hook for search by meaning with the sections of each part', async () => {
    await using folder = await temporaryFolder();
    using read = await readDocs(ORBIT, join(folder.path, 'work'));
    const { parts } = await writeStaticIndex(read.content, {
      folder: join(folder.path, 'out'),
      generator: GENERATOR,
      writeMeaning: async ({ scope, sections }, files) => {
        const own = Array.from(sections(), ({ section }) => section.place);
        assert.deepEqual([own[0], own.at(-1)], [scope.first, scope.last]);
        return files.put('core', Uint8Array.of(own.length));
      },
    });
    assert.ok(parts.every(({ meaning }) => meaning?.startsWith('core.')));
  });
});

describe('a build', () => {
  const build = async (folder: TemporaryFolder, out: string, work: string) => {
    using read = await readDocs(join(folder.path, 'docs'), join(folder.path, work));
    await writeStaticIndex(read.content, { folder: join(folder.path, out), generator: GENERATOR });
    return filesOf(join(folder.path, out));
  };

  test('gives the same bytes again, also when it reads changed pages only', async () => {
    await using folder = await temporaryFolder({
      'docs/en/a.md': '# A\n\nOld text.',
      'docs/en/b.md': '# B\n\nOf `a.config.mjs`.',
      'docs/de/b.md': '# B\n\nText.',
    });
    const first = await build(folder, 'first', 'work');
    assert.deepEqual(await build(folder, 'first', 'work'), first);
    await folder.write({ 'docs/en/a.md': '# A\n\nNew text.', 'docs/en/c.md': '# C\n' });
    await folder.remove('docs/de/b.md');
    const changed = await build(folder, 'first', 'work');
    assert.notDeepEqual(changed, first);
    assert.deepEqual(await build(folder, 'second', 'elsewhere'), changed);
  });

  test('writes the same gzip on every system', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# A\n\nText.' });
    const files = await build(folder, 'out', 'work');
    const headers = Object.entries(files)
      .filter(([name]) => name !== 'manifest.json')
      .map(([, bytes]) => Buffer.from(bytes, 'latin1').subarray(4, 10));
    // No time, best compression, unknown system.
    for (const header of headers) assert.deepEqual([...header], [0, 0, 0, 0, 2, 255]);
  });

  test('removes files of earlier builds and of one that was killed, and nothing else', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# A\n\nOld.' });
    const old = Object.keys(await build(folder, 'out', 'work'));
    const foreign = ['words.txt', 'words.0123456789.idx.bak', 'robots.txt', 'x.unfinished'];
    const left = 'words.0123456789.idx.01234567-0123-0123-0123-0123456789ab.unfinished';
    for (const name of [...foreign, left]) await writeFile(join(folder.path, 'out', name), '');
    await folder.write({ 'docs/a.md': '# A\n\nNew.' });
    await build(folder, 'out', 'work');
    const names = await readdir(join(folder.path, 'out'));
    const { parts } = await readStaticIndex(join(folder.path, 'out'));
    assert.equal(parts[0]!.sections[0]!.content, 'New.');
    assert.deepEqual(
      foreign.filter((name) => !names.includes(name)),
      [],
    );
    assert.ok(!names.includes(left));
    // One of each kind.
    assert.equal(names.filter((name) => name.endsWith('.idx')).length, 6);
    assert.ok(old.some((name) => !names.includes(name)));
  });

  test('that fails leaves the earlier index as it was', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# A\n\nOld.' });
    const before = await build(folder, 'out', 'work');
    await folder.write({ 'docs/a.md': '# A\n\nNew.' });
    using read = await readDocs(join(folder.path, 'docs'), join(folder.path, 'work'));
    const out = join(folder.path, 'out');
    const failed = writeStaticIndex(read.content, {
      folder: out,
      generator: GENERATOR,
      writeMeaning: () => Promise.reject(new Error('The model failed')),
    });
    await assert.rejects(failed, /The model failed/);
    const after = await filesOf(out);
    assert.deepEqual(
      Object.keys(before).map((name) => after[name]),
      Object.values(before),
    );
    const { parts } = await readStaticIndex(out);
    assert.equal(parts[0]!.sections[0]!.content, 'Old.');
  });

  test('refuses a folder whose manifest is that of something else', async () => {
    await using folder = await temporaryFolder({
      'docs/a.md': '# A\n',
      'out/manifest.json': '{"name":"App","icons":[]}',
    });
    await assert.rejects(build(folder, 'out', 'work'), /manifest\.json of something else/);
    assert.equal(await readFile(join(folder.path, 'out/manifest.json'), 'utf8'), '{"name":"App","icons":[]}');
  });

  test('replaces a damaged file of the same name', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# A\n\nText.' });
    const files = await build(folder, 'out', 'work');
    const name = Object.keys(files).find((one) => one.startsWith('texts.'))!;
    await writeFile(join(folder.path, 'out', name), 'half');
    assert.deepEqual(await build(folder, 'out', 'work'), files);
  });
});

test('a copy of an untranslated page is in the part of its own language only', async () => {
  const text = 'Upload all penguins to the host, one after the other, before the sun is up.';
  await using folder = await temporaryFolder({
    'docs/en/index.md': '# Start\n\nA lighthouse warns ships.',
    'docs/en/sail.md': '# Sail\n\nLeave the harbour.',
    'docs/en/deploy.md': `# Deploy\n\n${text}`,
    'docs/de/index.md': '# Anfang\n\nEin Leuchtturm warnt Schiffe.',
    'docs/de/deploy.md': `# Deploy\n\nHinweis\n\n${text}`,
  });
  using read = await readDocs(join(folder.path, 'docs'), join(folder.path, 'work'));
  await writeStaticIndex(read.content, { folder: join(folder.path, 'out'), generator: GENERATOR });
  const { parts } = await readStaticIndex(join(folder.path, 'out'));
  assert.deepEqual(
    parts.map(({ facts, paths }) => [facts.language, paths]),
    [
      ['de', ['de']],
      ['en', ['en', 'en/deploy', 'en/sail']],
    ],
  );
});
