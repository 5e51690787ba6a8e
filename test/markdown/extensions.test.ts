import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMarkdownDocument } from '../../src/markdown/markdown-document.ts';
import * as extensions from '../../src/markdown/syntax-extensions.ts';
import { toHtml } from './support/to-html.ts';

describe('syntax extensions', () => {
  it('are not needed for common texts', () => {
    const text = 'AT&T, 1 < 2, [a](/guide "t") [ü › b](#b), `<b> &ouml; www.example.com`, a | b\n\n- [a]';
    assert.equal(read(`${text}\n\n\`\`\`html\n<b>a@example.com</b>\n\`\`\``).needsExtensions, false);
  });

  for (const link of [
    '[a](https://example.com)',
    '[a](< mailto:a>)',
    '[](/b)',
    '[\u200b](/b)',
    '[\u3164](/b)',
    '[a\u202e](/b)',
    '[`https://a.example`](/b)',
  ])
    it(`are needed to check the link ${JSON.stringify(link)}`, () => {
      assert.equal(read(link).needsExtensions, true);
    });

  for (const { syntax, text, without, html } of [
    {
      syntax: 'tables',
      text: '| a |\n| - |',
      without: '<p>| a |\n| - |</p>\n',
      html: '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n',
    },
    {
      syntax: 'tasks',
      text: '- [ ] b',
      without: '<ul>\n<li>[ ] b</li>\n</ul>\n',
      html: '<ul>\n<li><input type="checkbox" disabled="" /> b</li>\n</ul>\n',
    },
    {
      syntax: 'images, which are links without them',
      text: '![c](d)',
      without: '<p><a href="d">c</a></p>\n',
      html: '<p><img src="d" alt="c" /></p>\n',
    },
    {
      syntax: 'named character references',
      text: 'K&ouml;ln',
      without: '<p>K&amp;ouml;ln</p>\n',
      html: '<p>Köln</p>\n',
    },
    {
      syntax: 'character references in a language of code',
      text: '``` &ouml;\n```',
      without: '<pre><code class="language-&amp;ouml;"></code></pre>\n',
      html: '<pre><code class="language-ö"></code></pre>\n',
    },
    {
      syntax: 'raw HTML, in which nothing is Markdown',
      text: 'a <b a="*x*">',
      without: '<p>a &lt;b a=&quot;<em>x</em>&quot;&gt;</p>\n',
      html: '<p>a &lt;b a=&quot;*x*&quot;&gt;</p>\n',
    },
    {
      syntax: 'addresses in angle brackets',
      text: '<https://example.com>',
      without: '<p>&lt;https://example.com&gt;</p>\n',
      html: '<p><a href="https://example.com">https://example.com</a></p>\n',
    },
    {
      syntax: 'web addresses',
      text: 'www.example.com',
      without: '<p>www.example.com</p>\n',
      html: '<p><a href="http://www.example.com">www.example.com</a></p>\n',
    },
    {
      syntax: 'email addresses',
      text: 'a@example.com',
      without: '<p>a@example.com</p>\n',
      html: '<p><a href="mailto:a@example.com">a@example.com</a></p>\n',
    },
    {
      syntax: 'definitions of links',
      text: '[a]: b\n\n[a]',
      without: '<p>[a]: b</p>\n<p>[a]</p>\n',
      html: '<p><a href="b">a</a></p>\n',
    },
  ]) {
    it(`read ${syntax}`, () => {
      const plain = read(text);
      assert.equal(toHtml(plain.blocks), without);
      assert.equal(plain.needsExtensions, true);
      const extended = read(text, extensions);
      assert.equal(toHtml(extended.blocks), html);
      assert.equal(extended.needsExtensions, false);
    });
  }

  it('passed to one document are not those of another', () => {
    read('www.example.com', extensions);
    assert.equal(read('www.example.com').needsExtensions, true);
  });
});

function read(text: string, ...passed: Parameters<typeof createMarkdownDocument>) {
  const document = createMarkdownDocument(...passed);
  document.append(text);
  document.finish();
  void document.blocks;
  return document;
}
