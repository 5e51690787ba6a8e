import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { startCommand, type RunningCommand } from '../cli/command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
const CDN = fileURLToPath(new URL('../../dist/cdn', import.meta.url));

describe('the files of the elements', () => {
  let service: RunningCommand;
  let url: string;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
    service = startCommand(['serve', DOCS, '--port', '0', '--no-model', '--data', folder]);
    url = await service.url;
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('are sent to any page, compressed, as JavaScript', async () => {
    const response = await rawGet(`${url}/cdn/docs-assistant.js`, { 'accept-encoding': 'gzip, br' });
    assert.equal(response.headers['content-encoding'], 'br');
    assert.equal(response.headers['access-control-allow-origin'], '*');
    assert.equal(response.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.match(brotliDecompressSync(response.body).toString(), /docs-assistant/);
  });

  it('are kept for good where their name has a hash, and asked for again where it has none', async () => {
    const names = await readdir(CDN);
    const hashed = names.find((name) => /^assistant-panel-[\w-]{7}\.js$/.test(name))!;
    const chunk = await fetch(`${url}/cdn/${hashed}`);
    assert.equal(chunk.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    for (const entry of [
      'docs-assistant.js',
      'docs-assistant.classic.js',
      'assistant.js',
      'search.js',
      'page-feedback.js',
      'page-actions.js',
      'admin.js',
    ]) {
      const response = await fetch(`${url}/cdn/${entry}`);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=600', entry);
    }
  });

  it('are not sent again to those who have them', async () => {
    const first = await rawGet(`${url}/cdn/search.js`, { 'accept-encoding': 'br' });
    const again = await rawGet(`${url}/cdn/search.js`, {
      'accept-encoding': 'br',
      'if-none-match': first.headers.etag!,
    });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
    const plain = await rawGet(`${url}/cdn/search.js`, { 'if-none-match': first.headers.etag! });
    assert.equal(plain.status, 200, 'another encoding is another body');
  });

  for (const path of [
    '../../package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '%00',
    '',
    'missing.js',
  ]) {
    it(`has nothing at /cdn/${path}`, async () => {
      assert.equal((await rawGet(`${url}/cdn/${path}`, {})).status, 404);
    });
  }
});

/** `fetch` would resolve the path and decode the body. */
async function rawGet(url: string, headers: Record<string, string>) {
  const [, origin, path] = /^(http:\/\/[^/]+)(.*)$/.exec(url)!;
  const sent = request(origin!, { path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}
