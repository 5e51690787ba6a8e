import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMAT } from '../../src/static-index/format/limits.ts';
import { decodeLexicon, encodeLexicon } from '../../src/static-index/format/lexicon-file.ts';
import {
  decodeManifest,
  encodeManifest,
  type StaticManifest,
} from '../../src/static-index/format/manifest.ts';
import { decodeNames, encodeNames, sectionsOfPage } from '../../src/static-index/format/names-file.ts';
import { decodePages, encodePages } from '../../src/static-index/format/pages-file.ts';
import {
  decodeCore,
  encodeCore,
  sectionsFileOf,
  wordsFileOf,
  type PartCore,
} from '../../src/static-index/format/part-core.ts';
import { decodeTexts, encodeTexts } from '../../src/static-index/format/texts-file.ts';
import { compareKeys, phraseKey, writtenKey } from '../../src/static-index/format/index-keys.ts';
import {
  decodeWords,
  encodeWords,
  IN_CONTENT,
  IN_HEADING,
  IN_NAMES,
} from '../../src/static-index/format/word-file.ts';

const CORE: PartCore = {
  lengths: Uint32Array.of(120, 70_000, 3),
  nameLengths: Uint32Array.of(2, 1, 4),
  pages: Uint32Array.of(0, 0, 1),
  isFirst: Uint8Array.of(1, 0, 1),
  words: [
    { first: 'astro', file: 'words.0123456789.idx' },
    { first: 'astro config', file: 'words.abcdef0123.idx' },
  ],
  prefixes: [{ first: 'as', file: 'words.0123456780.idx' }],
  names: [{ first: 0, file: 'names.0000000001.idx' }],
  texts: [
    { first: 0, file: 'texts.0000000002.idx' },
    { first: 1, file: 'texts.ffffffffff.idx' },
  ],
  pagesFile: 'pages.0000000003.idx',
  lexiconFile: 'lexicon.0000000004.idx',
};

test('a core file is read as it was written', () => {
  assert.deepEqual(decodeCore(encodeCore(CORE), { sections: 3, pages: 2 }), CORE);
});

test('the core of a part without pages is read as it was written', () => {
  const empty: PartCore = {
    ...CORE,
    lengths: new Uint32Array(),
    nameLengths: new Uint32Array(),
    pages: new Uint32Array(),
    isFirst: new Uint8Array(),
    words: [],
    prefixes: [],
    names: [],
    texts: [],
  };
  assert.deepEqual(decodeCore(encodeCore(empty), { sections: 0, pages: 0 }), empty);
});

test('the file of a section is the last one that does not begin after it', () => {
  assert.deepEqual(
    [0, 1, 2].map((section) => sectionsFileOf(CORE.texts, section)),
    [0, 1, 1],
  );
});

test('the file of a key is the last one that does not begin after it, or the first one', () => {
  assert.deepEqual(
    ['aa', 'astro', 'astro b', 'astro config', 'b'].map((key) => wordsFileOf(CORE.words, key)),
    [0, 0, 0, 1, 1],
  );
});

test('a file of words is read as it was written', () => {
  const entries = [
    {
      key: 'astro config',
      postings: [
        { section: 0, frequency: 6, places: IN_HEADING | IN_NAMES },
        { section: 7, frequency: 2, places: 0 },
      ],
    },
    { key: 'astro config!astro.config', postings: [{ section: 7, frequency: 0, places: IN_CONTENT }] },
    { key: 'ルーティング', postings: [{ section: 300_000, frequency: 300, places: IN_NAMES }] },
  ];
  const file = decodeWords(encodeWords(entries), 300_001);
  assert.deepEqual(
    file.keys.map((key, at) => {
      const { sections, frequencies, places } = file.postings(at);
      return {
        key,
        postings: Array.from(sections, (section, place) => ({
          section,
          frequency: frequencies[place],
          places: places[place],
        })),
      };
    }),
    entries,
  );
  assert.deepEqual([...file.counts], [2, 1, 1]);
});

test('a place in a file of words is that of the first key that is not before the wanted one', () => {
  const keys = ['astro', 'astro config', 'build'];
  const file = decodeWords(encodeWords(keys.map((key) => ({ key, postings: [] }))), 1);
  assert.deepEqual(
    ['a', 'astro', 'astro b', 'b', 'c'].map((key) => file.placeOf(key)),
    [0, 0, 1, 2, 3],
  );
});

