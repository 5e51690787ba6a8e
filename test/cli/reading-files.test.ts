/** The files for programs that read a documentation: on the routes for pages of `serve`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { startCommand, type RunningCommand } from './command.ts';

const SITE = 'https://docs.example.com';
const PAGES = {
  'index.md': '---\ndescription: Uploads files.\n---\n\n# Orbit\n\n[Install](./guides/install.md) it.\n',
  'guides/install.md': '# Install\n\nOrbit is installed with one command. Back to [Orbit](../index.md).\n',
};

describe('serve --site', () => {
  let docs: TemporaryFolder;
  let data: TemporaryFolder;
  let service: RunningCommand;

  before(async () => {
    docs = await temporaryFolder(PAGES);
    data = await temporaryFolder();
    service = startCommand([
      ...['serve', docs.path, '--port', '0', '--domain', 'orbit', '--no-model', '--site', SITE],
      ...['--data', data.path, '--trusted-proxies', '1'],
    ]);
    await service.url;
  });

  after(async () => {
    await service[Symbol.asyncDispose]();
    await docs[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  });

  const get = async (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/docs-api${path}`, await service.url), init);

  it('leads from the short address to the files of the first domain, without a key', async () => {
    for (const name of ['llms.txt', 'llms-full.txt']) {
      const response = await get(`/${name}`);
      assert.equal(response.url, `${await service.url}/docs-api/pages/orbit/${name}`);
      assert.match(await response.text(), /^# Orbit\n/);
      assert.equal(response.headers.get('x-robots-tag'), 'noindex');
    }
  });

  it('has every page that llms.txt names, and every one that those lead to', async () => {
    const address = `${await service.url}/docs-api/pages/orbit/llms.txt`;
    const list = await (await fetch(address)).text();
    const links = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link]) => new URL(link!, address));
    assert.equal(links.length, 2);
    for (const link of links) {
      const response = await fetch(link);
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
      const [, next] = /\]\(([^)]+)\)/.exec(await response.text())!;
      assert.equal((await fetch(new URL(next!, link))).status, 200);
    }
  });

  it('lets pages of the site read them, and no others', async () => {
    const path = '/pages/orbit/guides/install.md';
    const response = await get(path, { headers: { origin: SITE } });
    assert.equal(response.headers.get('access-control-allow-origin'), SITE);
    assert.match(response.headers.get('vary')!, /Origin/);
    assert.match(response.headers.get('vary')!, /Accept-Encoding/);
    const refused = await get(path, { headers: { origin: 'https://evil.example.com' } });
    assert.equal(refused.status, 403);
    assert.equal(refused.headers.get('access-control-allow-origin'), null);
    const preflight = await get(path, { method: 'OPTIONS', headers: { origin: SITE } });
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET');
  });

  it('refuses what is no file, and other methods, with a code', async () => {
    for (const path of [
      '/pages/orbit/missing.md',
      '/pages/other/llms.txt',
      '/pages/orbit/',
      '/pages/..%2f/llms.txt',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.equal(((await response.json()) as { code: string }).code, 'not-found');
    }
    const posted = await get('/pages/orbit/llms.txt', { method: 'POST' });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
    const head = await get('/pages/orbit/llms.txt', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  });

  it('counts like the searches of pages, each visitor for itself', async () => {
    // The limit of one visitor is 300 searches in a minute.
    const from = (address: string) =>
      get('/pages/orbit/llms.txt', { headers: { 'x-forwarded-for': address } });
    let last: Response;
    let sent = 0;
    do {
      last = (await Promise.all(Array.from({ length: 20 }, () => from('192.0.2.7')))).at(-1)!;
      assert.ok(++sent < 60, 'there is no limit');
    } while (last.status === 200);
    assert.equal(last.status, 429);
    assert.equal((await from('192.0.2.8')).status, 200);
  });
});
