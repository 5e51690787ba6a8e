import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Handler } from '../../src/node.ts';
import { createMarkdownSite } from '../../src/preview/markdown-site.ts';

const FILES: Record<string, string> = {
  'v1/en/index.md': '# Old start',
  'v2/en/index.md': '# Start\n\nSee [Install](./guides/install.md), [C](C%23%20ö.md) and [else](moved.md).',
  'v2/en/guides/install.md': '# Install\n\n## On *Linux*\n\n| a | b |\n| - | - |\n| 1 | 2 |',
  'v2/en/guides/tabs.mdx': 'import { Tabs } from "x";\n\n<Tabs title="npm">Run `npm i`.</Tabs>',
  'v2/en/moved.md': '---\ntitle: Moved\npermalink: /somewhere/else\n---\nText.',
  'v2/en/hostile.md':
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n# A <b>B</b>',
  'v2/en/C# ö.md': '# C sharp',
  'v2/de/index.md': '# Anfang',
};
let folder: string;
let site: Handler;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  site = await createMarkdownSite({ folder, markup: '[markup]', style: '/style.css' });
});

after(() => rm(folder, { recursive: true }));

async function get(path: string): Promise<{ status: number; html: string; response: Response }> {
  const response = await site(new Request(`http://127.0.0.1${path}`), {});
  return { status: response.status, html: await response.text(), response };
}

describe('a folder of Markdown as a site', () => {
  it('has its pages where search and answers link to', async () => {
    const { status, html } = await get('/v2/en/guides/install');
    assert.equal(status, 200);
    assert.match(html, /<h2 id="on-linux">On <em>Linux<\/em><\/h2>/);
    assert.match(html, /<td>2<\/td>/);
    assert.match(html, /\[markup\]/);
    assert.equal((await get('/somewhere/else')).status, 200);
  });

  it('begins with the newest version, in English', async () => {
    const { html } = await get('/');
    assert.match(html, /<h1[^>]*>Start<\/h1>/);
    assert.match(html, /<a href="\/v2\/en\/guides\/install">Install<\/a>/);
  });

  it('has links to pages with any name, and with a path of their own', async () => {
    const { html } = await get('/');
    const [, named = ''] = /<a href="([^"]*)">C<\/a>/.exec(html) ?? [];
    assert.match((await get(named)).html, /<h1[^>]*>C sharp<\/h1>/);
    assert.match(html, new RegExp(`<a href="${named}">C sharp</a>`), 'the same in the navigation');
    assert.match(html, /<a href="\/somewhere\/else">else<\/a>/);
  });

  it('names version and language of a page for the elements', async () => {
    const { html } = await get('/v2/de');
    assert.match(html, /<html lang="de">/);
    assert.match(html, /<meta name="docsearch:version" content="v2">/);
  });

  it('lists the pages of the same version and language', async () => {
    const { html } = await get('/v2/en/guides/install');
    const [nav] = /<nav[^]*<\/nav>/.exec(html)!;
    assert.match(nav, /href="\/v2\/en\/guides\/install" aria-current="page"/);
    assert.match(nav, /Moved/);
    assert.doesNotMatch(nav, /Old start|Anfang/);
  });

  it('shows what is in components', async () => {
    const { html } = await get('/v2/en/guides/tabs');
    assert.match(html, /Run <code>npm i<\/code>/);
    assert.doesNotMatch(html, /import \{/);
  });

  it('makes no markup of what is written, under a strict policy', async () => {
    const { html, response } = await get('/v2/en/hostile');
    assert.doesNotMatch(html, /<script|onerror|javascript:|<img/);
    assert.match(response.headers.get('content-security-policy')!, /default-src 'none'.*trusted-types/);
  });

  for (const path of ['/v2/en/missing', '/%', '/%2e%2e/secret']) {
    it(`says that there is no page at ${path}`, async () => {
      const { status, html } = await get(path);
      assert.equal(status, 404);
      assert.match(html, /There is no such page/);
    });
  }
});
