import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import docusaurus from '../../src/docusaurus.ts';
import vite from '../../src/vite.ts';
import starlight from '../../src/astro.ts';
import { indexBuild } from '../../src/plugins/index-build.ts';
import { readPageElements } from '../../src/plugins/page-elements.ts';
import { readPluginOptions } from '../../src/plugins/plugin-options.ts';
import { temporaryFolder } from '../service/docs-folder.ts';

describe('Options of the plugins', () => {
  for (const [options, message] of [
    [undefined, /set "domain"/],
    [{}, /set "domain"/],
    [{ domain: '' }, /set "domain"/],
    [{ domain: 'docs', endpiont: '/docs-api' }, /no option "endpiont"/],
    [{ domain: 'docs', endpoint: '' }, /"endpoint" takes a text/],
    [{ domain: 'docs', service: ':8787' }, /"service" takes an address/],
    [{ domain: 'docs', version: 2 }, /"version" takes a text/],
    [{ domain: 'docs', search: true }, /"search" takes attributes/],
    [{ domain: 'docs', assistant: { 'on click': 'x' } }, /"assistant" takes attributes/],
    [{ domain: 'docs', assistant: { strings: {} } }, /"assistant" takes attributes/],
    [{ domain: 'docs', pageActions: 'yes' }, /"pageActions" takes true, false or attributes/],
    [{ domain: 'docs', pageActions: { agents: [] } }, /"pageActions" takes/],
    [{ domain: 'docs', index: 'yes' }, /"index" takes/],
    [{ domain: 'docs', staticIndex: ['--data', 3] }, /"staticIndex" takes/],
  ] as const)
    it(`are refused with what they take: ${JSON.stringify(options)}`, () => {
      assert.throws(() => readPluginOptions(options), message);
    });

  it('are refused by every plugin', () => {
    const wrong = {} as { domain: string };
    assert.throws(() => vite(wrong), /set "domain"/);
    assert.throws(() => starlight(wrong), /set "domain"/);
    assert.throws(() => docusaurus({ baseUrl: '/', i18n: { currentLocale: 'en' } }, wrong), /set "domain"/);
  });

  it('of Starlight cannot keep its search, and say what to do', () => {
    assert.throws(() => starlight({ domain: 'docs', search: false }), /leave the plugin out/);
  });
});

describe('Elements of a page', () => {
  it('have the addresses of the host of the page', () => {
    assert.deepEqual(readPageElements({ domain: 'docs' }, '/'), {
      scripts: ['/cdn/docs-assistant.js'],
      search: { endpoint: '/docs-api', domain: 'docs', variant: 'dialog' },
      assistant: { endpoint: '/docs-api', domain: 'docs' },
      pageActions: null,
    });
  });

  it('have the scripts of the host of their endpoint', () => {
    const { scripts } = readPageElements(
      { domain: 'docs', endpoint: 'https://ask.example.com/docs-api', pageActions: true },
      '/',
    );
    assert.deepEqual(scripts, [
      'https://ask.example.com/cdn/docs-assistant.js',
      'https://ask.example.com/cdn/page-actions.js',
    ]);
  });

  it('have the Markdown and the MCP server of the service, below the base of the site', () => {
    const pageActions = { 'mcp-name': 'kiln', mcp: '' };
    const options = { domain: 'docs', endpoint: '/ask/', script: '/own/elements.js' };
    const { scripts, ...elements } = readPageElements({ ...options, pageActions: true }, '/docs/');
    assert.deepEqual(scripts, ['/own/elements.js', '/own/page-actions.js']);
    const attributes = {
      'markdown-url': '/ask/pages/docs{path}.md',
      'link-base': '/docs/',
      mcp: '/ask/mcp/docs',
    };
    assert.deepEqual(elements.pageActions, attributes);
    assert.deepEqual(readPageElements({ ...options, pageActions }, '/docs/').pageActions, {
      ...attributes,
      ...pageActions,
    });
  });

  it('have base, version, language and attributes of their own', () => {
    const options = { domain: 'docs', version: 'v2', language: 'de' };
    const elements = readPageElements({ ...options, search: { variant: 'inline', mask: true } }, '/docs/');
    const shared = {
      endpoint: '/docs-api',
      domain: 'docs',
      'link-base': '/docs/',
      version: 'v2',
      language: 'de',
    };
    assert.deepEqual(elements.assistant, shared);
    assert.deepEqual(elements.search, { ...shared, variant: 'inline', mask: true });
  });

  it('read a static index in the place of a server', () => {
    const index = '/docs/docs-index/';
    assert.deepEqual(readPageElements({ domain: 'docs', staticIndex: true }, '/docs/'), {
      scripts: ['/docs/cdn/docs-assistant.js'],
      search: { index, 'link-base': '/docs/', variant: 'dialog' },
      assistant: { index, 'link-base': '/docs/' },
      pageActions: null,
    });
    const { scripts, pageActions } = readPageElements(
      { domain: 'docs', staticIndex: true, pageActions: true },
      '/docs/',
    );
    assert.equal(scripts[1], '/docs/cdn/page-actions.js');
    assert.deepEqual(pageActions, { 'link-base': '/docs/' });
  });

  it('read a static index beside a server, which answers', () => {
    const options = {
      domain: 'docs',
      endpoint: '/docs-api',
      staticIndex: ['--no-model'],
      pageActions: true,
    };
    const { scripts, assistant, pageActions } = readPageElements(options, '/');
    assert.deepEqual(scripts, ['/cdn/docs-assistant.js', '/cdn/page-actions.js']);
    assert.deepEqual(pageActions, { mcp: '/docs-api/mcp/docs' });
    assert.deepEqual(assistant, { index: '/docs-index/', endpoint: '/docs-api', domain: 'docs' });
  });

  it('are left out on request', () => {
    const elements = readPageElements({ domain: 'docs', search: false, assistant: false }, '/');
    assert.deepEqual([elements.search, elements.assistant], [null, null]);
  });
});

