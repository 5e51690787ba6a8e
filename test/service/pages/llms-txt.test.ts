import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from 'unist-util-visit';
import type { PageEntry } from '../../../src/engine/pages/docs-pages.ts';
import { divideIntoSections, MAX_LISTED_PAGES, writeLlmsTxt } from '../../../src/service/pages/llms-txt.ts';

/** Return the links and the text of a list of pages. */
function write(pages: readonly PageEntry[]): { links: string[]; text: string } {
  const links: string[] = [];
  let text = '';
  const scope = { version: null, language: null };
  const addressOf = ({ path }: PageEntry) => `${path}.md`;
  const tree = writeLlmsTxt({
    scope,
    pages,
    sections: divideIntoSections(pages, { scope, addressOf }, () => false),
    full: 'llms-full.txt',
    addressOf,
    listOf: (folder) => `${folder}/llms.txt`,
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

/** Return the pages of all sections of a list. */
function sectionsOf(pages: readonly PageEntry[]) {
  const scope = { version: null, language: null };
  return divideIntoSections(
    pages,
    { scope, addressOf: ({ path }) => `/${path}.md` },
    (folder) => folder === 'api',
  );
}

test('a list ends after 5,000 pages, and says how many are left out', () => {
  const listed = sectionsOf(entries(MAX_LISTED_PAGES + 2)).flatMap(({ pages }) => pages);
  assert.equal(listed.length, 5_000);
  assert.match(write(entries(MAX_LISTED_PAGES + 2)).text, /2 more pages are left out of this list\.$/);
});

test('a list of as many pages as there may be leaves none out', () => {
  assert.equal(sectionsOf(entries(MAX_LISTED_PAGES)).flatMap(({ pages }) => pages).length, 5_000);
  assert.doesNotMatch(write(entries(MAX_LISTED_PAGES)).text, /left out/);
});

test('a list that programs read whole has all pages, and a longer one leads to lists of its sections', () => {
  assert.equal(write(entries(500)).links.length, 501);
  const { links } = write(entries(3_000));
  assert.ok(links.length > 2 && links.length < 10, String(links.length));
  assert.deepEqual(links.slice(1, 4), ['guide/llms.txt', 'guide/2/llms.txt', 'guide/3/llms.txt']);
});

test('the sections of a long list are folders, parts of large ones, and none that has another list', () => {
  const many = (folder: string, count: number): PageEntry[] =>
    Array.from({ length: count }, (_, at) => ({
      number: at,
      path: `${folder}page-${at}`,
      title: `Page ${at}`,
    }));
  const sections = sectionsOf([...many('', 10), ...many('api/', 900), ...many('guide/', 2_500)]);
  const folders = sections.map(({ folder, pages }) => [folder, pages.length] as const);
  assert.equal(
    folders.reduce((sum, [, count]) => sum + count, 0),
    3_410,
  );
  assert.deepEqual(
    folders.map(([folder]) => folder),
    ['docs', 'api-2', 'guide', 'guide/2', 'guide/3'],
  );
  assert.ok(sections.every(({ pages }) => pages.length < 1_200));
});

test('a long description is cut', () => {
  const [page] = entries(1);
  const { text } = write([
    { ...page!, path: 'start' },
    { ...page!, description: 'x'.repeat(1_000) },
  ]);
  assert.equal(/x{9,}/.exec(text)![0].length, 300);
});
