/** `node update-process.ts DATA DATABASE-URL REPOSITORY LEASE`: a process that runs updates until it is killed, and nothing else. */
import { join } from 'node:path';
import { openDocsSource } from '../../src/service/sources/open-docs-source.ts';
import { openServiceStore } from '../../src/service/storage/open-store.ts';
import { startUpdateWorker } from '../../src/service/updates/update-worker.ts';

const [dataDir = '', databaseUrl = '', repository = '', lease = ''] = process.argv.slice(2);
const workDir = join(dataDir, 'work');
startUpdateWorker({
  projects: [
    {
      projectId: 'project-1',
      docsSource: openDocsSource({ repository }, workDir),
      reading: {},
      workDir,
      embedder: null,
      onProgress: () => {},
      onDeployed: async () => {},
      onFailure: () => {},
    },
  ],
  store: await openServiceStore({ dataDir, ...(databaseUrl && { databaseUrl }) }),
  onFailure: (error) => console.error(error),
  leaseMilliseconds: Number(lease),
});
