import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openServiceStore } from '../../../src/service/storage/open-store.ts';
import { startCommand } from '../../cli/command.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { createRepository } from './git-repository.ts';
import { ADMIN_KEY, ASSISTANT_KEY } from '../http-service.ts';
import { isOver, killUpdates, startProcess, until } from './kill-updates.ts';
import { STORE_KINDS } from '../storage/stores.ts';
import { adminOf, linesOf } from './update-service.ts';

/** `npm run proof:kill` kills a hundred times. */
const KILLS = 4;

for (const { name, skip, create } of STORE_KINDS) {
  it(
    `updates in ${name} end, although their process is killed ${KILLS} times in the middle of them`,
    { skip },
    async () => {
      await using place = await create();
      const { updates, edition } = await killUpdates({
        place,
        kills: KILLS,
        lease: 500,
        longestLife: 500,
      });
      assert.equal(updates.length, KILLS);
      for (const update of updates) {
        assert.ok(
          update.status === 'success' ||
            (update.status === 'failure' && /ended 3 times/.test(update.summary!)),
          `${update.status}: ${update.summary}`,
        );
      }
      assert.equal(edition, `edition${KILLS + 1}`);
    },
  );
}

it('an update that has ended three processes is given up, with what to do', async () => {
  await using folder = await temporaryFolder();
  await using repository = await createRepository({ 'a.md': '# Alpha' });
  const store = await openServiceStore({ dataDir: folder.path });
  const { statusId } = await store.updates.queue({
    projectId: 'project-1',
    subdomain: 'docs',
    source: 'api',
    commit: null,
  });
  // Processes that took it and were never heard of again.
  for (const worker of ['first', 'second', 'third']) await store.updates.take(worker, 0, ['project-1']);
  await using process = startProcess(
    { options: { dataDir: folder.path } },
    { source: { repository: repository.path }, lease: 500 },
  );
  const update = await until(store, statusId, isOver);
  await process[Symbol.asyncDispose]();
  await store.close();
  assert.equal(update.status, 'failure');
  assert.match(update.summary!, /ended 3 times before it was done\. Look at the log of the service/);
});

it('a service that starts again takes up what it was killed in', async () => {
  await using folder = await temporaryFolder();
  await using repository = await createRepository({ 'a.md': '# Alpha' });
  const start = () =>
    startCommand(['serve', repository.path, '--port', '0', '--data', folder.path, '--project', 'project-1'], {
      DOCS_ASSISTANT_KEY: ASSISTANT_KEY,
      DOCS_ADMIN_KEY: ADMIN_KEY,
    });
  const store = await openServiceStore({ dataDir: folder.path });
  let statusId: string;
  {
    await using service = start();
    ({ statusId } = await adminOf(await service.url).startUpdate());
    await until(store, statusId, ({ status }) => status === 'in_progress');
  }
  await using service = start();
  const update = await until(store, statusId, isOver);
  await service[Symbol.asyncDispose]();
  await store.close();
  assert.equal(update.status, 'success');
  assert.ok(linesOf(update).some((line) => line.startsWith('Attempt 2: the process that ran this update')));
});
