import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_DOCS_LIMITS } from '../../../src/service/docs/docs-limits.ts';
import { listDocsFiles } from '../../../src/service/docs/list-docs-files.ts';
import { createPageAddresses } from '../../../src/service/docs/page-addresses.ts';
import { filePath } from '../../../src/service/docs/page-path.ts';
import { resolveDocsLink } from '../../../src/service/docs/resolve-docs-link.ts';
import { detectScopeNames, pathScope } from '../../../src/service/docs/page-scope.ts';
import { openEngine, read, temporaryFolder } from '../docs-folder.ts';

const contents = (text: string, file = 'page.mdx') =>
  read(file, text).page!.sections.map(({ content }) => content);
const codes = (file: string, text: string | Uint8Array) => read(file, text).problems.map(({ code }) => code);

test('a page is divided at its headings, each with the headings above it and its anchor', () => {
  const { page } = read(
    'guides/x.md',
    '---\ntitle: Guide\ndescription: What it is.\n---\nIntro\n\n## Setup\n\nOne\n\n### On `Linux`\n\nTwo\n\n## Setup\n\nThree',
  );
  assert.deepEqual(page, {
    path: 'guides/x',
    title: 'Guide',
    description: 'What it is.',
    sections: [
      { headings: [], content: 'Intro' },
      { headings: ['Setup'], anchor: 'setup', content: 'One' },
      { headings: ['Setup', 'On Linux'], anchor: 'on-linux', content: 'Two' },
      { headings: ['Setup'], anchor: 'setup-1', content: 'Three' },
    ],
  });
});

test('the title comes from the frontmatter, else from the first heading, else from the name of the file', () => {
  assert.equal(read('a.md', '---\ntitle: Given\n---\n# Heading\n\nText').page!.title, 'Given');
  const headed = read('a.md', '# Heading\n\nText').page!;
  assert.equal(headed.title, 'Heading');
  assert.deepEqual(headed.sections, [{ headings: [], content: 'Text' }]);
  assert.equal(read('guides/getting-started.md', 'Text').page!.title, 'Getting started');
});

test("a heading's own id is its anchor, in Markdown, in MDX and as an element", () => {
  const anchorOf = (file: string, text: string) => read(file, text).page!.sections[0];
  const expected = { headings: ['Title'], anchor: 'mine', content: 'Text' };
  assert.deepEqual(anchorOf('a.md', '## Title {#mine}\n\nText'), expected);
  assert.deepEqual(anchorOf('a.mdx', '## Title {#mine}\n\nText'), expected);
  assert.deepEqual(anchorOf('a.mdx', '<h2 id="mine">Title</h2>\n\nText'), expected);
  assert.deepEqual(anchorOf('a.md', '<h2 id="mine">Title</h2>\n\nText'), expected);
});

test('headings in quotes and lists count when anchors repeat, but divide nothing', () => {
  const { page } = read('a.md', '> ## Same\n\n## Same\n\nText');
  assert.deepEqual(page!.sections, [
    { headings: [], content: '> ## Same' },
    { headings: ['Same'], anchor: 'same-1', content: 'Text' },
  ]);
});

test('a page without text is found by its description', () => {
  assert.deepEqual(read('a.md', '---\ntitle: T\ndescription: About it.\n---').page!.sections, [
    { headings: [], content: 'About it.' },
  ]);
});

test('components give way to their content and what they show of their attributes', () => {
  const [content] = contents(`import { Card } from 'x';
export const a = 1;

<Card title="Speed" href="./fast.mdx" description="How it is done.">
  Inside **bold** text.
</Card>

<Tabs>
  <TabItem label="npm">

  \`\`\`sh
  npm i orbit
  \`\`\`

  </TabItem>
</Tabs>

<PackageTabs>
  <Fragment slot="pnpm">Use pnpm</Fragment>
</PackageTabs>

<Since v="2.1" /> Press <kbd>Esc</kbd>{' '}now{/* not this */}. <Unknown prop={() => 1} />

<script>alert(1)</script>
`);
  assert.equal(
    content,
    [
      '[Speed](fast): How it is done.',
      'Inside **bold** text.',
      '**npm**',
      '```sh\nnpm i orbit\n```',
      '**pnpm** Use pnpm',
      'Added in 2.1. Press `Esc` now.',
    ].join('\n\n'),
  );
});

