import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { select } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { sendJson, startUpstream } from '../proxy/upstream.ts';
import { findChromium, launchBrowser } from '../support/browser.ts';
import { PATIENCE } from '../support/until.ts';
import { startCommand, type RunningCommand } from './command.ts';

const SITE = 'https://docs.example.com';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const docs = join(folder, 'docs');
  await mkdir(join(docs, 'en'), { recursive: true });
  await mkdir(join(docs, 'de'));
  await writeFile(
    join(docs, 'en/cables.md'),
    '# Cables\n\n## Colours\n\nThe flux cable is green & its plug is `<yellow>`.\n',
  );
  await writeFile(join(docs, 'de/cables.md'), '# Kabel\n\nDas Fluxkabel ist grün.\n');
});
after(() => rm(folder, { recursive: true, force: true }));

function serve(name: string, ...more: string[]): RunningCommand {
  return startCommand([
    ...['serve', join(folder, 'docs'), '--port', '0', '--no-model', '--data', join(folder, name)],
    ...more,
  ]);
}

/** Wait for the first index. */
async function readyUrl(service: RunningCommand): Promise<string> {
  const url = await service.url;
  while ((await fetch(`${url}/readyz`)).status !== 200);
  return url;
}

describe('the page of results', () => {
  let service: RunningCommand;
  let url: string;

  before(async () => {
    service = serve('site', '--site', SITE);
    url = await readyUrl(service);
  });
  after(() => service[Symbol.asyncDispose]());

  it('is not there for an image or a script of another site, which would use up the budget', async () => {
    const { response } = await get('?q=cable', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' });
    assert.equal(response.status, 403);
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    assert.equal((await get('?q=cable', link)).response.status, 200);
  });

  const get = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/docs-api/search${query}`, { headers });
    return { response, html: await response.text() };
  };

  it('lists the results with links to the site, and marks the words', async () => {
    const { response, html } = await get('?q=green+cable');
    assert.equal(response.status, 200);
    assert.match(html, /<a href="https:\/\/docs\.example\.com\/en\/cables#colours">Cables › Colours<\/a>/);
    assert.match(html, /<mark>green<\/mark>/);
  });

  it('shows texts of the documentation and of the query as text', async () => {
    const query = 'green "><script>alert(1)</script>';
    const { html } = await get(`?q=${encodeURIComponent(query)}`);
    const page = unified().use(rehypeParse).parse(html);
    assert.equal(select('script, yellow', page), undefined);
    assert.equal(select('input', page)!.properties['value'], query);
    assert.match(toString(select('li', page)!), /its plug is <yellow>/);
  });

  it('forbids scripts, frames and foreign content, and is in no index of the web', async () => {
    const { response, html } = await get('?q=green');
    const policy = response.headers.get('content-security-policy')!;
    assert.match(
      policy,
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; /,
    );
    assert.match(policy, /frame-ancestors 'none'$/);
    assert.match(html, /<meta name="robots" content="noindex">/);
  });

  it('searches the language that the form names, and speaks it', async () => {
    const { html } = await get('?q=Fluxkabel&language=de');
    assert.match(html, /<html lang="de">/);
    assert.match(html, /<li lang="de"><a href="https:\/\/docs\.example\.com\/de\/cables/);
    assert.match(html, /<input type="hidden" name="language" value="de">/);
    assert.doesNotMatch((await get('?q=Fluxkabel&language=en')).html, /de\/cables/);
  });

  it('speaks the language of the browser where the form names none', async () => {
    assert.match((await get('?q=nowhere', { 'accept-language': 'fr-CA,en;q=0.5' })).html, /Aucun résultat/);
  });

  it('has only the form without a query', async () => {
    const { response, html } = await get('');
    assert.equal(response.status, 200);
    assert.match(html, /<form role="search">/);
    assert.doesNotMatch(html, /<h1>/);
  });

  it('says that a search failed, with its status: an unknown domain, a query that is too long', async () => {
    for (const [query, status] of [
      ['?q=green&domain=other', 404],
      [`?q=${'long '.repeat(400)}`, 400],
    ] as const) {
      const { response, html } = await get(query);
      assert.equal(response.status, status);
      assert.match(html, /The search has failed/);
    }
  });

  it('takes GET only', async () => {
    const response = await fetch(`${url}/docs-api/search?q=green`, { method: 'POST' });
    assert.equal(response.status, 405);
  });
});

it('counts as a search of a visitor, and says when there were too many', async () => {
  await using upstream = await startUpstream(sendJson([]));
  await using proxy = startCommand(
    ['proxy', '--upstream', upstream.url, '--domain', 'docs', '--site', SITE, '--port', '0'],
    { DOCS_ASSISTANT_KEY: 'key' },
  );
  const url = await proxy.url;
  let response: Response;
  do response = await fetch(`${url}/docs-api/search?q=a`);
  while (response.ok);
  assert.equal(response.status, 429);
  assert.match(response.headers.get('retry-after')!, /^\d+$/);
  assert.match(await response.text(), /Too many searches/);
});

it('links to no other host, whatever a server answers', async () => {
  const paths = [
    '//evil.example/a',
    'https://evil.example/b',
    '/\\evil.example/c',
    'javascript:alert(1)',
    'good',
  ];
  const results = paths.map((path) => ({ content: 'Text', path, metadata: {} }));
  await using upstream = await startUpstream(sendJson(results));
  await using proxy = startCommand(
    ['proxy', '--upstream', upstream.url, '--domain', 'docs', '--site', SITE, '--port', '0'],
    { DOCS_ASSISTANT_KEY: 'key' },
  );
  const html = await (await fetch(`${await proxy.url}/docs-api/search?q=a`)).text();
  const hosts = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => new URL(href!).origin);
  assert.ok(hosts.length > 0);
  assert.deepEqual(new Set(hosts), new Set([SITE]));
});

it('is for this machine only without --site', async () => {
  await using service = serve('trial');
  const url = await readyUrl(service);
  assert.equal((await fetch(`${url}/docs-api/search?q=green`)).status, 200);
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  assert.equal((await fetch(`${url}/docs-api/search?q=green`, { headers: forwarded })).status, 403);
});

describe('a search box with a form in it', () => {
  let service: RunningCommand;
  let pages: RunningServer;

  before(async () => {
    service = serve('browser');
    const url = await readyUrl(service);
    pages = await serveHandler(
      () =>
        new Response(
          `<!doctype html><html lang="en"><title>Page</title>
          <script type="module" src="${url}/cdn/docs-assistant.js"></script>
          <docs-search endpoint="${url}/docs-api" domain="docs">
            <form action="${url}/docs-api/search" role="search">
              <input type="search" name="q" aria-label="Search" /><button>Search</button>
            </form>
          </docs-search>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    );
  });
  after(async () => {
    await pages.close();
    await service[Symbol.asyncDispose]();
  });

  async function openPage(withScripts: boolean) {
    const browser = await launchBrowser((await findChromium()).launchOptions);
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.setJavaScriptEnabled(withScripts);
    await page.goto(pages.url.replace('127.0.0.1', 'localhost'));
    return { page, [Symbol.asyncDispose]: () => browser.close() };
  }

  it('searches without scripts, and leads to the page that was found', async () => {
    await using visit = await openPage(false);
    const { page } = visit;
    await page.type('docs-search input', 'green cable');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    const link = await page.waitForSelector('li a');
    const href = await (await link!.getProperty('href')).jsonValue();
    assert.equal(new URL(href).pathname, '/en/cables');
    assert.equal(new URL(href).hostname, 'localhost');
  });

  it('shows its own field instead of the form when the script runs', async () => {
    await using visit = await openPage(true);
    await visit.page.waitForFunction(
      () =>
        document.querySelector('docs-search')!.shadowRoot !== null &&
        !document.querySelector('docs-search form')!.checkVisibility(),
    );
  });
});
