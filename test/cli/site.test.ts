import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Insights } from '../../src/client.ts';
import { waitFor } from '../hosts/driven-page.ts';
import { sendJson, startUpstream } from '../proxy/upstream.ts';
import { question } from '../service/http-service.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { createRepository } from '../service/deploy/git-repository.ts';
import { isReachedFromElsewhere, runCommand, startCommand, type RunningCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
const SITE = 'https://docs.example.com';
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
});

after(() => rm(folder, { recursive: true }));

function serve(name: string, ...more: string[]): RunningCommand {
  return startCommand([
    'serve',
    DOCS,
    '--port',
    '0',
    '--domain',
    'docs',
    '--data',
    join(folder, name),
    ...more,
  ]);
}

/** What a page of an origin gets for a search, without a key. */
async function searchFrom(
  url: string,
  headers: Record<string, string>,
  path = '/docs-api',
): Promise<Response> {
  return await fetch(`${url}${path}/v1/search/docs`, {
    method: 'POST',
    body: JSON.stringify({ query: 'install' }),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('serve without --site', () => {
  let service: RunningCommand;
  let url: string;

  before(async () => {
    service = serve('trial');
    url = await service.url;
  });
  after(() => service[Symbol.asyncDispose]());

  for (const origin of [
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'https://localhost',
    'http://[::1]:4321',
  ]) {
    it(`answers a page of ${origin} without a key`, async () => {
      const response = await searchFrom(url, { origin });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('access-control-allow-origin'), origin);
    });
  }

  it('answers what a page of this server gets, for which browsers name no origin', async () => {
    const get = (headers: Record<string, string>) => fetch(`${url}/docs-api/v1/assistant/docs`, { headers });
    assert.deepEqual(await (await get({ 'sec-fetch-site': 'same-origin' })).json(), { hasModel: false });
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }])
      assert.equal((await get(headers)).status, 403);
  });

  const refused: [what: string, headers: Record<string, string>][] = [
    ['a page of another origin', { origin: 'https://docs.example.com' }],
    ['a page whose host only begins like this machine', { origin: 'http://localhost.example.com' }],
    ['a program that names no page', {}],
    ['what a web server passes on', { origin: 'http://localhost:3000', 'x-forwarded-for': '192.0.2.1' }],
  ];
  for (const [what, headers] of refused) {
    it(`refuses ${what}`, async () => {
      const response = await searchFrom(url, headers);
      assert.equal(response.status, 403);
      assert.equal(((await response.json()) as { code: string }).code, 'forbidden');
    });
  }

  it('listens on this machine only', async () => {
    assert.equal(await isReachedFromElsewhere(url), false);
  });

  it('prints the lines for a page, and that they are for trying', async () => {
    const { stdout } = await stopped(serve('trial-lines'));
    const [, own] = /listening on (\S+)/.exec(stdout)!;
    assert.ok(stdout.includes(`<script type="module" src="${own}/cdn/docs-assistant.js"></script>`));
    assert.ok(
      stdout.includes(
        `<docs-search endpoint="${own}/docs-api" domain="docs" variant="dialog"></docs-search>`,
      ),
    );
    assert.ok(
      stdout.includes(
        `<docs-assistant endpoint="${own}/docs-api" domain="docs" without-model></docs-assistant>`,
      ),
    );
    assert.match(stdout, /For testing only/);
  });
});

