/** Which sections of a page answer a question. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findPassages } from '../../../src/engine/pages/page-passages.ts';
import type { Section } from '../../../src/engine/sections/section.ts';

function page(contents: Record<string, string>, language = 'en'): Section[] {
  return Object.entries(contents).map(([heading, content], place) => ({
    id: `options#${place}`,
    path: 'options',
    place,
    title: 'Options',
    headings: heading === '' ? [] : heading.split(' › '),
    ...(heading !== '' && { anchor: heading.split(' › ').at(-1)!.toLowerCase() }),
    language,
    content,
    href: 'options',
  }));
}
const OPTIONS = page({
  '': 'All options of the kiln have a default.',
  Temperature: 'The default is 1280 degrees.',
  Glaze: 'The default is `celadon`.',
  'Glaze › tableOfColours': 'Lists all colours, of which each has a default.',
  Empty: '',
});
const anchors = (sections: readonly Section[], question: string) =>
  findPassages(sections, question).map(({ anchor }) => anchor);

describe('the passages of a page', () => {
  it('begin with the section that is named in the question, or has its rare words', () => {
    assert.equal(anchors(OPTIONS, 'What is the default of the glaze?')[0], 'glaze');
    assert.equal(anchors(OPTIONS, 'how many degrees?')[0], 'temperature');
  });

  it('have words in other forms, and identifiers by their parts', () => {
    assert.deepEqual(anchors(OPTIONS, 'degree'), ['temperature']);
    assert.equal(anchors(OPTIONS, 'table of contents')[0], 'tableofcolours');
    assert.equal(anchors(OPTIONS, 'tableOfColours')[0], 'tableofcolours');
  });

  it('leave out sections without a word of the question, and without text', () => {
    assert.deepEqual(anchors(OPTIONS, 'celadon'), ['glaze']);
    assert.deepEqual(anchors(OPTIONS, 'empty'), []);
    assert.deepEqual(anchors(OPTIONS, 'xylophone'), []);
    assert.deepEqual(anchors(OPTIONS, ''), []);
    assert.deepEqual(anchors([], 'glaze'), []);
  });

  it('ask for function words only where the question has no others', () => {
    assert.deepEqual(anchors(page({ A: 'Of this.', B: 'Kiln.' }), 'the kiln of'), ['b']);
    assert.deepEqual(anchors(page({ A: 'Of this.', B: 'Kiln.' }), 'of'), ['a']);
  });

  it('are found in scripts without spaces', () => {
    const sections = page({ 温度: '窯の温度は千度です。', 釉薬: '釉薬の色は青です。' }, 'ja');
    assert.equal(findPassages(sections, '釉薬は何色ですか')[0]!.anchor, '釉薬');
  });

  it('say where they have words of the question', () => {
    const [first] = findPassages(OPTIONS, 'which degrees?');
    assert.deepEqual(
      first!.ranges.map(([start, end]) => first!.content.slice(start, end)),
      ['degrees'],
    );
  });
});
