/** Files that pages include, as their generators do. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_DOCS_LIMITS } from '../../../src/service/docs/docs-limits.ts';
import { PageIncludes } from '../../../src/service/docs/includes/include-files.ts';
import { openEngine, temporaryFolder } from '../docs-folder.ts';

const PARTS = {
  'parts/limits.md': '---\ntitle: Limits\n---\n\nAt most eight pots.\n',
  'parts/lines.txt': 'one\ntwo\nthree\nfour\n',
  'parts/_twice.md': 'Twice:\n\n{{#include limits.md}}\n',
  'code/fire.py':
    'import os\n\n# ANCHOR: run\ndef fire():\n    # --8<-- [start:inner]\n    return 1\n    # --8<-- [end:inner]\n# ANCHOR_END: run\n\n#region last\nlast = 2\n#endregion\n',
  'code/list.md': '# List\n\n## Small kilns\n\nSmall.\n\n### Tiny\n\nTiny.\n\n## Large\n\nLarge.\n',
};

/** Return a page with what it includes, and why files are not included. */
async function include(
  text: string,
  { file = 'guide/a.md', files = {} }: { file?: string; files?: Record<string, string> } = {},
) {
  await using folder = await temporaryFolder({ ...PARTS, ...files, [file]: text });
  const includes = await PageIncludes.open(folder.path, DEFAULT_DOCS_LIMITS);
  const { bytes, problems } = await includes.include(file, new TextEncoder().encode(text));
  return {
    text: new TextDecoder().decode(bytes),
    problems: problems.map(({ code, message }) => `${code}: ${message}`),
  };
}

const POTS = 'At most eight pots.';
const RUN = 'def fire():\n    return 1';
/** Each with what is in its place. */
const MARKS: Record<string, Record<string, string>> = {
  mdBook: {
    '{{#include ../parts/limits.md}}': POTS,
    'See: {{#include ../parts/lines.txt:2}}.': 'See: two.',
    '{{#include ../parts/lines.txt:2:3}}': 'two\nthree',
    '{{#include ../parts/lines.txt::2}}': 'one\ntwo',
    '{{#include ../parts/lines.txt:3:}}': 'three\nfour',
    '```py\n{{#rustdoc_include ../code/fire.py:run}}\n```': `\`\`\`py\n${RUN}\n\`\`\``,
    '{{#playground ../parts/lines.txt editable}}': '```rust\none\ntwo\nthree\nfour\n```',
    '> {{#include ../parts/lines.txt:1:2}}': '> one\n> two',
    '- {{#include ../parts/lines.txt:1:2}}': '- one\n  two',
    '{{#include ../parts/_twice.md}}': `Twice:\n\n${POTS}`,
  },
  'MkDocs with snippets': {
    '--8<-- "parts/limits.md"': POTS,
    '    --8<-- "parts/lines.txt:3"': '    three\n    four',
    '--8<-- "parts/lines.txt:1:1,4:4"': 'one\nfour',
    '``` py\n--8<-- "code/fire.py:inner"\n```': '``` py\nreturn 1\n```',
    "-8<- 'parts/lines.txt::1'": 'one',
    '--8<--\nparts/limits.md\n; parts/none.md\nparts/lines.txt:4\n--8<--': `${POTS}\nfour`,
    '--8<-- "; parts/none.md"': '--8<-- "; parts/none.md"',
    '{% include-markdown "../parts/lines.txt" %}': 'one\ntwo\nthree\nfour',
    '{%\n  include-markdown "../parts/lines.txt"\n  start="one"\n  end="four"\n%}': 'two\nthree',
  },
  VitePress: {
    '<!--@include: ../parts/limits.md-->': POTS,
    '<!-- @include: @/parts/lines.txt{2,3} -->': 'two\nthree',
    '<!--@include: ../parts/lines.txt{3,}-->': 'three\nfour',
    '<!--@include: ../code/list.md#small-kilns-->': '## Small kilns\n\nSmall.\n\n### Tiny\n\nTiny.\n',
    '<<< @/code/fire.py#last{1 python:line-numbers} [Fire]': '**Fire**\n\n```python\nlast = 2\n```',
    '<<< ../parts/lines.txt': '```txt\none\ntwo\nthree\nfour\n```',
    '@[code{2-3}](../parts/lines.txt)': '```txt\ntwo\nthree\n```',
  },
  'MDX of Docusaurus, Starlight, Mintlify and Fumadocs': {
    "import Limits from '../parts/limits.md';\n\n<Limits />": `\n${POTS}`,
    "import Limits from '@site/parts/limits.md'\n\n<Limits\n  count={3}\n/>": `\n${POTS}`,
    'import Run from \'!!raw-loader!../parts/lines.txt\';\n\n<CodeBlock language="sh">{Run}</CodeBlock>':
      '\n```sh\none\ntwo\nthree\nfour\n```',
    'import Run from "/parts/lines.txt?raw"\n<Code code={Run} lang="sh" title="Run" />':
      '**Run**\n\n```sh\none\ntwo\nthree\nfour\n```',
    '<Snippet file="limits.md" />': POTS,
    '<include>../parts/limits.md</include>': POTS,
    '<include lang="py">../code/fire.py#last</include>': '```py\nlast = 2\n```',
    '```ts file=../parts/lines.txt#L2-L3\n```': '```ts\ntwo\nthree\n```',
  },
  'Sphinx with MyST': {
    '```{include} ../parts/limits.md\n```': POTS,
    ':::{include} ../parts/lines.txt\n:start-line: 1\n:end-line: 3\n:::': 'two\nthree',
    '```{include} ../parts/lines.txt\n:start-after: one\n:end-before: four\n```': 'two\nthree',
    '```{literalinclude} ../code/fire.py\n:language: python\n:pyobject: fire\n```':
      '```python\ndef fire():\n    return 1\n```',
    '```{literalinclude} /parts/lines.txt\n:lines: 1,3-\n:caption: Lines\n```':
      '**Lines**\n\n```txt\none\nthree\nfour\n```',
  },
  'Hugo, Quarto and Jekyll': {
    '{{< include "../parts/limits.md" >}}': POTS,
    '{{% readfile "/parts/limits.md" %}}': POTS,
    '{{< include ../parts/limits.md >}}': POTS,
    '{{< readfile file="/parts/lines.txt" code="true" lang="sh" >}}': '```sh\none\ntwo\nthree\nfour\n```',
    '{% include limits.md %}': POTS,
    '{%- include_relative ../parts/limits.md -%}': POTS,
    '{% include "../.gitbook/includes/book.md" %}': 'Book.',
  },
};