describe('serve --site', () => {
  it('answers the pages of the site and no others, and makes no keys', async () => {
    await using service = serve('site', '--site', SITE);
    const url = await service.url;
    assert.equal((await searchFrom(url, { origin: SITE })).status, 200);
    assert.equal((await searchFrom(url, { origin: 'http://localhost:3000' })).status, 403);
    service.signal('SIGINT');
    const { stdout } = await service.outcome;
    assert.doesNotMatch(stdout, /key:/);
  });

  it('prints lines for the site itself, whose web server passes them on', async () => {
    const { stdout } = await stopped(serve('site-lines', '--site', SITE, '--base-path', '/ask'));
    assert.ok(stdout.includes('src="/cdn/docs-assistant.js"'));
    assert.ok(stdout.includes('endpoint="/ask" domain="docs"'));
    assert.match(
      stdout,
      /pass \/ask\/ and \/cdn\/ on to http:\S+, with X-Forwarded-For and --trusted-proxies 1/,
    );
  });

  it('prints lines with the address that browsers reach it under', async () => {
    const { stdout } = await stopped(
      serve('own-lines', '--site', SITE, '--public-url', 'https://ask.example.com/'),
    );
    assert.ok(stdout.includes('src="https://ask.example.com/cdn/docs-assistant.js"'));
    assert.ok(stdout.includes('endpoint="https://ask.example.com/docs-api"'));
  });

  it('holds the budget of the site, over a restart, too', async () => {
    const statuses: number[] = [];
    for (let start = 0; start < 3; start++) {
      await using service = serve('budget', '--site', SITE, '--questions-per-month', '2');
      const response = await fetch(`${await service.url}/docs-api/v1/assistant/docs/message`, {
        method: 'POST',
        body: JSON.stringify({
          fp: 'f',
          messages: [{ id: '1', role: 'user', content: 'How do I install?' }],
        }),
        headers: { 'content-type': 'application/json', origin: SITE },
      });
      await response.text();
      statuses.push(response.status);
    }
    assert.deepEqual(statuses, [200, 200, 429]);
  });

  it('takes links of a language model to the site for those of its pages', async () => {
    await using model = await startModelEndpoint((response) => {
      writePieces(
        response,
        `[a](${SITE}/v2/en/guides/compression) [b](${SITE}/v2/en/none) [c](https://c.example/)`,
      );
      endPieces(response);
    });
    await using service = startCommand(
      [
        'serve',
        DOCS,
        '--port',
        '0',
        '--data',
        join(folder, 'links'),
        '--domain',
        'docs',
        '--no-model',
        '--site',
        SITE,
      ],
      { DOCS_MODEL_URL: model.url, DOCS_MODEL_NAME: 'm', DOCS_MODEL_FOREIGN_LINKS: 'all' },
    );
    const response = await fetch(`${await service.url}/docs-api/v1/assistant/docs/message`, {
      method: 'POST',
      body: JSON.stringify(
        question('Which compression algorithm makes the smaller files?', { filter: null }),
      ),
      headers: { 'content-type': 'application/json', origin: SITE },
    });
    assert.match(
      await response.text(),
      /\[a\]\(v2\/en\/guides\/compression\) b \[c\]\(https:\/\/c\.example\/\)/,
    );
  });

  it('opens the projects of a file only with --site, and shows the maintainer what their pages report', async () => {
    const config = join(folder, 'one.json');
    const projects = [{ dir: DOCS, domain: 'docs', keys: { admin: 'admin-key' } }];
    await writeFile(config, JSON.stringify({ projects, dataDir: './one', insights: { minimumCount: 1 } }));
    const args = ['serve', '--config', config, '--port', '0'];
    await using closed = startCommand(args);
    assert.equal((await searchFrom(await closed.url, { origin: 'http://localhost:3000' })).status, 404);
    closed.signal('SIGINT');
    await closed.outcome;
    await using open = startCommand([...args, '--site', SITE]);
    const url = await open.url;
    const found = await searchFrom(url, { origin: SITE });
    assert.equal(found.status, 200);
    const [{ path }] = (await found.json()) as [{ path: string }];
    const report = (origin: string) =>
      fetch(`${url}/docs-api/v1/insights/docs/follow`, {
        method: 'POST',
        body: JSON.stringify({ path }),
        headers: { 'content-type': 'application/json', origin },
      });
    assert.equal((await report(SITE)).status, 204);
    assert.equal((await report('https://other.example')).status, 403);
    const read = (at: string) =>
      fetch(`${url}${at}/v1/project/insights/docs`, {
        headers: { authorization: 'Bearer admin-key', origin: SITE },
      });
    // What pages reach has nothing for maintainers, not even with their key.
    assert.equal((await read('/docs-api')).status, 404);
    // A search is counted once it is known that nothing is typed after it.
    const { totals, searches, pages } = await waitFor(async () => {
      const insights = (await (await read('')).json()) as Insights;
      return insights.totals.searches > 0 ? insights : undefined;
    });
    assert.deepEqual([totals.searches, totals.follows], [1, 1]);
    assert.deepEqual(
      [searches.map(({ text, count }) => [text, count]), pages.map(({ path, follows }) => [path, follows])],
      [[['install', 1]], [[`/${path}`, 1]]],
    );
  });

  it('prints the path below which a built site is, so that results lead to its pages', async () => {
    const built = join(folder, 'built');
    await mkdir(built);
    await writeFile(join(built, 'site.css'), '');
    await writeFile(
      join(built, 'index.html'),
      '<link rel="stylesheet" href="/docs/site.css"><main><h1>Hi</h1><p>There.</p></main>',
    );
    const args = ['serve', built, '--port', '0', '--data', join(folder, 'built-data'), '--site', SITE];
    const { stdout } = await stopped(startCommand(args));
    assert.match(
      stdout,
      /<docs-search endpoint="\/docs-api" domain="built" link-base="\/docs\/" variant="dialog">/,
    );
  });

  it('serves a folder inside a repository, which is none on this machine', async () => {
    await using repository = await createRepository({ 'manual/a.md': '# Install\n\nRun it.' });
    const config = join(folder, 'repository.json');
    const source = { repository: repository.path, folder: 'manual' };
    await writeFile(
      config,
      JSON.stringify({ projects: [{ source, domain: 'docs' }], dataDir: './repository' }),
    );
    await using service = startCommand(['serve', '--config', config, '--port', '0', '--site', SITE]);
    const url = await service.url;
    while ((await fetch(`${url}/readyz`)).status !== 200);
    const results = (await (await searchFrom(url, { origin: SITE })).json()) as { path: string }[];
    assert.deepEqual(
      results.map(({ path }) => path),
      ['a'],
    );
  });

  const misunderstood: [args: string[], complaint: RegExp][] = [
    [['--site', 'docs.example.com'], /--site takes the address of a site/],
    [['--site', `${SITE}/docs/`], /without a path.* Write https:\/\/docs\.example\.com/],
    [['--base-path', '/'], /--base-path takes a path/],
    [['--base-path', '/cdn'], /--base-path takes a path/],
    [['--public-url', 'ask.example.com'], /--public-url takes an address/],
  ];
  for (const [args, complaint] of misunderstood) {
    it(`says what is wrong with "${args.join(' ')}"`, async () => {
      const { code, stderr } = await runCommand(['serve', DOCS, '--data', join(folder, 'unused'), ...args]);
      assert.equal(code, 2);
      assert.match(stderr, complaint);
    });
  }
});

