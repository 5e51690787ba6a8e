import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ByteWriter } from '../../src/static-index/format/byte-writer.ts';
import { fileName, isFileName } from '../../src/static-index/format/file-name.ts';
import { StaticIndexError } from '../../src/static-index/format/index-error.ts';
import { decodeLexicon, encodeLexicon } from '../../src/static-index/format/lexicon-file.ts';
import {
  FORMAT,
  MAX_MANIFEST_BYTES,
  MAX_PACKED_BYTES,
  MAX_UNPACKED_BYTES,
} from '../../src/static-index/format/limits.ts';
import { decodeManifest } from '../../src/static-index/format/manifest.ts';
import { decodeMeaning, encodeMeaning } from '../../src/static-index/format/meaning-file.ts';
import { decodeNames, encodeNames } from '../../src/static-index/format/names-file.ts';
import { decodePages, encodePages } from '../../src/static-index/format/pages-file.ts';
import { decodeCore, encodeCore } from '../../src/static-index/format/part-core.ts';
import { decodeTexts, encodeTexts } from '../../src/static-index/format/texts-file.ts';
import { unpack } from '../../src/static-index/format/unpack.ts';
import { decodeVectors, encodeVectors } from '../../src/static-index/format/vectors-file.ts';
import { decodeWords, encodeWords } from '../../src/static-index/format/word-file.ts';
import { decodeWordVectors, encodeWordVectors } from '../../src/static-index/format/word-vectors-file.ts';
import { prepareVectors } from '../../src/static-index/meaning/nearest-vectors.ts';

/** A small file of each kind, and how it is read as a whole. */
const FILES: Record<string, { bytes: Uint8Array<ArrayBuffer>; read: (bytes: Uint8Array) => unknown }> = {
  core: {
    bytes: encodeCore({
      lengths: Uint32Array.of(300, 2),
      nameLengths: Uint32Array.of(1, 2),
      isFirst: Uint8Array.of(1, 0),
      words: [
        { first: 'a', file: 'words.0000000000.idx' },
        { first: 'ab', file: 'words.0000000001.idx' },
      ],
      prefixes: [{ first: 'a', file: 'words.0000000006.idx' }],
      names: [{ first: 0, file: 'names.0000000002.idx' }],
      texts: [{ first: 0, file: 'texts.0000000003.idx' }],
      pagesFile: 'pages.0000000004.idx',
      lexiconFile: 'lexicon.0000000005.idx',
    }),
    read: (bytes) => decodeCore(bytes, { sections: 2, pages: 1 }),
  },
  words: {
    bytes: encodeWords([
      { key: 'ab', postings: [{ section: 0, frequency: 200, places: 3 }] },
      {
        key: 'abc',
        postings: [
          { section: 0, frequency: 2, places: 0 },
          { section: 1, frequency: 2, places: 0 },
        ],
      },
    ]),
    read: (bytes) => {
      const file = decodeWords(bytes, 2);
      return file.keys.map((_, at) => file.postings(at));
    },
  },
  names: {
    bytes: encodeNames([
      { path: 'a', title: 'A', description: 'B', sections: [{ headings: [] }] },
      { path: 'ab', title: 'Ä', sections: [{ headings: ['x', 'y'], anchor: 'y' }] },
    ]),
    read: (bytes) => decodeNames(bytes, 2),
  },
  texts: { bytes: encodeTexts(['One', 'é']), read: (bytes) => decodeTexts(bytes, 2) },
  pages: { bytes: encodePages(['a', 'ab']), read: (bytes) => decodePages(bytes, 2) },
  lexicon: {
    bytes: encodeLexicon({ words: ['a', 'ab'], counts: Uint32Array.of(1, 300) }),
    read: (bytes) => decodeLexicon(bytes),
  },
  meaning: {
    bytes: encodeMeaning({
      dimensions: 4,
      calibration: { unrelated: 0.1, related: 0.5 },
      cells: [
        { count: 1, centre: Uint8Array.of(0x79, 0x12), file: 'vectors.0000000006.idx' },
        { count: 1, centre: Uint8Array.of(0x88, 0x8f), file: 'vectors.0000000007.idx' },
      ],
      common: { words: ['the', 'to'], scales: Uint16Array.of(1, 65_535), bytes: Uint8Array.of(1, 2, 3, 4) },
      words: [{ first: 'ab', file: 'wordvectors.0000000008.idx' }],
    }),
    read: (bytes) => decodeMeaning(bytes, { sections: 2 }),
  },
  vectors: {
    bytes: encodeVectors({
      sections: Uint32Array.of(0, 300),
      dimensions: 4,
      bytes: Uint8Array.of(0x12, 0x34, 0, 255),
    }),
    read: (bytes) => prepareVectors(decodeVectors(bytes, { count: 2, dimensions: 4, sections: 301 })),
  },
  wordvectors: {
    bytes: encodeWordVectors({
      words: ['ab', 'abc'],
      scales: Uint16Array.of(300, 0),
      bytes: Uint8Array.of(0x12, 0x34, 0, 255),
    }),
    read: (bytes) => decodeWordVectors(bytes, 4),
  },
};
const HTML = new TextEncoder().encode('<!doctype html><title>Not found</title>');

