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
import { hostileMarkdown } from './hostile-markdown.ts';

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
  const filter = new LinkFilter(check, {
    endsInFence: (markdown) => endsInFence(markdown, parseMarkdown),
  });
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
      fc.asyncProperty(hostileMarkdown, fc.array(fc.nat(12), { maxLength: 12 }), async (written, sizes) => {
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
