/** What lets programs find a documentation on a host: a card of the server for agents, its catalog, and a skill. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { runCommand, startCommand, type RunningCommand } from './command.ts';

const PAGES = {
  'index.md':
    '---\ndescription: Stores "files" <fast>: on any disk.\n---\n# Orbit Disk\n\nSee [ports](guides/ports.md).\n',
  'guides/ports.md': '# Change the port\n\nOrbit listens on port 4711.\n',
};

let docs: TemporaryFolder;
let data: TemporaryFolder;
let service: RunningCommand;

before(async () => {
  docs = await temporaryFolder(PAGES);
  data = await temporaryFolder();
  service = startCommand([
    ...['serve', docs.path, '--port', '0', '--domain', 'orbit', '--no-model'],
    ...['--data', data.path, '--site', 'https://docs.example.com'],
  ]);
  await service.url;
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await docs[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

const get = async (path: string, init: RequestInit = {}) => fetch(new URL(path, await service.url), init);

interface Card {
  name: string;
  version: string;
  title: string;
  description: string;
  remotes: { type: string; url: string }[];
}
interface SkillIndex {
  $schema: string;
  skills: { name: string; type: string; description: string; url: string; digest: string }[];
}

/** Check an index and its skill by the two specifications. @returns the text of the skill */
async function checkSkill(index: SkillIndex, read: (url: string) => Promise<string>): Promise<string> {
  assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
  const [skill] = index.skills;
  assert.deepEqual(Object.keys(skill!), ['name', 'type', 'description', 'url', 'digest']);
  assert.equal(skill!.name, 'orbit-disk');
  assert.equal(skill!.type, 'skill-md');
  const text = await read(skill!.url);
  assert.equal(skill!.digest, `sha256:${createHash('sha256').update(text).digest('hex')}`);
  const [, name, description] = /^---\nname: ([a-z0-9]+(?:-[a-z0-9]+)*)\ndescription: (".*")\n---\n/.exec(
    text,
  )!;
  assert.deepEqual([name, JSON.parse(description!)], [skill!.name, skill!.description]);
  assert.ok(skill!.description.length <= 1_024);
  assert.match(
    skill!.description,
    /^Finds answers in the documentation of Orbit Disk \(Stores "files" fast: on any disk\)\. .*Change the port/,
  );
  return text;
}

describe('the card of the server for agents', () => {
  it('is at the address of the server, in the catalog of the host, and where earlier drafts have it', async () => {
    const catalog = await get('/.well-known/ai-catalog.json');
    assert.equal(catalog.headers.get('content-type'), 'application/ai-catalog+json');
    const { specVersion, entries } = (await catalog.json()) as {
      specVersion: string;
      entries: { identifier: string; type: string; url: string }[];
    };
    assert.equal(specVersion, '1.0');
    assert.deepEqual(entries, [
      {
        identifier: 'urn:air:docs.example.com:mcp:orbit',
        type: 'application/mcp-server-card+json',
        url: 'https://docs.example.com/docs-api/mcp/orbit/server-card',
      },
    ]);
    const paths = [
      new URL(entries[0]!.url).pathname,
      '/docs-api/mcp/server-card',
      '/.well-known/mcp/server-card.json',
    ];
    for (const path of paths) {
      const response = await get(path, { headers: { accept: 'application/mcp-server-card+json' } });
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get('content-type'), 'application/mcp-server-card+json');
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
      const card = (await response.json()) as Card;
      assert.match(card.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
      assert.deepEqual(card.remotes, [
        { type: 'streamable-http', url: 'https://docs.example.com/docs-api/mcp/orbit' },
      ]);
      assert.ok(card.description.length <= 100 && card.title.length <= 100);
      const etag = response.headers.get('etag')!;
      assert.equal((await get(path, { headers: { 'if-none-match': etag } })).status, 304);
    }
  });

  it('says the same as the server itself', async () => {
    const card = (await (await get('/docs-api/mcp/server-card')).json()) as Card;
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL('/docs-api/mcp', await service.url)));
    const { name, version, title } = client.getServerVersion()!;
    await client.close();
    assert.deepEqual([card.name, card.version, card.title], [name, version, title]);
  });

  it('is none of a domain that is not there, and only to be read', async () => {
    assert.equal((await get('/docs-api/mcp/other/server-card')).status, 404);
    assert.equal((await get('/.well-known/ai-catalog.json', { method: 'DELETE' })).status, 405);
    assert.equal((await get('/.well-known/other.json')).status, 404);
  });
});

