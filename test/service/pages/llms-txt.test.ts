import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from 'unist-util-visit';
import type { PageEntry } from '../../../src/engine/pages/docs-pages.ts';
import { MAX_LISTED_PAGES, writeLlmsTxt } from '../../../src/service/pages/llms-txt.ts';

/** Return the links and the text of a list of pages. */
function write(pages: readonly PageEntry[]): { links: string[]; text: string } {
  const links: string[] = [];
  let text = '';
  const tree = writeLlmsTxt({
    scope: { version: null, language: null },
    pages,
    full: 'llms-full.txt',
    addressOf: ({ path }) => `${path}.md`,
    others: [],
  });
  visit(tree, (node) => {
    if (node.type === 'link') links.push(node.url);
    if (node.type === 'text') text += node.value;
  });
  return { links, text };
}

function entries(count: number): PageEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    path: `guide/page-${at}`,
    title: `Page ${at}`,
  }));
}

test('a list ends after 5,000 pages, and says how many are left out', () => {
  const { links, text } = write(entries(MAX_LISTED_PAGES + 2));
  // And one to the file with all of them.
  assert.equal(links.length, 5_001);
  assert.match(text, /2 more pages are left out of this list\.$/);
});

test('a list of as many pages as there may be leaves none out', () => {
  const { links, text } = write(entries(MAX_LISTED_PAGES));
  assert.equal(links.length, 5_001);
  assert.doesNotMatch(text, /left out/);
});

test('a long description is cut', () => {
  const [page] = entries(1);
  const { text } = write([
    { ...page!, path: 'start' },
    { ...page!, description: 'x'.repeat(1_000) },
  ]);
  assert.equal(/x{9,}/.exec(text)![0].length, 300);
});
