import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RequestFailure, type AnswerEvent, DocsClient } from '../../src/client.ts';
import { question, textOf } from '../service/http-service.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { PATIENCE } from '../support/until.ts';
import { startCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
const STREAMS = 50;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
});

after(async () => {
  await rm(folder, { recursive: true });
});

/** A service whose model has begun as many answers as are asked for, each read by somebody. */
async function startAnswering(name: string, count: number, ...args: string[]) {
  const models: ServerResponse[] = [];
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  const endpoint = await startModelEndpoint((response) => {
    writePieces(response, 'Begun');
    if (models.push(response) === count) resolve();
  });
  const service = startCommand(
    ['serve', DOCS, '--port', '0', '--drain', '0', '--data', join(folder, name), ...args],
    {
      DOCS_ASSISTANT_KEY: 'assistant-key',
      DOCS_ADMIN_KEY: 'admin-key',
      DOCS_MODEL_URL: endpoint.url,
      DOCS_MODEL_NAME: 'test-model',
    },
  );
  const client = new DocsClient({
    endpoint: await service.url,
    domain: 'fixtures-http',
    headers: { authorization: 'Bearer assistant-key' },
    timeouts: { firstByte: 10 * PATIENCE, idle: 10 * PATIENCE },
  });
  const readers = Array.from({ length: count }, async () => {
    const events: AnswerEvent[] = [];
    try {
      for await (const batch of client.answer(question('redirects'))) events.push(...batch);
    } catch (error) {
      assert.ok(error instanceof RequestFailure);
    }
    return { text: textOf(events), isEnded: events.some(({ type }) => type === 'end') };
  });
  await allAsked;
  return {
    service,
    models,
    readers,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

describe('a service that is told to stop', () => {
  it('is not ready, but takes requests for a while', async () => {
    const args = [
      'serve',
      DOCS,
      '--port',
      '0',
      '--no-model',
      '--drain',
      '600',
      '--data',
      join(folder, 'drain'),
    ];
    await using service = startCommand(args, { DOCS_ASSISTANT_KEY: 'k', DOCS_ADMIN_KEY: 'a' });
    const url = await service.url;
    service.signal('SIGTERM');
    await service.told('stopping');
    const readiness = await fetch(`${url}/readyz`);
    assert.deepEqual([readiness.status, (await readiness.json()).status], [503, 'stopping']);
    const found = await fetch(`${url}/v1/search/fixtures-http`, {
      method: 'POST',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'redirects' }),
    });
    assert.equal(found.status, 200);
  });
});

describe('a service that is told to stop while it answers', () => {
  it('lets all answers end that do', async () => {
    await using running = await startAnswering('ending', STREAMS, '--grace', '600');
    running.service.signal('SIGTERM');
    for (const model of running.models) {
      writePieces(model, ', and ended.');
      endPieces(model);
    }
    for (const { text, isEnded } of await Promise.all(running.readers)) {
      assert.deepEqual([text, isEnded], ['Begun, and ended.', true]);
    }
    assert.equal((await running.service.outcome).code, 0);
  });

  it('cuts those that do not, and their readers can tell', async () => {
    await using running = await startAnswering('cut', STREAMS, '--grace', '1');
    running.service.signal('SIGTERM');
    const replies = await Promise.all(running.readers);
    assert.deepEqual(new Set(replies.map(({ isEnded }) => isEnded)), new Set([false]));
    assert.equal((await running.service.outcome).code, 0);
  });

  it('ends at once at the second signal', async () => {
    await using running = await startAnswering('twice', 1);
    running.service.signal('SIGTERM');
    await running.service.told('"event":"stopping"');
    running.service.signal('SIGTERM');
    assert.equal((await running.service.outcome).code, null, 'the signal has ended it');
    await Promise.all(running.readers);
  });
});
