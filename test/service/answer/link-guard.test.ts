import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createMarkdownDocument } from '../../../src/markdown/markdown-document.ts';
import * as extensions from '../../../src/markdown/syntax-extensions.ts';
import { splitSuggestions } from '../../../src/protocol/reply/suggestions.ts';
import type { Section } from '../../../src/engine/sections/section.ts';
import { createAddressCheck } from '../../../src/service/answer/links/address-check.ts';
import { endsInFence } from '../../../src/service/answer/links/code-blocks.ts';
import { LinkFilter } from '../../../src/service/answer/links/link-filter.ts';
import { linksIn, LinkGuard } from '../../../src/service/answer/links/link-guard.ts';
import { createMarkdownParser } from '../../../src/service/docs/markdown-parser.ts';

const { parseMarkdown } = createMarkdownParser();
const PAGES: ReadonlySet<string> = new Set(['lamps']);
const SECTION: Section = {
  id: 'lamps#wick',
  path: 'lamps',
  place: 1,
  title: 'Lamps',
  headings: ['Wick'],
  anchor: 'wick',
  content: '',
  href: 'lamps#wick',
};
const check = createAddressCheck(async (address) => (PAGES.has(address) ? address : undefined), [SECTION]);
/** Whether an address, its query and its fragment are those of the documentation. */
const isKnown = (address: string) =>
  /^(?:\.?\/)*lamps(?:#wick)?$/.test(address) || /^mailto:[^?#]*$/i.test(address);

/** What a service lets through, piece by piece. */
async function pass(pieces: readonly string[]): Promise<string[]> {
  const filter = new LinkFilter(check, (markdown) => endsInFence(markdown, parseMarkdown));
  const guard = new LinkGuard(check);
  const shown: string[] = [];
  for (const piece of pieces) shown.push(await guard.push(await filter.push(piece)));
  return [...shown, await guard.push(await filter.end()), await guard.end()];
}

/** The links that the element draws of a text, and those of its suggestions, that the check does not let through. */
async function badLinks(text: string, isWhole: boolean): Promise<string[]> {
  const split = splitSuggestions(text, !isWhole);
  const document = createMarkdownDocument(extensions);
  document.append(split.text);
  if (isWhole) document.finish();
  const questions = split.suggestions.filter(({ target }) => target.startsWith('?'));
  for (const { label, target } of questions)
    assert.equal(new URLSearchParams(target).get('ask')?.trim(), label.trim());
  const targets = split.suggestions.filter((one) => !questions.includes(one)).map(({ target }) => target);
  const bad: string[] = [];
  for (const address of [...linksIn(document.blocks).map(({ url }) => url), ...targets])
    if (!isKnown(address)) bad.push(address);
  return bad;
}

const FRAGMENTS = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    ']:',
    '!',
    '<',
    '>',
    '`',
    '``',
    '```',
    '~~~',
    '\\',
    '|',
    '"',
    '&',
    ' ',
    '\n',
    '\n\n',
  ],
  ...[
    '\r',
    '\r\n',
    '$',
    '$$',
    '$$\n',
    '\n$$',
    '\\(',
    '\\)',
    '\\[\n',
    '\n\\]',
    '```math\n',
    '\n```\n',
    '\n~~~\n',
    '`$`',
  ],
  ...[
    '\n```suggestions\n',
    '\n~~~ suggestions\n',
    '```suggestions',
    '[q](?ask=other)\n',
    '(q)[https://evil.example]\n',
  ],
  ...[
    '    ',
    '  ',
    '- ',
    '> ',
    '1. ',
    '# ',
    '\n|-|-|\n',
    '| ',
    '\t',
    '<a title="',
    '<!--',
    '-->',
    '<div>',
    '</div>\n',
  ],
  ...[
    '\n:::note\n',
    '\n:::\n',
    '\n!!! tip\n',
    '> [!NOTE]\n',
    '\n<Card title="a" href="https://evil.example">',
    '</Card>',
  ],
  ...[
    '<details>\n',
    '</details>\n',
    '<Steps>\n',
    '<Note>',
    '</Note>',
    '<u>',
    '</u>',
    '<br>',
    '[^1]',
    '\n[^1]: ',
    '\n=== "a"\n',
  ],
  ...[
    '[a](https://evil.example)',
    '\n[a]: https://evil.example',
    '\n[a]:\n',
    'evil.example/x\n',
    '[a]',
    '[a][b]',
    '[b]',
  ],
  ...[
    '![i](x)',
    'https://evil.example',
    '[l](lamps)',
    '[l](lamps?d=1)',
    '[l](lamps#c2VjcmV0)',
    '[l](lamps#wick)',
    'lamps#x',
    '?d=1',
    '[lamps#x',
    '<https://evil.example>',
    'https:',
    '//evil.example',
  ],
  ...[
    '\u2028',
    '\u2029',
    '\v',
    '\f',
    '\u00a0',
    '\\$',
    '$`',
    '`$',
    '\\[',
    '\\]',
    '$a$',
    '\n$$ x\n',
    '\\begin{a}',
    '~',
    '~~~ math\n',
  ],
  ...[
    '\n[^a]: [l](lamps#d)\n',
    '^[a]',
    '<sub>',
    '</sub>',
    '<mark>',
    '</mark>',
    '<kbd>',
    '<details open>',
    '<summary>',
    '</summary>',
  ],
  ...[
    '<a href="https://evil.example">',
    '</a>',
    '<img src=x>',
    '\n</div>',
    '<Tabs>\n',
    '<Tab title="[a](x)">',
    '\n??? note "a"\n',
    '    [a](x)\n',
  ],
  ...[
    '<mailto:a@b.c>',
    'mailto:a@b.c?body=x',
    'a@b.example',
    '&lt;',
    '&#91;',
    '&lbrack;',
    '&NewLine;',
    '\\\n',
    '  \n',
    '\\`',
    '```js title="[a](x)"\n',
  ],
  ...['(no)', '&#104;', '&colon;', 'www.', '*', '_', '~~', 'a', 'h', '说', '。'],
];
const hostile = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 24 }).map((parts) => parts.join(''));