const OTHERS = {
  '_includes/limits.md': `${POTS}\n`,
  'snippets/limits.md': `${POTS}\n`,
  '.gitbook/includes/book.md': 'Book.',
};

describe('a page includes files of its folder (search-4)', () => {
  for (const [generator, marks] of Object.entries(MARKS)) {
    it(`as ${generator} does`, async () => {
      for (const [mark, expected] of Object.entries(marks)) {
        const { text, problems } = await include(`Before.\n\n${mark}\n\nAfter.`, { files: OTHERS });
        assert.equal(
          text.replace(/\n{3,}/g, '\n\n'),
          `Before.\n\n${expected}\n\nAfter.`.replace(/\n{3,}/g, '\n\n'),
          mark,
        );
        assert.deepEqual(problems, [], mark);
      }
    });
  }

  it('but nothing in frontmatter, in code spans, after a backslash, or in code that shows how to include', async () => {
    for (const text of [
      '---\ntitle: "{{#include parts/limits.md}}"\n---\nText.',
      'Write `{{#include ../parts/limits.md}}` and `<!--@include: x.md-->`.',
      'Write \\{{#include ../parts/limits.md}}.',
      '```md\n{{#include none.md}}\n--8<-- "none.md"\n```',
      '```md\n<!--@include: ../parts/limits.md-->\n<<< @/code/fire.py\n```',
      'Plain {{ text }}.',
    ])
      assert.deepEqual(await include(text), { text, problems: [] });
  });
});

it('a mark after a backslash is shown in code without it', async () => {
  const { text } = await include('```rs\nlet a = 1;\n  \\{{#include ../parts/lines.txt}}\n```');
  assert.equal(text, '```rs\nlet a = 1;\n  {{#include ../parts/lines.txt}}\n```');
});

