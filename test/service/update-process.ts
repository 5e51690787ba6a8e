/**
 * `node update-process.ts DATA DATABASE-URL REPOSITORY LEASE [STEP]`: a process that runs updates until it is killed, and nothing
 * else. It says so to its parent when it comes to the step, and stays there.
 */
import { join } from 'node:path';
import { openDocsSource } from '../../src/service/sources/open-docs-source.ts';
import { openServiceStore } from '../../src/service/storage/open-store.ts';
import { startUpdateWorker } from '../../src/service/updates/update-worker.ts';

const [dataDir = '', databaseUrl = '', repository = '', lease = '', heldAt = ''] = process.argv.slice(2);
const workDir = join(dataDir, 'work');
const docsSource = openDocsSource({ repository }, workDir);
const store = await openServiceStore({ dataDir, ...(databaseUrl && { databaseUrl }) });

/** Goes on at once at every step but the one that this process is held at. */
async function passStep(step: string): Promise<void> {
  if (step !== heldAt) return;
  process.send?.(step);
  await new Promise(() => {});
}

const fetchDocs = docsSource.fetch.bind(docsSource);
docsSource.fetch = async (signal) => {
  const state = await fetchDocs(signal);
  await passStep('fetched');
  return state;
};
const publish = store.generations.publish.bind(store.generations);
store.generations.publish = async (...args) => {
  await passStep('indexed');
  return publish(...args);
};

startUpdateWorker({
  projects: [
    {
      projectId: 'project-1',
      docsSource,
      reading: {},
      workDir,
      embedder: null,
      onProgress: () => {},
      onDeployed: () => passStep('published'),
      onFailure: () => {},
    },
  ],
  store,
  onFailure: (error) => console.error(error),
  leaseMilliseconds: Number(lease),
});