describe('links that the element draws of an answer', () => {
  for (const written of [
    '$$\n```\n$$\n[a](https://evil.example)\n',
    '`a\r[b](https://evil.example)`',
    '```\r[a](x)\r```\r[b](https://evil.example)\r',
    'a $`$ [b](https://evil.example) `',
    '<Card title="a" href="https://evil.example">b</Card>',
    '```suggestions\n[a](https://evil.example)\n(b)[https://evil.example]\n[Safe?](?ask=Other?)\n```\n',
    '[a]:\nevil.example/x\n\n[a]',
  ])
    it(`have passed the check: ${JSON.stringify(written)}`, async () => {
      for (const pieces of [[written], [...written]])
        assert.deepEqual(await badLinks((await pass(pieces)).join(''), true), []);
    });

  it('are those that have passed, whatever the text and wherever it is cut, at each moment', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.array(fc.nat(12), { maxLength: 12 }), async (written, sizes) => {
        const pieces: string[] = [];
        let rest = written;
        for (const size of sizes) {
          pieces.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        let text = '';
        for (const piece of await pass([...pieces, rest])) {
          text += piece;
          assert.deepEqual(await badLinks(text, false), [], JSON.stringify(text));
        }
        assert.deepEqual(await badLinks(text, true), [], JSON.stringify(text));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 3_000) },
    );
  });

  it('stay, as suggestions, lists and code do', async () => {
    const written =
      'See [l](lamps#wick), `[a](b)` and:\n\n- $x$ a@b.example\n\n```md\n[a](https://evil.example)\n```\n\n' +
      '```suggestions\n[Lamps](lamps)\nHow bright?\n[Why?](?ask=Why?)\n```\n';
    for (const pieces of [[written], [...written]]) assert.equal((await pass(pieces)).join(''), written);
  });
});