for (const [kind, { bytes, read }] of Object.entries(FILES)) {
  test(`a ${kind} file that ends anywhere before its end is refused`, () => {
    for (let length = 0; length < bytes.length; length++) {
      assert.ok(
        errorOf(() => read(bytes.subarray(0, length))) instanceof StaticIndexError,
        `${length} bytes`,
      );
    }
  });

  test(`a ${kind} file that goes on after its end is damaged`, () => {
    assert.equal(
      codeOf(() => read(Uint8Array.of(...bytes, 0))),
      'damaged',
    );
  });

  test(`a ${kind} file with any other byte is read or refused, and nothing else`, () => {
    for (let at = 0; at < bytes.length; at++) {
      for (let value = 0; value < 256; value++) {
        const error = errorOf(() => read(bytes.with(at, value)));
        assert.ok(
          error === null || error instanceof StaticIndexError,
          `byte ${at} is ${value}: ${String(error)}`,
        );
      }
    }
  });

  test(`HTML in the place of a ${kind} file is no index`, () => {
    assert.equal(
      codeOf(() => read(HTML)),
      'not-an-index',
    );
  });

  test(`a ${kind} file of another format is told from a damaged one`, () => {
    assert.equal(
      codeOf(() => read(bytes.with(3, FORMAT - 1))),
      'other-format',
    );
  });

  test(`a ${kind} file is not read as one of another kind`, () => {
    for (const [other, file] of Object.entries(FILES)) {
      if (other !== kind)
        assert.equal(
          codeOf(() => file.read(bytes)),
          'damaged',
        );
    }
  });
}

test('a number of entries beyond the file is refused before memory is taken for them', () => {
  for (const [kind, { bytes, read }] of Object.entries(FILES)) {
    for (const count of [150_000, 0xffff_ffff]) {
      const writer = new ByteWriter();
      writer.bytes(bytes.subarray(0, 5));
      writer.integer(count);
      writer.bytes(new Uint8Array(100));
      const error = errorOf(() => read(writer.finish()));
      assert.ok(error instanceof StaticIndexError, kind);
      assert.match(error.message, /a number of entries is too large/, kind);
    }
  }
});

test('a file whose sections are not those of the directory is damaged', () => {
  assert.equal(
    codeOf(() => decodeTexts(FILES['texts']!.bytes, 3)),
    'damaged',
  );
  assert.equal(
    codeOf(() => decodeNames(FILES['names']!.bytes, 3)),
    'damaged',
  );
  assert.equal(
    codeOf(() => decodePages(FILES['pages']!.bytes, 3)),
    'damaged',
  );
  assert.equal(
    codeOf(() => decodeCore(FILES['core']!.bytes, { sections: 2, pages: 2 })),
    'damaged',
  );
  assert.equal(
    codeOf(() => decodeMeaning(FILES['meaning']!.bytes, { sections: 3 })),
    'damaged',
  );
  const vectors = { count: 2, dimensions: 4, sections: 301 };
  for (const change of [{ count: 3 }, { dimensions: 6 }, { sections: 300 }]) {
    assert.equal(
      codeOf(() => decodeVectors(FILES['vectors']!.bytes, { ...vectors, ...change })),
      'damaged',
    );
  }
  assert.equal(
    codeOf(() => decodeWordVectors(FILES['wordvectors']!.bytes, 6)),
    'damaged',
  );
});

test('a posting of a section that the part does not have is damaged', () => {
  const file = decodeWords(
    encodeWords([{ key: 'a', postings: [{ section: 9, frequency: 2, places: 0 }] }]),
    9,
  );
  assert.equal(
    codeOf(() => file.postings(0)),
    'damaged',
  );
});

test('vectors of too many dimensions, of none, or of an odd number are damaged', () => {
  for (const dimensions of [0, 3, 514]) {
    const bytes = encodeMeaning({
      dimensions,
      calibration: null,
      cells: [],
      common: { words: [], scales: new Uint16Array(), bytes: new Uint8Array() },
      words: [],
    });
    assert.equal(
      codeOf(() => decodeMeaning(bytes, { sections: 0 })),
      'damaged',
      `${dimensions}`,
    );
  }
});

test('keys that are not in order are damaged', () => {
  const bytes = encodeWords(['b', 'a'].map((key) => ({ key, postings: [] })));
  assert.equal(
    codeOf(() => decodeWords(bytes, 1)),
    'damaged',
  );
  const vectors = { words: ['b', 'a'], scales: new Uint16Array(2), bytes: new Uint8Array(2) };
  assert.equal(
    codeOf(() => decodeWordVectors(encodeWordVectors(vectors), 2)),
    'damaged',
  );
});

test('a key beyond the longest one is damaged', () => {
  const bytes = encodeLexicon({ words: ['a'.repeat(129)], counts: Uint32Array.of(1) });
  assert.equal(
    codeOf(() => decodeLexicon(bytes)),
    'damaged',
  );
});