describe('The plugin for Docusaurus', () => {
  const proxyOf = (options: object) =>
    docusaurus(
      { baseUrl: '/', i18n: { currentLocale: 'en' } },
      { domain: 'docs', ...options },
    ).configureWebpack();

  it('forwards the paths of the service in development', () => {
    assert.deepEqual(proxyOf({}), {
      devServer: { proxy: [{ context: ['/docs-api/', '/cdn/'], target: 'http://127.0.0.1:8787' }] },
    });
    assert.deepEqual(proxyOf({ endpoint: 'https://ask.example.com/docs-api' }), {});
  });

  it('replaces the components of the theme that it is asked to, and no other', () => {
    const themeOf = (options: object) =>
      docusaurus({ baseUrl: '/', i18n: { currentLocale: 'en' } }, { domain: 'docs', ...options })
        .getThemePath?.()
        .replace(/.*[/\\]/, '');
    assert.equal(themeOf({}), 'search');
    assert.equal(themeOf({ pageActions: true }), 'both');
    assert.equal(themeOf({ search: false, pageActions: {} }), 'page-actions');
    assert.equal(themeOf({ search: false }), undefined);
  });

  const plugin = (baseUrl: string, currentLocale: string) =>
    docusaurus({ baseUrl, i18n: { currentLocale } }, { domain: 'docs' }).injectHtmlTags().postBodyTags[0];

  it('resolves links from the site, not from the folder of a locale', () => {
    assert.equal(plugin('/manual/de/', 'de')?.attributes['link-base'], '/manual/');
    assert.equal(plugin('/manual/', 'en')?.attributes['link-base'], '/manual/');
    assert.equal(plugin('/de/', 'de')?.attributes['link-base'], undefined);
  });
});