describe('a relative link of an included file', () => {
  const LINKED =
    '[a](./b.md#x) ![b](img/c.png) <a href="../d.md?e">d</a> [e](/f.md) [g](https://h.example/i.md) [j](#k) `[l](m.md)`\n\n[ref]: n.mdx "T"\n\n```md\n[o](p.md)\n```\n[q](r/)';
  const files = {
    'parts/deep/links.md': LINKED,
    'parts/outer.md': `<!--@include: deep/links.md-->\n{% include-markdown "deep/links.md" %}`,
  };
  const linked = async (mark: string) => (await include(mark, { file: 'guide/a.md', files })).text;
  const MOVED =
    '[a](../parts/deep/b.md#x) ![b](../parts/deep/img/c.png) <a href="../parts/d.md?e">d</a> [e](/f.md) [g](https://h.example/i.md) [j](#k) `[l](m.md)`\n\n[ref]: ../parts/deep/n.mdx "T"\n\n```md\n[o](p.md)\n```\n[q](../parts/deep/r/)';

  it('leads from the page, as its generators have it', async () => {
    for (const mark of [
      '{{#include ../parts/deep/links.md}}',
      '--8<-- "parts/deep/links.md"',
      '<!--@include: ../parts/deep/links.md-->',
      '{{< include "parts/deep/links.md" >}}',
      '{% include parts/deep/links.md %}',
      '{% include-markdown "../parts/deep/links.md" rewrite-relative-urls=false %}',
      '```{include} ../parts/deep/links.md\n```',
    ])
      assert.equal(await linked(mark), LINKED, mark);
  });

  it('leads from its file where the plugin of MkDocs writes it anew', async () => {
    assert.equal(await linked('{% include-markdown "../parts/deep/links.md" %}'), MOVED);
    const ofOuter = LINKED.replace('](./b', '](../parts/b')
      .replace('](img', '](../parts/img')
      .replace(': n', ': ../parts/n')
      .replace('](r/', '](../parts/r/');
    assert.equal(await linked('{% include-markdown "../parts/outer.md" %}'), `${ofOuter}\n${MOVED}`);
  });

  it('leads from its file in MDX, if it names a file', async () => {
    const text = await linked('import Part from "../parts/deep/links.md";\n\n<Part />');
    assert.equal(
      text.trim(),
      LINKED.replace('](./b', '](../parts/deep/b')
        .replace('"../d', '"../parts/d')
        .replace(': n', ': ../parts/deep/n'),
    );
  });

  it('leads from its file in MyST, if it begins as the option says', async () => {
    const text = await linked('```{include} ../parts/deep/links.md\n:relative-docs: ../\n```');
    assert.equal(text, LINKED.replace('"../d', '"../parts/d'));
  });
});

describe('a file is not included, and counted', () => {
  const failure = async (mark: string, options?: Parameters<typeof include>[1]) => {
    const { text, problems } = await include(`Before.\n\n${mark}\n\nAfter.`, options);
    assert.doesNotMatch(text, /include|8<|<<</);
    return problems.join(' ');
  };

  it('when it is outside the folder, by its path or by a symbolic link, hidden, or on another host', async () => {
    assert.equal(
      await failure('{{#include ../../../etc/passwd}}'),
      'include: 1 file is not included: ../../../etc/passwd (outside the folder).',
    );
    assert.match(await failure('<<< /etc/passwd'), /not found/);
    assert.match(await failure('--8<-- "../../outside.md"'), /outside the folder|not found/);
    assert.match(await failure('--8<-- "https://a.example/b.md"'), /on another host/);
    assert.match(await failure('{{#include ../.env}}', { files: { '.env': 'KEY=1' } }), /hidden/);
    await using outside = await temporaryFolder({ 'secret.md': 'secretword', '.env': 'secretword' });
    await using folder = await temporaryFolder({ '.env': 'secretword', 'a.md': '' });
    await symlink(outside.path, join(folder.path, 'parts'));
    await symlink(join(outside.path, 'secret.md'), join(folder.path, 'link.md'));
    await symlink('.env', join(folder.path, 'plain.md'));
    const includes = await PageIncludes.open(folder.path, DEFAULT_DOCS_LIMITS);
    for (const path of ['parts/secret.md', 'link.md', 'plain.md', 'parts/.env']) {
      const { bytes, problems } = await includes.include('a.md', Buffer.from(`A\n\n{{#include ${path}}}`));
      assert.equal(Buffer.from(bytes).toString(), 'A\n\n');
      assert.match(problems[0]!.message, /outside the folder|hidden/);
    }
  });

  it('when it is not there, is not text, has no such part, or includes itself', async () => {
    assert.match(await failure('{{#include none.md}}'), /none\.md \(not found\)/);
    for (const mark of [
      '{{#include none.rs}}',
      '--8<-- "none.rs"',
      '<<< @/none.rs{2}',
      '{% include none.md %}',
    ])
      assert.match(await failure(mark), /not found/);
    for (const mark of ['{{#include none.rs}}', '--8<-- "none.rs"'])
      assert.match(await failure(`\`\`\`rs\n${mark}\n\`\`\``), /not found/);
    assert.match(await failure('{{#include ../parts}}'), /not found/);
    assert.match(await failure('{{#include b.bin}}', { files: { 'guide/b.bin': 'a\0b' } }), /not text/);
    assert.match(await failure('{{#include ../code/fire.py:none}}'), /has no such part/);
    assert.match(await failure('{{#include a.md}}'), /includes itself/);
    const files = { 'guide/b.md': '{{#include c.md}}', 'guide/c.md': 'C\n{{#include b.md}}' };
    const { text, problems } = await include('{{#include b.md}}', { files });
    assert.equal(text, 'C\n');
    assert.match(problems[0]!, /b\.md \(includes itself\)/);
  });

  it('beyond the limits of a page: files, levels, bytes', async () => {
    const many = await include('{{#include ../parts/lines.txt}}\n\n'.repeat(1_000));
    assert.equal(many.text.match(/three/g)!.length, 500);
    assert.match(
      many.problems[0]!,
      /^include: 500 files are not included: .*at most 500 files.* and 497 more\.$/,
    );
    const levels = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`guide/l${at}.md`, `L${at}.\n{{#include l${at + 1}.md}}`]),
    );
    const deep = await include('{{#include l0.md}}', { files: levels });
    assert.match(deep.text, /L9\.\n$/);
    assert.match(deep.problems[0]!, /included through 10 others/);
    const large = { 'guide/large.md': 'x'.repeat(DEFAULT_DOCS_LIMITS.fileBytes + 1) };
    assert.match(await failure('{{#include large.md}}', { files: large }), /larger than 2097152 bytes/);
    const half = { 'guide/half.md': 'x'.repeat(1024 * 1024) };
    const halves = await include('{{#include half.md}}\n'.repeat(4), { files: half });
    assert.equal(halves.text.match(/x+/g)!.length, 1);
    assert.match(
      halves.problems[0]!,
      /3 files are not included: half\.md \(a page has at most 2097152 bytes/,
    );
  });

  it('twice as much at each level: the number of files ends it', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `guide/l${at}.md`,
        `{{#include l${at + 1}.md}}\n{{#include l${at + 1}.md}}`,
      ]),
    );
    assert.match(
      (await include('{{#include l0.md}}', { files })).problems[0]!,
      /^include: \d+ files are not included: /,
    );
  });
});

