import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Documentation } from '../../demo/documentation.ts';
import { createMarkdownParser } from '../../src/service/docs/markdown-parser.ts';
import { detectScopeNames } from '../../src/service/docs/page-scope.ts';
import { readPage } from '../../src/service/docs/read-page.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { root } from './source-files.ts';

const page = (frontmatter: string) => `---\n${frontmatter}\n---\n\n# Page\n\nText.`;

test('pages of the demo site have the addresses, versions and languages that the service gives them', async () => {
  await using folder = await temporaryFolder({
    'index.md': 'Front',
    'v1/en/index.md': 'First',
    'v1/en/guides/a.md': page('slug: lamps'),
    'v1/de/guides/b.md': page('slug: /lampen/'),
    'v2/en/c.md': page('slug: some/where'),
    'v2/en/d.md': page('permalink: /v2/en/d.html'),
    'v2/de/e.md': page('slug: ../../up'),
    'v2/de/guides/f/index.mdx': page('title: F'),
    'v2/de/g.md': page('language: de-AT'),
    'v2/de/draft.md': page('draft: true'),
    'v2/de/_partial.md': 'Part',
  });
  const documentation = await Documentation.read(folder.path);
  const parser = createMarkdownParser();
  const scopes = detectScopeNames(documentation.pages.map(({ file }) => file));
  assert.equal(documentation.pages.length, 9);
  for (const { file, path, version, language } of documentation.pages) {
    const bytes = await readFile(join(folder.path, file));
    const served = readPage(file, bytes, { parser, scopes, defaults: {}, maxSections: 10 }).page!;
    const { version: itsVersion = '', language: itsLanguage = '' } = served;
    assert.deepEqual([path, version, language], [served.path, itsVersion, itsLanguage], file);
  }
  assert.ok(documentation.find('v1/en/guides/lamps'));
  assert.ok(documentation.find('v1/de/lampen'));
});

test('links between files lead to the addresses that their frontmatter sets', async () => {
  await using folder = await temporaryFolder({
    'v1/en/a.md': page('slug: lamps'),
    'v1/en/guides/b.md': page('title: B'),
  });
  const documentation = await Documentation.read(folder.path);
  const from = documentation.find('v1/en/guides/b')!;
  assert.equal(documentation.resolveLink(from, '../a.md#x'), '/v1/en/lamps#x');
  assert.equal(documentation.resolveLink(from, '/en/lamps'), '/v1/en/lamps');
  assert.equal(
    documentation.resolveLink(documentation.find('v1/en/lamps')!, 'guides/b.md'),
    '/v1/en/guides/b',
  );
  for (const target of ['#x', 'mailto:a@example.com', '/nowhere', 'https://example.com/a?b#c'])
    assert.equal(documentation.resolveLink(from, target), target);
});

test('every page of our documentation has a readable frontmatter', async () => {
  const { pages } = await Documentation.read(join(root, 'demo/docs'));
  const wrong = pages.filter(
    ({ description, order }) => description === '' || order === Number.MAX_SAFE_INTEGER,
  );
  assert.deepEqual(
    wrong.map(({ file }) => file),
    [],
  );
});
