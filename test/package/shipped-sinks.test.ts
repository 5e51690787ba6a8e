import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './source-files.ts';

/** What reads text as markup. Packages have variants for browsers that do so, for instance to decode `&copy;`. */
const SINK = /\.(?:innerHTML|outerHTML)\b|\binsertAdjacentHTML\b/g;
/** Lit makes elements of the templates in our code, by a policy for Trusted Types, and never of text from outside. */
const LIT = 1;
/** What colours elements in a page by itself, which nothing here calls: code is coloured as a list of tokens. */
const HIGHLIGHT = 2;
/** Files with such uses, and how many. */
const ALLOWED: readonly (readonly [file: RegExp, uses: number])[] = [
  [/^dist\/cdn\/lit-html-/, LIT],
  [/^dist\/cdn\/assistant-panel-/, LIT],
  [/^dist\/cdn\/highlight\.js-/, HIGHLIGHT],
];

test('no script for pages that is shipped reads text as markup, but where a reason is given', () => {
  const files = globSync('dist/**/*.js', { cwd: root }).filter(
    (file) => !/^dist\/(?:cli|service|node\.js|service\.js)/.test(file),
  );
  assert.ok(files.length > 100, 'the package is built');
  const found = files.flatMap((file) => {
    const uses = [...readFileSync(join(root, file), 'utf8').matchAll(SINK)].length;
    const [, allowed = 0] = ALLOWED.find(([name]) => name.test(file)) ?? [];
    return uses <= allowed ? [] : [`${file}: ${uses} uses`];
  });
  assert.deepEqual(found, []);
});
