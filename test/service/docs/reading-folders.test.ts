/** What a folder holds besides pages of Markdown in UTF-8: other endings and encodings, books, files with one address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openEngine, read, temporaryFolder } from '../docs-folder.ts';

interface FoundPage {
  path: string;
  title: string;
}

/** Read a folder. @returns its problems, and the pages that a query finds */
async function openFolder(files: Record<string, string | Uint8Array>) {
  const folder = await temporaryFolder(files);
  const engine = await openEngine({ dir: folder.path });
  const { problems } = await engine.reindex();
  return {
    problems,
    async find(query: string): Promise<FoundPage[]> {
      const results = await engine.search({ query });
      return results.map(({ section: { path, title } }) => ({ path, title }));
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const utf16 = (text: string, isBigEndian = false): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('an error page of Markdown', () => {
  const page = '# Kiln\n\nNothing fired.\n';
  it('is left out at the root of a site and of a language, also in the project of its generator', async () => {
    for (const at of ['', 'src/content/docs/']) {
      const pages = ['index.md', '404.md', 'de/index.md', 'de/404.mdx', 'errors/404.md', '404/index.md'];
      await using folder = await openFolder({
        'astro.config.mjs': 'export default {}',
        ...Object.fromEntries(pages.map((name) => [at + name, page])),
      });
      assert.deepEqual(
        folder.problems.map(({ file, message }) => [file, message]),
        [`${at}404.md`, `${at}de/404.mdx`].map((file) => [
          file,
          'The page is left out: it is an error page.',
        ]),
      );
      const found = (await folder.find('fired')).map(({ path }) => path);
      assert.ok(found.includes('errors/404'), found.join());
    }
  });
});

describe('a file that is not UTF-8 (search-7)', () => {
  it('is read in UTF-16, whose byte order mark says so', () => {
    for (const isBigEndian of [false, true]) {
      const { page, problems } = read('a.md', utf16('---\ntitle: Größe\n---\r\n\r\nText ö 🎉.', isBigEndian));
      assert.deepEqual([page!.title, page!.sections[0]!.content, problems], ['Größe', 'Text ö 🎉.', []]);
    }
  });

  it('is reported with the encoding that it looks like', () => {
    const japanese = Uint8Array.from(
      [
        0x23, 0x20, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x90, 0xdd, 0x92, 0xe8, 0x82, 0xc9, 0x82,
      ].concat([0xc2, 0x82, 0xa2, 0x82, 0xc4, 0x82, 0xcc, 0x90, 0xe0, 0x96, 0xbe]),
    );
    const { page, problems } = read('a.md', japanese);
    assert.ok(page);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['encoding'],
    );
    assert.match(problems[0]!.message, /It looks like Shift_JIS: save it as UTF-8\.$/);
    const german = Buffer.from('# Öfen\n\nGröße der Öfen für Keramik, fünf Türen.', 'latin1');
    assert.match(read('a.md', german).problems[0]!.message, /It looks like (?:ISO-8859-\d+|windows-125\d)/);
  });

  it('is left out when it is none: NUL without a byte order mark, or UTF-32, which begins with that of UTF-16', () => {
    const utf32 = Buffer.from('\ufeff\0#\0 \0N\0u\0l\0', 'utf16le');
    for (const text of ['# Nul\n\n\0', utf32])
      assert.deepEqual(
        read('a.md', text).problems.map(({ code }) => code),
        ['binary'],
      );
  });
});

it('Markdown has the endings of Jekyll, Hugo and Markdoc, too, and links lead to such files', async () => {
  await using docs = await openFolder({
    'long.markdown': '# Long ending\n\nmarkdownone. [Tags](tags.mdoc)',
    'tags.mdoc': '---\ntitle: Markdoc page\n---\n\nmdocone',
    'UPPER.MD': '# Upper\n\nupperone',
  });
  assert.deepEqual(docs.problems, []);
  assert.deepEqual(await docs.find('markdownone'), [{ path: 'long', title: 'Long ending' }]);
  assert.deepEqual(await docs.find('mdocone'), [{ path: 'tags', title: 'Markdoc page' }]);
  assert.equal((await docs.find('upperone'))[0]!.path, 'UPPER');
});

describe('a book (search-5)', () => {
  const BOOK = {
    'src/SUMMARY.md':
      '# Summary\n\n[Preface](preface.md)\n\n- [Getting `ready`](./ch01-00-ready.md)\n  - [Wiring it up](ch01-01-wiring.md)\n- [Draft]()\n- [Firing](part%20two/ch02.md#top)\n',
    'src/preface.md': '# Our preface\n\nWelcome.',
    'src/ch01-00-ready.md': '## Setting Up\n\nmdbone',
    'src/ch01-01-wiring.md': '## Wires\n\nmdbtwo',
    'src/part two/ch02.md': 'mdbfour',
  };

  it('gives its chapters the titles of its summary, which is no page', async () => {
    await using docs = await openFolder(BOOK);
    assert.equal((await docs.find('mdbone'))[0]!.title, 'Getting ready');
    assert.equal((await docs.find('mdbtwo'))[0]!.title, 'Wiring it up');
    assert.equal((await docs.find('mdbfour'))[0]!.title, 'Firing');
    assert.equal((await docs.find('firing'))[0]!.title, 'Firing');
    assert.equal((await docs.find('welcome'))[0]!.title, 'Our preface');
    assert.deepEqual(
      (await docs.find('summary')).filter(({ path }) => /summary/i.test(path)),
      [],
    );
    assert.match(docs.problems[0]!.message, /table of contents of its book/);
  });

  it('is none when SUMMARY.md lists no files', async () => {
    await using docs = await openFolder({
      'SUMMARY.md': '# Yearly\n\nsummaryone [x](https://a.example/b.md)',
    });
    assert.deepEqual(await docs.find('summaryone'), [{ path: 'SUMMARY', title: 'Yearly' }]);
  });
});

describe('files with one address (search-11, search-18)', () => {
  it('are one page: the index, and not the README for those who edit the folder', async () => {
    await using docs = await openFolder({
      'README.md': '# How to edit\n\nreadmehome',
      'index.md': '---\ntitle: Kiln manual\n---\n\nrealhome',
      'guide/readme.md': '# readme of guide\n\nreadmeguide',
      'guide/index.mdx': '---\ntitle: Guide\n---\n\nrealguide',
      'alone/README.md': '# Alone\n\nreadmealone',
    });
    assert.deepEqual(await docs.find('realhome'), [{ path: '', title: 'Kiln manual' }]);
    assert.deepEqual(await docs.find('realguide'), [{ path: 'guide', title: 'Guide' }]);
    assert.deepEqual(await docs.find('readmealone'), [{ path: 'alone', title: 'Alone' }]);
    assert.deepEqual(await docs.find('readmehome'), []);
    assert.deepEqual(
      docs.problems.map(({ file, code }) => `${file} ${code}`),
      ['README.md duplicate-path', 'guide/readme.md duplicate-path'],
    );
  });

  it('are two when they differ by case', async () => {
    await using docs = await openFolder({
      'Setup.md': '# Upper\n\ndupfour',
      'setup.md': '# Lower\n\ndupfive',
    });
    assert.equal((await docs.find('dupfour'))[0]!.path, 'Setup');
    assert.equal((await docs.find('dupfive'))[0]!.path, 'setup');
  });
});