describe('a folder that cannot be written', () => {
  for (const [command, ...port] of [
    ['serve', '--port', '0'],
    ['preview', '--port', '0'],
    ['index'],
  ] as const) {
    it(`stops ${command} with the reason and what to do, before a key is made`, async () => {
      const file = join(folder, `${command}.txt`);
      await writeFile(file, '');
      const { code, stdout, stderr } = await runCommand([
        command,
        DOCS,
        '--data',
        join(file, 'data'),
        ...port,
      ]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /cannot be written: a part of its path is a file\. Name another with --data/);
    });
  }
});

describe('a sitemap of another site', () => {
  it('ends serve with exit code 1 and what to do', async () => {
    const sitemap = join(folder, 'other.xml');
    await writeFile(
      sitemap,
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://other.example/cats</loc></url></urlset>',
    );
    const args = ['serve', DOCS, '--port', '0', '--data', join(folder, 'other'), '--sitemap', sitemap];
    const { code, stderr } = await runCommand(args);
    assert.equal(code, 1);
    assert.match(stderr, /it is that of another site\. Name the one of this documentation/);
  });
});

describe('proxy', () => {
  it('has the routes, the files and the lines that serve has', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await using proxy = startCommand(
      ['proxy', '--upstream', upstream.url, '--domain', 'docs', '--port', '0', '--site', SITE],
      { DOCS_ASSISTANT_KEY: 'assistant-key-5d1e' },
    );
    const url = await proxy.url;
    assert.equal((await searchFrom(url, { origin: SITE })).status, 200);
    assert.equal((await searchFrom(url, { origin: 'http://localhost:3000' })).status, 403);
    assert.equal((await fetch(`${url}/elsewhere`)).status, 404);
    proxy.signal('SIGTERM');
    const { stdout } = await proxy.outcome;
    assert.ok(stdout.includes('<docs-assistant endpoint="/docs-api" domain="docs"></docs-assistant>'));
  });

  it('lets pages of localhost try it where no site is named', async () => {
    await using upstream = await startUpstream(sendJson([]));
    await using proxy = startCommand(
      ['proxy', '--upstream', upstream.url, '--domain', 'docs', '--port', '0'],
      { DOCS_ASSISTANT_KEY: 'assistant-key-5d1e' },
    );
    const url = await proxy.url;
    assert.equal((await searchFrom(url, { origin: 'http://localhost:3000' })).status, 200);
    assert.equal((await searchFrom(url, { origin: SITE })).status, 403);
  });
});

async function stopped(command: RunningCommand) {
  await using running = command;
  await running.url;
  running.signal('SIGINT');
  return await running.outcome;
}
