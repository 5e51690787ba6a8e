/** The files for programs that read a documentation: on the routes for pages of `serve`, and as files of `build`. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { runCommand, startCommand, type RunningCommand } from './command.ts';

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

  /** Follow a link, which is the address that the web server of the site passes on. */
  const followed = async (link: string) => {
    assert.ok(link.startsWith(`${SITE}/docs-api/pages/orbit/`), link);
    return fetch((await service.url) + link.slice(SITE.length));
  };

  it('leads from the short address to the files of the first domain, without a key', async () => {
    for (const name of ['llms.txt', 'llms-full.txt']) {
      const response = await get(`/${name}`);
      assert.equal(response.url, `${await service.url}/docs-api/pages/orbit/${name}`);
      assert.match(await response.text(), /^# Orbit\n/);
      assert.equal(response.headers.get('x-robots-tag'), 'noindex');
    }
  });

  it('answers a question in the address of a page or a list, and refuses one that is none', async () => {
    for (const path of ['/pages/orbit/index.md?ask=orbit', '/llms.txt?ask=orbit']) {
      const response = await get(path);
      assert.match(await response.text(), /^# orbit\n\n## Orbit/);
    }
    const refused = await get('/pages/orbit/index.md?ask=');
    assert.deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [400, 'invalid-request'],
    );
  });

  it('has every page that llms.txt names, and every one that those lead to', async () => {
    const address = `${await service.url}/docs-api/pages/orbit/llms.txt`;
    const list = await (await fetch(address)).text();
    const links = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link]) => link!);
    assert.equal(links.length, 2);
    for (const link of links) {
      const response = await followed(link);
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
      for (const [, next] of (await response.text()).matchAll(/\]\(([^)]+)\)/g))
        assert.equal((await followed(next!)).status, 200);
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

  it('has a page as Markdown at its own address, with links that lead to Markdown', async () => {
    for (const path of ['guides/install', 'guides/install/', 'guides/install.html']) {
      const response = await get(`/pages/orbit/${path}`, { headers: { accept: 'text/markdown, text/html' } });
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8', path);
      assert.deepEqual(response.headers.get('vary')!.split(', ').toSorted(), [
        'Accept',
        'Accept-Encoding',
        'Origin',
      ]);
      const [, link] = /\]\(([^)]+index\.md)\)/.exec(await response.text())!;
      assert.match(await (await followed(link!)).text(), /^# Orbit/, path);
    }
    assert.match(await (await get('/pages/orbit/')).text(), /^# Orbit/);
  });

  it('leads who prefers HTML from there to the page of the site, as their Accept says', async () => {
    const answers: Readonly<Record<string, string | null>> = {
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8': `${SITE}/guides/install`,
      'text/html, text/markdown;q=0.9': `${SITE}/guides/install`,
      'text/*;q=0.5, text/markdown;q=0': `${SITE}/guides/install`,
      'text/html;q=0.8, text/markdown': null,
      'text/html;q=0.8, text/*;q=0.9': null,
      'TEXT/Markdown ; Q=1.0, text/html ;q=0.999': null,
      'text/html;q=1.5, text/markdown;q=0.1': null,
      'text/html, text/markdown': null,
      'application/json': null,
      '*/*': null,
    };
    for (const [accept, location] of Object.entries(answers)) {
      const response = await get('/pages/orbit/guides/install', { headers: { accept }, redirect: 'manual' });
      assert.equal(response.headers.get('location'), location, accept);
      assert.equal(response.status, location === null ? 200 : 302, accept);
      assert.match(response.headers.get('vary')!, /\bAccept,/, accept);
    }
    const headers = { accept: 'text/html' };
    const file = await get('/pages/orbit/guides/install.md', { headers, redirect: 'manual' });
    assert.equal(file.status, 200);
    assert.doesNotMatch(file.headers.get('vary')!, /\bAccept,/);
    assert.equal((await get('/pages/orbit/missing', { headers, redirect: 'manual' })).status, 404);
  });

  it('refuses what is no file, and other methods, with a code', async () => {
    for (const path of [
      '/pages/orbit/missing.md',
      '/pages/other/llms.txt',
      '/pages/orbit/guides',
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

describe('serve --pages', () => {
  const page = (title: string) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>All about the ${title}.</p></main></body></html>`;
  const FILES = {
    'index.html': page('Orbit'),
    'guides/intro.html': page('Intro'),
    'v1/search.html': page('Searching'),
    'own.md': 'My own.',
    '404.html': page('Not found'),
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.env': 'SECRET=1',
    '.git/config': 'SECRET=1',
    'assets/.cache/x.json': '"SECRET"',
  };
  const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  let site: TemporaryFolder;
  let data: TemporaryFolder;
  let service: RunningCommand;

  before(async () => {
    site = await temporaryFolder(FILES);
    data = await temporaryFolder();
    service = startCommand([
      ...['serve', site.path, '--pages', '--port', '0', '--domain', 'orbit', '--no-model', '--site', SITE],
      ...['--data', data.path, '--trusted-proxies', '1', '--exclude', '404.html'],
    ]);
    await Promise.all([service.url, service.told('"phase":"ready"')]);
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
    await data?.[Symbol.asyncDispose]();
  });

  const get = async (path: string, headers: Record<string, string> = {}) =>
    fetch((await service.url) + path, { headers });

  it('serves the pages, each with the addresses of its Markdown and of the list, which have all of them', async () => {
    const intro = await (await get('/guides/intro.html', HTML)).text();
    const [, address] = /<link [^>]*type="text\/markdown" href="([^"]*)"/.exec(intro) ?? [];
    assert.equal(address, '/guides/intro.html.md');
    assert.match(intro, /<a href="\/llms\.txt">/);
    assert.match(await (await get(address)).text(), /^# Intro\n/);
    const list = await (await get('/llms.txt')).text();
    const links = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link]) => link!);
    // `own.md` is a page of the site, too.
    assert.equal(links.length, 4);
    for (const link of links) {
      assert.ok(link.startsWith(`${SITE}/`) && !link.includes('docs-api'), link);
      assert.equal((await get(link.slice(SITE.length))).status, 200, link);
    }
    assert.match(await (await get('/', HTML)).text(), /<h1>Orbit/);
    assert.match((await get('/logo.svg')).headers.get('content-type')!, /^image\/svg/);
    assert.equal(await (await get('/own.md')).text(), 'My own.');
  });

  it('answers who prefers Markdown with that, and a question in an address', async () => {
    for (const path of ['/', '/guides/intro', '/guides/intro.html', '/v1/search']) {
      const response = await get(path, { accept: 'text/markdown, text/html;q=0.9' });
      assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8', path);
      assert.match(await response.text(), /^# /, path);
    }
    const passages = await (await get('/llms.txt?ask=intro')).text();
    assert.match(passages, /^# intro\n[^]*All about the Intro/);
  });

  it('has its other routes as before', async () => {
    assert.equal((await get('/healthz')).status, 200);
    assert.match(await (await get('/docs-api/llms.txt')).text(), /\/docs-api\/pages\/orbit\//);
    assert.equal((await get('/.well-known/ai-catalog.json')).status, 200);
    assert.match((await get('/cdn/docs-assistant.js')).headers.get('content-type')!, /^text\/javascript/);
    const refused = await get('/v1/project/insights/orbit', { accept: 'application/json' });
    assert.equal(refused.status, 401);
    assert.equal((await fetch(`${await service.url}/`, { method: 'POST' })).status, 404);
  });

  it('says in HTML to browsers, and to programs how to search, that a page is missing', async () => {
    const missing = await get('/guides/missing', HTML);
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /<h1>Not found/);
    const file = await get('/guides/missing.md');
    assert.equal(file.status, 404);
    assert.match(((await file.json()) as { error: string }).error, /\.\.\/llms\.txt\?ask=QUESTION/);
  });

  it('gives out no hidden file, and none outside of the folder', async () => {
    for (const path of [
      ...['/.env', '/.git/config', '/%2eenv', '/assets/.cache/x.json', '/.docs-assistant-files.json'],
      ...['/..%2f..%2fetc/passwd', '/..%5c..%5cetc/passwd', '/%2e%2e/%2e%2e/etc/passwd'],
    ]) {
      const response = await get(path, HTML);
      assert.equal(response.status, 404, path);
      assert.doesNotMatch(await response.text(), /SECRET|root:/, path);
    }
  });

  it('counts files for reading programs like searches, and pages not at all', async () => {
    const from = (path: string) => get(path, { ...HTML, 'x-forwarded-for': '192.0.2.9' });
    let last: Response;
    let sent = 0;
    do {
      last = (await Promise.all(Array.from({ length: 20 }, () => from('/guides/intro.md')))).at(-1)!;
      assert.ok(++sent < 60, 'there is no limit');
    } while (last.status === 200);
    assert.equal(last.status, 429);
    assert.equal((await from('/guides/intro.html')).status, 200);
  });

  it('refuses a folder that is no built site, and a configuration file without a site', async () => {
    await using docs = await temporaryFolder({
      ...PAGES,
      'docs.json': JSON.stringify({ projects: [{ domain: 'orbit', dir: '.' }] }),
    });
    const data = ['--data', join(docs.path, '.data')];
    const markdown = await runCommand(['serve', docs.path, '--pages', ...data]);
    assert.equal(markdown.code, 2);
    assert.match(markdown.stderr, /has no index\.html/);
    const configured = await runCommand([
      ...['serve', '--pages', '--config', join(docs.path, 'docs.json'), ...data],
    ]);
    assert.equal(configured.code, 2);
    assert.match(configured.stderr, /--pages requires --site/);
  });
});

describe('serve --pages without --site', () => {
  it('serves a name of this machine alone, to nobody who comes through a web server', async () => {
    await using folder = await temporaryFolder({ 'index.html': '<!doctype html><h1>Orbit</h1><p>Text.</p>' });
    await using service = startCommand([
      ...['serve', folder.path, '--pages', '--port', '0', '--no-model', '--data', join(folder.path, '.data')],
    ]);
    const url = await service.url;
    assert.match(await (await fetch(url)).text(), /<h1>Orbit/);
    const forwarded = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    assert.doesNotMatch(await forwarded.text(), /<h1>Orbit/);
  });
});

describe('build --markdown', () => {
  /** Run the build. @returns what it prints */
  async function build(folder: TemporaryFolder, dir: string, ...more: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCommand([
      ...[
        'build',
        join(folder.path, dir),
        '--out',
        join(folder.path, 'site/docs-index'),
        '--no-model',
        '--no-elements',
      ],
      ...['--markdown', join(folder.path, 'site'), '--data', join(folder.path, 'data'), ...more],
    ]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  /** Return the pages and lists of the site for reading programs, with their texts. */
  async function filesOf(folder: TemporaryFolder): Promise<Record<string, string>> {
    const site = join(folder.path, 'site');
    const names = await readdir(site, { recursive: true });
    const files = names.filter((name) => /^(?!\.).*\.(?:md|txt)$/.test(name)).toSorted();
    const texts = files.map(async (name) => [name, await readFile(join(site, name), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(texts));
  }

  it('writes the lists, and each page beside the pages of the site, in the same bytes each time', async () => {
    await using folder = await temporaryFolder({
      'docs/v1/en/setup.md': '# Old setup\n\nText.\n',
      'docs/v2/en/index.md': '# Orbit\n\nSee [Setup](./setup.md).\n',
      'docs/v2/en/setup.md': '# Setup\n\nText.\n',
    });
    const printed = await build(folder, 'docs');
    assert.match(printed, /^11 files for reading programs in .+site$/m);
    const files = await filesOf(folder);
    assert.deepEqual(Object.keys(files), [
      ...['llms-full.txt', 'llms.txt', 'v1/en/llms-full.txt', 'v1/en/llms.txt', 'v1/en/setup.md'],
      ...['v2/en.md', 'v2/en/llms-full.txt', 'v2/en/llms.txt', 'v2/en/setup.md'],
    ]);
    assert.match(files['v2/en.md']!, /\[Setup\]\(\.\.\/v2\/en\/setup\.md\)/);
    for (const [name, text] of Object.entries(files))
      for (const [, link] of text.matchAll(/\]\(([^)]+)\)/g)) {
        const target = new URL(link!, `http://site.invalid/${name}`).pathname.slice(1);
        assert.ok(target in files, `${name} leads to ${target}`);
      }
    const before = await stat(join(folder.path, 'site/llms.txt'));
    await build(folder, 'docs');
    assert.deepEqual(await filesOf(folder), files);
    assert.equal((await stat(join(folder.path, 'site/llms.txt'))).mtimeMs, before.mtimeMs);
  });

  it('removes pages that are gone, and leaves files of others as they are', async () => {
    await using folder = await temporaryFolder({
      'docs/a.md': '# A\n\nText.\n',
      'docs/b.md': '# B\n\nText.\n',
      'site/llms.txt': '# Written by hand\n',
      'site/other.md': '# Of the site\n',
    });
    const printed = await build(folder, 'docs');
    assert.match(printed, /; 1 are there already and stay as they are, the first llms\.txt$/m);
    await folder.remove('docs/b.md');
    await build(folder, 'docs');
    const files = await filesOf(folder);
    assert.deepEqual(Object.keys(files), ['a.md', 'llms-full.txt', 'llms.txt', 'other.md']);
    assert.equal(files['llms.txt'], '# Written by hand\n');
  });

  it('reads a built site again without the pages that it has written', async () => {
    const page = (title: string) =>
      `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>Text of a page that is long enough.</p></main></body></html>`;
    await using folder = await temporaryFolder({
      'site/index.html': page('Orbit'),
      'site/guides/index.html': page('Guides'),
      'site/guides/intro.html': page('Intro'),
    });
    await build(folder, 'site');
    const files = await filesOf(folder);
    assert.deepEqual(Object.keys(files), [
      'guides.md',
      'guides/intro.html.md',
      'guides/intro.md',
      'index.md',
      'llms-full.txt',
      'llms.txt',
    ]);
    await folder.remove('site/guides/intro.html');
    assert.match(await build(folder, 'site'), /: 2 pages/);
    assert.deepEqual(Object.keys(await filesOf(folder)), [
      'guides.md',
      'index.md',
      'llms-full.txt',
      'llms.txt',
    ]);
  });

  it('removes nothing outside of the folder, whatever its list says', async () => {
    const names = ['../outside.md', '/outside.md', 'x/../../outside.md', 'index.html', 7, null];
    await using folder = await temporaryFolder({
      'docs/a.md': '# A\n\nText.\n',
      'site/.docs-assistant-files.json': JSON.stringify(names),
      'site/index.html': '<p>Site</p>',
      'outside.md': '# Outside\n',
    });
    await build(folder, 'docs');
    assert.equal(await readFile(join(folder.path, 'outside.md'), 'utf8'), '# Outside\n');
    assert.equal(await readFile(join(folder.path, 'site/index.html'), 'utf8'), '<p>Site</p>');
  });
});

describe('build --html', () => {
  const page = (title: string, head = '') =>
    `<!doctype html>\r\n<html lang="en"><head><title>${title}</title>${head}</head>\r\n<body><main><h1>${title}</h1><p>Text of a page that is long enough.</p></main></body></html>\r\n`;

  async function build(folder: TemporaryFolder, ...more: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCommand([
      ...['build', join(folder.path, 'site'), '--out', join(folder.path, 'site/docs-index'), '--no-model'],
      ...['--no-elements', '--html', join(folder.path, 'site'), '--data', join(folder.path, 'data'), ...more],
    ]);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  const read = (folder: TemporaryFolder, name: string) => readFile(join(folder.path, 'site', name), 'utf8');

  it('writes the files and their addresses into the pages, and the same bytes the second time', async () => {
    await using folder = await temporaryFolder({
      'site/index.html': page('Orbit'),
      'site/guides/intro.html': page('Intro'),
      'site/404.html': page('Not found'),
      'site/parts/menu.html': '<ul></ul>',
    });
    const printed = await build(folder, '--site', 'https://example.com/docs');
    assert.match(printed, /^2 built pages name them$/m);
    const intro = await read(folder, 'guides/intro.html');
    assert.match(
      intro,
      /<link [^>]*href="\/docs\/guides\/intro\.html\.md" \/><\/head>\r\n<body><p [^>]*hidden/,
    );
    assert.match(intro, /<a href="\/docs\/llms\.txt">/);
    assert.match(await read(folder, 'llms.txt'), /\(https:\/\/example\.com\/docs\/guides\/intro\.html\.md\)/);
    const markdown = await read(folder, 'guides/intro.html.md');
    assert.match(markdown, /^# Intro\n\n> All pages .*\(https:\/\/example\.com\/docs\/llms\.txt\)\.\n\nText/);
    assert.equal(await read(folder, 'guides/intro.md'), markdown);
    assert.match(
      await read(folder, 'sitemap.xml'),
      /<loc>https:\/\/example\.com\/docs\/guides\/intro\.html<\/loc>/,
    );
    assert.equal(await read(folder, '404.html'), page('Not found'));
    assert.match(await read(folder, 'parts/menu.html'), /^<ul><\/ul>$/);
    await build(folder, '--site', 'https://example.com/docs');
    assert.equal(await read(folder, 'guides/intro.html'), intro);
    assert.equal(await read(folder, 'guides/intro.md'), markdown);
  });

  it('finds the address of the site in its pages, its sitemap or the files of its host', async () => {
    const canonical = '<link rel="canonical" href="https://a.example.com/docs/">';
    const sites: Record<string, Record<string, string>> = {
      'https://a.example.com/docs/': { 'index.html': page('A', canonical) },
      'https://b.example.com/': {
        'index.html': page('B'),
        'sitemap.xml': '<urlset><url><loc>https://b.example.com/guide/</loc></url></urlset>',
      },
      'https://c.example.com/x/': {
        'index.html': page('C'),
        'sitemap-0.xml': '<urlset><url><loc> https://c.example.com/x/guide/ </loc></url></urlset>',
      },
      'https://d.example.com/': {
        'index.html': page('D'),
        'robots.txt': 'User-agent: *\nSitemap: https://d.example.com/map.xml\n',
        'map.xml': '',
      },
      'https://e.example.com/': { 'index.html': page('E'), CNAME: 'e.example.com\n' },
    };
    for (const [address, files] of Object.entries(sites)) {
      await using folder = await temporaryFolder({
        'site/guide/index.html': page('Guide'),
        ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`site/${name}`, text])),
      });
      assert.doesNotMatch(await build(folder), /not known/, address);
      assert.ok((await read(folder, 'llms.txt')).includes(`(${address}guide.md)`), address);
    }
  });

  it('writes paths where nothing tells the address of the site, and says so', async () => {
    await using folder = await temporaryFolder({
      'site/index.html': page('Orbit', '<link rel="canonical" href="http://localhost:4321/">'),
      'site/guide/index.html': page('Guide'),
    });
    assert.match(await build(folder), /^The address of the site is not known.*--site$/m);
    assert.match(await read(folder, 'llms.txt'), /\(\/?guide\.md\)/);
    await assert.rejects(read(folder, 'sitemap.xml'));
  });

  it('leaves the sitemap of the site as it is', async () => {
    await using folder = await temporaryFolder({
      'site/index.html': page('A'),
      'site/sitemap.xml': '<urlset/>',
    });
    await build(folder, '--site', 'https://example.com');
    assert.equal(await read(folder, 'sitemap.xml'), '<urlset/>');
  });
});
