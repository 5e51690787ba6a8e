import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openDocsSource } from '../../../src/service/deploy/open-docs-source.ts';
import type { DocsSource } from '../../../src/service/deploy/docs-source.ts';
import type { ServiceStore } from '../../../src/service/storage/service-store.ts';
import { createEmbeddedEngine } from '../../../src/service/search/embedded-engine.ts';
import { startUpdateWorker } from '../../../src/service/deploy/update-worker.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { isOver, until } from './kill-updates.ts';
import { STORE_KINDS } from '../storage/stores.ts';
import { linesOf } from './update-service.ts';

/** More than an update is tried. */
const STOPS = 4;

for (const { name, skip, create } of STORE_KINDS) {
  it(`an update in ${name} outlives any number of restarts of its service`, { skip }, async () => {
    await using place = await create();
    await using docs = await temporaryFolder({ 'a.md': '# Alpha' });
    const store = await place.open();
    const folder = openDocsSource({ folder: docs.path }, place.options.dataDir);
    const start = (docsSource: DocsSource) => startWorker(store, docsSource, place.options.dataDir);
    const { statusId } = await store.updates.queue({
      projectId: 'project-1',
      subdomain: 'docs',
      source: 'api',
      commit: null,
    });
    for (let stop = 0; stop < STOPS; stop++) {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const worker = start({
        ...folder,
        description: 'a repository that takes long',
        fetch(signal) {
          begin();
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
        },
      });
      await begun;
      await worker.close();
      assert.equal((await store.updates.read(statusId))!.status, 'in_progress');
    }
    const worker = start(folder);
    const update = await until(store, statusId, isOver);
    await worker.close();
    assert.equal(update.status, 'success');
    const stops = linesOf(update).filter((line) => line.startsWith('The service is being stopped'));
    assert.equal(stops.length, STOPS);
    assert.ok(!linesOf(update).some((line) => line.startsWith('Attempt')));
  });
}

function startWorker(store: ServiceStore, docsSource: DocsSource, workDir: string) {
  return startUpdateWorker({
    projects: [
      {
        projectId: 'project-1',
        docsSource,
        reading: {},
        workDir,
        engine: createEmbeddedEngine({ generations: store.generations, folderOf: () => workDir }),
        embedder: null,
        onProgress: () => {},
        onDeployed: async () => {},
        onFailure: () => {},
      },
    ],
    store,
    onFailure: (error) => assert.fail(String(error)),
  });
}