describe('The plugin for Vite', () => {
  const resolve = (config: object) => {
    const plugin = vite({ domain: 'docs', assistant: { placement: '"&<' } });
    plugin.configResolved({
      base: '/',
      command: 'build',
      root: '/',
      build: { outDir: 'dist', ssr: false },
      ...config,
    });
    return plugin;
  };

  const proxyOf = (options: object, own: object = {}) => vite({ domain: 'docs', ...options }).config(own);

  it('forwards the paths of the service in development', () => {
    const service = 'http://127.0.0.1:9000';
    assert.deepEqual(proxyOf({ endpoint: '/ask/', service }), {
      server: { proxy: { '/ask/': service, '/cdn/': service } },
    });
    assert.deepEqual(proxyOf({ endpoint: 'https://ask.example.com/docs-api' }), { server: { proxy: {} } });
    assert.deepEqual(proxyOf({ staticIndex: true }), { server: { proxy: {} } });
  });

  it('forwards them in a preview for which the site has a forwarding of its own', () => {
    const service = 'http://127.0.0.1:8787';
    const own = { preview: { proxy: { '/cdn/': 'http://127.0.0.1:3000' } } };
    assert.deepEqual(proxyOf({}, own), {
      server: { proxy: { '/docs-api/': service, '/cdn/': service } },
      preview: { proxy: { '/docs-api/': service } },
    });
  });

  it('leaves to the site what it forwards itself, and the script of another place', () => {
    const own = { server: { proxy: { '/docs-api': 'http://127.0.0.1:3000' } } };
    assert.deepEqual(proxyOf({ script: '/assets/docs-assistant.js' }, own), { server: { proxy: {} } });
  });

  it('adds script and assistant to every page, and leaves the search to the page', () => {
    const tags = resolve({}).transformIndexHtml.handler();
    assert.deepEqual(
      tags.map(({ tag }) => tag),
      ['script', 'docs-assistant'],
    );
  });

  it('adds them once to the pages of VitePress, behind what its configuration does', async () => {
    const vitepress = {
      site: { base: '/guide/' },
      outDir: '/',
      transformHtml: (html: string): unknown => html.replace('Text', 'Words'),
    };
    const plugin = resolve({ vitepress });
    plugin.configResolved({
      base: '/guide/',
      command: 'build',
      root: '/',
      build: { outDir: '', ssr: true },
      vitepress,
    });
    assert.equal(
      await vitepress.transformHtml('<body>Text</body>'),
      '<body>Words<script type="module" src="/cdn/docs-assistant.js"></script><docs-assistant endpoint="/docs-api" domain="docs" link-base="/guide/" placement="&#x22;&#x26;<"></docs-assistant></body>',
    );
  });
});

describe('The index step of a build', () => {
  it('indexes the pages into the folder of the service', async () => {
    await using folder = await temporaryFolder({
      'dist/index.html': '<main><h1>Kiln</h1><p>Clay.</p></main>',
    });
    const data = join(folder.path, 'data');
    const index = ['--no-model', '--data', data];
    await indexBuild(join(folder.path, 'dist'), { domain: 'docs', index });
    assert.notDeepEqual(await readdir(data), []);
  });

  it('writes a static index and the elements into the site', async () => {
    await using folder = await temporaryFolder({ 'dist/index.html': '<main><h1>A</h1><p>Text.</main>' });
    const dist = join(folder.path, 'dist');
    const options = ['--no-model', '--data', join(folder.path, 'data')];
    await indexBuild(dist, { domain: 'docs', staticIndex: options, script: '/own.js' });
    assert.deepEqual((await readdir(dist)).toSorted(), [
      '.docs-assistant-files.json',
      ...['.well-known', 'docs-index', 'index.html', 'index.md', 'llms-full.txt', 'llms.txt'],
    ]);
    assert.ok((await readdir(join(dist, 'docs-index'))).includes('manifest.json'));
    const site = { address: 'https://example.com/docs/', language: 'en' };
    await indexBuild(dist, { domain: 'docs', staticIndex: options }, site);
    assert.match(await readFile(join(dist, 'index.md'), 'utf8'), /^# A\n\n> .*\n\nText\./);
    assert.match(
      await readFile(join(dist, 'llms.txt'), 'utf8'),
      /\(https:\/\/example\.com\/docs\/index\.md\)/,
    );
    assert.match(await readFile(join(dist, 'index.html'), 'utf8'), /<a href="\/docs\/llms\.txt">/);
    const elements = await readdir(join(dist, 'cdn'));
    assert.ok(elements.includes('docs-assistant.js'));
    assert.deepEqual(
      elements.filter((name) => name.endsWith('.map')),
      [],
    );
  });

  it('fails with the sentence of the program', async () => {
    await using folder = await temporaryFolder({ 'dist/empty.txt': '' });
    const index = ['--no-model', '--data', join(folder.path, 'data')];
    await assert.rejects(
      indexBuild(join(folder.path, 'dist'), { domain: 'docs', index }),
      /could not be indexed\. .*dist/,
    );
  });

  it('fails with the sentence of the program for an option that there is not', async () => {
    await assert.rejects(
      indexBuild('.', { domain: 'docs', index: ['--dta', 'x'] }),
      /could not be indexed\. .*--dta/,
    );
  });

  it('is left out by default', async () => {
    await indexBuild('/nowhere', { domain: 'docs' });
  });
});
