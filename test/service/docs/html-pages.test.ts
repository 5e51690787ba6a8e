import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { DEFAULT_DOCS_LIMITS } from '../../../src/service/docs/docs-limits.ts';
import { openDocsReader } from '../../../src/service/docs/docs-reader.ts';
import { surveyDocs, type DocsReaderOptions } from '../../../src/service/docs/docs-survey.ts';
import { recognizeBuiltSite } from '../../../src/service/docs/html/built-site.ts';
import { listDocsFiles } from '../../../src/service/docs/list-docs-files.ts';
import type { Page, PageReading } from '../../../src/service/docs/read-page.ts';
import { temporaryFolder } from '../docs-folder.ts';

type Files = Record<string, string | Uint8Array>;

/** Reads all files of a folder, as the index does. */
async function readAll(
  files: Files,
  options: Partial<DocsReaderOptions> = {},
): Promise<Map<string, PageReading>> {
  await using folder = await temporaryFolder(files);
  const listing = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS);
  const survey = await surveyDocs(listing, {
    defaults: {},
    limits: DEFAULT_DOCS_LIMITS,
    html: {},
    addresses: { sitemap: null },
    ...options,
  });
  const reader = await openDocsReader(survey);
  return new Map(
    await Promise.all(
      listing.files.map(
        async ({ file, absolute }) => [file, reader.read(file, await readFile(absolute))] as const,
      ),
    ),
  );
}

async function readOne(
  html: string | Uint8Array,
  options: Partial<DocsReaderOptions> = {},
): Promise<PageReading> {
  return (await readAll({ 'page.html': html }, options)).get('page.html')!;
}

async function fixture(name: string): Promise<Page> {
  const html = await readFile(new URL(`../fixtures/built/${name}.html`, import.meta.url), 'utf8');
  const { page, problems } = await readOne(html);
  assert.deepEqual(problems, []);
  return page!;
}

const contents = async (html: string, options?: Partial<DocsReaderOptions>) =>
  (await readOne(html, options)).page!.sections.map(({ content }) => content);
