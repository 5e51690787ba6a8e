import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestNames } from '../../../src/engine/answer/nearest-names.ts';
import { namesOf, productsOf } from '../../../src/engine/ranking/unknown-names.ts';

describe('the names in a question', () => {
  for (const [question, ...names] of [
    ['What does `cache.maxFiles` do?', 'cache.maxFiles'],
    ['Which `defer` do I need?', 'defer'],
    ['How do I set autoTranslate?', 'autoTranslate'],
    ['What is max_overflow?', 'max_overflow'],
    ['serve --watch-remote', '--watch-remote'],
    ['How do I install @docs/angular?', '@docs/angular'],
    ['What does client:hover do?', 'client:hover'],
    ['What is $derived?', '$derived'],
    ['How do I style ::part(answer-mark)?', 'answer-mark'],
    ['What is the event docs-opened?', 'docs-opened'],
    ['What is the docs-answer-rated event?', 'docs-answer-rated'],
    ['When do I need <docs-glossary>?', 'docs-glossary'],
    ['Wofür ist der Schalter --mit-bildern?', '--mit-bildern'],
  ] as const) {
    it(`are found: ${question}`, () => assert.deepEqual(namesOf(question), names));
  }

  for (const question of [
    'How do I write state-of-the-art end-to-end tests, e.g. in Node.js?',
    'Does it work on macOS and an iPhone?',
    'Where is astro.config.mjs, and can I write to help@example.com or https://example.com/a?',
    'How do I pass my userStore and our `api.client`?',
    'Is v3.2.1 at localhost:4321 newer and/or faster?',
    'It works.Then it does not: console.log(1)',
    'tail -f',
  ]) {
    it(`are none where it has files, sites, versions or own names: ${question}`, () =>
      assert.deepEqual(namesOf(question), []));
  }

  it('are none in a program that somebody has pasted', () => {
    const program = 'a.firstOne(); b.secondOne(); c.thirdOne(); d.fourthOne(); e.fifthOne();';
    assert.deepEqual(namesOf(program), []);
  });

  it('are also those of products, by their capitals, where not all nouns or words have them', () => {
    assert.deepEqual(productsOf('How do I send it to Salesforce? And MongoDB.', 'en'), [
      'Salesforce',
      'MongoDB',
    ]);
    assert.deepEqual(productsOf('Wie kommt der Text in die Datei von MongoDB?', 'de'), ['MongoDB']);
    assert.deepEqual(productsOf('How Do I Deploy My Site', 'en'), []);
  });
});

describe('the nearest names', () => {
  it('are those of code that share most of their parts', () => {
    const texts = ['Set `limits.maxFiles` or `maxFileSize`, not `theme`.', '```js\nreadFiles();\n```'];
    assert.deepEqual(nearestNames('cache.maxFiles', texts), ['limits.maxFiles', 'maxFileSize']);
    assert.deepEqual(nearestNames('zebra', texts), []);
  });
});
