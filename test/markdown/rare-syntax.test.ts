import assert from 'node:assert/strict';
import { it } from 'node:test';

import { parseMarkdown } from '../../src/markdown/parse-markdown.ts';
import { lacksRareSyntax, loadRareSyntax } from '../../src/markdown/rare-syntax.ts';
import { toHtml } from './support/to-html.ts';

// In their order: what is loaded stays.

it('reads common texts without rare syntax', () => {
  const text = 'AT&T, 1 < 2, [a](https://example.com "t"), `<b> &ouml; www.example.com`, a | b\n\n- [a]';
  parseMarkdown(`${text}\n\n\`\`\`html\n<b>a@example.com</b>\n\`\`\``);
  assert.equal(lacksRareSyntax(), false);
});

it('leaves tables and tasks as text until they can be read, and makes images links', () => {
  assert.equal(
    toHtml(parseMarkdown('| a |\n| - |\n\n- [ ] b\n\n![c](d)')),
    '<p>| a |\n| - |</p>\n<ul>\n<li>[ ] b</li>\n</ul>\n<p><a href="d">c</a></p>\n',
  );
  assert.equal(lacksRareSyntax(), true);
});

it('leaves as text what nothing reads yet, and reads it once that is there', async () => {
  const text = 'K&ouml;ln <b a="*x*"> <https://example.com> www.example.com a@example.com';
  assert.equal(
    toHtml(parseMarkdown(text)),
    '<p>K&amp;ouml;ln &lt;b a=&quot;<em>x</em>&quot;&gt; &lt;https://example.com&gt; www.example.com a@example.com</p>\n',
  );
  const defined = '[a]: b\n\n[a]';
  assert.equal(toHtml(parseMarkdown(defined)), '<p>[a]: b</p>\n<p>[a]</p>\n');
  assert.equal(lacksRareSyntax(), true);

  await loadRareSyntax(() => import('../../src/markdown/rare-syntax-parts.ts'));
  assert.equal(lacksRareSyntax(), false);
  assert.equal(
    toHtml(parseMarkdown(text)),
    '<p>Köln &lt;b a=&quot;*x*&quot;&gt; <a href="https://example.com">https://example.com</a> ' +
      '<a href="http://www.example.com">www.example.com</a> <a href="mailto:a@example.com">a@example.com</a></p>\n',
  );
  assert.equal(toHtml(parseMarkdown(defined)), '<p><a href="b">a</a></p>\n');
});
