import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainScope, type MainScopeOptions } from '../../../src/engine/pages/main-scope.ts';

/** Return the main version and language of scopes such as `v1/en`, with one section more each. */
function mainOf(names: readonly string[], options: Partial<MainScopeOptions> = {}): string | null {
  const scopes = names.map((name, at) => {
    const [version, language] = name.split('/').map((part) => (part === '' ? null : part));
    return { version: version ?? null, language: language ?? null, first: 100 * at, last: 101 * at };
  });
  const main = mainScope(scopes, { languages: [], ...options });
  return main && `${main.version ?? ''}/${main.language ?? ''}`;
}

test('the highest number is the main version, not the one with most sections', () => {
  assert.equal(mainOf(['v10/', 'v9/', 'v1/']), 'v10/');
  assert.equal(mainOf(['2.10/', '2.9/']), '2.10/');
});

test('a name for the version of most readers is preferred to a number, and not one of a preview', () => {
  assert.equal(mainOf(['latest/', 'v2/', 'next/']), 'latest/');
  assert.equal(mainOf(['v2/', 'next/']), 'v2/');
  assert.equal(mainOf(['v2/', 'latest/'], { version: 'v2' }), 'v2/');
});

test('the main language is that of pages without a translation', () => {
  assert.equal(mainOf(['v1/de', 'v2/de', 'v1/en'], { languages: [undefined, 'de'] }), 'v2/de');
  assert.equal(mainOf(['v1/de', 'v2/en'], { languages: ['de'] }), 'v1/de');
  assert.equal(mainOf(['v2/de', 'v2/en'], { languages: ['fr'] }), 'v2/en');
});

test('a documentation without versions and languages has one scope, and an empty one none', () => {
  assert.equal(mainOf(['/']), '/');
  assert.equal(mainOf([]), null);
});