describe('the skill of a documentation', () => {
  it('is on the host, with an index whose digest is that of its bytes, and links that lead to pages', async () => {
    const response = await get('/.well-known/agent-skills/index.json');
    assert.equal(response.headers.get('content-type'), 'application/json');
    const text = await checkSkill((await response.json()) as SkillIndex, async (url) =>
      (await fetch(new URL(url, response.url))).text(),
    );
    assert.match(text, /\n# Orbit Disk\n\n> Stores "files"/);
    const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link]) => new URL(link!).pathname);
    assert.equal(links.length, 2);
    for (const link of links) assert.equal((await get(link)).status, 200, link);
    assert.match(text, /llms\.txt\?ask=QUESTION/);
    assert.equal((await get('/.well-known/agent-skills/other/SKILL.md')).status, 404);
  });

  it('is written with the card of a server elsewhere, and goes when that is not named any more', async () => {
    await using out = await temporaryFolder();
    const build = async (...more: string[]) => {
      const { code, stderr } = await runCommand([
        ...['build', docs.path, '--out', join(out.path, 'docs-index'), '--markdown', out.path],
        ...['--no-elements', '--no-model', '--data', join(out.path, 'data'), '--domain', 'orbit', ...more],
      ]);
      return { code, stderr };
    };
    const read = async (name: string) =>
      JSON.parse(await readFile(join(out.path, '.well-known', name), 'utf8')) as Record<string, unknown>;
    const mcp = ['--mcp', 'https://ask.example.com/docs-api/mcp/orbit/'];
    assert.equal((await build(...mcp, '--site', 'https://docs.example.com')).code, 0);
    const card = await read('mcp/server-card.json');
    assert.equal(card['title'], 'Orbit Disk');
    assert.equal(card['websiteUrl'], 'https://docs.example.com/');
    assert.deepEqual(card['remotes'], [
      { type: 'streamable-http', url: 'https://ask.example.com/docs-api/mcp/orbit' },
    ]);
    const entry = {
      identifier: 'urn:air:docs.example.com:mcp:orbit',
      type: 'application/mcp-server-card+json',
      url: 'https://docs.example.com/.well-known/mcp/server-card.json',
    };
    assert.deepEqual(await read('ai-catalog.json'), { specVersion: '1.0', entries: [entry] });
    assert.equal((await build(...mcp)).code, 0);
    const { entries } = await read('ai-catalog.json');
    assert.deepEqual(entries, [
      {
        ...entry,
        identifier: 'urn:air:ask.example.com:mcp:orbit',
        url: 'https://ask.example.com/docs-api/mcp/orbit/server-card',
      },
    ]);
    assert.equal((await build()).code, 0);
    await assert.rejects(read('ai-catalog.json'), { code: 'ENOENT' });
    await assert.rejects(read('mcp/server-card.json'), { code: 'ENOENT' });
    assert.match((await build('--mcp', 'javascript:alert(1)')).stderr, /--mcp takes an address/);
  });

  it('is written beside the pages of a static host', async () => {
    await using out = await temporaryFolder();
    const { code, stderr } = await runCommand([
      ...['build', docs.path, '--out', join(out.path, 'docs-index'), '--markdown', out.path, '--no-elements'],
      ...['--no-model', '--data', join(out.path, 'data'), '--site', 'https://docs.example.com/'],
    ]);
    assert.equal(code, 0, stderr);
    const folder = join(out.path, '.well-known/agent-skills');
    const read = (url: string) => readFile(join(folder, url), 'utf8');
    const text = await checkSkill(JSON.parse(await read('index.json')) as SkillIndex, read);
    assert.match(text, /\[Change the port\]\(https:\/\/docs\.example\.com\/guides\/ports\.md\)/);
    assert.doesNotMatch(text, /\?ask=/);
  });
});
