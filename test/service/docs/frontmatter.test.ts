/** Frontmatter of all kinds: what it says, and what its generator would keep out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../docs-folder.ts';

const LEFT_OUT = { page: null, code: 'skipped' };

const yaml = (fields: string) => read('a.md', `---\ntitle: A\n${fields}\n---\n\nText.`);
const reason = (reading: ReturnType<typeof read>) => ({
  page: reading.page,
  code: reading.problems[0]?.code,
});

describe('a page that its generator keeps out (search-2)', () => {
  for (const fields of [
    'draft: true',
    'draft: yes',
    'draft: "true"',
    'draft: 1',
    'Draft: true',
    'DRAFT: True',
    'published: false',
    'published: "no"',
    'publish: off',
    'expiryDate: 2001-01-01',
    'expiry_date: 2001-01-01T10:00:00Z',
    'publishDate: 9001-01-01',
    'date: 9001-01-01',
    'search: false',
    'search:\n  exclude: true',
    'search: { exclude: "yes" }',
    'search:\n  enabled: false',
    'pagefind: false',
    'unlisted: true',
    'search_exclude: true',
    'searchHidden: true',
    'excludeSearch: true',
    'excludeFromSearch: true',
    'bookSearchExclude: true',
    'hidden: true',
    'noindex: true',
    'no-index: true',
    'seo:\n  noindex: true',
    'robots: noindex, nofollow',
    'robots: NOINDEX',
    'robots: [noindex]',
    'robots:\n  index: false',
    'head:\n  - - meta\n    - name: robots\n      content: noindex',
    'head:\n  - tag: meta\n    attrs:\n      name: robots\n      content: noindex',
    'head:\n  - [meta, { name: Robots, content: "none" }]',
    'meta:\n  - name: robots\n    content: noindex, follow',
  ])
    it(`is left out and said to be: ${fields.replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(reason(yaml(fields)), LEFT_OUT);
    });

  for (const fields of [
    'draft: false',
    'published: true',
    'published: 2020-01-01',
    'date: 2020-01-01',
    'expiryDate: 9001-01-01',
    'search: true',
    'search:\n  boost: 2',
    'hidden: sidebar',
    'robots: index, follow',
    'head:\n  - [meta, { name: description, content: noindex }]',
    'description: draft, hidden, noindex',
  ])
    it(`stays otherwise: ${fields.replaceAll('\n', ' ')}`, () => {
      const { page, problems } = yaml(fields);
      assert.deepEqual([page?.title, problems], ['A', []]);
    });

  it('is left out in TOML and JSON, too', () => {
    assert.deepEqual(reason(read('a.md', '+++\ndraft = true\n+++\n\nText.')), LEFT_OUT);
    assert.deepEqual(reason(read('a.md', '+++\n[search]\nexclude = true\n+++\n\nText.')), LEFT_OUT);
    assert.deepEqual(reason(read('a.md', '+++\nexpiryDate = 2001-01-01\n+++\n\nText.')), LEFT_OUT);
    assert.deepEqual(reason(read('a.md', '{\n  "title": "J",\n  "draft": true\n}\n\nText.')), LEFT_OUT);
    assert.deepEqual(reason(read('a.md', '---json\n{ "draft": true }\n---\n\nText.')), LEFT_OUT);
  });
});

describe('frontmatter that is no valid YAML', () => {
  it('is read field by field, and nothing but the bad field is lost', () => {
    const { page, problems } = yaml('description: Size: up to 9 kg\nversion: v3\nbroken: [\nlanguage: de');
    assert.deepEqual(
      [page!.title, page!.description, page!.version, page!.language],
      ['A', 'Size: up to 9 kg', 'v3', 'de'],
    );
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['frontmatter'],
    );
  });

  it('takes a value as it is written', () => {
    const titleOf = (value: string) => read('a.md', `---\ntitle: ${value}\n---\n\nText.`).page!.title;
    assert.equal(titleOf('@scope/package'), '@scope/package');
    assert.equal(titleOf('`npm run dev`'), '`npm run dev`');
    assert.equal(titleOf('%APPDATA%'), '%APPDATA%');
    assert.equal(titleOf('*Bold* start'), '*Bold* start');
    assert.equal(titleOf('"Quoted" and more'), '"Quoted" and more');
    assert.equal(titleOf('"open'), 'open');
    assert.equal(titleOf('What: why: how'), 'What: why: how');
    assert.equal(titleOf("'It's'"), "It's");
  });

  it('still keeps the page out', () => {
    assert.deepEqual(reason2('title: a: b\ndraft: true'), ['frontmatter', 'skipped']);
    assert.deepEqual(reason2('title: a: b\nsearch:\n  exclude: true'), ['frontmatter', 'skipped']);
    assert.deepEqual(reason2('\ttitle: a\ndraft: true'), ['frontmatter', 'skipped']);
    assert.deepEqual(reason2('draft: true\ntitle: one\ntitle: two'), ['frontmatter', 'skipped']);
  });

  it('is the same for TOML', () => {
    const broken = read('a.md', '+++\ntitle = "Lamps"\nbad = \ndescription = "All"\n+++\n\nText.');
    assert.deepEqual([broken.page!.title, broken.page!.description], ['Lamps', 'All']);
    assert.deepEqual(
      read('a.md', '+++\nbad = \ndraft = true\n+++\n\nText.').problems.map(({ code }) => code),
      ['frontmatter', 'skipped'],
    );
  });

  function reason2(fields: string): string[] {
    const { page, problems } = read('a.md', `---\n${fields}\n---\n\nText.`);
    assert.equal(page, null);
    return problems.map(({ code }) => code);
  }
});

describe('frontmatter in JSON', () => {
  it('gives title and description, and is no text (search-7)', () => {
    for (const text of [
      '{\n  "title": "Json page",\n  "description": "D"\n}\n\nText.',
      '{ "title": "Json page", "description": "D" }\n\nText.',
      '\n{\n"title": "Json page", "description": "D"\n}\nText.',
      '---json\n{\n"title": "Json page", "description": "D"\n}\n---\nText.',
    ]) {
      const { page, problems } = read('a.md', text);
      assert.deepEqual(
        [page!.title, page!.sections.map(({ content }) => content), problems],
        ['Json page', ['Text.'], []],
      );
    }
  });

  it('is what begins the file: other braces stay text', () => {
    const { page } = read('a.md', '{ not json }\n\nText.');
    assert.match(page!.sections[0]!.content, /not json/);
  });
});

describe('a home page whose text is in its frontmatter', () => {
  const home = (frontmatter: string, body = '') =>
    read('index.md', `---\n${frontmatter}\n---\n${body}`).page!;

  it('has the text of its hero, its buttons and its features, of VitePress and Rspress', () => {
    const page = home(`layout: home
hero:
  name: Kiln
  text: Fires <b>clay</b>
  tagline: Up to 1300 degrees
  actions:
    - theme: brand
      text: Get started
      link: /guide/start
features:
  - icon: x
    title: Fast
    details: Within <code>2</code> hours.
    link: ./fast.md
  - title: Safe
`);
    assert.equal(page.title, 'Kiln');
    assert.deepEqual(page.sections, [
      {
        headings: [],
        content:
          'Kiln\n\nFires **clay**\n\nUp to 1300 degrees\n\n[Get started](/guide/start)\n\n**[Fast](fast)**\n\nWithin `2` hours.\n\n**Safe**',
      },
    ]);
  });

  it('has those of Starlight and VuePress, before its own', () => {
    assert.deepEqual(
      home(
        'title: Home\nhero:\n  title: Kiln\n  tagline: Fires.\n  actions: [{ text: Go, link: go/ }]',
        'Text.',
      ),
      {
        path: '',
        title: 'Home',
        sections: [{ headings: [], content: 'Kiln\n\nFires.\n\n[Go](go/)\n\nText.' }],
      },
    );
    assert.equal(
      home(
        'home: true\nheroText: Kiln\ntagline: Fires.\nactionText: Go\nactionLink: /go.html\nfeatures:\n- title: Fast\n  details: Very.',
      ).sections[0]!.content,
      'Kiln\n\nFires.\n\n[Go](/go.html)\n\n**Fast**\n\nVery.',
    );
  });

  it('is left alone where these fields have another form', () => {
    for (const fields of [
      'hero: image.png',
      'hero: true\nfeatures: [a, b]',
      'features: 3',
      'hero: [1]\nhome: yes',
    ])
      assert.equal(home(fields, 'Text.').sections[0]!.content, 'Text.', fields);
  });
});

describe('frontmatter of other forms', () => {
  const titleOf = (text: string) => read('a.md', text).page?.title;

  it('ends with three dots, too, as in MkDocs', () => {
    const { page } = read('a.md', '---\ntitle: Kiln\ndraft: false\n...\n\nText.');
    assert.equal(page?.title, 'Kiln');
    assert.equal(page.sections[0]?.content, 'Text.');
    assert.equal(read('a.md', '---\ndraft: true\n...\n\nText.').page, null);
    assert.equal(titleOf('---\ntitle: Kiln\nintro: |\n  ...\n---\n\nText.'), 'Kiln');
    assert.match(read('a.md', '---\n\nA line.\n...\n').page!.sections[0]!.content, /A line/);
  });

  it('is indented with tabs', () => {
    assert.equal(titleOf('---\n\ttitle: Kiln\n\tdescription: Fires.\n---\n\nText.'), 'Kiln');
    const { page } = read('a.md', '---\ntitle: Kiln\nsearch:\n\texclude: true\n---\n\nText.');
    assert.equal(page, null);
  });

  it('prints nothing about a template in it', () => {
    const warned: unknown[] = [];
    const note = (warning: unknown) => warned.push(warning);
    process.on('warning', note);
    read('a.md', '---\ntitle: {{ name }}\n---\n\nText.');
    return new Promise(setImmediate).then(() => {
      process.off('warning', note);
      assert.deepEqual(warned, []);
    });
  });
});
