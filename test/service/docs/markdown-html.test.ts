/** HTML and components in Markdown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHtmlTree } from '../../../src/service/docs/html-tree.ts';
import { openEngine, read, temporaryFolder } from '../docs-folder.ts';

const contentOf = (text: string, file = 'a.md') => read(file, text).page!.sections[0]?.content ?? '';
const TABLE = '| Name | Use |\n| - | - |\n| `a` | First |\n| b | Second |';

/** Each with what is read of it, as Markdown. */
const TEXTS: Record<string, Record<string, string>> = {
  'a table is a table': {
    '<table><tr><th>Name</th><th>Use</th></tr><tr><td><code>a</code></td><td>First</td></tr><tr><td>b</td><td>Second</td></tr></table>':
      TABLE,
    '<table class="x">\n  <thead>\n    <tr>\n      <th>Name\n      <th>Use\n  <tbody>\n    <tr>\n      <td><code>a</code>\n      <td>First\n    <tr>\n      <td>b\n      <td>Second\n</table>':
      TABLE,
    '<table>\n<caption>Parts</caption>\n<tr><td colspan="2">Both</td></tr>\n<tr><td>a<br>b</td><td><ul><li>c</li><li>d</li></ul></td></tr>\n</table>':
      'Parts\n\n| Both | |\n| - | - |\n| a b | c, d |',
    '<table><tr><td>a | b</td><td>&lt;x&gt; &amp; <a href="b.md">link</a></td></tr></table>':
      '| a \\| b | \\<x> & [link](b) |\n| - | - |',
    '<table></table>\n\nText.': 'Text.',
    '<TABLE><TR><TD>a</TD><TD>b</TD></TR></TABLE>': '| a | b |\n| - | - |',
  },
  'blocks of HTML are blocks': {
    '<ul>\n<li>One</li>\n<li>Two <b>bold</b></li>\n</ul>': '- One\n- Two **bold**',
    '<dl><dt>Term</dt><dd>Meaning.</dd></dl>': '**Term**\n\nMeaning.',
    '<p>One.</p><p>Two<br>lines.</p>': 'One.\n\nTwo\\\nlines.',
    '<pre><code>a\n  b &lt; c\n</code></pre>': '```\na\n  b < c\n```',
    '<details>\n<summary>More</summary>\n\nInside **this**.\n\n</details>': 'More\n\nInside **this**.',
    '<p align="center"><img src="a.png" alt="A kiln"></p>': 'A kiln',
    '<div title="hidden">\n<!-- secretcomment --><script>secret()</script><style>a{}</style>\nText.\n</div>':
      'Text.',
  },
  'text in the attributes of components is read in Markdown, too': {
    '<Card title="Fast" href="b.md">\n\nVery.\n\n</Card>': '[Fast](b)\n\nVery.',
    'Since <Badge type="tip" text="1.2" /> there.': 'Since **1.2**  there.',
    '<ParamField body="dry_run" type="boolean" required>\n\nNothing is fired.\n\n</ParamField>':
      '`dry_run` (boolean, required)\n\nNothing is fired.',
    '<TabItem value="npm" label="npm">\n\nOne.\n\n</TabItem>': '**npm**\n\nOne.',
    'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O and <mark>this</mark>.': 'Press Ctrl, H2O and this.',
  },
  'Markdown in elements that are marked as having it is Markdown, without blank lines around it': {
    '<div markdown>\n**Hot** [door](b.md)\n- a\n</div>\nAfter *it*.':
      '**Hot** [door](b)\n\n- a\n\nAfter *it*.',
    '<div class="grid cards" markdown>\n-   **Fast**\n\n    Text.\n</div>': '- **Fast**\n\n  Text.',
    '<div markdown="1">One **two**.</div>': 'One **two**.',
    '<DIV class="x" MARKDOWN="block"><p>\nRaw *text*.\n</p>\n*Read* text.\n</DIV>':
      'Raw \\*text\\*.\n\n*Read* text.',
    '<details markdown="block">\n<summary>More</summary>\n**Inside** text.\n```js\na = "<b>";\n```\n</details>':
      'More\n\n**Inside** text.\n\n```js\na = "<b>";\n```',
    '<figure markdown="span">\n  ![A kiln](a.png){ width="300" }\n  <figcaption>Its door</figcaption>\n</figure>':
      'A kiln\n\nIts door',
    '<div markdown>\n<section markdown>\n*a*\n</section>\n<div>*b*</div>\n</div>': '*a*\n\n\\*b\\*',
    '- One\n\n    <div markdown>\n    **two**\n    </div>\n\n- Three': '- One\n\n  **two**\n\n- Three',
    '!!! note\n    <div markdown>\n    **two**\n    </div>': '**two**',
    '<section\n  class="x"\n  markdown="1">\n**two**\n</section>': '**two**',
    '> <div markdown>\n> **two**\n> </div>': '> **two**',
    'A <span markdown>**word**</span> here.': 'A **word** here.',
  },
  'Markdown in other elements is text, as CommonMark has it': {
    '<div>\n**Hot**\n</div>': '\\*\\*Hot\\*\\*',
    '<div markdown="0">\n**Hot**\n</div>': '\\*\\*Hot\\*\\*',
    '<div>\n\n**Hot**\n\n</div>': '**Hot**',
    '```html\n<div markdown>\n**Hot**\n</div>\n```': '```html\n<div markdown>\n**Hot**\n</div>\n```',
    'Write `<div markdown>` for *it*.': 'Write `<div markdown>` for *it*.',
  },
  'alerts of GitHub are their text': {
    '> [!NOTE]\n> Text **bold**.': '> Text **bold**.',
    '> [!WARNING] Hot door\n> Text.': '> **Hot door**\n>\n> Text.',
    '> [!tip]- Folded\n>\n> Text.': '> **Folded**\n>\n> Text.',
    '> [!IMPORTANT]\n>\n> - item': '> - item',
    '> [!NOTE]\n\nAfter.': 'After.',
    '> Not [!NOTE] here.': '> Not \\[!NOTE] here.',
  },
};