test('headings, lists and code inside components stay what they are', () => {
  const { page } = read(
    'a.mdx',
    '<Steps>\n\n## Step\n\n1. One\n\n   ```js title="a.js"\n   go();\n   ```\n\n</Steps>',
  );
  assert.deepEqual(page!.sections, [
    { headings: ['Step'], anchor: 'step', content: '1. One\n\n   ```js title="a.js"\n   go();\n   ```' },
  ]);
});

test('tables, task lists and strikethrough are kept, images leave their text', () => {
  assert.deepEqual(
    contents('| a | b |\n| - | :-: |\n| 1 | 2 |\n\n- [x] done\n\n~~old~~ ![A cat](cat.png)', 'a.md'),
    ['| a | b |\n| - | :-: |\n| 1 | 2 |\n\n- [x] done\n\n~~old~~ A cat'],
  );
});

test('raw HTML in Markdown leaves its text', () => {
  assert.deepEqual(
    contents(
      '<div align="center">\n<b>Bold</b> <!-- no -->words\n</div>\n\nA<br>b <script>x()</script>',
      'a.md',
    ),
    ['**Bold** words\n\nA\\\nb'],
  );
});

test('titles of ::: blocks are kept and their fences go, but not inside code', () => {
  assert.deepEqual(
    contents(
      ':::tip[Mind this]\nText\n:::\n\n```md\n:::note\n## {#id}\n```\n\n::: warning Watch out\nMore\n:::',
      'a.mdx',
    ),
    ['**Mind this**\nText\n\n```md\n:::note\n## {#id}\n```\n\n**Watch out**\nMore'],
  );
});

test('references become links, and links between pages become site paths', () => {
  const { page } = read(
    'v2/en/a/b.md',
    '[x][1] [same](#part) [up](../c.md#d) [web](https://e.org) [js](javascript:alert(1))\n\n[1]: ./index.mdx',
  );
  assert.equal(
    page!.sections[0]!.content,
    '[x](v2/en/a) [same](v2/en/a/b#part) [up](v2/en/c#d) [web](https://e.org) js',
  );
});

test('a link cannot climb out of the site', () => {
  const targets = createPageAddresses(['a/b.md'], {}, detectScopeNames([]));
  const link = resolveDocsLink('../../../../etc/passwd', { file: 'a/b.md', path: 'a/b' }, targets);
  assert.equal(link, 'etc/passwd');
});

test('a long section is divided between blocks, a short one never', () => {
  const paragraph = `${'word '.repeat(150)}end.`;
  const { page } = read('a.md', `## Long\n\n${Array(6).fill(paragraph).join('\n\n')}\n\n## Tiny\n\nHi`);
  const sections = page!.sections;
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    ['long', 'long', 'long', 'tiny'],
  );
  assert.equal(
    sections
      .slice(0, 3)
      .map(({ content }) => content)
      .join('\n\n'),
    Array(6).fill(paragraph).join('\n\n'),
  );
});

test('code stays whole until it is longer than any reader wants, then every piece is code', () => {
  const code = (lines: number) => `\`\`\`js\n${'await work(); // and more\n'.repeat(lines)}\`\`\``;
  assert.equal(contents(code(300)).length, 1);
  const pieces = contents(code(2_000));
  assert.ok(pieces.length > 1);
  assert.ok(pieces.every((piece) => piece.startsWith('```js\nawait work();') && piece.endsWith('\n```')));
});

test('line ends of Windows and a byte order mark are no part of the text', () => {
  const { page, problems } = read(
    'a.md',
    '\uFEFF---\r\ntitle: T\r\n---\r\n## H\r\n\r\n```\r\na\r\nb\r\n```\r\n',
  );
  assert.equal(page!.title, 'T');
  assert.equal(page!.sections[0]!.content, '```\na\nb\n```');
  assert.deepEqual(problems, []);
});

test('a file that is not all UTF-8 is read and reported', () => {
  const bytes = new Uint8Array([...Buffer.from('Caf'), 0xe9, ...Buffer.from(' opens')]);
  assert.equal(read('a.md', bytes).page!.sections[0]!.content, 'Caf\uFFFD opens');
  assert.deepEqual(codes('a.md', bytes), ['encoding']);
});

