import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MARKS, readMarked } from '../../src/sources/marked-text.ts';

const [OPEN, CLOSE] = MARKS;

test('marks become ranges of the text without them', () => {
  assert.deepEqual(readMarked(`The ${OPEN}key${CLOSE} of the ${OPEN}proxy${CLOSE}.`), {
    text: 'The key of the proxy.',
    ranges: [
      [4, 7],
      [15, 20],
    ],
  });
});

test('marks that are not closed, not opened or empty lose no text', () => {
  assert.deepEqual(readMarked(`a${CLOSE}b${OPEN}${CLOSE}c${OPEN}d`), { text: 'abcd', ranges: [[3, 4]] });
});

test('what stands between marks is decoded, and tags in it stay text', () => {
  const decode = (text: string): string => text.replaceAll('&lt;', '<');
  assert.deepEqual(readMarked('&lt;b> <mark>&lt;i></mark>', ['<mark>', '</mark>'], decode), {
    text: '<b> <i>',
    ranges: [[4, 7]],
  });
});