it('a page is found by what it includes, and read again when that has changed (search-4)', async () => {
  await using folder = await temporaryFolder({
    'vitepress.md':
      '# Shelf code\n\n## Include\n\n<!--@include: ./parts/limits.md-->\n\n## Snippet\n\n<<< @/snippets/fire.py{2 py:line-numbers}\n',
    'mdbook.md':
      '## Shelf chapter\n\n{{#include parts/limits.md}}\n\n```python\n{{#include snippets/fire.py}}\n```\n',
    'mkdocs.md':
      '# Shelf notes\n\n## Scissors\n\n--8<-- "parts/limits.md"\n\n``` py\n--8<-- "snippets/fire.py"\n```\n',
    'docusaurus.mdx':
      "---\ntitle: Shelves\n---\nimport Limits from './_partials/limits.mdx';\n\n## How many\n\n<Limits />\n",
    '_partials/limits.mdx': 'Token includedone: at most nine pots.\n',
    'parts/limits.md': 'Token includedtwo: at most eight pots.\n',
    'snippets/fire.py': 'def fire():\n    """Token firecode"""\n    return 1\n',
  });
  await using engine = await openEngine({ dir: folder.path });
  assert.deepEqual((await engine.reindex()).problems, []);
  const places = async (query: string) =>
    (await engine.search({ query }))
      .map(({ section: { path, anchor } }) => `${path}#${anchor ?? ''}`)
      .toSorted();
  assert.deepEqual(await places('includedone'), ['docusaurus#how-many']);
  assert.deepEqual(await places('includedtwo'), [
    'mdbook#shelf-chapter',
    'mkdocs#scissors',
    'parts/limits#',
    'vitepress#include',
  ]);
  assert.deepEqual(await places('firecode'), [
    'mdbook#shelf-chapter',
    'mkdocs#scissors',
    'vitepress#snippet',
  ]);
  const { unchanged } = await engine.reindex();
  assert.equal(unchanged, 5);
  await folder.write({ 'snippets/fire.py': 'def fire():\n    """Token glazecode"""\n' });
  assert.equal((await engine.reindex()).changed, 3);
  assert.deepEqual(await places('firecode'), []);
  assert.deepEqual(await places('glazecode'), [
    'mdbook#shelf-chapter',
    'mkdocs#scissors',
    'vitepress#snippet',
  ]);
});
