import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteLinks } from '../../../src/engine/pages/page-markdown.ts';

const rewrite = (markdown: string) => rewriteLinks(markdown, (address) => `to/${address}`);

test('links and images have other addresses, with their titles', () => {
  assert.equal(rewrite('[a](b#c "Title") ![d](e.png)'), '[a](to/b#c "Title") ![d](to/e.png)');
  assert.equal(rewrite('[a](b_\\(c\\)) [d](<e f>)'), '[a](to/b_%28c%29) [d](to/e%20f)');
});

test('code keeps what looks like a link, and what follows it is text again', () => {
  const code = '`[a](b)`\n\n```md\n[a](b)\n```\n\n- item\n\n  ````md\n  ```\n  [a](b)\n  ````\n';
  assert.equal(rewrite(`${code}\n[a](b)\n`), `${code}\n[a](to/b)\n`);
});

test('an address that stays the same stays as it is written', () => {
  const markdown = '[a](b\\_c) [d](<e f>)';
  assert.equal(
    rewriteLinks(markdown, (address) => address),
    markdown,
  );
});

test('unfinished code and links take no more time than their length', () => {
  for (const hostile of [
    '`'.repeat(100_000),
    '` '.repeat(50_000),
    '](\\'.repeat(30_000),
    '](('.repeat(30_000),
    '```\n'.repeat(25_000),
  ])
    assert.equal(
      rewriteLinks(hostile, (address) => address),
      hostile,
    );
});
