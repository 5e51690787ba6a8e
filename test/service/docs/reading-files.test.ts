/** The files for programs that read a documentation, over HTTP from the real service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes } from 'mdast';
import { temporaryFolder } from '../docs-folder.ts';
import { ADMIN_KEY, ASSISTANT_KEY, startService, type RunningService } from '../http-service.ts';

const HEADERS = { authorization: `Bearer ${ASSISTANT_KEY}` };

const get = (service: RunningService, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, service.url), { headers: { ...HEADERS, ...headers } });

async function read(service: RunningService, path: string): Promise<string> {
  const response = await get(service, path);
  assert.equal(response.status, 200, path);
  return response.text();
}

/** Return what links of a file lead to, by the text of each, as another program parses Markdown. */
function linksOf(markdown: string, address: string): { text: string; href: string }[] {
  const links: { text: string; href: string }[] = [];
  const textOf = (node: Nodes): string =>
    'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
  const visit = (node: Nodes) => {
    if (node.type === 'link') links.push({ text: textOf(node), href: new URL(node.url, address).href });
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return links;
}

async function serve(
  files: Record<string, string>,
  options: Partial<Parameters<typeof startService>[0]> & { fallbackLanguage?: string; siteUrl?: string } = {},
): Promise<RunningService> {
  const folder = await temporaryFolder(files);
  const service = await startService({ projects: [{ dir: folder.path, domain: 'docs', ...options }] });
  await service.service.ready;
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

let service: RunningService;

before(async () => {
  service = await startService();
  await service.service.ready;
});

after(() => service[Symbol.asyncDispose]());

const ROOT = '/pages/lighthouse/';

describe('llms.txt', () => {
  it('lists the pages of the main version and language in the form of llmstxt.org, and leads to the other lists', async () => {
    assert.equal(
      await read(service, `${ROOT}llms.txt`),
      `# Lighthouse

> A small web server for static files.

4 pages as Markdown (v2, en). All of them in one file: [llms-full.txt](llms-full.txt).

## Docs

- [Lighthouse](v2/en.md): A small web server for static files.

## Guides

- [Compression](v2/en/guides/compression.md)
- [Installation](v2/en/guides/install.md)
- [Redirects](v2/en/guides/redirects.md)

## Optional

- [v1/en](v1/en/llms.txt)
- v2/de: \`v2/de/llms.txt\`
`,
    );
  });

  it('lists the pages without a folder of a version, where those of old versions have one', async () => {
    await using own = await serve({
      'log.md': '# The log\n\nOf today.',
      'v1/log.md': '# The old log\n\nOf yesterday.',
      'v1/oven.md': '# The oven\n\nOf yesterday, too.',
    });
    const text = await read(own, '/pages/docs/llms.txt');
    assert.match(text, /\(log\.md\)/);
    assert.doesNotMatch(text, /\(v1\/log\.md\)/);
    assert.match(text, /\(v1\/llms\.txt\)/);
  });

  it('lists a version and a language in their folder', async () => {
    const text = await read(service, `${ROOT}v1/en/llms.txt`);
    assert.match(text, /^# Installation\n\n> 1 pages as Markdown \(v1, en\)/);
    assert.match(text, /\(\.\.\/\.\.\/v1\/en\/guides\/install\.md\)/);
    assert.equal((await get(service, `${ROOT}v3/en/llms.txt`)).status, 404);
  });

  it('names folders of languages as the site does', async () => {
    await using own = await serve({
      'log.md': '# The log\n\nThe log of the workshop is what everyone reads before they fire the kiln.',
      'zh-cn/log.md': '# 日志\n\n今天的日志。',
    });
    assert.match(await read(own, '/pages/docs/llms.txt'), /`zh-cn\/llms\.txt`/);
    assert.match(await read(own, '/pages/docs/zh-cn/llms.txt'), /\(\.\.\/zh-cn\/log\.md\)/);
  });

  it('leads to Markdown and to lists only, in every version and language', async () => {
    const seen = new Set<string>();
    const follow = async (address: string): Promise<void> => {
      if (seen.has(address)) return;
      seen.add(address);
      const response = await get(service, address);
      assert.equal(response.status, 200, address);
      assert.match(response.headers.get('content-type')!, /^text\/(?:markdown|plain); charset=utf-8$/);
      const text = await response.text();
      assert.match(text, /^# \S/, address);
      for (const { href } of linksOf(text, address)) await follow(href);
      // Lists in other languages are no links, which programs follow.
      for (const [, list] of text.matchAll(/^- \S+: `(\S+)`$/gm)) await follow(new URL(list!, address).href);
    };
    await follow(`${service.url}${ROOT}llms.txt`);
    assert.equal([...seen].filter((address) => address.endsWith('.md')).length, 6);
    assert.equal([...seen].filter((address) => address.endsWith('/llms.txt')).length, 4);
  });

  it('shows titles as they are, whatever Markdown makes of their characters', async () => {
    const titles = [
      'A [link](https://evil.example)',
      '*Stars* and `ticks`',
      '<b>Tags</b> & more',
      '# Number',
      '1. One',
    ];
    const pages = titles.map((title, at) => [
      `p${at}.md`,
      `---\ntitle: ${JSON.stringify(title)}\n---\n\nText.\n`,
    ]);
    await using titled = await serve(Object.fromEntries(pages) as Record<string, string>);
    const text = await read(titled, '/pages/docs/llms.txt');
    const links = linksOf(text, `${titled.url}/pages/docs/llms.txt`).slice(1);
    assert.deepEqual(
      links.map(({ text: shown }) => shown),
      titles,
    );
    assert.ok(links.every(({ href }) => href.startsWith(titled.url)));
  });

  it('has no name of a file for a path that leads out of the folder, or is too long', async () => {
    await using hostile = await serve({
      'a.md': '# A\n\nText.\n',
      'b.md': `---\nslug: /${'x'.repeat(300)}\n---\n\n# B\n\nText.\n`,
      'c.md': '---\nslug: /../../c\n---\n\n# C\n\nText.\n',
    });
    const links = linksOf(await read(hostile, '/pages/docs/llms.txt'), `${hostile.url}/pages/docs/llms.txt`);
    for (const { href } of links) assert.equal((await get(hostile, href)).status, 200, href);
    assert.ok(links.every(({ href }) => href.startsWith(`${hostile.url}/pages/docs/`) && href.length < 200));
  });
});

describe('llms-full.txt', () => {
  it('has every page of a version and language, each with its source', async () => {
    const text = await read(service, `${ROOT}llms-full.txt`);
    assert.match(text, /^# Lighthouse\n\n---\n\nSource: v2\/en\.md\n\n# Lighthouse\n\n> A small web server/);
    assert.deepEqual(
      [...text.matchAll(/^Source: (.*)$/gm)].map(([, source]) => source),
      ['v2/en.md', 'v2/en/guides/compression.md', 'v2/en/guides/install.md', 'v2/en/guides/redirects.md'],
    );
  });

  it('ends before the page that is too much, and says so', async () => {
    const page = (name: string) => `# ${name}\n\n${'A sentence of a page. '.repeat(90_000)}\n`;
    await using large = await serve({ 'a.md': page('A'), 'b.md': page('B'), 'c.md': page('C') });
    const text = await read(large, '/pages/docs/llms-full.txt');
    assert.ok(text.length < 5_000_000 && text.length > 3_900_000, String(text.length));
    assert.match(
      text,
      /\n1 more pages are left out: this file has at most 5000000 bytes\. llms\.txt lists all of them\.\n$/,
    );
  });
});

describe('a page as Markdown', () => {
  it('has links to the other pages as Markdown, relative to itself', async () => {
    await using linked = await serve({
      'index.md': '# Start\n\n[Install](./guides/install.md#proxy) and [an image](./a.png).\n',
      'guides/install.md':
        '# Install\n\n## Proxy\n\nBack to [Start](../index.md), [mail](mailto:a@example.com), [host](https://example.com/x).\n\n`[code](../index.md)`\n\n```md\n[code](../index.md)\n```\n',
    });
    assert.match(
      await read(linked, '/pages/docs/index.md'),
      /\[Install\]\(guides\/install\.md#proxy\) and \[an image\]\(a\.png\)/,
    );
    const install = await read(linked, '/pages/docs/guides/install.md');
    assert.match(
      install,
      /\[Start\]\(\.\.\/index\.md\), \[mail\]\(mailto:a@example\.com\), \[host\]\(https:\/\/example\.com\/x\)/,
    );
    assert.match(install, /`\[code\]\(\.\.\/index\.md\)`\n\n```md\n\[code\]\(\.\.\/index\.md\)\n/);
  });

  it('is found by the address of the page with .md, also as a file of a folder', async () => {
    const page = await read(service, `${ROOT}v2/en/guides/compression.md`);
    assert.match(page, /^# Compression\n\n> All pages .+\n\nLighthouse compresses/);
    assert.equal(await read(service, `${ROOT}v2/en/guides/compression.html.md`), page);
    assert.match(await read(service, `${ROOT}v2/en/index.html.md`), /^# Lighthouse\n/);
  });

  it('is at the address of the page, from where nobody is led to a site that is not known', async () => {
    const page = await read(service, `${ROOT}v2/en/guides/compression.md`);
    for (const accept of ['text/markdown', 'text/html']) {
      const response = await get(service, `${ROOT}v2/en/guides/compression`, { accept });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('vary'), 'Accept, Accept-Encoding');
      // Its links are the same, because its address is as deep.
      assert.equal(await response.text(), page);
    }
    await using sited = await serve(
      { 'guides/a.md': '# A\n\nText.\n' },
      { siteUrl: 'https://docs.example.com/manual/' },
    );
    const wanted = `${sited.url}/pages/docs/guides/a`;
    const response = await fetch(wanted, {
      headers: { ...HEADERS, accept: 'text/html' },
      redirect: 'manual',
    });
    assert.equal(response.headers.get('location'), 'https://docs.example.com/manual/guides/a');
  });

  it('is none for an address that names no page', async () => {
    for (const path of [
      ...['missing.md', 'v2/en/guides', '', 'llms.md', 'x/llms-full.txt'],
      ...['..%2f..%2fetc%2fpasswd.md', '%00.md', '%E0%A4%A.md', 'a'.repeat(3_000) + '.md'],
    ]) {
      const response = await get(service, ROOT + path);
      assert.equal(response.status, 404, path);
      assert.equal(((await response.json()) as { code: string }).code, 'not-found');
    }
  });
});

describe('the transfer', () => {
  it('is packed where the reader can unpack, and not sent again where nothing has changed', async () => {
    const path = `${ROOT}llms-full.txt`;
    const packed = await get(service, path);
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.equal(packed.headers.get('vary'), 'Accept-Encoding');
    const plain = await get(service, path, { 'accept-encoding': 'gzip;q=0' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(await plain.text(), await packed.text());
    const etag = packed.headers.get('etag')!;
    const again = await get(service, path, { 'if-none-match': etag });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.equal((await get(service, path, { 'if-none-match': 'W/"1-other"' })).status, 200);
  });

  it('keeps search engines away from what the site shows already', async () => {
    const { headers } = await get(service, `${ROOT}v2/en.md`);
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.equal(headers.get('cache-control'), 'no-cache');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('takes a key for documents, and GET only', async () => {
    const path = `${ROOT}llms.txt`;
    assert.equal((await get(service, path, { authorization: '' })).status, 401);
    assert.equal((await get(service, path, { authorization: `Bearer ${ADMIN_KEY}` })).status, 403);
    assert.equal((await get(service, '/pages/other/llms.txt')).status, 404);
    const response = await service.post(path, {});
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET');
  });

  it('counts like a search', async () => {
    await using limited = await startService({ rateLimits: { searchesPerKeyAndHour: 1 } });
    await limited.service.ready;
    assert.equal((await get(limited, `${ROOT}llms.txt`)).status, 200);
    const response = await get(limited, `${ROOT}llms.txt`);
    assert.equal(response.status, 429);
    assert.match(response.headers.get('retry-after')!, /^\d+$/);
  });
});
