/** Agents that use a documentation: by the command `mcp` over stdio, and on the routes for pages of `serve`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { COMMAND, runCommand, startCommand, type RunningCommand } from './command.ts';

const SITE = 'https://docs.example.com';
const PAGES = {
  'index.md': '# Orbit\n\nOrbit uploads files.\n',
  'guides/install.md':
    '# Install\n\nOrbit is installed with one command.\n\n## Proxy\n\nSet the proxy in `orbit.toml`.\n',
};
const ACCEPT = 'application/json, text/event-stream';

interface Results {
  results: { address: string; url?: string }[];
}

let docs: TemporaryFolder;
let caches: TemporaryFolder;

before(async () => {
  docs = await temporaryFolder(PAGES);
  caches = await temporaryFolder();
});

after(async () => {
  await docs[Symbol.asyncDispose]();
  await caches[Symbol.asyncDispose]();
});

const createClient = (mode: 'legacy' | { pin: string } = 'legacy') =>
  new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });

async function search(client: Client): Promise<Results['results']> {
  const { isError, content, structuredContent } = await client.callTool({
    name: 'search',
    arguments: { query: 'set the proxy' },
  });
  assert.ok(!isError, JSON.stringify(content));
  return (structuredContent as Results).results;
}

describe('docs-assistant mcp', () => {
  const environment = () => ({ ...(process.env as Record<string, string>), XDG_CACHE_HOME: caches.path });
  const args = () => [COMMAND, 'mcp', docs.path, '--domain', 'orbit', '--no-model'];
  const start = (env: Record<string, string> = {}) =>
    new StdioClientTransport({
      command: process.execPath,
      args: args(),
      env: { ...environment(), ...env },
      stderr: 'ignore',
    });

  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    it(`serves a folder over stdio (${mode === 'legacy' ? mode : mode.pin})`, async () => {
      const client = createClient(mode);
      await client.connect(start());
      try {
        assert.match(client.getInstructions() ?? '', /^The documentation "Orbit": 2 pages\./);
        const [first] = await search(client);
        assert.equal(first!.address, 'guides/install#proxy');
        const { structuredContent } = await client.callTool({
          name: 'read_page',
          arguments: { address: 'guides/install' },
        });
        assert.match((structuredContent as { markdown: string }).markdown, /^# Install\n\nOrbit is/);
        const { resources } = await client.listResources();
        assert.deepEqual(
          resources.map(({ uri }) => uri),
          ['docs://orbit/', 'docs://orbit/guides/install'],
        );
      } finally {
        await client.close();
      }
    });
  }

  it('asks the language model of the environment', async () => {
    await using model = await startModelEndpoint((response) => {
      writePieces(response, 'In `orbit.toml`.');
      endPieces(response);
    });
    const client = createClient();
    await client.connect(start({ DOCS_MODEL_URL: model.url, DOCS_MODEL_NAME: 'test' }));
    try {
      const { structuredContent } = await client.callTool({
        name: 'ask',
        arguments: { question: 'Where do I set the proxy?' },
      });
      assert.equal((structuredContent as { answer: string }).answer, 'In `orbit.toml`.');
      const file = globSync('docs-assistant/previews/*/state.sqlite', { cwd: caches.path })[0]!;
      using state = new DatabaseSync(join(caches.path, file), { readOnly: true });
      assert.equal(state.prepare('SELECT count(*) AS kept FROM threads').get()!['kept'], 1);
    } finally {
      await client.close();
    }
  });

  it('writes nothing but messages to stdout, survives what is none, and ends with its input', async () => {
    const child = spawn(process.execPath, args(), { env: environment(), stdio: 'pipe' });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.resume();
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1.0.0' },
      },
    };
    child.stdin.write('{"jsonrpc"\n"text"\n[]\n');
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    while (!stdout.includes('\n')) await once(child.stdout, 'data');
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0);
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown });
    assert.ok(answers.some(({ id }) => id === 1));
  });

  it('ends when a message is larger than a request may be', async () => {
    const child = spawn(process.execPath, args(), { env: environment(), stdio: 'pipe' });
    child.stderr.resume();
    child.stdin.on('error', () => {});
    child.stdin.write('a'.repeat(200_000));
    await once(child, 'close');
  });

  it('explains a folder that is none', async () => {
    const { code, stderr } = await runCommand(['mcp', `${docs.path}/missing`]);
    assert.equal(code, 2);
    assert.match(stderr, /is not a folder/);
  });
});

