import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DocsClient } from '../../src/client.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { fetchMetrics, readSamples } from '../support/exposition.ts';
import { isReachedFromElsewhere, runCommand, startCommand } from './command.ts';

/** Milliseconds between two reads of a status: a key has 600 of them in a minute. */
const READ_INTERVAL = 200;

it('docs-assistant worker runs the updates of a service that does not', async () => {
  await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
  const place = [join(folder.path, 'docs'), '--data', join(folder.path, 'data')];
  await using service = startCommand(['serve', ...place, '--no-updates', '--port', '0'], {
    DOCS_ASSISTANT_KEY: 'assistant-key',
    DOCS_ADMIN_KEY: 'admin-key',
  });
  const admin = new DocsClient({
    endpoint: await service.url,
    domain: 'docs',
    projectId: 'docs',
    headers: { authorization: 'Bearer admin-key' },
  });
  const { statusId } = await admin.startUpdate();
  assert.equal((await admin.getUpdate(statusId)).status, 'queued');
  await using worker = startCommand(['worker', ...place, '--log', 'json']);
  const endOf = async (id: string) => {
    for (;;) {
      const update = await admin.getUpdate(id);
      if (update.endedAt) return update;
      await wait(READ_INTERVAL);
    }
  };
  assert.equal((await endOf(statusId)).status, 'success');
  worker.signal('SIGTERM');
  assert.equal((await worker.outcome).code, 0);
});

it('docs-assistant worker with --port answers probes and metrics on this machine, and nothing else', async () => {
  await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
  const place = [join(folder.path, 'docs'), '--data', join(folder.path, 'data')];
  const keys = { DOCS_ASSISTANT_KEY: 'assistant-key', DOCS_METRICS_KEY: 'metrics-key' };
  await using worker = startCommand(['worker', ...place, '--port', '0', '--log', 'json'], {
    ...keys,
    // That of the services: a worker on the same machine must not take it.
    PORT: '1',
  });
  const url = await worker.url;
  assert.equal(await isReachedFromElsewhere(url), false);
  const statusOf = async (path: string, init: RequestInit = {}) => (await fetch(url + path, init)).status;
  assert.equal(await statusOf('/healthz'), 200);
  while ((await statusOf('/readyz')) !== 200) await wait(READ_INTERVAL);
  assert.equal(await statusOf('/metrics'), 401);
  const read = async (name: string) => readSamples(await fetchMetrics(url, 'metrics-key')).get(name);
  while ((await read('docs_assistant_updates_total{project="docs",outcome="success"}')) !== 1) {
    await wait(READ_INTERVAL);
  }
  assert.equal(await read('docs_assistant_index_ready{project="docs"}'), 1);
  assert.ok((await read('process_resident_memory_bytes'))! > 0);
  const search = {
    method: 'POST',
    headers: { authorization: 'Bearer assistant-key', 'content-type': 'application/json' },
    body: '{"query":"lamp"}',
  };
  assert.equal(await statusOf('/v1/search/docs', search), 404);
  assert.equal(await statusOf('/v1/openapi.json'), 404);
  worker.signal('SIGTERM');
  assert.equal((await worker.outcome).code, 0);
});

it('docs-assistant worker refuses an address without a port', async () => {
  await using folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp' });
  const { code, stderr } = await runCommand(['worker', join(folder.path, 'docs'), '--host', '0.0.0.0']);
  assert.deepEqual([code, stderr.includes('--host needs --port')], [2, true]);
});
