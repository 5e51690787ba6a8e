import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { join } from 'node:path';
import { readImports, readSources, root } from './source-files.ts';

/** Modules of an element that load groups, and the test in which each group is delayed and fails. */
const ELEMENTS = {
  assistant: {
    loaders: [
      // The element: the panel, and what works without it.
      'docs-assistant.ts',
      // The composition root.
      'panel/panel.ts',
      'panel/panel-groups.ts',
      // The tools of the page.
      'after-answer/after-answer.ts',
    ],
    table: 'test/elements/assistant/loading.test.ts',
  },
  'page-actions': {
    loaders: ['docs-page-actions.ts'],
    table: 'test/elements/page-actions/loading.test.ts',
  },
  'page-feedback': {
    loaders: ['docs-page-feedback.ts'],
    table: 'test/elements/page-feedback/loading.test.ts',
  },
  search: {
    // The element, and the composition root.
    loaders: ['docs-search.ts', 'panel/panel.ts'],
    table: 'test/elements/search/loading.test.ts',
  },
};

const ONLY_EXPORTS_OF_OTHERS = /^(?:\/\*[^]*?\*\/|\/\/.*|export [^;]+ from '[^']+';|\s)*$/;
const sources = readSources();

for (const [name, { loaders, table }] of Object.entries(ELEMENTS)) {
  const folder = `elements/${name}`;
  const imports = sources
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap((source) =>
      readImports(source)
        .filter(({ isDynamic }) => isDynamic)
        .map(({ specifier }) => ({
          from: posix.relative(folder, source.path),
          target: posix.join(posix.dirname(source.path), specifier),
        })),
    );

  test(`in the ${name}, the composition root alone loads groups`, () => {
    const found = imports.map(({ from }) => from);
    assert.deepEqual([...new Set(found)].toSorted(), loaders.toSorted());
  });

  test(`each group of the ${name} is delayed and fails in a test`, () => {
    const text = readFileSync(join(root, table), 'utf8');
    const untested = imports
      .map(({ target }) => target)
      // The languages of an element are a module below that of all elements.
      .filter((target) => !new RegExp(`path: '/src/${target.replace('.ts', '(?:/\\w+)?\\.ts')}'`).test(text));
    assert.deepEqual([...new Set(untested)], []);
  });

  test(`no group of the ${name} only passes on what other modules export: no chunk of a bundle would contain it`, () => {
    const targets = new Set(imports.map(({ target }) => target));
    const empty = sources.filter(({ path, text }) => targets.has(path) && ONLY_EXPORTS_OF_OTHERS.test(text));
    assert.deepEqual(
      empty.map(({ path }) => path),
      [],
    );
  });
}
