/**
 * What becomes of updates whose process is killed, from a git repository and from a folder, with vectors: `npm run proof:kill`, with
 * `-- 20` for another number of kills.
 */
import { openSqliteStore } from '../../src/service/storage/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { startEmbeddings } from '../service/models/embeddings-endpoint.ts';
import { killUpdates } from '../service/deploy/kill-updates.ts';
import { announce, conclude, type Finding } from './report.ts';

const kills = Number(process.argv[2] ?? 100);
/** As long as the service's own. */
const LEASE = 4_000;
/** Up to the end of an update on a machine that is busy. */
const MAX_LIFE = 1_500;
const MAX_SECONDS = 10;

announce(
  `${kills} processes killed (SIGKILL) at a random moment of an update with vectors, half of them each`,
);
const findings: Finding[] = [];
for (const source of ['git', 'folder'] as const) findings.push(...(await proveSource(source, kills / 2)));
conclude(findings);

async function proveSource(source: 'git' | 'folder', kills: number): Promise<Finding[]> {
  await using folder = await temporaryFolder();
  await using embeddings = await startEmbeddings();
  const store = openSqliteStore(folder.path);
  const { updates, edition, withoutVector, recoveries } = await killUpdates({
    place: { open: async () => store, options: { dataDir: folder.path } },
    kills,
    lease: LEASE,
    longestLife: MAX_LIFE,
    source,
    embeddings: embeddings.url,
  });
  await store.close();
  const count = (status: string) => updates.filter((update) => update.status === status).length;
  const sorted = recoveries.toSorted((a, b) => a - b);
  const seconds = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]! / 1000;
  const open = updates.length - count('success') - count('failure');
  return [
    {
      claim: `${source}: every update ends`,
      figure: `${count('success')} success, ${count('failure')} failure, ${open} open`,
      holds: open === 0,
    },
    {
      claim: `${source}: the last state is in service as a whole, with all vectors`,
      figure: `${edition ?? 'a mixture'}, ${withoutVector} sections without a vector`,
      holds: edition === `edition${kills + 1}` && withoutVector === 0,
    },
    {
      claim: `${source}: an update goes on within ${MAX_SECONDS} s of the next start`,
      figure: `median ${seconds(0.5).toFixed(1)} s, worst ${seconds(1).toFixed(1)} s`,
      holds: seconds(1) < MAX_SECONDS,
    },
  ];
}
