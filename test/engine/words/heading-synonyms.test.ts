import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headingSynonyms } from '../../../src/engine/words/heading-synonyms.ts';

describe('other names of what a heading names', () => {
  test('are those of its subject, in its language, and not the words that it has', () => {
    assert.ok(headingSynonyms('Getting started').includes('installation'));
    assert.ok(!headingSynonyms('Getting started').includes('started'));
    assert.ok(headingSynonyms('Light and dark').includes('darkmode'));
    assert.ok(!headingSynonyms('Light and dark').includes('mode'));
    assert.ok(headingSynonyms('Erste Schritte').includes('einrichtung'));
    assert.ok(headingSynonyms('インストール').length > 0);
  });
  test('are found beside a few other words, at the beginning and at the end', () => {
    for (const heading of [
      'Getting started with Orbit',
      'Orbit: quick start',
      'GETTING STARTED',
      'Set up Orbit',
    ])
      assert.ok(headingSynonyms(heading).includes('install'), heading);
  });
  test('are none where the name is a part of something else', () => {
    for (const heading of [
      'Why getting started is hard',
      'Get started with everything that there is to know',
      '',
      '?!',
      'Proxy',
    ])
      assert.deepEqual(headingSynonyms(heading), [], heading);
  });
});
