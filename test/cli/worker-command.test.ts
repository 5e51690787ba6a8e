import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DocsClient } from '../../src/client.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { startCommand } from './command.ts';

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
