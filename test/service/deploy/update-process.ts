/**
 * `node update-process.ts OPTIONS`: a process that runs updates until it is killed, and nothing else. It sends a message to its
 * parent when it comes to the step that it is held at, and stays there.
 */
import { join } from 'node:path';
import { openEndpointEmbedder } from '../../../src/service/models/endpoint-embedder.ts';
import { openDocsSource } from '../../../src/service/deploy/open-docs-source.ts';
import { openServiceStore } from '../../../src/service/storage/open-store.ts';
import { createEmbeddedEngine } from '../../../src/service/search/embedded-engine.ts';
import { startUpdateWorker } from '../../../src/service/deploy/update-worker.ts';
import type { UpdateProcessOptions } from './kill-updates.ts';
import type { StorePlace } from '../storage/stores.ts';

const options = JSON.parse(process.argv[2]!) as StorePlace['options'] & UpdateProcessOptions;
const { dataDir, databaseUrl, source, lease, heldAt, embeddings } = options;
const workDir = join(dataDir, 'work');
const docsSource = openDocsSource(source, workDir);
const store = await openServiceStore({ dataDir, ...(databaseUrl && { databaseUrl }) });

/** Go on at once at every step but the one that this process is held at. */
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
      engine: createEmbeddedEngine({ generations: store.generations, folderOf: () => workDir }),
      embedder: embeddings === undefined ? null : openEndpointEmbedder({ url: embeddings, name: 'm' }),
      onProgress: () => {},
      onDeployed: () => passStep('published'),
      onFailure: () => {},
    },
  ],
  store,
  onFailure: (error) => console.error(error),
  leaseMilliseconds: lease,
});
