import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources, withoutComments } from './source-files.ts';

/** Ways in which text becomes markup, styles or program. None of them may stand in the program. */
const SINKS: readonly RegExp[] = [
  /\.(?:innerHTML|outerHTML|srcdoc)\b/,
  /\binsertAdjacentHTML\b/,
  /\bsetHTML(?:Unsafe)?\b/,
  /\bparseFromString\b/,
  /\bcreateContextualFragment\b/,
  /\bdocument\.write(?:ln)?\b/,
  /\bunsafe(?:HTML|SVG|CSS|Static)\b/,
  // Not `redis.eval`, which is a command of another machine.
  /(?:(?<![.\w])|\b(?:window|self|globalThis)\.)eval\s*\(/,
  /\bnew\s+Function\b/,
  /\bsetTimeout\s*\(\s*['"`]/,
  /\sstyle=(?:["']|\$\{)/,
  /setAttribute\(\s*['"`](?:style|on\w+|srcdoc)['"`]/,
  /<script\b/i,
];

test('nothing in src turns text into markup or program', () => {
  const found = readSources().flatMap(({ path, text }) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, index) =>
        SINKS.some((sink) => sink.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  assert.deepEqual(found, []);
});

for (const line of [
  'node.innerHTML = text',
  'html`<p style="color: red"></p>`',
  'html`<p style=${value}></p>`',
  'return unsafeHTML(text)',
  'new Function(text)',
  'eval(text)',
  'globalThis.eval(text)',
  "range.createContextualFragment('x')",
]) {
  test(`the search for sinks finds ${line}`, () => {
    assert.ok(SINKS.some((sink) => sink.test(line)));
  });
}