test('a file with NUL bytes is no text', () => {
  assert.equal(read('a.md', new Uint8Array([0x41, 0])).page, null);
  assert.deepEqual(codes('a.md', new Uint8Array([0x41, 0])), ['binary']);
});

test('MDX that does not parse is read as Markdown and reported with its path and place', () => {
  const { page, problems } = read(
    'guides/broken.mdx',
    "import A from 'a'\n\n## Part\n\n<A>open {never\n\nStill here.",
  );
  assert.deepEqual(page!.sections, [
    { headings: ['Part'], anchor: 'part', content: 'open {never\n\nStill here.' },
  ]);
  assert.equal(problems.length, 1);
  assert.deepEqual([problems[0]!.file, problems[0]!.code], ['guides/broken.mdx', 'mdx']);
});

test('frontmatter may be TOML between plus signs', () => {
  const { page, problems } = read(
    'guides/a.md',
    '+++\ntitle = "Lamps"\nslug = "lamps"\nversion = "v3"\ndescription = "All of them"\n+++\n\nText.',
  );
  assert.deepEqual([page!.title, page!.path, page!.version], ['Lamps', 'guides/lamps', 'v3']);
  assert.deepEqual(
    page!.sections.map(({ content }) => content),
    ['Text.'],
  );
  assert.deepEqual(problems, []);
  const broken = read('a.md', '+++\ntitle = \n+++\n\n# Alpha\n\nText.');
  assert.equal(broken.page!.title, 'Alpha');
  assert.deepEqual(
    broken.problems.map(({ code }) => code),
    ['frontmatter'],
  );
  assert.equal(read('a.md', '+++\ndraft = true\n+++\n\nText.').page, null);
});

