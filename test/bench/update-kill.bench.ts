/**
 * What becomes of updates whose process is killed: `npm run bench:updates`, with `-- 200` for another number of kills. Prints how
 * many ended and how, and how long it took from the start of the next process until the update went on.
 */
import { openSqliteStore } from '../../src/service/storage/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { killUpdates } from '../service/kill-updates.ts';

const kills = Number(process.argv[2] ?? 100);
/** As long as the service's own. */
const LEASE = 4_000;
/** Up to the end of an update on a machine that is busy. */
const LONGEST_LIFE = 900;

await using folder = await temporaryFolder();
const store = openSqliteStore(folder.path);
const { updates, edition, recoveries } = await killUpdates({
  place: { open: async () => store, options: { dataDir: folder.path } },
  kills,
  lease: LEASE,
  longestLife: LONGEST_LIFE,
});
const count = (status: string) => updates.filter((update) => update.status === status).length;
const sorted = recoveries.toSorted((a, b) => a - b);
const seconds = (share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]! / 1000).toFixed(1);
console.log(
  `${kills} kills: ${count('success')} success, ${count('failure')} failure, ${updates.length - count('success') - count('failure')} stuck; in service: ${edition ?? 'a mixture'}`,
);
console.log(`taken up again or over after: median ${seconds(0.5)} s, worst ${seconds(1)} s`);
await store.close();
