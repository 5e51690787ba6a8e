import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'oxc-parser';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { writeCode, type Configuration } from '../../demo/assets/playground-code.js';
import { Documentation } from '../../demo/documentation.ts';
import { readTargets, type TargetFile } from '../../demo/playground/targets.ts';
import { readPluginOptions } from '../../src/plugins/plugin-options.ts';
import { everySetting } from '../support/playground-settings.ts';

const NOTHING: Configuration = { 'docs-search': {}, 'docs-assistant': {} };

describe('the code of the playground', () => {
  let everything: Configuration;
  let names: string[];
  let files: readonly TargetFile[];

  before(async () => {
    everything = await everySetting();
    const documentation = await Documentation.read(
      fileURLToPath(new URL('../../demo/docs', import.meta.url)),
    );
    const targets = await readTargets(documentation, documentation.find('v2/en/playground')!);
    names = targets.map(({ id }) => id);
    files = targets.flatMap((target) => target.files);
  });

  test('is there for HTML, for frameworks, and for each generator that has a page', () => {
    assert.deepEqual(names.slice(0, 9), [
      'html',
      'react',
      'preact',
      'vue',
      'svelte',
      'solid',
      'vitepress',
      'starlight',
      'docusaurus',
    ]);
    assert.equal(names.length, 16);
  });

  test('is that of the documentation while nothing is set', () => {
    for (const { template, syntax } of files) assert.equal(writeCode(template, syntax, NOTHING), template);
  });

  test('is for both elements in every target', () => {
    for (const tag of ['docs-search', 'docs-assistant'] as const) {
      const settings = { ...NOTHING, [tag]: { variant: { text: 'inline', data: 'inline' } } };
      const changed = files.filter(
        ({ template, syntax }) => writeCode(template, syntax, settings) !== template,
      );
      // One file of each target.
      assert.equal(changed.length, names.length, tag);
    }
  });

  test('gives the elements of HTML the attributes that are set, whatever is in them', () => {
    for (const { template, syntax } of files) {
      if (syntax !== 'html') continue;
      const code = writeCode(template, syntax, everything);
      for (const mark of [/\{\{/g, /\{%/g])
        if (!template.includes("{ domain: 'docs' }"))
          assert.equal(code.match(mark)?.length, template.match(mark)?.length, code);
      visit(
        unified().use(rehypeParse, { fragment: true }).parse(code),
        'element',
        ({ tagName, properties }) => {
          if (!(tagName in everything)) return;
          const settings = Object.entries(everything[tagName as keyof Configuration]);
          assert.deepEqual(properties, {
            endpoint: '/docs-api',
            domain: 'docs',
            ...Object.fromEntries(settings.map(([name, { text }]) => [name, text])),
          });
        },
      );
    }
  });

  test('gives plugins the same attributes as options that they accept', () => {
    const code = writeCode("{ domain: 'docs' }", 'html', everything);
    const options = readPluginOptions(JSON.parse(JSON.stringify(runInNewContext(`(${code})`))));
    const { search, assistant, ...shared } = options;
    const { version, language, ...rest } = everything['docs-search'];
    assert.deepEqual(shared, { domain: 'docs', version: version!.text, language: language!.text });
    assert.deepEqual(
      search,
      Object.fromEntries(Object.entries(rest).map(([name, { text, data }]) => [name, data === true || text])),
    );
    assert.equal(
      (assistant as Record<string, unknown>)['suggestions'],
      everything['docs-assistant']['suggestions']!.text,
    );
  });

  test('is JavaScript where it is a script', () => {
    const scripts = files.filter(
      ({ title = '', syntax }) => /\.(?:mjs|jsx?)$/.test(title) || syntax === 'react' || syntax === 'solid',
    );
    assert.equal(scripts.length, 7);
    for (const { template, syntax } of scripts)
      assert.deepEqual(parseSync('code.tsx', writeCode(template, syntax, everything)).errors, []);
  });
});
