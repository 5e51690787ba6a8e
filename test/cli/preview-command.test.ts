import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../service/docs-folder.ts';
import { isReachedFromElsewhere, runCommand, startCommand, type RunningCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
let folder: string;
let preview: RunningCommand;
let url: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  preview = startCommand(['preview', DOCS, '--port', '0', '--data', folder]);
  url = await preview.url;
});

after(async () => {
  await preview[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** `fetch` sends no `Host` of one's choice. */
async function statusFor(host: string): Promise<number | undefined> {
  const sent = request(url, { headers: { host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('docs-assistant preview', () => {
  it('gives every page both elements, whose endpoint answers them', async () => {
    const html = await (await fetch(`${url}/v2/en/guides/install`)).text();
    for (const name of ['docs-search', 'docs-assistant']) {
      const [, endpoint, domain] = new RegExp(`<${name} [^>]*endpoint="([^"]+)" domain="([^"]+)"`).exec(
        html,
      )!;
      const response = await fetch(`${url}${endpoint}/v1/search/${domain}`, {
        method: 'POST',
        body: JSON.stringify({ query: 'install' }),
        headers: { 'content-type': 'application/json', origin: url },
      });
      const results = (await response.json()) as { path: string }[];
      assert.ok(results.length > 0);
      for (const { path } of results) assert.equal((await fetch(`${url}/${path}`)).status, 200, path);
    }
  });

  it('opens pages of its own before it is ready, and names those that do not answer', async () => {
    const page = (title: string) => `<html><body><main><h1>${title}</h1><p>Celadon.</p></main></body></html>`;
    const built = {
      'index.html': page('Kiln'),
      'C# & a b.html': page('Sharp'),
      'ü/index.html': page('U'),
      'a?b.html': page('Ask'),
    };
    // Sources beside a front page, which no generator has made into pages.
    const written = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [`docs/${name}.md`, name]),
    );
    for (const [files, told] of [
      [built, null],
      [
        { 'index.html': page('Kiln'), ...written },
        '7 of 8 pages that were opened are not at their addresses, so that results lead nowhere: /docs/a, /docs/b, /docs/c, /docs/d, /docs/e and 2 more.',
      ],
    ] as const) {
      await using site = await temporaryFolder({ ...files });
      await using data = await temporaryFolder({});
      await using own = startCommand([
        'preview',
        site.path,
        '--no-model',
        '--port',
        '0',
        '--data',
        data.path,
      ]);
      await own.told(told ?? 'ready, 4 pages');
      await own.url;
      own.signal('SIGTERM');
      const { stderr } = await own.outcome;
      assert.equal(stderr.includes('lead nowhere'), told !== null, stderr);
    }
  });

  it('shows a site as it is that has the elements, and answers at their address under their domain', async () => {
    await using site = await temporaryFolder({
      'index.html':
        '<script type="module" src="/cdn/docs-assistant.js"></script><main><h1>Kiln</h1><p>Celadon is a green glaze.</p></main><docs-search endpoint="/docs-api" domain="kiln"></docs-search>',
      'cdn/kiln.css': 'main { color: green; }',
    });
    await using own = startCommand([
      'preview',
      site.path,
      '--no-model',
      '--port',
      '0',
      '--data',
      join(folder, 'own'),
    ]);
    const address = await own.url;
    const html = await (await fetch(address)).text();
    assert.equal(html.match(/<docs-search/g)?.length, 1);
    assert.doesNotMatch(html, /docs-assistant-preview/);
    for (const path of ['/cdn/docs-assistant.js', '/cdn/kiln.css'])
      assert.equal((await fetch(address + path)).status, 200, path);
    const response = await fetch(`${address}/docs-api/v1/search/kiln`, {
      method: 'POST',
      body: JSON.stringify({ query: 'celadon' }),
      headers: { 'content-type': 'application/json', origin: address },
    });
    assert.equal(((await response.json()) as unknown[]).length, 1);
  });

  it('keeps its new data folder out of git', async () => {
    await using other = startCommand(['preview', DOCS, '--port', '0', '--data', join(folder, 'new')]);
    await other.url;
    assert.equal(await readFile(join(folder, 'new/.gitignore'), 'utf8'), '*\n');
    await assert.rejects(access(join(folder, '.gitignore')), 'that of its user is left alone');
  });

  it('has the style of what it adds', async () => {
    for (const name of ['preview', 'pages']) {
      const response = await fetch(`${url}/docs-assistant-preview/${name}.css`);
      assert.equal(response.headers.get('content-type'), 'text/css; charset=utf-8');
      assert.match(await response.text(), /\{/);
    }
  });

  it('refuses names of other hosts that lead to this machine', async () => {
    const { port } = new URL(url);
    assert.equal(await statusFor(`localhost:${port}`), 200);
    assert.equal(await statusFor(`attacker.example:${port}`), 403);
  });

  it('listens on this machine only', async () => {
    assert.equal(await isReachedFromElsewhere(url), false);
  });

  it('says what to do next', async () => {
    await using other = startCommand(['preview', DOCS, '--port', '0', '--data', join(folder, 'other')]);
    await other.url;
    other.signal('SIGTERM');
    const { code, stdout } = await other.outcome;
    assert.equal(code, 0);
    assert.match(stdout, /docs-assistant serve \S+fixtures-http --site https:\/\/docs\.example\.com/);
    assert.doesNotMatch(stdout, /key/);
  });

  const misunderstood: [args: string[], complaint: RegExp][] = [
    [[], /Name one folder/],
    [[join(DOCS, 'missing')], /missing is not a folder/],
    [[DOCS, '--base', '/a b/'], /--base takes a path/],
    [[DOCS, '--port', 'x'], /--port takes a whole number/],
  ];
  for (const [args, complaint] of misunderstood) {
    it(`says what is wrong with "${args.map((arg) => arg.replace(DOCS, 'DIR')).join(' ')}"`, async () => {
      const { code, stderr } = await runCommand(['preview', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, complaint);
    });
  }
});