describe('serve', () => {
  let trial: RunningCommand;
  let site: RunningCommand;

  const serve = (name: string, ...more: string[]) =>
    startCommand([
      ...['serve', docs.path, '--port', '0', '--domain', 'orbit', '--no-model'],
      ...['--data', `${caches.path}/${name}`, ...more],
    ]);

  before(() => {
    trial = serve('trial');
    site = serve('site', '--site', SITE, '--trusted-proxies', '1');
  });

  after(async () => {
    await trial[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const post = async (service: RunningCommand, headers: Record<string, string>, body: unknown = PING) =>
    fetch(`${await service.url}/docs-api/mcp`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', accept: ACCEPT, ...headers },
    });
  const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

  for (const path of ['/docs-api/mcp', '/docs-api/mcp/orbit']) {
    it(`answers agents without a key at ${path}`, async () => {
      const client = createClient({ pin: '2026-07-28' });
      await client.connect(new StreamableHTTPClientTransport(new URL(path, await site.url)));
      const [first] = await search(client);
      assert.equal(first!.url, `${SITE}/guides/install#proxy`);
      await client.close();
    });
  }

  it('answers agents on this machine without --site, to try it', async () => {
    const client = createClient();
    await client.connect(new StreamableHTTPClientTransport(new URL('/docs-api/mcp', await trial.url)));
    assert.equal((await search(client))[0]!.address, 'guides/install#proxy');
    await client.close();
  });

  it('refuses without --site what comes from elsewhere', async () => {
    assert.equal((await post(trial, { 'x-forwarded-for': '192.0.2.1' })).status, 403);
    // A name of another host that leads to this machine (DNS rebinding). `fetch` sets no host.
    assert.equal(await statusForHost(await trial.url, 'evil.example.com'), 403);
  });

  it('answers a page of the site, and no other page', async () => {
    const response = await post(site, { origin: SITE });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), SITE);
    for (const origin of ['https://evil.example.com', 'null', await site.url]) {
      const refused = await post(site, { origin });
      assert.equal(refused.status, 403, origin);
      assert.equal(refused.headers.get('access-control-allow-origin'), null);
      assert.equal(((await refused.json()) as { code: string }).code, 'forbidden');
    }
  });

  it('answers the preflight request of a page with the fields of the protocol', async () => {
    const response = await fetch(`${await site.url}/docs-api/mcp`, {
      method: 'OPTIONS',
      headers: { origin: SITE, 'access-control-request-method': 'POST' },
    });
    assert.equal(response.status, 204);
    assert.match(response.headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
  });

  it('refuses other methods, projects that are not there, and what is no message', async () => {
    const url = await site.url;
    const get = await fetch(`${url}/docs-api/mcp`);
    assert.equal(get.status, 405);
    assert.equal(get.headers.get('allow'), 'POST, OPTIONS');
    for (const name of ['other', '..%2f..', '%00', 'orbit/more'])
      assert.equal((await fetch(`${url}/docs-api/mcp/${name}`, { method: 'POST' })).status, 404, name);
    assert.equal((await post(site, {}, [PING])).status, 400);
    assert.equal((await post(site, {}, '{')).status, 400);
    assert.equal((await post(site, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post(site, {}, { ...PING, params: { text: 'a'.repeat(70_000) } })).status, 413);
  });

  it('counts agents like pages, each visitor for itself', async () => {
    // The limit of one visitor is 300 searches in a minute.
    const from = (address: string) => post(site, { 'x-forwarded-for': address });
    const searchAsPage = async () =>
      fetch(`${await site.url}/docs-api/v1/search/orbit`, {
        method: 'POST',
        body: JSON.stringify({ query: 'proxy' }),
        headers: { 'content-type': 'application/json', origin: SITE, 'x-forwarded-for': '192.0.2.7' },
      });
    let page: Response;
    let sent = 0;
    // The minute may end meanwhile, and the count begins again.
    do {
      while ((await Promise.all(Array.from({ length: 20 }, () => from('192.0.2.7')))).at(-1)!.status === 200)
        assert.ok(++sent < 60, 'there is no limit');
      page = await searchAsPage();
    } while (page.status !== 429);
    assert.equal((await from('192.0.2.8')).status, 200);
  });
});

/** Send a request that names another host. @returns the status of its answer */
async function statusForHost(url: string, host: string): Promise<number> {
  const { request } = await import('node:http');
  const { port } = new URL(url);
  const sent = request({
    ...{ port, host: '127.0.0.1', path: '/docs-api/mcp', method: 'POST' },
    headers: { host, 'content-type': 'application/json', accept: ACCEPT },
  });
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
  const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  response.resume();
  return response.statusCode;
}