describe('HTML in Markdown', () => {
  for (const [title, texts] of Object.entries(TEXTS)) {
    it(title, () => {
      for (const [text, content] of Object.entries(texts)) assert.equal(contentOf(text), content, text);
    });
  }

  it('has Markdown in it where the generator reads Markdown as MDX', async () => {
    const text = `<details>
<summary>More **of** it</summary>
**Inside** [b](b.md).
</details>

<div className="x"
  style={{ a: 1 }}>
- One
</div>
<p>A *word*.</p>
<div>
    <div>
        1. *Two*

           Three

        \`\`\`js
          code
        \`\`\`
    </div>
</div>

<table><tr><td>**cell**</td></tr></table>
`;
    const contentIn = async (config: string) => {
      await using folder = await temporaryFolder({ 'docusaurus.config.js': config, 'docs/a.md': text });
      await using engine = await openEngine({ dir: folder.path });
      return (await engine.search({ query: 'inside' }))[0]!.section.content;
    };
    assert.equal(
      await contentIn('export default {}'),
      'More **of** it\n\n**Inside** [b](docs/b).\n\n- One\n\nA *word*.\n\n1. *Two*\n\n   Three\n\n```js\n  code\n```\n\n| \\*\\*cell\\*\\* |\n| - |',
    );
    assert.match(
      await contentIn(`export default { markdown: { format: 'detect' } }`),
      /More \\\*\\\*of\\\*\\\* it/,
    );
  });

  it('has tables in MDX, too', () => {
    assert.equal(
      contentOf(
        '<table>\n  <thead>\n    <tr><th>Name</th><th>Use</th></tr>\n  </thead>\n  <tr>\n    <td>`a`</td>\n    <td>First</td>\n  </tr>\n  <tr><td>b</td><td>Second</td></tr>\n</table>',
        'a.mdx',
      ),
      TABLE,
    );
  });

  it('leaves labels of components out of headings, and so of their anchors', () => {
    for (const file of ['a.md', 'a.mdx']) {
      const { sections } = read(file, '## Title <Badge text="^1.9.0" />\n\nText.').page!;
      assert.deepEqual(sections[0], { headings: ['Title'], anchor: 'title', content: 'Text.' });
      assert.deepEqual(read(file, '## <Badge text="Beta" />\n\nText.').page!.sections[0]!.headings, ['Beta']);
    }
  });

  it('takes time in proportion to its length', () => {
    for (const part of [
      '<',
      '<a',
      '<a "',
      "<a '",
      '<b>',
      '</b>',
      '<a b="',
      '<!--',
      '<pre>',
      '<p>',
      '<script>',
      '&#',
      '<a {',
      '<td>',
      '</p>',
    ]) {
      const start = performance.now();
      parseHtmlTree(part.repeat(100_000 / part.length), false);
      assert.ok(performance.now() - start < 10_000, part);
    }
    assert.equal(contentOf(`${'<div>'.repeat(5_000)}Text.`), 'Text.');
  });
});