const codes = ({ problems }: PageReading) => problems.map(({ code }) => code);
const article = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Title</title>${head}</head><body><main>${body}</main></body></html>`;
const sh = (...lines: string[]) => ['```sh', ...lines, '```'].join('\n');
const outline = ({ sections }: Page) =>
  sections.map(({ headings, anchor }) => [...headings, anchor].join(' # '));

test('a page of VitePress is read: code groups with their labels, notes, folded text, ids of headings', async () => {
  const page = await fixture('vitepress');
  assert.equal(page.title, 'Intro');
  assert.equal(page.description, 'How to begin.');
  assert.deepEqual(outline(page), ['', 'Install it # install-it', 'Install it # Deep code # deep-code']);
  assert.equal(page.sections[0]!.content, 'Text before. [Other](other.html#sec)');
  assert.equal(
    page.sections[1]!.content,
    [
      '**npm**',
      sh('npm i orbit', '', '# done'),
      '**pnpm**',
      sh('pnpm add orbit'),
      '**Mind this**',
      'Some tip',
      '**More**',
      'Folded text',
      '```ts\nlet x = 1\nlet y = 2\n```',
    ].join('\n\n'),
  );
  assert.equal(page.sections[2]!.content, 'End. An orbit');
});

test('a page of Docusaurus is read: hidden tab panels, file names of code, version and language', async () => {
  const page = await fixture('docusaurus');
  assert.deepEqual([page.title, page.version, page.language], ['Setup', '2.0', 'en']);
  assert.deepEqual(outline(page), ['', 'Install # inst']);
  assert.equal(
    page.sections[1]!.content,
    [
      '**npm way**',
      '```bash title="terminal.sh"\nnpm i orbit\n\nnpm start\n```',
      '**Yarn way**',
      'Use yarn.',
      '**Watch out**',
      'Do not.',
      '```jsx\nfunction a() {\n}\n```',
      'See [other](/./docs/other).',
    ].join('\n\n'),
  );
});

test('a page of Starlight is read: its title outside the text, lines of code that are elements', async () => {
  const page = await fixture('starlight');
  assert.equal(page.title, 'Getting Started');
  assert.deepEqual(outline(page), ['', 'Install it # install-it']);
  assert.equal(
    page.sections[1]!.content,
    [
      '**npm**',
      '```sh title="shell.sh"\nnpm i orbit\n\nnpm start\n```',
      '**pnpm**',
      'Use pnpm',
      '**Mind this**',
      'Tip text',
      '1. One\n\n2. Two',
    ].join('\n\n'),
  );
});

test('a page of Sphinx is read: ids of sections, captions and line numbers of code, signatures as sections', async () => {
  const page = await fixture('sphinx');
  assert.deepEqual(outline(page), ['', 'Core # core', 'Core # orbit.connect() # orbit.connect']);
  assert.equal(page.sections[0]!.content, '*orbit* decorates a class, see [Start](/./guide.html#start).');
  assert.equal(
    page.sections[1]!.content,
    [
      '**Warning**',
      'Must be applied first.',
      '```python title="conf.py"\nimport orbit\norbit.go()\n```',
      '```\nplain words\n```',
    ].join('\n\n'),
  );
  assert.equal(page.sections[2]!.content, '`orbit.connect(url, timeout=10)`\n\nConnect to a planet.');
});

test('a page of Material for MkDocs is read: tabs, tasks, definitions and tables', async () => {
  const page = await fixture('material');
  assert.deepEqual(outline(page), ['Tabs # tabs']);
  assert.equal(
    page.sections[0]!.content,
    [
      '**C**',
      '```c title="main.c"\nint main()\n{}\n```',
      '**C++**',
      'Also C++.',
      '**Folded**',
      'Inside.',
      '**A tip**',
      'Of value.',
      '- [x] Done',
      '- Term\n\n  Meaning',
      '| Key | Value |\n| - | - |\n| `a` | One |',
    ].join('\n\n'),
  );
});

test('pages of mdBook, Hugo and Jekyll are read: headings that are links, tables of line numbers, hidden lines', async () => {
  const book = await fixture('mdbook');
  assert.equal(book.title, 'Chapter 1');
  assert.deepEqual(book.sections.at(-1), {
    headings: ['Traits & types'],
    anchor: 'traits',
    content: '```rust\nlet x = 1;\n```',
  });
  const hugo = await fixture('hugo');
  assert.deepEqual(hugo.sections.at(-1), {
    headings: ['Servers'],
    anchor: 'servers',
    content: '```go\npackage main\nfunc main() {}\n```\n\n**Warning**\n\nCareful.',
  });
  const jekyll = await fixture('jekyll');
  assert.equal(jekyll.title, 'Config');
  assert.deepEqual(jekyll.sections, [
    { headings: ['YAML'], anchor: 'yaml', content: '```yaml\ntitle: Orbit\nlang: en\n```' },
  ]);
});

test('without a known container the body is read, without what stands around its text', async () => {
  const html =
    '<body><header>Logo</header><nav>Menu</nav><div class="sidebar">Side</div><p>Text.</p><aside>Ad</aside><form>Search</form><footer>Foot</footer><script>x()</script></body>';
  assert.deepEqual(await contents(html), ['Text.']);
});

test("Pagefind's attributes are followed: all bodies are read, and what is ignored is left out", async () => {
  const html =
    '<main><p>Outside</p><div data-pagefind-body>One <span data-pagefind-ignore>not this</span></div><div data-pagefind-body="">Two</div></main>';
  assert.deepEqual(await contents(html), ['One\n\nTwo']);
});

test('selectors say what the text is, and what is left out of it', async () => {
  const html =
    '<main><div class="doc">Text <b class="badge">new</b><p id="ad">Ad</p></div><p>Other</p></main>';
  assert.deepEqual(await contents(html, { html: { content: '.doc', ignore: ['.badge', '#ad'] } }), ['Text']);
  assert.deepEqual(await contents(html, { html: { content: '.missing' } }), ['Text **new**\n\nAd\n\nOther']);
});

test('an anchor is the id that the page has for the heading, and none is made up', async () => {
  const html = article(
    [
      '<h2 id="Own_Id.1">Own</h2><p>1</p><h2><a name="inside"></a>Inside</h2><p>2</p><a id="before"></a><h2>Before</h2><p>3</p>',
      '<section id="around"><h2>Around</h2><p>4</p><h3>Not first</h3><p>5</p></section>',
    ].join(''),
  );
  const { page } = await readOne(html);
  assert.deepEqual(
    page!.sections.map(({ anchor }) => anchor),
    ['Own_Id.1', 'inside', 'before', 'around', undefined],
  );
});

test('the title is that of the text, else that of the page without the name of its site', async () => {
  const titled = (title: string, body: string) => `<head><title>${title}</title></head><main>${body}</main>`;
  const readings = await readAll({
    'a.html': titled('A — Orbit 2.1', '<p>Text</p>'),
    'b.html': titled('B — Orbit 2.1', '<h1>Heading</h1><p>Text</p>'),
    'c.html': titled('C — Orbit 2.1', '<p>Text</p>'),
    'some-page.html': '<main><p>Text</p></main>',
  });
  assert.deepEqual(
    [...readings.values()].map(({ page }) => page!.title),
    ['A', 'Heading', 'C', 'Some page'],
  );
});

test('pages that are none by their own word are left out, each with the reason', async () => {
  const text = '<main><p>Text</p></main>';
  const readings = await readAll({
    '404.html': text,
    'empty.html': '<main><img src="x.png"></main>',
    'genindex.html': text,
    'moved.html': '<head><meta http-equiv="refresh" content="0; url=/new"></head><p>Redirecting</p>',
    'page.html': text,
    'search.html': '<head><script src="_static/searchtools.js"></script></head><main>Search</main>',
    'tags.html': `<head><meta name="robots" content="noindex, follow, max-image-preview:none"></head>${text}`,
    'theme.html': '{% include head.html %}<p>Text</p>',
  });
  const left = [...readings].filter(([, { page }]) => page === null).map(([file]) => file);
  assert.deepEqual(
    left,
    [...readings.keys()].filter((file) => file !== 'page.html'),
  );
  assert.ok(left.every((file) => codes(readings.get(file)!).join() === 'skipped'));
  assert.match(readings.get('tags.html')!.problems[0]!.message, /noindex/);
});

test('a preview of a site, on which no page is to be listed, is read all the same', async () => {
  const html = article('<p>Text</p>', '<meta name="robots" content="noindex">');
  const readings = await readAll({ 'a.html': html, 'b.html': html });
  assert.ok([...readings.values()].every(({ page }) => page !== null));
});

test('a page is at the address of its file, or at the canonical one that is another spelling of it', async () => {
  const at = (address: string) =>
    article('<p>Text</p>', `<link rel="canonical" href="https://x.example${address}">`);
  const paths = async (files: Files) => [...(await readAll(files)).values()].map(({ page }) => page?.path);
  const plain = article('<p>Text</p>');
  assert.deepEqual(
    await paths({ 'guide/index.html': plain, 'guide/intro.html': plain, 'index.html': plain }),
    ['guide/', 'guide/intro.html', ''],
  );
  assert.deepEqual(
    await paths({
      'guide/clean.html': at('/docs/guide/clean'),
      'guide/elsewhere.html': at('/docs/never-built/'),
      'guide/folder/index.html': at('/docs/guide/folder'),
      'guide/slash.html': at('/docs/guide/slash/'),
      'guide/umlaut-ä.html': at('/docs/guide/umlaut-%C3%A4'),
      'index.html': at('/docs/'),
    }),
    ['guide/clean', 'guide/elsewhere.html', 'guide/folder', 'guide/slash/', 'guide/umlaut-ä', ''],
  );
});

test('without canonical links a page is at the address that the links of the site spell', async () => {
  const linking = (...links: string[]) =>
    article(`<p>Text ${links.map((link) => `<a href="${link}">x</a>`).join(' ')}</p>`);
  const paths = async (...links: string[]) => {
    const files = {
      'clay/intro.html': linking(...links),
      'guide.html': linking(),
      'lore/index.html': linking(),
    };
    return [...(await readAll(files)).values()].map(({ page }) => page!.path);
  };
  const asFiles = ['clay/intro.html', 'guide.html', 'lore/'];
  assert.deepEqual(await paths('/docs/guide', '/docs/lore/'), ['clay/intro', 'guide', 'lore/']);
  assert.deepEqual(await paths('../guide?a', 'intro#b', '../lore'), ['clay/intro', 'guide', 'lore']);
  // What an author has written by hand does not outweigh what the generator writes.
  assert.deepEqual(await paths('/guide.html', 'intro.html', '/guide', '/lore/index.html'), asFiles);
  // Neither other sites nor files that are no pages say anything about this one.
  assert.deepEqual(await paths('https://x.example/guide', '/style', '#guide', '/guide/'), asFiles);
});

test('a page whose canonical address is that of another one is left out, but not an old version of it', async () => {
  const at = (path: string) =>
    article('<p>Text</p>', `<link rel="canonical" href="https://x.example/${path}">`);
  const readings = await readAll({
    'v1/a.html': at('v2/a.html'),
    'v2/a.html': at('v2/a.html'),
    'v2/b.html': at('v2/b.html'),
    'v2/copy.html': at('v2/a.html'),
  });
  assert.deepEqual(
    [...readings].filter(([, { page }]) => page === null).map(([file]) => file),
    ['v2/copy.html'],
  );
});

test('<html lang> is the language of a page only where it tells pages apart', async () => {
  const page = (lang: string) => `<html lang="${lang}"><main><p>Text</p></main></html>`;
  const languages = async (files: Files) =>
    [...(await readAll(files)).values()].map((reading) => reading.page!.language);
  assert.deepEqual(await languages({ 'a.html': page('en'), 'b.html': page('en-US') }), [
    undefined,
    undefined,
  ]);
  // The theme of the last one was not translated.
  assert.deepEqual(
    await languages({ 'a.html': page('en'), 'de/a.html': page('de-AT'), 'de/b.html': page('en') }),
    ['en', 'de-AT', 'de'],
  );
});

test('breadcrumbs above the title, and links to the pages before and after, are no text of a page', async () => {
  const text =
    '<div class="x"><h1>Setup</h1><p>First. <a href="/more">More</a></p><h2 id="a">Last</h2><p>Words.</p></div>';
  const flat = '<h1>Setup</h1><p>First. <a href="/more">More</a></p><h2 id="a">Last</h2><p>Words.</p>';
  const rows: [name: string, above: string, below: string][] = [
    [
      'Hextra',
      '<div><div><a href="/docs">Documentation</a></div><svg></svg><div><a href="/docs/guide">Guide</a></div><div>Setup</div></div>',
      '<div></div><div><a href="/a" title="A">Hooks<svg></svg></a><a href="/b">Errors</a></div>',
    ],
    [
      'its page without a folder',
      '<div><div>Setup</div></div>',
      '<div><a href="/b">Errors</a></div><div>Last updated on May 1, 2026</div>',
    ],
    [
      'Fumadocs',
      '<div class="flex"><a href="/docs/guides">Guides</a></div>',
      '<div class="grid"><a href="/a"><div><svg></svg><p>Hooks</p></div><p>Previous Page</p></a><a href="/b"><div><p>Errors</p></div><p>Next Page</p></a></div>',
    ],
    ['its folder without a page', '<div class="flex"><span>Guides</span></div>', ''],
    [
      'a list',
      '<ol><li><a href="/">Home</a></li><li>Installing</li></ol>',
      '<div><span><a rel="prev" href="/a">Hooks</a></span></div>',
    ],
    [
      'labelled',
      '<ul aria-label="Breadcrumbs"><li><a href="/">Home</a></li></ul>',
      '<p><a rel="next" href="/b">Errors</a></p>',
    ],
    [
      'signs',
      '<div><a href="/">Home</a> / <a href="/docs">Docs</a> › </div>',
      '<section><a href="/a">← Hooks</a> | <a href="/b">Errors →</a></section>',
    ],
  ];
  for (const [name, above, below] of rows) {
    for (const body of [text, flat]) {
      for (const page of [
        `<main>${above}${body}${below}</main>`,
        `<main><div>${above}${body}${below}</div></main>`,
      ]) {
        assert.deepEqual(await contents(page), ['First. [More](/./more)', 'Words.'], `${name}: ${page}`);
      }
    }
  }
});

test('links and short blocks that authors write at the edges of a page are its text', async () => {
  const rows: [html: string, text: string][] = [
    ['<h1>A</h1><p>One</p><p><a href="/b">Errors</a></p>', 'Errors'],
    ['<h1>A</h1><p>One</p><ul><li><a href="/b">Errors</a></li></ul>', 'Errors'],
    [
      '<h1>A</h1><p>One</p><h2>Next steps</h2><div><a href="/b">Errors</a><a href="/c">Hooks</a></div>',
      'Hooks',
    ],
    ['<h1>A</h1><p>One</p><div><a href="/b">B</a><a href="/c">C</a><a href="/d">Cards</a></div>', 'Cards'],
    ['<h1>A</h1><p>One</p><div>See <a href="/b">Errors</a></div>', 'Errors'],
    ['<div>A short notice. <a href="/b">Read it</a></div><h1>A</h1><p>One</p>', 'notice'],
    ['<p>Motto</p><h1>A</h1><p>One</p>', 'Motto'],
    ['<div><a href="/b">Errors</a></div><p>No title</p>', 'Errors'],
  ];
  for (const [html, text] of rows) {
    const found = (await contents(`<main>${html}</main>`)).join(' ');
    assert.ok(found.includes(text), `${html}: ${found}`);
  }
});

test('lists that a generator makes of tags, categories and posts are left out, pages about them are not', async () => {
  const page = (type: string, main: string, html = '') =>
    `<html${html}><head><meta property="og:type" content="${type}"></head><body><main>${main}</main></body></html>`;
  const words =
    '<h1>Tags</h1><p>A tag is a word for a page, of which it may have several, as <a href="/a">here</a>.</p>';
  const list =
    '<h1>Theme</h1><article><h2><a href="/posts/a">A post</a></h2><p>Its first words, and more of them.</p></article>';
  const links = '<h1>kiln</h1><ul><li><a href="/a">Firing</a></li><li><a href="/b">Glazing</a></li></ul>';
  const left = async (files: Files) =>
    [...(await readAll(files))].flatMap(([file, { page: read }]) => (read === null ? [file] : []));
  const lists = [
    'tags/index.html',
    'tags/theme/index.html',
    'de/categories/x/index.html',
    'posts/index.html',
    'posts/page/2/index.html',
  ];
  // Hugo says which pages are articles.
  assert.deepEqual(
    await left({
      ...Object.fromEntries(lists.map((file) => [file, page('website', list)])),
      'index.html': page('website', words),
      'docs/index.html': page('website', words),
      'docs/tags/index.html': page('website', words),
      'posts/a/index.html': page('article', words),
      'tags.html': page('article', words),
    }),
    lists.toSorted(),
  );
  // Elsewhere the links do.
  assert.deepEqual(
    await left({
      'tags/kiln.html': page('website', links),
      'tag/kiln/index.html': page('website', links),
      'category/a.html': page('website', words),
      'tags/index.html': page('website', words),
      'docs/tags.html': page('website', links),
    }),
    ['tag/kiln/index.html', 'tags/kiln.html'],
  );
  // Docusaurus says so by a class.
  assert.deepEqual(
    await left({
      'docs/tags/kiln/index.html': page(
        'website',
        list,
        ' class="docs-wrapper plugin-docs docs-tags-doc-list-page"',
      ),
      'blog/tags/x/index.html': page('website', list, ' class="blog-wrapper blog-tags-post-list-page"'),
      'docs/tags/index.html': page('website', list, ' class="docs-wrapper docs-doc-page"'),
    }),
    ['blog/tags/x/index.html', 'docs/tags/kiln/index.html'],
  );
});

test('a description that is the beginning of the text is left out, and one of its author is kept', async () => {
  const sentence = 'A kiln is fired slowly, over some days, by those who have the patience to wait for it. ';
  const head = (text: string) => `<meta name="description" content="${text}">`;
  const rows: [description: string, isKept: boolean][] = [
    [sentence.repeat(3), false],
    [`${sentence} Cones ${sentence} Cones and more of ${sentence.repeat(20)}`.slice(0, 300), true],
    [`${sentence}${sentence}${sentence}`.slice(0, 205), false],
    ['How to fire a kiln.', true],
    [sentence, true],
    ['What an author says of a page, in many words. '.repeat(6), true],
  ];
  for (const [description, isKept] of rows) {
    const { page } = await readOne(article(`<h1>Kiln</h1><p>${sentence.repeat(4)}</p>`, head(description)));
    assert.equal(page!.description !== undefined, isKept, description);
  }
  const short = '<h1>Kiln</h1><p>Fired slowly.</p><h2>Cones</h2><p>They bend.</p>';
  const { page } = await readOne(article(short, head('Fired slowly. Cones They bend.')));
  assert.equal(page!.description, undefined);
});

test('Markdown whose built page is beside it is not read a second time', async () => {
  const readings = await readAll({
    'a.html': article('<p>Built</p>'),
    'a.md': '# A\n\nWritten',
    'b.mdx': 'Only',
  });
  assert.deepEqual(
    [...readings.values()].map(({ page }) => page?.path ?? null),
    ['a.html', null, 'b'],
  );
});

test('a page is read in its encoding', async () => {
  const encode = (declaration: string, ...bytes: number[]) =>
    Buffer.concat([
      Buffer.from(`<head>${declaration}</head><main><p>`),
      Buffer.from(bytes),
      Buffer.from('</p></main>'),
    ]);
  const textOf = async (bytes: Uint8Array) => (await readOne(bytes)).page!.sections[0]!.content;
  assert.equal(await textOf(encode('<meta charset="windows-1251">', 0xc4, 0xe0)), 'Да');
  assert.equal(
    await textOf(encode('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15">', 0xa4)),
    '€',
  );
  assert.equal(await textOf(encode('', 0xfc)), 'ü');
  assert.equal(await textOf(encode('<meta charset="nonsense">', 0xc3, 0xbc)), 'ü');
  assert.equal(await textOf(Buffer.from('\ufeff<main><p>Ω</p></main>', 'utf16le')), 'Ω');
  assert.deepEqual(codes(await readOne(encode('<meta charset="utf-8">', 0xff))), ['encoding']);
  assert.deepEqual(codes(await readOne(Buffer.from('<p>a\0b'))), ['binary']);
});

test('what scripts and addresses would do is left out, and their text with them', async () => {
  assert.deepEqual(
    await contents(
      '<main><p>Text <script>alert(1)</script><img src=x onerror="alert(1)" alt="picture"> <a href="javascript:alert(1)">link</a></p><template>no</template><noscript>no</noscript></main>',
    ),
    ['Text picture link'],
  );
});

test('HTML that no browser would refuse is read to its end', async () => {
  assert.deepEqual(await contents('<p>one<li>two<table><td>three<plaintext><b>four</b>'), [
    'one\n\n- two\n  | |\n  | - |\n  | three\\<b>four\\</b> |',
  ]);
});

test('a page that is nested too deep is left out, whatever it is nested in', async () => {
  for (const tags of ['<div>', '<b>', '<blockquote>', '<table><tr><td>', '<ul><li>']) {
    assert.deepEqual(codes(await readOne(tags.repeat(50_000 / tags.length) + 'deep')), ['too-complex'], tags);
  }
  assert.deepEqual(await contents('<div>'.repeat(300) + '<p>Text</p>'), ['Text']);
});

test('a front page of VitePress has the text of its hero and its features', async () => {
  const { page } = await readOne(
    `<div id="app"><main class="main"><div class="VPHome"><div class="VPHero"><h1 class="heading"><span class="name clip">Orbit</span><span class="text">Moves things</span></h1><p class="tagline">All around</p></div><div class="VPFeatures"><article class="box"><h2 class="title">Fast</h2><p class="details">Eight kilometres a second.</p></article></div><div class="vp-doc"><h2 id="why">Why</h2><p>To stay up.</p></div></div></main></div>`,
  );
  assert.equal(page!.title, 'Orbit Moves things');
  assert.deepEqual(
    page!.sections.map(({ headings, anchor, content }) => [headings.join(), anchor, content]),
    [
      ['', undefined, 'All around'],
      ['Fast', undefined, 'Eight kilometres a second.'],
      ['Why', 'why', 'To stay up.'],
    ],
  );
});

test('a front page of Starlight has the text of its hero', async () => {
  assert.deepEqual(
    await contents(
      article(
        '<div class="hero"><div class="sl-flex copy"><h1>Home</h1><div class="tagline">Tagline</div></div></div>',
      ),
    ),
    ['Tagline'],
  );
});

test('a badge in a heading is left out, in a text it is kept', async () => {
  const badge = '<span class="VPBadge tip">1.2</span>';
  const { page } = await readOne(article(`<h1>Install ${badge}</h1><p>Since ${badge}</p>`));
  assert.deepEqual([page!.title, page!.sections[0]!.content], ['Install', 'Since 1.2']);
});

test('a description that most pages share is that of the site, not theirs', async () => {
  const page = (description: string) =>
    article('<p>Text</p>', `<meta name="description" content="${description}">`);
  const files = { 'a.html': page('A site'), 'b.html': page('A site'), 'c.html': page('Of c') };
  const pages = [...(await readAll(files)).values()];
  assert.deepEqual(
    pages.map(({ page }) => page!.description),
    [undefined, undefined, 'Of c'],
  );
});

test('a long page in UTF-8 that is cut within a character has its title', async () => {
  for (const filling of ['', 'x']) {
    const page = (name: string) => `<title>${name} – Bücher</title><p>${filling}${'ü'.repeat(40_000)}`;
    await using folder = await temporaryFolder({ 'a.html': page('Größe'), 'b.html': page('Maße') });
    const { files } = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS);
    assert.equal((await recognizeBuiltSite(files)).titleSuffix, ' – Bücher');
  }
});

test('elements that an inline style hides are no text of a page', async () => {
  const html =
    '<!doctype html><title>T</title><main><h1>T</h1><p>Shown</p><p style="color:red; DISPLAY : none">One</p><div style="visibility:hidden"><p>Two</p></div></main>';
  assert.equal((await readOne(html)).page!.sections[0]!.content, 'Shown');
});
