import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { DocsClient } from '../../src/client.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { question } from '../service/http-service.ts';
import { runCommand, startCommand, WITHOUT_CHANGING_FILE_LIMIT, type RunningCommand } from './command.ts';

const DOCS = { 'docs/lamps.md': '# Lamps\n\nThe lamp is lit at dusk.' };
const KEYS = { DOCS_ASSISTANT_KEY: 'assistant-key', DOCS_ADMIN_KEY: 'admin-key' };
const LOOK_INTERVAL = 100;
const MINUTE = 60_000;
/** Milliseconds in which a test that compares counts ends on a loaded machine, too. */
const COMPARING = 25_000;

function post(url: string, path: string, body: unknown, key = 'assistant-key'): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function readiness(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/readyz`);
  const { status, inMemory } = (await response.json()) as { status: string; inMemory: string[] };
  return [response.status, status, inMemory];
}

/** Wait for the next minute if this one is nearly over: searches are counted from 0 in each minute of the clock. */
async function roomInMinute(): Promise<void> {
  const left = MINUTE - (Date.now() % MINUTE);
  if (left < COMPARING) await wait(left);
}

async function search(url: string): Promise<number> {
  const response = await post(url, '/v1/search/docs', { query: 'lamp' });
  assert.equal(response.status, 200);
  assert.equal(((await response.json()) as unknown[]).length, 1);
  return Number(response.headers.get('ratelimit-remaining'));
}

describe('a disk that becomes full', { skip: WITHOUT_CHANGING_FILE_LIMIT }, () => {
  it('stops updates with their reason, and neither searches nor answers; counters are merged later', async () => {
    await using folder = await temporaryFolder(DOCS);
    const args = ['serve', join(folder.path, 'docs'), '--no-model', '--port', '0', '--log', 'json'];
    await using service = startCommand([...args, '--data', join(folder.path, 'data')], KEYS);
    const url = await service.url;
    while ((await readiness(url))[0] !== 200) await wait(LOOK_INTERVAL);
    await roomInMinute();
    const first = await search(url);

    service.limitFiles(1);
    assert.equal(await search(url), first - 1);
    assert.equal(await search(url), first - 2);
    const answer = await post(url, '/v1/assistant/docs/message', question('When is the lamp lit?'));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /lit at dusk/);
    assert.deepEqual(await readiness(url), [200, 'degraded', ['limits', 'threads']]);
    const update = await post(url, '/v1/project/update/docs', {}, 'admin-key');
    assert.deepEqual(
      [update.status, await update.json()],
      [
        503,
        {
          error: 'The service cannot keep anything at the moment: its disk is full or read-only.',
          code: 'unavailable',
        },
      ],
    );
    await service.told('"event":"outage","part":"limits","error":"Error: ');
    await service.told('The disk ');

    service.limitFiles(null);
    const { threadId } = await lastThread(url);
    assert.ok(threadId);
    while ((await readiness(url))[1] !== 'ok') {
      await search(url);
      await lastThread(url);
      await wait(LOOK_INTERVAL);
    }
    await service.told('"event":"recovered","part":"limits"');
    assert.ok((await search(url)) < first - 3, 'what was counted in memory counts');
    service.signal('SIGINT');
    assert.equal((await service.outcome).code, 0);
  });
});

async function lastThread(url: string): Promise<{ threadId: string | undefined }> {
  const headers = { authorization: 'Bearer assistant-key' };
  const client = new DocsClient({ endpoint: url, domain: 'docs', headers });
  let threadId: string | undefined;
  for await (const batch of client.answer(question('When is the lamp lit?'))) {
    for (const event of batch) if (event.type === 'thread') threadId = event.threadId;
  }
  return { threadId };
}

describe('a data folder that is damaged', () => {
  async function startWith(folder: string): Promise<RunningCommand> {
    return startCommand([
      'serve',
      join(folder, 'docs'),
      '--no-model',
      '--port',
      '0',
      '--data',
      join(folder, 'data'),
    ]);
  }

  /** A folder that was served before, with one of its files overwritten. */
  async function damage(name: string, content: (whole: Buffer) => Buffer) {
    const folder = await temporaryFolder(DOCS);
    const data = join(folder.path, 'data');
    assert.equal(
      (await runCommand(['index', join(folder.path, 'docs'), '--no-model', '--data', data])).code,
      0,
    );
    const file = join(data, name);
    await writeFile(file, content(await readFile(file)));
    return folder;
  }

  for (const [what, content] of [
    ['no database', () => Buffer.from('no database'.repeat(1000))],
    // The header stays as it is.
    [
      'damaged inside',
      (whole) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 7)]),
    ],
  ] satisfies [string, (whole: Buffer) => Buffer][]) {
    it(`begins to count anew where limits.sqlite is ${what}, says so, and keeps the file`, async () => {
      await using folder = await damage('limits.sqlite', content);
      await using service = await startWith(folder.path);
      await service.url;
      await service.told('limits.sqlite is damaged (');
      assert.ok((await readdir(join(folder.path, 'data'))).includes('limits.sqlite.damaged'));
      service.signal('SIGINT');
      assert.equal((await service.outcome).code, 0);
    });

    it(`is not started where state.sqlite is ${what}; the message names the file and a way out`, async () => {
      await using folder = await damage('state.sqlite', content);
      await using service = await startWith(folder.path);
      const { code, stderr } = await service.outcome;
      assert.equal(code, 1);
      assert.match(
        stderr,
        /data\/state\.sqlite is damaged \(.+\)\. Stop all processes of this folder, then put a backup/,
      );
    });
  }
});
