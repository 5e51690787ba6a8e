/** Questions in the address of a page, over HTTP from the real service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';
import { ASSISTANT_KEY, startService, type RunningService } from '../http-service.ts';

const PAGES = {
  'index.md': '# Orbit\n\nStores files. See [ports](guides/ports.md).\n',
  'guides/index.md': '# Guides\n\nAll guides.\n',
  'guides/ports.md':
    '# Ports\n\nAbout ports.\n\n## Default port\n\nOrbit listens on port 4711. See [the proxy](proxy.md#timeouts).\n',
  'guides/proxy.md': '# Proxy\n\n## Timeouts\n\nA proxy waits 30 seconds, on any port.\n',
  'guides/größe und maß.md': '# Sizes\n\nThe port of a size is 7.\n',
  'guides/long.md': `# Long\n\n${Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\nA port, as all parts have.\n`).join('\n')}\n## Harbours\n\nThe harbour of a port is a haven.\n`,
  'other/quota.md': '# Quota\n\nA quota limits gigabytes. The port of the quota service is 99.\n',
};

let folder: TemporaryFolder;
let service: RunningService;

before(async () => {
  folder = await temporaryFolder(PAGES);
  service = await startService({ projects: [{ dir: folder.path, domain: 'docs' }] });
  await service.service.ready;
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const ask = (name: string, question: string, from = service) =>
  fetch(
    `${from.url}/pages/${from === service ? 'docs' : 'lighthouse'}/${name}?${new URLSearchParams({ ask: question })}`,
    {
      headers: { authorization: `Bearer ${ASSISTANT_KEY}` },
    },
  );

async function sourcesOf(name: string, question: string): Promise<string[]> {
  const response = await ask(name, question);
  assert.equal(response.status, 200);
  return [...(await response.text()).matchAll(/^Source: (.*)$/gm)].map(([, address]) => address!);
}

describe('a question in the address of a page', () => {
  it('is answered by passages of the page, then of its neighbours, and of no other page', async () => {
    const response = await ask('guides/ports.md', 'which port?');
    assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(response.headers.get('x-robots-tag'), 'noindex');
    const text = await response.text();
    assert.match(text, /^# which port\?\n/);
    assert.match(
      text,
      /\n## Ports › Default port\n\nSource: \.\.\/guides\/ports\.md#default-port\n\nOrbit listens on port 4711\./,
    );
    const sources = await sourcesOf('guides/ports.md', 'which port?');
    assert.ok(
      sources.findIndex((source) => source.includes('proxy')) >
        sources.findIndex((source) => source.includes('ports')),
    );
    assert.ok(sources.every((source) => !source.includes('quota')));
  });

  it('has passages whose addresses and links lead to pages from there', async () => {
    for (const name of [
      ...['guides/ports.md', 'guides/ports', 'index.md', 'llms.txt'],
      encodeURI('guides/größe und maß.md'),
    ]) {
      const text = await (await ask(name, 'default port')).text();
      const links = [...text.matchAll(/(?<=^Source: |\]\()[^)\n]+/gm)].map(([link]) => link);
      assert.ok(links.length > 1, text);
      for (const link of links) {
        const response = await fetch(new URL(link, `${service.url}/pages/docs/${name}`), {
          headers: { authorization: `Bearer ${ASSISTANT_KEY}` },
        });
        assert.equal(response.status, 200, link);
      }
    }
  });

  it('finds the section of a page that others of it hide', async () => {
    const [first] = await sourcesOf('guides/long.md', 'Which haven has a port?');
    assert.equal(first, '../guides/long.md#harbours');
  });

  it('is answered by other pages when the page and its neighbours have nothing', async () => {
    assert.deepEqual(await sourcesOf('guides/ports.md', 'gigabytes'), ['../other/quota.md']);
  });

  it('is a question to all pages in the address of their list', async () => {
    assert.ok((await sourcesOf('llms.txt', 'gigabytes')).includes('other/quota.md'));
  });

  it('is answered where nothing is found, too, and says how to search all pages', async () => {
    const text = await (await ask('guides/ports.md', 'xylophone')).text();
    assert.match(text, /Nothing was found\.\n\n\.\.\/llms\.txt\?ask=QUESTION searches all pages\.\n$/);
  });

  it('is one line, of limited length, and no blank', async () => {
    assert.match(await (await ask('index.md', 'port\n\n# Heading')).text(), /^# port # Heading\n/);
    for (const question of ['', ' ', 'x'.repeat(100_000)]) {
      const response = await ask('index.md', question);
      assert.ok([400, 431].includes(response.status), String(response.status));
      if (response.status === 400)
        assert.equal(((await response.json()) as { code: string }).code, 'invalid-request');
    }
  });

  it('returns at most 5 passages, and 4,000 characters of them', async () => {
    await using large = await temporaryFolder(
      Object.fromEntries(
        Array.from({ length: 9 }, (_, page) => [
          `p${page}.md`,
          `# P${page}\n\nA port. ${'Word of a port. '.repeat(400)}\n`,
        ]),
      ),
    );
    await using other = await startService({ projects: [{ dir: large.path, domain: 'lighthouse' }] });
    await other.service.ready;
    const text = await (await ask('p1.md', 'port', other)).text();
    assert.ok(text.length < 5_000, String(text.length));
    assert.ok([...text.matchAll(/^Source: /gm)].length <= 5);
  });

  it('counts as one search', async () => {
    await using limited = await startService({ rateLimits: { searchesPerKeyAndHour: 1 } });
    await limited.service.ready;
    assert.equal((await ask('v2/en.md', 'install', limited)).status, 200);
    const response = await ask('v2/en.md', 'install', limited);
    assert.equal(response.status, 429);
    assert.match(response.headers.get('retry-after')!, /^\d+$/);
  });
});

describe('an address that names no page', () => {
  it('says where the pages are, and how to search them, from there', async () => {
    for (const [name, list] of [
      ['missing.md', 'llms.txt'],
      ['a/b/missing.md', '../../llms.txt'],
      ['a/missing', '../llms.txt'],
    ] as const)
      for (const query of ['', '?ask=port']) {
        const response = await fetch(`${service.url}/pages/docs/${name}${query}`, {
          headers: { authorization: `Bearer ${ASSISTANT_KEY}` },
        });
        assert.equal(response.status, 404);
        const { code, error } = (await response.json()) as { code: string; error: string };
        assert.equal(code, 'not-found');
        assert.ok(error.endsWith(`Pages: ${list}. Search them: ${list}?ask=QUESTION`), error);
      }
  });
});