test('a frequency above the highest one is cut to it', () => {
  const bytes = encodeWords([{ key: 'the', postings: [{ section: 0, frequency: 1e6, places: 0 }] }]);
  assert.equal(decodeWords(bytes, 1).postings(0).frequencies[0], 16_383);
});

test('phrases and identifiers sort between their first word and the next word', () => {
  const keys = [writtenKey('astro.config')!, 'astro1', 'astroid', 'astro', phraseKey(['astro', 'configs'])];
  assert.deepEqual(keys.toSorted(compareKeys), [
    'astro',
    'astro config',
    'astro config!astro.config',
    'astro1',
    'astroid',
  ]);
});

test('a file of names is read as it was written', () => {
  const pages = [
    {
      path: 'v6/en/guides/a',
      title: 'A',
      description: '',
      sections: [
        { headings: [] },
        { headings: ['One'], anchor: 'one' },
        { headings: ['One', 'Two'], anchor: 'two' },
        { headings: ['One', 'Two'], anchor: 'two' },
      ],
    },
    { path: 'v6/en/guides/日本', title: '日本', sections: [{ headings: ['見出し'], anchor: '見出し' }] },
  ];
  assert.deepEqual(decodeNames(encodeNames(pages), 5), pages);
});

test('the anchor that most generators give to a heading takes no room in a file of names', () => {
  const size = (heading: string, anchor: string): number => {
    const pages = [{ path: 'a', title: 'A', sections: [{ headings: ['One', heading], anchor }] }];
    const bytes = encodeNames(pages);
    assert.deepEqual(decodeNames(bytes, 1), pages);
    return bytes.length;
  };
  const heading = 'What `astro.config.mjs` is: "a file"';
  const saved =
    size(heading, 'what-astroconfigmjs-is-a-file-1') - size(heading, 'what-astroconfigmjs-is-a-file');
  assert.equal(saved, 'what-astroconfigmjs-is-a-file-1'.length + 1);
  size('Größe', 'größe');
  size('!?', '');
  size('', '');
  size('A', '');
});

test('sections of a page have the ids and references that the service gives them', () => {
  const page = {
    path: 'guides/a b',
    title: 'A',
    sections: [{ headings: [] }, { headings: ['x'], anchor: 'é' }, { headings: ['x'], anchor: 'é' }],
  };
  assert.deepEqual(
    sectionsOfPage(page, { version: 'v1', language: null }, 10).map(({ id, place, href, version }) => ({
      id,
      place,
      href,
      version,
    })),
    [
      { id: 'guides/a b', place: 10, href: 'guides/a%20b', version: 'v1' },
      { id: 'guides/a b#é', place: 11, href: 'guides/a%20b#%C3%A9', version: 'v1' },
      { id: 'guides/a b#é~2', place: 12, href: 'guides/a%20b#%C3%A9', version: 'v1' },
    ],
  );
});

test('a file of texts is read as it was written', () => {
  const texts = ['', 'One `two`', '日本語 𝒳'];
  assert.deepEqual(decodeTexts(encodeTexts(texts), 3), texts);
});

test('a file of pages is read as it was written, also where a character of two units differs in its half', () => {
  const paths = ['', 'a', 'a/b', 'a/😀', 'a/😁', 'b'];
  assert.deepEqual(decodePages(encodePages(paths), 6), paths);
});

test('a lexicon is read as it was written', () => {
  const lexicon = { words: ['astro', 'astronaut', 'zebra'], counts: Uint32Array.of(4_000_000_000, 1, 128) };
  assert.deepEqual(decodeLexicon(encodeLexicon(lexicon)), lexicon);
});

test('a manifest is read as it was written, without unknown fields', () => {
  const manifest: StaticManifest = {
    format: FORMAT,
    generator: 'docs-assistant 0.1.0',
    parts: [
      {
        version: 'v6',
        language: null,
        pages: 2,
        sections: 3,
        words: 70_123,
        core: 'core.0123456789.idx',
        meaning: null,
      },
    ],
    fallbackLanguage: 'en',
    commonWords: ['the'],
  };
  assert.deepEqual(decodeManifest(encodeManifest({ ...manifest, more: 1 } as StaticManifest)), manifest);
});
