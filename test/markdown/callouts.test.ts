import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { speakBlocks } from '../../src/markdown/spoken-text.ts';
import { createMarkdownDocument, parseMarkdown } from './support/extended-markdown.ts';
import { toHtml } from './support/to-html.ts';

function html(text: string): string {
  const document = createMarkdownDocument();
  for (const character of text) {
    document.append(character);
    assert.doesNotMatch(
      toHtml(document.blocks),
      /\[!|:::|!!!|&lt;\/?[A-Za-z]|\[\^/,
      'no mark is seen meanwhile',
    );
  }
  document.finish();
  return toHtml(document.blocks).replaceAll('\n', '');
}

const box = (kind: string, title: string, text: string) =>
  `<callout kind="${kind}" title="${title}"><p>${text}</p></callout>`;

describe('HTML that does no harm', () => {
  for (const [written, expected] of [
    ['a<br>b<br/>c<BR class="x" />d', 'a<br />b<br />c<br />d'],
    ['H<sub>2</sub>O, x<sup>**2**</sup>', 'H<sub>2</sub>O, x<sup><strong>2</strong></sup>'],
    ['<kbd onclick="x">Ctrl</kbd>+<mark>K</mark>', '<kbd>Ctrl</kbd>+<mark>K</mark>'],
    ['<u>a <s>b</s></u> <small>[c](/d)</small>', '<u>a <s>b</s></u> <small><a href="/d">c</a></small>'],
    ['a<!-- not shown -->b', 'ab'],
    ['**a<u>b**c</u>', '**a<u>b**c</u>'],
    ['[a<u>b](/c)d</u>', '<a href="/c">a&lt;u&gt;b</a>d&lt;/u&gt;'],
    ['a <kbd> tag', 'a &lt;kbd&gt; tag'],
    ['<b onclick="x">a</b>', '&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;'],
  ] as const)
    it(`is read in ${written}`, () =>
      assert.equal(toHtml(parseMarkdown(written)).replaceAll('\n', ''), `<p>${expected}</p>`));

  it('breaks lines in the cell of a table (chat-7)', () => {
    const table = html('| Step | What |\n|---|---|\n| 1 | Install<br>Configure<br/>Run |\n');
    assert.match(table, /<td>Install<br \/>Configure<br \/>Run<\/td>/);
  });

  it('is not shown where it is a comment, unless that never ends', () => {
    assert.equal(html('a\n\n<!-- b\n\nc -->\n\nd'), '<p>a</p><p>d</p>');
    assert.match(toHtml(parseMarkdown('<!-- a\n\nb')), /a\n\nb/);
  });
});

describe('callouts, by marks and by tags (chat-39, chat-40)', () => {
  for (const [written, expected] of [
    ['> [!NOTE]\n> Useful to know.', box('note', '', 'Useful to know.')],
    ['> [!warning]- Mind *this*\n> Hot.', box('warning', 'Mind this', 'Hot.')],
    [':::warning\nBe careful.\n:::', box('warning', '', 'Be careful.')],
    ['::: tip Try it\nNow.\n:::\n', box('tip', 'Try it', 'Now.')],
    [':::danger[Stop]\nNow.\n:::', box('warning', 'Stop', 'Now.')],
    ['!!! note "Mind"\n\n    Now.', box('note', 'Mind', 'Now.')],
    ['??? question\n    Now.', box('details', '', 'Now.')],
    ['<Note>\nCareful here.\n</Note>', box('note', '', 'Careful here.')],
    ['<Callout type="warning" title="Hot">\n  Hands off.\n</Callout>', box('warning', 'Hot', 'Hands off.')],
    ['<Tip>In *one* line.</Tip>', box('tip', '', 'In <em>one</em> line.')],
    ['<details>\n<summary><b>More</b></summary>\n\nAll.\n</details>', box('details', 'More', 'All.')],
    [
      '<Steps>\n<Step title="One">\n\nDo it.\n\n</Step>\n</Steps>',
      '<ol><li><p><strong>One</strong></p><p>Do it.</p></li></ol>',
    ],
    [
      '<Card title="Guide" href="/guide">Read</Card>',
      '<callout kind="group" title=""><p><a href="/guide">Guide</a></p><p>Read</p></callout>',
    ],
  ] as const)
    it(`are read: ${JSON.stringify(written)}`, () => {
      assert.equal(html(written), expected);
      assert.equal(html(`Before.\n\n${written}\n\nAfter.`), `<p>Before.</p>${expected}<p>After.</p>`);
    });

  it('are read in one another and in lists', () => {
    assert.equal(
      html('::::note\n:::tip\na\n:::\n::::'),
      '<callout kind="note" title=""><callout kind="tip" title=""><p>a</p></callout></callout>',
    );
    assert.match(html('- a\n\n  :::note\n  b\n  :::\n'), /<li><p>a<\/p><callout/);
  });

  it('are text where the kind is unknown', () => {
    assert.equal(toHtml(parseMarkdown('> [!x]\n> b')), '<blockquote>\n<p>[!x]\nb</p>\n</blockquote>\n');
    assert.equal(toHtml(parseMarkdown(':::x\nb\n')), '<p>:::x\nb</p>\n');
    assert.equal(toHtml(parseMarkdown('<Thing>\nb\n')), '<p>&lt;Thing&gt;\nb</p>\n');
  });

  it('are spoken with their name', () => {
    const spoken = speakBlocks(
      parseMarkdown('> [!TIP]\n> Try it.\n\n:::note[Mind]\nThat.\n:::'),
      (key) => key,
    );
    assert.deepEqual([...spoken], ['calloutTip: Try it.', 'Mind: That.']);
  });
});

describe('footnotes', () => {
  it('are marks with notes (chat-41)', () => {
    assert.equal(
      html('It is fast[^1].\n\n[^1]: Measured on a laptop.\n[^b]: https://example.com/'),
      '<p>It is fast<footnote>1</footnote>.</p><footnote label="1"><p>Measured on a laptop.</p></footnote>' +
        '<footnote label="b"><p><a href="https://example.com/">https://example.com/</a></p></footnote>',
    );
  });

  it('stay text without a note', () => {
    assert.equal(toHtml(parseMarkdown('No [^vowel] and [a][^1].\n')), '<p>No [^vowel] and [a][^1].</p>\n');
  });
});
