import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { test } from 'node:test';
import GithubSlugger from 'github-slugger';
import { createManifest } from './generate/reference.ts';
import { readJson, root } from './source-files.ts';

const documents = globSync(['README.md', '.github/*.md', 'src/*/README.md', 'demo/docs/**/*.md'], {
  cwd: root,
})
  .map((file) => file.split(sep).join('/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const { scripts, exports } = readJson('package.json') as {
  scripts: Record<string, string>;
  exports: Record<string, unknown>;
};

test('every npm script that a document names exists', () => {
  const wrong = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)]
      .map(([, script, standard]) => script ?? standard!)
      .filter((name) => !(name in scripts))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('every file that the pages for contributors name is there', () => {
  const files = globSync('{src,test}/**/*.{ts,mjs,json}', { cwd: root, exclude: ['**/node_modules/**'] });
  const known = files.map((file) => file.split(sep).join('/'));
  const wrong = documents
    .filter(({ file }) => /^(?:\.github|src)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`([\w./-]+\.ts)`/g)]
        .map(([, path]) => path!)
        .filter((path) => !known.some((one) => one.endsWith(path)))
        .map((path) => `${file}: ${path}`),
    );
  assert.deepEqual(wrong, []);
});

test('every module that a document imports is exported', () => {
  const wrong = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import) '(docs-assistant[^']*)'/g)]
      .map(([, specifier]) => `.${specifier!.slice('docs-assistant'.length)}`)
      .filter((name) => !(name in exports))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('every link between documents leads to a page, and to a heading on it, or to another file', () => {
  const anchors = new Map(documents.map(({ file, text }) => [file, headingsOf(text)]));
  const wrong = documents.flatMap(({ file, text }) =>
    [...withoutCode(text).matchAll(/\]\((\.[^)#\s]*|)(?:#([^)\s]*))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? posix.join(posix.dirname(file), path) : file;
        if (!target.endsWith('.md')) return !existsSync(join(root, target));
        const known = anchors.get(target);
        return known === undefined || (anchor !== undefined && !known.has(anchor));
      })
      .map(([link]) => `${file}: ${link}`),
  );
  assert.deepEqual(wrong, []);
});

test('each promise of SECURITY.md has a test', () => {
  const { text } = documents.find(({ file }) => file === '.github/SECURITY.md')!;
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const [, , ...promises] = rows;
  assert.ok(promises.length > 0);
  assert.deepEqual(
    promises.filter((row) => !/\]\(\.\.\/test\/[\w./-]+\.test\.ts\)/.test(row)),
    [],
  );
});

test('every attribute in the examples of version 2 exists', () => {
  const known = new Map(
    createManifest().modules.flatMap(({ declarations = [] }) =>
      declarations.flatMap((element) =>
        'tagName' in element && element.tagName
          ? [[element.tagName, new Set(element.attributes?.map(({ name }) => name))] as const]
          : [],
      ),
    ),
  );
  const wrong = documents
    // Templates of frameworks are checked with types.
    .filter(({ file }) => !file.includes('/v1/') && !file.endsWith('/frameworks.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/<(docs-(?:assistant|search))\s([^>]*)>/g)].flatMap(([, tag, attributes]) =>
        [...attributes!.matchAll(/([\w-]+)=(?:"[^"]*"|'[^']*')/g)]
          .map(([, name]) => name!)
          .filter((name) => !known.get(tag!)!.has(name) && name !== 'id' && name !== 'lang')
          .map((name) => `${file}: ${tag} ${name}`),
      ),
    );
  assert.deepEqual(wrong, []);
});

test('every page of a version is there in both languages', () => {
  const pages = documents.map(({ file }) => file).filter((file) => file.startsWith('demo/docs/'));
  const other = (file: string) => file.replace(/\/(en|de)\//, (_, code) => (code === 'en' ? '/de/' : '/en/'));
  assert.deepEqual(
    pages.filter((file) => !pages.includes(other(file))),
    [],
  );
});

test('pages about generators, and that about frameworks, have the same files and commands in both languages', () => {
  const blocksOf = (text: string) => text.match(/^```[^]*?^```/gm);
  for (const { file, text } of documents.filter(({ file }) =>
    /\/de\/(?:generators\/|frameworks\.md$)/.test(file),
  )) {
    const english = documents.find((other) => other.file === file.replace('/de/', '/en/'))!;
    assert.deepEqual(blocksOf(text), blocksOf(english.text), file);
  }
});

function headingsOf(text: string): Set<string> {
  const slugger = new GithubSlugger();
  return new Set(
    [...withoutCode(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
      slugger.slug(heading!.replaceAll(/`|\[([^\]]*)\]\([^)]*\)/g, '$1').trim()),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '');
}
