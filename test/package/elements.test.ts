import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManifest, readDocuments } from './generate/reference.ts';
import { readSources } from './source-files.ts';

const manifest = createManifest();
const elements = manifest.modules.flatMap(({ declarations = [] }) =>
  declarations.flatMap((declaration) => ('tagName' in declaration ? [declaration] : [])),
);

test('the manifest has all elements', () => {
  assert.deepEqual(elements.map(({ tagName }) => String(tagName)).toSorted(), [
    'docs-agent-jobs',
    'docs-assistant',
    'docs-deployment',
    'docs-insights',
    'docs-page-actions',
    'docs-page-feedback',
    'docs-search',
  ]);
});

test('the tables in the README and the documentation say what the code says', () => {
  const stale = readDocuments(manifest).filter(({ before, after }) => before !== after);
  assert.deepEqual(
    stale.map(({ file }) => `${file}: run "npm run reference"`),
    [],
  );
});

for (const element of elements) {
  const isAdmin = ['docs-agent-jobs', 'docs-deployment', 'docs-insights'].includes(element.tagName!);
  const folder = (isAdmin ? 'admin/' : '') + element.tagName!.replace(/^docs-/, '');
  const own = readSources().filter(({ path }) => path.startsWith(`elements/${folder}/`));
  const shared = readSources().filter(({ path }) => /^elements\/(?:shared\/|admin\/[^/]+$)/.test(path));
  const documented = new Set(element.cssParts?.map(({ name }) => name));

  test(`every part in the templates of <${element.tagName}> is documented`, () => {
    assert.deepEqual(
      [...partsOf(own)].filter((part) => !documented.has(part)),
      [],
    );
  });

  test(`every documented part of <${element.tagName}> is in a template`, () => {
    const used = new Set([...partsOf(own), ...partsOf(shared)]);
    const text = own.map((file) => file.text).join('\n');
    // A part whose name is computed stands in the code as a word of a string.
    const isUsed = (part: string) => used.has(part) || new RegExp(`['"\`\\s]${part}['"\`\\s]`).test(text);
    assert.deepEqual(
      [...documented].filter((part) => !isUsed(part)),
      [],
    );
  });

  test(`every attribute, property and method of <${element.tagName}> has a description`, () => {
    const bare = [...(element.attributes ?? []), ...(element.members ?? [])].filter(
      ({ description }) => !description,
    );
    assert.deepEqual(
      bare.map(({ name }) => name),
      [],
    );
  });

  test(`the defaults of <${element.tagName}> are known`, () => {
    const defaults = Object.fromEntries(
      (element.attributes ?? []).map(({ name, default: value }) => [name, value]),
    );
    assert.equal(defaults['theme'], "'auto'");
    if (!isAdmin && !element.tagName!.startsWith('docs-page-'))
      assert.match(defaults['shortcut'] ?? '', /mod\+/);
  });

  test(`every event that <${element.tagName}> sends is documented`, () => {
    const sent = own.flatMap(({ text }) =>
      [...text.matchAll(/emit\(\s*'([\w-]+)'/g)].map(([, name]) => name!),
    );
    const names = new Set(element.events?.map(({ name }) => name));
    assert.ok(sent.length > 0);
    assert.deepEqual(
      [...new Set(sent)].filter((name) => !names.has(name)),
      [],
    );
  });
}

function partsOf(files: readonly { readonly text: string }[]): Set<string> {
  const parts = files.flatMap(({ text }) =>
    [...text.matchAll(/\spart(?:=(?:"([^"$]*)"|'([^'$]*)')|: '([^']*)')/g)].flatMap(
      ([, double, single, property]) => (double ?? single ?? property ?? '').split(/\s+/),
    ),
  );
  return new Set(parts.filter(Boolean));
}
