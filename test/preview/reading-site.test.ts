/** What a preview has for programs that read, over the index of a folder. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Handler } from '../../src/node/request-listener.ts';
import { createBuiltSite } from '../../src/preview/built-site.ts';
import { addReadingFiles } from '../../src/preview/reading-site.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { startService, type RunningService } from '../service/http-service.ts';

const html = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>All about the ${title}.</p></main></body></html>`;
const FILES = {
  'index.html': html('Start'),
  'guide/index.html': html('Guide'),
  'guide/set up.html': html('Settings'),
  'own.html': html('Own'),
  'own.md': 'My own.',
  'app.js': 'export {};',
};
const LINK = /<link data-docs-assistant="agents" rel="alternate" type="text\/markdown" href="([^"]*)" \/>/;

describe('a site in a preview', () => {
  let folder: TemporaryFolder;
  let service: RunningService;
  let site: Handler;
  let readable: Handler;
  before(async () => {
    folder = await temporaryFolder(FILES);
    service = await startService({ projects: [{ dir: folder.path, domain: 'docs' }] });
    await service.service.ready;
    site = createBuiltSite({ folder: folder.path, base: '/docs/', markup: '<docs-search></docs-search>' });
    const pages = service.service.pagesOf('docs')!;
    readable = addReadingFiles(site, { base: '/docs/', pages, hasLinks: true });
    await pages.outline();
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });
  const get = async (path: string, headers: Record<string, string> = {}, handler = readable) =>
    handler(new Request(`http://127.0.0.1${path}`, { headers }), {});

  it('has in each page the address of its Markdown, which answers, and of the list', async () => {
    for (const [path, title] of Object.entries({
      '/docs/': 'Start',
      '/docs/index.html': 'Start',
      '/docs/guide/': 'Guide',
      '/docs/guide/set%20up.html': 'Settings',
    })) {
      const text = await (await get(path, { accept: 'text/html' })).text();
      const [, address] = LINK.exec(text) ?? [];
      assert.ok(address, path);
      assert.match(text, /<a href="\/docs\/llms\.txt">llms\.txt<\/a>/);
      assert.match(text, /<docs-search>/);
      const file = await get(address);
      assert.equal(file.headers.get('content-type'), 'text/markdown; charset=utf-8');
      assert.match(await file.text(), new RegExp(`^# ${title}\n`));
    }
  });

  it('has the list, with whole addresses, and the skill', async () => {
    const list = await get('/docs/llms.txt');
    assert.equal(list.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(await list.text(), /\(http:\/\/127\.0\.0\.1\/docs\/guide\.md\)/);
    assert.equal(
      (await get('/docs/.well-known/agent-skills/index.json')).headers.get('content-type'),
      'application/json; charset=utf-8',
    );
  });

  it('has a page as Markdown for whoever prefers that', async () => {
    for (const path of ['/docs/', '/docs/index.html', '/docs/guide/', '/docs/guide/set%20up.html']) {
      const wanted = await get(path, { accept: 'text/markdown, text/html;q=0.9' });
      assert.match(wanted.headers.get('content-type')!, /^text\/markdown/, path);
      for (const accept of ['text/html', '*/*', 'text/html, text/markdown;q=0.9']) {
        const other = await get(path, { accept });
        assert.match(other.headers.get('content-type')!, /^text\/html/);
        assert.equal(other.headers.get('vary'), 'Accept');
      }
    }
  });

  it('leaves files of the site, missing ones and other requests as they are', async () => {
    assert.equal(await (await get('/docs/own.md')).text(), 'My own.');
    assert.equal((await get('/docs/missing.md')).status, 404);
    assert.equal((await get('/docs/..%2f..%2fetc/passwd.md')).status, 404);
    assert.equal((await get('/guide.md')).status, 404);
    const script = await get('/docs/app.js');
    const again = await get('/docs/app.js', { 'if-none-match': script.headers.get('etag')! });
    assert.deepEqual([script.status, again.status], [200, 304]);
    const post = await readable(new Request('http://127.0.0.1/docs/guide.md', { method: 'POST' }), {});
    assert.equal(post.status, 405);
  });

  it('sends a page again that had no addresses the first time', async () => {
    const before = await get('/docs/guide/', {}, site);
    const etag = before.headers.get('etag')!;
    const page = await get('/docs/guide/', { 'if-none-match': etag });
    assert.equal(page.status, 200);
    assert.match(await page.text(), LINK);
  });

  it('can be shown without the addresses', async () => {
    const pages = service.service.pagesOf('docs')!;
    const plain = addReadingFiles(site, { base: '/docs/', pages, hasLinks: false });
    await pages.outline();
    const text = await (await get('/docs/guide/', {}, plain)).text();
    assert.doesNotMatch(text, /data-docs-assistant/);
    assert.equal((await get('/docs/guide.md', {}, plain)).status, 200);
  });
});
