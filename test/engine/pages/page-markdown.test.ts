import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageMarkdown, sectionMarkdown } from '../../../src/engine/pages/page-markdown.ts';
import type { Section } from '../../../src/engine/sections/section.ts';

/** The sections of a page, from their headings, anchors and texts. */
function page(...sections: [headings: string[], anchor: string | undefined, content: string][]): Section[] {
  return sections.map(([headings, anchor, content], at) => ({
    id: `page#${at}`,
    path: 'page',
    place: at + 1,
    title: 'Page',
    headings,
    ...(anchor !== undefined && { anchor }),
    content,
    href: 'page',
  }));
}

const PAGE = page(
  [[], undefined, 'Beginning.'],
  // Without a text of its own, a heading has no section.
  [['Usage', 'Basic'], 'basic', 'First part.'],
  [['Usage', 'Basic'], 'basic', 'Second part.'],
  [['Usage', 'Basic', 'Detail'], 'detail', 'Detail.'],
  [['Usage', 'Example'], 'example', 'One.'],
  [['Usage', 'Example'], 'example-1', 'Another.'],
  [['Errors'], 'errors', 'Errors.'],
);

it('writes a page with its title, each heading once, and its text', () => {
  assert.equal(
    pageMarkdown(PAGE),
    `# Page

Beginning.

## Usage

### Basic

First part.

Second part.

#### Detail

Detail.

### Example

One.

### Example

Another.

## Errors

Errors.
`,
  );
});

it('writes the description of a page in one line below its title', () => {
  const [first] = page([[], undefined, 'Text.']);
  assert.equal(
    pageMarkdown([{ ...first!, description: 'What\nit is.' }]),
    '# Page\n\n> What it is.\n\nText.\n',
  );
});

it('writes a section with those below it, and nothing after them', () => {
  assert.equal(
    sectionMarkdown(PAGE, 'basic'),
    '### Basic\n\nFirst part.\n\nSecond part.\n\n#### Detail\n\nDetail.\n',
  );
  assert.equal(sectionMarkdown(PAGE, 'example'), '### Example\n\nOne.\n');
  assert.equal(sectionMarkdown(PAGE, 'errors'), '## Errors\n\nErrors.\n');
});

it('knows no section of an unknown anchor', () => {
  assert.equal(sectionMarkdown(PAGE, 'missing'), null);
});

it('writes no heading that Markdown does not have', () => {
  const deep = page([['1', '2', '3', '4', '5', '6', '7'], 'deep', 'Deep.']);
  assert.match(pageMarkdown(deep), /\n###### 5\n\n###### 6\n\n###### 7\n/);
});

it('writes the description of a page once', () => {
  const described = (description: string, content: string) =>
    pageMarkdown(page([[], undefined, content]).map((section) => ({ ...section, description })));
  assert.equal(
    described('Keys, and limits.', '[Keys](a.md), and *limits*.\n\nMore.'),
    '# Page\n\n[Keys](a.md), and *limits*.\n\nMore.\n',
  );
  assert.equal(described('Keys.', 'Limits.'), '# Page\n\n> Keys.\n\nLimits.\n');
});