test('aliases in frontmatter cannot grow without end', () => {
  const levels = 'bcdefghij'
    .split('')
    .map((key, at) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(', ')}]`);
  assert.deepEqual(codes('a.md', `---\na: &a [x, x]\n${levels.join('\n')}\n---\nText`), ['frontmatter']);
});

test('nesting that no author writes is reported', () => {
  const text = '<A>\n'.repeat(3_000) + '</A>\n'.repeat(3_000);
  assert.equal(read('a.mdx', text).page, null);
  assert.deepEqual(codes('a.mdx', text), ['too-complex']);
});

test('a page is left out from a depth on that can be parsed in time, and not before', () => {
  assert.deepEqual(codes('a.md', `${'> '.repeat(90)}deep`), []);
  assert.deepEqual(codes('a.md', `${'> '.repeat(120)}deep`), ['too-complex']);
  assert.match(
    read('a.md', `${'> '.repeat(120)}deep`).problems[0]!.message,
    /could not be parsed: It is nested more than 100 levels deep\.$/,
  );
});

test('a page with too many sections keeps the first ones', () => {
  const { page, problems } = read('a.md', '## A\n\nx\n\n'.repeat(5), 3);
  assert.equal(page!.sections.length, 3);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['too-many-sections'],
  );
});

test('site paths end where the file name does, without index and readme', () => {
  assert.equal(filePath('v6/en/guides/middleware.mdx'), 'v6/en/guides/middleware');
  assert.equal(filePath('v6/en/guides/index.mdx'), 'v6/en/guides');
  assert.equal(filePath('index.md'), '');
  assert.equal(filePath('packages/core/README.md'), 'packages/core');
  assert.equal(filePath('reindex.md'), 'reindex');
});

test('slug and permalink set the path as they are written, unless they are no paths', () => {
  const pathOf = (frontmatter: string) =>
    read('v2/en/guides/a.md', `---\n${frontmatter}\n---\nText`).page!.path;
  assert.equal(pathOf('slug: b'), 'v2/en/guides/b');
  assert.equal(pathOf('slug: /c/d'), 'v2/en/c/d');
  assert.equal(pathOf('slug: v2/en/e'), 'v2/en/e');
  assert.equal(pathOf('permalink: /f/Index.html'), 'f/Index.html');
  assert.equal(pathOf('permalink: /f/'), 'f/');
  assert.equal(pathOf('slug: ../../secret'), 'v2/en/guides/a');
  assert.equal(pathOf('slug: "a\\u0000b"'), 'v2/en/guides/a');
  assert.equal(pathOf('slug: [1]'), 'v2/en/guides/a');
});

test('versions and languages are recognised in the first folders', () => {
  const scope = (files: string[]) => {
    const names = detectScopeNames(files);
    return files.map((file) => {
      const { version, language } = pathScope(file, names).scope;
      return [version, language].join(' ');
    });
  };
  assert.deepEqual(scope(['v6/en/a.md', 'v6/de/a.md', 'v4/en/a.md', 'README.md']), [
    'v6 en',
    'v6 de',
    'v4 en',
    ' ',
  ]);
  assert.deepEqual(scope(['en/2.0/a.md', 'pt-br/2.0/a.md']), ['2.0 en', '2.0 pt-BR']);
  assert.deepEqual(scope(['src/docs/en/a.md', 'src/docs/ja/a.md']), [' en', ' ja']);
  assert.deepEqual(scope(['latest/a.md', '1.x/a.md']), ['latest ', '1.x ']);
});

test('folders that only look like versions and languages are not taken for them', () => {
  const { versions, languages } = detectScopeNames([
    'ts/a.md',
    'guides/b.md',
    '1-setup/c.md',
    'latest/d.md',
    '2024/e.md',
  ]);
  assert.deepEqual([...versions, ...languages], []);
});

test('frontmatter outweighs the path', () => {
  const { page } = read('v1/en/a.md', '---\nversion: 2.5\nlang: de_AT\n---\nText');
  assert.deepEqual([page!.version, page!.language], ['2.5', 'de-AT']);
});

test('only Markdown that is meant as pages is listed, sorted by path', async () => {
  await using folder = await temporaryFolder({
    'b.md': '',
    'a/x.MDX': '',
    'a/y.txt': '',
    'a/_partial.md': '',
    '.hidden/z.md': '',
    'node_modules/p/README.md': '',
  });
  const { files, problems } = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['a/x.MDX', 'b.md'],
  );
  assert.deepEqual(problems, []);
});

test('the built site in the folder of its project is left out, with a line, and read if it is named itself', async () => {
  await using folder = await temporaryFolder({
    'mkdocs.yml': '',
    'docs/a.md': '',
    'site/index.html': '',
    'site/a/index.html': '',
    'build/index.html': '',
    'website/docusaurus.config.ts': '',
    'website/docs/b.md': '',
    'website/build/404.html': '',
    'website/build/docs/b/index.html': '',
  });
  const list = (path: string) => listDocsFiles(path, DEFAULT_DOCS_LIMITS);
  const { files, problems } = await list(folder.path);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['build/index.html', 'docs/a.md', 'website/docs/b.md'],
  );
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    ['site skipped', 'website/build skipped'],
  );
  assert.match(problems[0]!.message, /it is the site that is built from the pages beside it/);
  assert.equal((await list(join(folder.path, 'site'))).files.length, 2);
});

test('symbolic links are followed inside the folder, never out of it or in a circle', async () => {
  await using outside = await temporaryFolder({ 'secret.md': 'secret' });
  await using folder = await temporaryFolder({ 'v2/a.md': 'a' });
  await symlink(join(outside.path, 'secret.md'), join(folder.path, 'leak.md'));
  await symlink(outside.path, join(folder.path, 'leaks'));
  await symlink(join(folder.path, 'v2'), join(folder.path, 'latest'));
  await symlink(folder.path, join(folder.path, 'v2', 'loop'));
  await symlink(join(folder.path, 'nowhere.md'), join(folder.path, 'broken.md'));
  const { files, problems } = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['latest/a.md', 'v2/a.md'],
  );
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    ['broken.md unreadable', 'leak.md outside', 'leaks outside'],
  );
});

test('folders that links multiply are read up to a limit', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder({ 'z.md': 'z' });
  // Two ways from each folder to the next: two to the power of thirty paths.
  const names = Array.from({ length: 31 }, (_, depth) => join(folder.path, `_${depth}`));
  for (const name of names) await mkdir(name);
  for (const [depth, name] of names.slice(0, -1).entries()) {
    for (const way of ['a', 'b']) await symlink(names[depth + 1]!, join(name, way));
  }
  await symlink(names[0]!, join(folder.path, 'y'));
  await writeFile(join(names.at(-1)!, 'deep.md'), 'deep');
  const { files, problems } = await listDocsFiles(folder.path, { ...DEFAULT_DOCS_LIMITS, folders: 200 });
  assert.equal(files.at(-1)!.file, 'z.md');
  assert.ok(files.length <= 200);
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    [' too-many'],
  );
});

test('files beyond the limits of size, number and depth are reported and left out', async () => {
  await using folder = await temporaryFolder({
    'a.md': 'x'.repeat(100),
    'b.md': 'b',
    'c.md': 'c',
    'd/e/f.md': 'f',
  });
  const limits = { ...DEFAULT_DOCS_LIMITS, fileBytes: 50, files: 1, depth: 1 };
  const { files, problems } = await listDocsFiles(folder.path, limits);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['b.md'],
  );
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    ['d too-deep', 'a.md too-large', ' too-many'],
  );
});

test('an HTML file may be larger than a Markdown file, and both kinds are bounded together', async () => {
  await using folder = await temporaryFolder({
    'a.html': 'x'.repeat(60),
    'b.html': 'x'.repeat(101),
    'c.md': 'x'.repeat(60),
    'd.html': 'x'.repeat(60),
    'notes.txt': 'x',
  });
  const limits = { ...DEFAULT_DOCS_LIMITS, fileBytes: 50, htmlFileBytes: 100, totalHtmlBytes: 100 };
  const { files, problems, others } = await listDocsFiles(folder.path, limits);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['a.html'],
  );
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    ['b.html too-large', 'c.md too-large', ' too-many'],
  );
  assert.deepEqual([...others], [['.txt', 1]]);
});

test('files and folders are left out by their patterns, and one that matches nothing is named', async () => {
  await using folder = await temporaryFolder({
    'a.md': 'orbit',
    'a.draft.md': 'orbit',
    'guide/b.md': 'orbit',
    'guide/b.draft.md': 'orbit',
    'guide/drafts/c.md': 'orbit',
    'drafts/d.md': 'orbit',
    'blog/2023/e.md': 'orbit',
    'blog/2024/f.md': 'orbit',
    'blog/g.html': '<main><p>orbit</p></main>',
    'blog/h (old).md': 'orbit',
    'C++/i.md': 'orbit',
  });
  const all = ['C++/i', 'a', 'a.draft', 'blog/2023/e', 'blog/2024/f', 'blog/g.html', 'blog/h (old)'];
  const deep = ['drafts/d', 'guide/b', 'guide/b.draft', 'guide/drafts/c'];
  const rows: [exclude: string[], left: string[], unused?: string[]][] = [
    [[], [...all, ...deep]],
    [['drafts'], [...all, 'guide/b', 'guide/b.draft']],
    [['drafts/'], [...all, 'guide/b', 'guide/b.draft']],
    [['/drafts'], [...all, ...deep.slice(1)]],
    [['./drafts/**'], [...all, ...deep.slice(1)]],
    [['*.draft.md'], [...all.filter((path) => path !== 'a.draft'), 'drafts/d', 'guide/b', 'guide/drafts/c']],
    [
      ['blog/20*', '**/*.html'],
      [...all.slice(0, 3), 'blog/h (old)', ...deep],
    ],
    [
      ['{blog,guide}', 'C++'],
      ['a', 'a.draft', 'drafts/d'],
    ],
    [['blog/h (old).md', 'blgo'], [...all.slice(0, 6), ...deep], ['blgo']],
  ];
  for (const [exclude, left, unused = []] of rows) {
    const { files, problems } = await listDocsFiles(folder.path, DEFAULT_DOCS_LIMITS, { exclude });
    const paths = files.map(({ file }) => file.replace(/\.md$/, ''));
    assert.deepEqual(paths.toSorted(), left.toSorted(), exclude.join(' '));
    assert.deepEqual(
      problems.map(({ message }) => message),
      unused.map((pattern) => `The pattern "${pattern}" of "exclude" matches no file or folder.`),
    );
  }
  await using engine = await openEngine({
    dir: folder.path,
    exclude: ['blog', 'drafts', '*.draft.md', 'C++'],
  });
  await engine.ready;
  const found = await engine.search({ query: 'orbit' });
  assert.deepEqual(found.map(({ section }) => section.path).toSorted(), ['a', 'guide/b']);
});
