/** The lines of the documentation for pages that are asked for as Markdown, on the hosts that they are for. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { readBlocks, STATIC_HOSTS, type RunningHost } from '../support/static-hosts.ts';
import { runCommand } from './command.ts';

const PAGE = 'markdown';
const html = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>All about größe and the ${title}.</p></main></body></html>`;
const FILES = {
  'index.html': html('Start'),
  'guide/index.html': html('Guide'),
  'guide/settings.html': html('Settings'),
  'guide/plain/index.html': html('Plain'),
  'search.html': '<!doctype html><title>Search</title><form role="search"><input></form>',
  'style.css': 'p { color: red; }',
};

it('are the same in both languages', async () => {
  for (const { name } of STATIC_HOSTS) {
    const blocks = await readBlocks('en', PAGE, name);
    assert.ok(blocks.length > 0, name);
    assert.deepEqual(await readBlocks('de', PAGE, name), blocks, name);
  }
});

for (const host of STATIC_HOSTS) {
  describe(`a site on ${host.name}`, { skip: host.skip }, () => {
    let folder: TemporaryFolder;
    let running: RunningHost;
    before(async () => {
      folder = await temporaryFolder(FILES);
      const { path } = folder;
      const data = ['--data', `${path}/.data`];
      const { code, stderr } = await runCommand([
        'build',
        path,
        '--out',
        `${path}/docs-index`,
        '--html',
        path,
        '--no-model',
        '--no-elements',
        ...data,
      ]);
      assert.equal(code, 0, stderr);
      running = await host.start(path, await readBlocks('en', PAGE, host.name));
    });
    after(async () => {
      await running?.[Symbol.asyncDispose]();
      await folder?.[Symbol.asyncDispose]();
    });
    const get = (path: string, accept: string, method = 'GET') =>
      fetch(new URL(path, running.url), { method, headers: { accept } });

    const pages = {
      '': 'Start',
      'index.html': 'Start',
      'guide/': 'Guide',
      'guide/settings.html': 'Settings',
      'guide/plain/': 'Plain',
    };
    for (const [path, title] of Object.entries(pages)) {
      it(`has /${path} as Markdown for whoever asks for that, and as HTML for others`, async () => {
        for (const accept of ['text/markdown', 'text/markdown, text/html;q=0.8', ' Text/Markdown']) {
          const response = await get(path, accept);
          assert.equal(response.status, 200);
          assert.match(response.headers.get('content-type')!, /^text\/markdown; ?charset=utf-8$/i);
          assert.match(response.headers.get('vary') ?? '', /\baccept\b(?!-)/i);
          const text = await response.text();
          assert.match(text, new RegExp(`^# ${title}\n`));
          assert.match(text, /größe/);
        }
        for (const accept of ['text/html', '*/*', 'text/html, text/markdown;q=0.5']) {
          const response = await get(path, accept);
          assert.match(response.headers.get('content-type')!, /^text\/html/);
          assert.match(response.headers.get('vary') ?? '', /\baccept\b(?!-)/i);
          assert.match(await response.text(), /<!doctype html>/);
        }
      });
    }

    it('answers a HEAD without a text', async () => {
      const response = await get('guide/', 'text/markdown', 'HEAD');
      assert.match(response.headers.get('content-type')!, /^text\/markdown/);
      assert.equal(await response.text(), '');
    });

    it('has a page without Markdown, a file and a missing page as before', async () => {
      const page = await get('search.html', 'text/markdown');
      assert.deepEqual([page.status, (await page.text()).startsWith('<!doctype')], [200, true]);
      const style = await get('style.css', 'text/markdown');
      assert.match(await style.text(), /color/);
      assert.equal((await get('missing', 'text/markdown')).status, 404);
      assert.equal((await get('..%2f..%2fetc/passwd', 'text/markdown')).ok, false);
    });

    it('has the files themselves', async () => {
      const response = await get('guide.md', '*/*');
      assert.match(response.headers.get('content-type')!, /^text\/markdown; ?charset=utf-8$/i);
      assert.match(await response.text(), /^# Guide\n/);
      assert.match((await get('llms.txt', '*/*')).headers.get('content-type')!, /^text\/plain/);
    });
  });
}
