import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { headingSynonyms } from '../../../src/engine/words/heading-synonyms.ts';

describe('other names of what a heading names', () => {
  test('are those of its subject, in its language, and not the words that it has', () => {
    assert.ok(headingSynonyms('Getting started', true).includes('installation'));
    assert.ok(!headingSynonyms('Getting started', true).includes('started'));
    assert.ok(headingSynonyms('Light and dark', true).includes('darkmode'));
    assert.ok(!headingSynonyms('Light and dark', true).includes('mode'));
    assert.ok(headingSynonyms('Erste Schritte', true).includes('einrichtung'));
    assert.ok(headingSynonyms('Tasten', false).includes('tastenkurzel'));
    assert.ok(headingSynonyms('Shortcuts', false).includes('hotkeys'));
    assert.ok(headingSynonyms('インストール', true).length > 0);
  });
  test('are found beside a few other words, at the beginning and at the end', () => {
    for (const heading of [
      'Getting started with Orbit',
      'Orbit: quick start',
      'GETTING STARTED',
      'Set up Orbit',
    ])
      assert.ok(headingSynonyms(heading, true).includes('install'), heading);
  });
  test('are found at the end of a title only, because other headings tell which of several things it is', () => {
    assert.ok(headingSynonyms('Set up Orbit', false).includes('install'));
    for (const heading of ['Basic test setup', 'Welche Einrichtung'])
      assert.deepEqual(headingSynonyms(heading, false), [], heading);
  });
  test('are none where the name is a part of something else', () => {
    for (const heading of [
      'Why getting started is hard',
      'Get started with everything that there is to know',
      '',
      '?!',
      'Proxy',
    ])
      assert.deepEqual(headingSynonyms(heading, true), [], heading);
  });
});
