import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Section } from '../../../src/engine/sections/section.ts';
import { ParagraphCiter, SectionMatcher, SuggestionsTitle } from '../../../src/service/answer/model-text.ts';

/** Read a text in one piece and character by character, which makes no difference. */
function through(create: () => { push: (text: string) => string; end: () => string }, text: string): string {
  const [whole, pieces] = [create(), create()];
  const shown = whole.push(text) + whole.end();
  assert.equal([...text].map((character) => pieces.push(character)).join('') + pieces.end(), shown);
  return shown;
}

describe('suggestions that a model writes in its own way', () => {
  const BLOCK = '```suggestions\n- What is gzip?\n- And Brotli?\n\n```\n';
  for (const title of [
    '**Suggestions:**',
    '**Suggestions**:',
    '### Suggestions',
    'Suggestions:',
    '## Follow-up questions',
    '**Vorschläge:**',
    '__Related questions:__',
  ]) {
    it(`are read as such: ${title}`, () => {
      const text = `Take Brotli.\n\n${title}\n\n- What is gzip?\n- And Brotli?\n`;
      assert.equal(
        through(() => new SuggestionsTitle(), text),
        `Take Brotli.\n\n${BLOCK}`,
      );
    });
  }

  it('end where the answer goes on', () => {
    const text = '**Suggestions:**\n1. What?\nSo much for that.';
    assert.equal(
      through(() => new SuggestionsTitle(), text),
      '```suggestions\n1. What?\n```\n\nSo much for that.',
    );
  });

  for (const text of [
    'Suggestions are shown below the answer.\n- One\n',
    'Suggest: a\n',
    '```yaml\nsuggestions:\n  - What?\n```\n',
    '```suggestions\nWhat?\n```\n',
    'Su',
    '',
  ]) {
    it(`are nothing else: ${JSON.stringify(text)}`, () =>
      assert.equal(
        through(() => new SuggestionsTitle(), text),
        text,
      ));
  }
});

describe('a paragraph that cites nothing', () => {
  const section = (id: string, content: string): Section => ({
    id,
    path: id,
    place: 1,
    title: id,
    headings: [],
    content,
    href: id,
  });
  const sections = [
    section(
      'compression',
      'The algorithm Brotli makes smaller files than gzip, and takes longer to compress them.',
    ),
    section(
      'cache',
      'Files stay in the cache for one hour, unless the header of the response says otherwise.',
    ),
  ];
  const create = () => {
    const matcher = new SectionMatcher(sections);
    return new ParagraphCiter((paragraph) => {
      const number = matcher.match(paragraph);
      return number === null ? '' : ` [${number}]`;
    });
  };
  for (const [text, shown] of [
    [
      'Brotli makes smaller files than gzip.\n\nThe files stay in the cache for an hour.',
      'Brotli makes smaller files than gzip. [1]\n\nThe files stay in the cache for an hour. [2]',
    ],
    ['Brotli makes smaller files than gzip [2].\n', 'Brotli makes smaller files than gzip [2].\n'],
    [
      'The moon is made of green cheese, most people say.\n',
      'The moon is made of green cheese, most people say.\n',
    ],
    [
      '# Brotli makes smaller files than gzip\n\nDo this:\n\n```js\nBrotli makes smaller files\n\nthan gzip\n```\n',
      '# Brotli makes smaller files than gzip\n\nDo this:\n\n```js\nBrotli makes smaller files\n\nthan gzip\n```\n',
    ],
    [
      '- Brotli makes smaller files\n- than gzip, and takes longer\n```sh\nx\n```',
      '- Brotli makes smaller files\n- than gzip, and takes longer [1]\n```sh\nx\n```',
    ],
    ['| Brotli | makes smaller files than gzip |\n', '| Brotli | makes smaller files than gzip |\n'],
  ] as const) {
    it(`gets the section that carries it: ${JSON.stringify(text)}`, () =>
      assert.equal(through(create, text), shown));
  }
});
