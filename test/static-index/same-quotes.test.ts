import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { chooseQuotes } from '../../src/engine/answer/quotes.ts';
import { resolveRootLinks } from '../../src/engine/answer/root-links.ts';
import type { MarkdownNode, ParseMarkdown } from '../../src/engine/answer/text-of.ts';
import type { Section } from '../../src/engine/sections/section.ts';
import { wordsOf } from '../../src/engine/words/searchable-text.ts';
import { parseSource } from '../../src/markdown/source-tree.ts';
import { createPlainParser } from '../../src/service/docs/plain-parser.ts';
import { commonmarkSoup, gfmSoup } from '../markdown/support/arbitrary.ts';
import { read } from '../service/docs-folder.ts';

const service = createPlainParser();
const root = fileURLToPath(new URL('../..', import.meta.url));
/** All Markdown of our documentation and of the sites of the tests. */
const FILES = ['demo/docs', 'test/service/fixtures', 'test/hosts/sites', '.github', 'src']
  .flatMap((folder) => globSync(`${folder}/**/*.{md,mdx}`, { cwd: root }))
  .filter((file) => !file.includes('node_modules'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
/** Questions to a section: each asks for other words, so that other passages, rows and items are quoted. */
const QUESTIONS = 3;

function section(content: string): Section {
  return { id: 'id', path: 'v2/en/page', place: 1, title: 'Page', headings: [], content, href: 'page' };
}

function quote(content: string, words: readonly string[], parse: ParseMarkdown): string {
  const hit = { section: section(content), score: 1, cosine: null, ranges: [] };
  return chooseQuotes(words, [hit], parse)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

/** Resolve the links to pages, of which each address has one. */
async function resolved(content: string, parse: ParseMarkdown): Promise<string> {
  const findPages = async (addresses: readonly string[]): Promise<Map<string, string>> =>
    new Map(addresses.map((address) => [address, `pages${address}`]));
  return (await resolveRootLinks(section(content), parse, findPages)).content;
}

async function assertSame(content: string, file: string): Promise<void> {
  const words = [...new Set(wordsOf(content))];
  for (let question = 0; question < QUESTIONS; question++) {
    const asked = words.filter((_, index) => index % QUESTIONS === question).slice(0, 2 + question);
    assert.equal(quote(content, asked, parseSource), quote(content, asked, service.parseMarkdown), file);
  }
  const both = await Promise.all([resolved(content, parseSource), resolved(content, service.parseMarkdown)]);
  assert.equal(both[0], both[1], file);
}

/** Kinds of what stands in a paragraph, a heading or a cell, which has no position in the page's reader. */
const LEAVES = /^(?:paragraph|heading|tableCell)$/;

/** Return the blocks of a text with their positions, code and boxes. */
function blocksOf({ type, children = [] }: MarkdownNode): string[] {
  if (LEAVES.test(type)) return [];
  return children.flatMap((child) => {
    const { start, end } = child.position ?? {};
    const { type: kind, value, checked } = child;
    const facts = [kind.replace(/Definition$/, ''), start?.offset, end?.offset, checked ?? '', value ?? ''];
    return [...(kind === 'tableCell' ? [] : [facts.join(' ')]), ...blocksOf(child)];
  });
}

/** Return the links with an address of their own: it, and where label and link end. */
function linksOf(node: MarkdownNode, content: string): string[] {
  const inside = node.children?.flatMap((child) => linksOf(child, content)) ?? [];
  const label = node.children?.at(-1)?.position?.end.offset;
  const isInline = node.type === 'link' && label !== undefined && content.startsWith('](', label);
  return isInline ? [...inside, `${node.url} ${label} ${node.position?.end.offset}`] : inside;
}

function assertSamePositions(content: string, file: string): void {
  const [own, other] = [parseSource(content), service.parseMarkdown(content)];
  assert.deepEqual(blocksOf(own), blocksOf(other), file);
  assert.deepEqual(linksOf(own, content), linksOf(other, content), file);
}

describe('quotes of the page, whose reader is its own, and of the service', () => {
  it('are the same of every section of our documentation and of the sites of the tests', async () => {
    let count = 0;
    for (const { file, text } of FILES)
      for (const { content } of read(file, text).page?.sections ?? []) {
        await assertSame(content, file);
        count++;
      }
    assert.ok(count > 1_000, `${count} sections`);
  });

  it('are the same of whole files as they are written, whose blocks and links are in the same places', async () => {
    for (const { file, text } of FILES) {
      const content = text.replace(/^---\n[^]*?\n---\n/, '').trim();
      await assertSame(content, file);
      assertSamePositions(content, file);
    }
  });

  it('are the same of any section that the service writes', () => {
    // Blank lines at the end of a block that nothing closes are no text.
    const lines = (text: string): string => text.replace(/\n{3,}/g, '\n\n');
    fc.assert(
      fc.property(fc.oneof(commonmarkSoup, gfmSoup), (soup) => {
        // Below a rule at the start the service looks for frontmatter, and takes a list there for text.
        const tree = service.parseMarkdown(`\n${soup}`);
        fc.pre(tree.children[0]?.type !== 'thematicBreak');
        const content = service.stringify(tree).trim();
        const words = ['foo', 'b'];
        assert.equal(
          lines(quote(content, words, parseSource)),
          lines(quote(content, words, service.parseMarkdown)),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a link to the root, in the page and in the service', () => {
  const PLACES = {
    'beside code that looks like one': '`[a](/b)` and [a](/b)',
    'around an image': '[![a](/i.png)](/b) ![a](/i.png)',
    'in a table with pipes': '| a | b |\n| - | - |\n| `x\\|y` [a](/b) | \\| [c](/d "t") |\n| | [e](/f) |',
    'in the head of a table below a paragraph': 'text [a](/b)\n| [c](/d) | x |\n| - | - |\n| y | [e](/f) |',
    'over several lines': '[a\nb](/c\n"title") and\n[d](/e)',
    'in a quote in a list': '- > [a](/b)\n  > - [c](/d)\nlazy [e](/f)\n\n  1. [ ] [g](/h)',
    'behind a definition': '[x]: /y\n[z]: /w "t"\nsee [x] and [a](/b)\n\n[q]: /r\n[s](/t)\n===',
    'in headings': '# [a](/b) #\n\n  ## **[c](/d)**\n\n[e](/f)\n---',
    'with tabs, carriage returns and characters of two units': '-\t[a](/b)\r\n\r\n>\t😀 [c](/d)\r\n\t[e](/f)',
    'in a footnote': 'text[^1]\n\n[^1]: [a](/b)\n\n    [c](/d)',
    'without a label, and with brackets in it': '[](/a) [b [c] \\] d](/e) [**f** g](/h) [`](`](/i)',
    'in HTML, a task and struck text': '<div>[a](/b)</div>\n\n- [x] [c](/d) ~~[e](/f)~~ <b>[g](/h)</b>',
    'between dollar signs': 'for $5 [a](/b) or $x[c](/d)$',
    'that is none': '\\[a](/b) [a] (/b) [a](/b c) [a](/b\n\n[a](</b>) <https://a.b/c>',
    'of further kinds': '[a](//b/c) [d](/./e) [f][g] [h]( /i ) [j](/k(l)m) [n](/o\\)p)\n\n[g]: /q',
  };
  for (const [place, content] of Object.entries(PLACES))
    it(`leads to the same page ${place}`, async () => {
      const text = await resolved(content, parseSource);
      assert.equal(text, await resolved(content, service.parseMarkdown));
      assert.equal(text === content, place === 'that is none');
      assert.deepEqual(
        linksOf(parseSource(content), content),
        linksOf(service.parseMarkdown(content), content),
      );
    });
});
