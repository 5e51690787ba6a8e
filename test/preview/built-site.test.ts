import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createBuiltSite } from '../../src/preview/built-site.ts';
import { putIntoPage } from '../../src/preview/elements-markup.ts';
import { findSiteBase } from '../../src/preview/site-base.ts';

const MARKUP = '<docs-assistant domain="docs"></docs-assistant>';
const PAGE =
  '<!doctype html><html><head><script src="/docs/a.js"></script></head><body><h1>Hi</h1></body></html>';
const FILES: Record<string, string> = {
  'index.html': PAGE,
  'guide/index.html': '<p>Guide</p>',
  'about.html': '<body>About</body>',
  'a.js': 'export const a = "</body>";',
  '404.html': '<body>Missing</body>',
};
let folder: string;
let site: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  site = join(folder, 'site');
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), text);
  }
  await writeFile(join(folder, 'secret.txt'), 'secret');
  await symlink(join(folder, 'secret.txt'), join(site, 'link.txt'));
});

after(() => rm(folder, { recursive: true }));

const get = async (path: string, base = '/', headers: Record<string, string> = {}) =>
  await createBuiltSite({ folder: site, base, markup: MARKUP })(
    new Request(`http://127.0.0.1${path}`, { headers }),
    {},
  );

describe('a built site', () => {
  const pages: [path: string, text: string][] = [
    ['/', 'Hi'],
    ['/index.html', 'Hi'],
    ['/guide/', 'Guide'],
    ['/about', 'About'],
    ['/about.html', 'About'],
  ];
  for (const [path, text] of pages) {
    it(`has its page at ${path}, with the elements in it once`, async () => {
      const response = await get(path);
      const html = await response.text();
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'text/html');
      assert.ok(html.includes(text));
      assert.equal(html.split(MARKUP).length, 2);
    });
  }

  it('is left as it is on disk', async () => {
    await (await get('/')).text();
    assert.equal(await readFile(join(site, 'index.html'), 'utf8'), PAGE);
  });

  it('leads from a folder to the address with its slash', async () => {
    const response = await get('/guide?x=1');
    assert.deepEqual([response.status, response.headers.get('location')], [302, '/guide/?x=1']);
  });

  it('shows its own page for what is missing', async () => {
    const response = await get('/missing');
    assert.equal(response.status, 404);
    assert.match(await response.text(), /Missing.*docs-assistant/);
  });

  it('sends what is no page as it is', async () => {
    const response = await get('/a.js');
    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(await response.text(), FILES['a.js']);
  });

  it('is served below its base', async () => {
    assert.equal((await get('/docs/about', '/docs/')).status, 200);
    assert.equal((await get('/about', '/docs/')).status, 404);
    assert.equal((await get('/', '/docs/')).headers.get('location'), '/docs/');
  });

  for (const path of ['/link.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%00', '/%']) {
    it(`has nothing outside of its folder: ${path}`, async () => {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.doesNotMatch(await response.text(), /secret/);
    });
  }

  it('sends no page again that the browser has', async () => {
    const etag = (await get('/')).headers.get('etag')!;
    assert.equal((await get('/', '/', { 'if-none-match': etag })).status, 304);
  });
});

describe('putting markup into a page', () => {
  const put = (html: string) => Buffer.from(putIntoPage(Buffer.from(html), '[M]')).toString();

  it('puts it before the last end of the body', () => {
    assert.equal(
      put('<body><script>"</body>"</script><p></BODY ></html>'),
      '<body><script>"</body>"</script><p>[M]\n</BODY ></html>',
    );
  });

  it('puts it at the end of a page without the end of a body', () => {
    assert.equal(put('<p>Hi'), '<p>Hi[M]\n');
  });

  it('leaves the bytes of every encoding as they are', () => {
    const latin = Buffer.from([0x3c, 0x70, 0x3e, 0xe4, 0xff]);
    assert.deepEqual([...putIntoPage(latin, '')].slice(0, 5), [...latin]);
    assert.equal(put('<p>日本語</body>'), '<p>日本語[M]\n</body>');
  });
});

describe('the base of a site', () => {
  const baseOf = async (page: string): Promise<string> => {
    const place = await mkdtemp(join(folder, 'base-'));
    await writeFile(join(place, 'a.js'), '');
    await writeFile(join(place, 'index.html'), page);
    return findSiteBase(place);
  };

  it('is what its addresses have in front of the files in the folder', async () => {
    assert.equal(await baseOf('<script src="/docs/v2/a.js"></script>'), '/docs/v2/');
  });

  it('is the root where assets are found there, or none are', async () => {
    assert.equal(await baseOf('<script src="/a.js"></script>'), '/');
    assert.equal(await baseOf('<link rel="x" href="/elsewhere.css"><img src="https://x/a.js">'), '/');
    assert.equal(await findSiteBase(await mkdtemp(join(folder, 'empty-'))), '/');
  });

  it('follows from the error page, or from the canonical address, where pages load files beside them', async () => {
    const base = async (files: Record<string, string>) => {
      const place = await mkdtemp(join(folder, 'base-'));
      for (const [name, text] of Object.entries({ 'a.js': '', ...files })) {
        await mkdir(dirname(join(place, name)), { recursive: true });
        await writeFile(join(place, name), text);
      }
      return findSiteBase(place);
    };
    const canonical = (address: string) =>
      `<script src="a.js"></script><link rel="canonical" href="${address}">`;
    const missing = '<script src="/kiln/a.js"></script>';
    assert.equal(await base({ 'index.html': '<script src="a.js"></script>', '404.html': missing }), '/kiln/');
    assert.equal(await base({ 'index.html': canonical('https://potter.example/kiln/') }), '/kiln/');
    assert.equal(await base({ 'index.html': canonical('https://potter.example/kiln/index.html') }), '/kiln/');
    assert.equal(await base({ 'index.html': canonical('https://potter.example/') }), '/');
    assert.equal(await base({ 'en/index.html': canonical('https://potter.example/kiln/en/') }), '/kiln/');
    assert.equal(
      await base({ 'index.html': `<link href=/a.js>${canonical('https://x.example/kiln/')}` }),
      '/',
    );
    assert.equal(await base({ 'en/index.html': canonical('https://potter.example/elsewhere') }), '/');
    assert.equal(await base({ 'index.html': canonical('nonsense') }), '/');
  });
});