test('a packed file is unpacked, one that a host has unpacked stays, and one that it has packed again is unpacked twice', async () => {
  const plain = FILES['texts']!.bytes;
  const packed = pack(plain);
  for (const received of [plain, packed, pack(packed)]) assert.deepEqual(await unpack(received), plain);
});

test('a file that is packed three times is no index', async () => {
  const bytes = await unpack(pack(pack(pack(FILES['texts']!.bytes))));
  assert.equal(
    codeOf(() => decodeTexts(bytes, 2)),
    'not-an-index',
  );
});

test('a packed file that ends anywhere before its end is refused', async () => {
  const packed = pack(FILES['names']!.bytes);
  for (let length = 2; length < packed.length; length++) {
    await assert.rejects(unpack(packed.slice(0, length)), { code: 'damaged' }, `${length} bytes`);
  }
});

test('bytes after a packed file are refused', async () => {
  const packed = pack(FILES['names']!.bytes);
  await assert.rejects(unpack(Uint8Array.of(...packed, 0x3c)), { code: 'damaged' });
});

test('a small file that unpacks to more than the limit is refused', async () => {
  await assert.rejects(unpack(pack(new Uint8Array(MAX_UNPACKED_BYTES + 1))), { code: 'too-large' });
});

test('a packed file beyond its limit is refused without being unpacked', async () => {
  const bytes = new Uint8Array(MAX_PACKED_BYTES + 1);
  bytes.set([0x1f, 0x8b]);
  await assert.rejects(unpack(bytes), { code: 'too-large' });
});

test('a manifest that is HTML, text or other JSON is no index', () => {
  const web = { name: 'App', icons: [] };
  for (const text of ['<!doctype html>', '', 'null', '[]', '1', JSON.stringify(web), '{"format":1}']) {
    assert.equal(
      codeOf(() => decodeManifest(new TextEncoder().encode(text))),
      'not-an-index',
      text,
    );
  }
  assert.equal(
    codeOf(() => decodeManifest(Uint8Array.of(0xff, 0xfe))),
    'not-an-index',
  );
});

test('a manifest of another format is told from a damaged one', () => {
  assert.equal(
    codeOf(() => decodeManifest(manifestWith({ format: FORMAT - 1 }))),
    'other-format',
  );
});

test('a manifest beyond its limit is refused', () => {
  assert.equal(
    codeOf(() => decodeManifest(new Uint8Array(MAX_MANIFEST_BYTES + 1))),
    'too-large',
  );
});

test('a manifest with a wrong field is damaged, and names it', () => {
  const part = {
    version: null,
    language: 'en',
    pages: 1,
    sections: 1,
    words: 1,
    core: 'core.0123456789.idx',
    meaning: null,
  };
  const wrong: [field: string, change: object][] = [
    ['generator', { generator: 1 }],
    ['commonWords', { commonWords: 'the' }],
    ['commonWords', { commonWords: [1] }],
    ['fallbackLanguage', { fallbackLanguage: 'x'.repeat(65) }],
    ['parts', { parts: [null] }],
    ['version', { parts: [{ ...part, version: 6 }] }],
    ['language', { parts: [{ ...part, language: undefined }] }],
    ['pages', { parts: [{ ...part, pages: -1 }] }],
    ['sections', { parts: [{ ...part, sections: 2_000_001 }] }],
    ['words', { parts: [{ ...part, words: 1.5 }] }],
    ['core', { parts: [{ ...part, core: '../core.0123456789.idx' }] }],
    ['core', { parts: [{ ...part, core: 'words.0123456789.idx' }] }],
    ['meaning', { parts: [{ ...part, meaning: 'https://example.com/' }] }],
  ];
  assert.doesNotThrow(() => decodeManifest(manifestWith({ parts: [part] })));
  for (const [field, change] of wrong) {
    const error = errorOf(() => decodeManifest(manifestWith(change)));
    assert.ok(
      error instanceof StaticIndexError && error.message.includes(`"${field}"`),
      JSON.stringify(change),
    );
  }
});

test('a manifest with too many parts is damaged', () => {
  assert.equal(
    codeOf(() => decodeManifest(manifestWith({ parts: Array.from({ length: 1_001 }, () => ({})) }))),
    'damaged',
  );
});

test('the name of a file has no separators and nothing around it', () => {
  const name = fileName('texts', Uint8Array.of(0, 1, 0xab, 0xcd, 0xff));
  assert.equal(name, 'texts.0001abcdff.idx');
  assert.ok(isFileName(name));
  for (const other of [
    `/${name}`,
    `../${name}`,
    `${name}\n`,
    `${name}?x`,
    name.toUpperCase(),
    'manifest.json',
    1,
  ]) {
    assert.ok(!isFileName(other), String(other));
  }
});

function manifestWith(change: object): Uint8Array {
  const manifest = { format: FORMAT, generator: 'docs-assistant', parts: [], commonWords: [], ...change };
  return new TextEncoder().encode(JSON.stringify(manifest));
}

function pack(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(bytes));
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
}

function codeOf(run: () => unknown): string | null {
  const error = errorOf(run);
  if (error === null) return null;
  assert.ok(error instanceof StaticIndexError);
  return error.code;
}
