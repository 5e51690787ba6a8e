import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRepository } from './git-repository.ts';
import { isOver, startProcess, until } from './kill-updates.ts';
import { STORE_KINDS } from '../storage/stores.ts';
import { linesOf } from './update-service.ts';

/** Milliseconds after which a worker that is silent is given up: longer than a slow machine lets one wait for its turn. */
const LEASE = 2_000;

for (const { name, skip, create } of STORE_KINDS) {
  for (const step of ['fetched', 'indexed', 'published'] as const) {
    it(
      `an update in ${name} whose process is killed when it has ${step} is brought to its end by another`,
      { skip },
      async () => {
        await using place = await create();
        await using repository = await createRepository({ 'a.md': '# Alpha' });
        const store = await place.open();
        const commit = repository.git('rev-parse', 'HEAD');
        const source = { repository: repository.path };
        await using first = startProcess(place, { source, lease: LEASE, heldAt: step });
        const { statusId } = await store.updates.queue({
          projectId: 'project-1',
          subdomain: 'docs',
          source: 'api',
          commit,
        });
        await first.held;
        await using second = startProcess(place, { source, lease: LEASE });
        await first[Symbol.asyncDispose]();
        const update = await until(store, statusId, isOver);
        await second[Symbol.asyncDispose]();
        assert.equal(update.status, 'success', update.summary!);
        assert.ok(
          linesOf(update).some((line) => line.startsWith('Attempt 2: the process that ran this update')),
        );
        assert.equal((await store.generations.current('project-1'))!.commit, commit);
      },
    );
  }
}
