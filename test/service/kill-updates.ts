import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import type { UpdateStatus } from '../../src/client.ts';
import type { ServiceStore } from '../../src/service/storage/service-store.ts';
import { createRepository } from './git-repository.ts';
import type { StorePlace } from './stores.ts';

export interface KillOptions {
  kills: number;
  /** Lease of the processes, in milliseconds. */
  lease: number;
  /** Where the state is kept. */
  place: Pick<StorePlace, 'open' | 'options'>;
  /** Longest time between the beginning of an update and the kill, in milliseconds. */
  longestLife: number;
}

/** What came of updates whose processes were killed. */
export interface KillReport {
  updates: UpdateStatus[];
  /** Commit of the branch at the end. */
  head: string;
  /** Word that every page of the generation in service says, when they all say the same. */
  edition: string | null;
  /** Milliseconds from each kill until the update under way had ended, or another process had begun it again. */
  recoveries: number[];
}

/** Milliseconds between two reads of a status: the process that is waited for wants the machine too. */
const READ_INTERVAL = 5;
/** Pages of the documentation: enough that reading takes a while. */
const PAGES = 100;
const PROCESS = fileURLToPath(new URL('update-process.ts', import.meta.url));

/**
 * Queues updates for a real process that is killed (SIGKILL) at a moment of each that is drawn, again and again; then lets the
 * last process bring all of them to their ends.
 */
export async function killUpdates({ kills, lease, longestLife, place }: KillOptions): Promise<KillReport> {
  await using repository = await createRepository(edition(0));
  const store = await place.open();
  const start = () => startProcess(place, repository.path, lease);
  const statusIds: string[] = [];
  const recoveries: number[] = [];
  let child = start();
  try {
    for (let kill = 0; kill < kills; kill++) {
      const commit = await repository.commit(edition(kill + 1));
      const { statusId } = await store.updates.queue({
        projectId: 'project-1',
        subdomain: 'docs',
        source: 'api',
        commit,
      });
      statusIds.push(statusId);
      await until(store, statusId, ({ status }) => status !== 'queued');
      const life = AbortSignal.timeout(randomInt(longestLife));
      await until(store, statusId, () => life.aborted);
      const { logs } = (await store.updates.read(statusId))!;
      await child[Symbol.asyncDispose]();
      const begin = performance.now();
      child = start();
      await until(store, statusId, (update) => isOver(update) || update.logs.length > logs.length);
      recoveries.push(performance.now() - begin);
    }
    const updates: UpdateStatus[] = [];
    for (const statusId of statusIds) updates.push(await until(store, statusId, isOver));
    const head = await repository.commit(edition(kills + 1));
    const last = await store.updates.queue({
      projectId: 'project-1',
      subdomain: 'docs',
      source: 'api',
      commit: head,
    });
    await until(store, last.statusId, isOver);
    return { updates, head, edition: await readEdition(store, place.options.dataDir), recoveries };
  } finally {
    await child[Symbol.asyncDispose]();
  }
}

export function isOver({ endedAt }: UpdateStatus): boolean {
  return endedAt !== null;
}

export async function until(
  store: ServiceStore,
  statusId: string,
  isReached: (update: UpdateStatus) => boolean,
): Promise<UpdateStatus> {
  for (;;) {
    const update = (await store.updates.read(statusId))!;
    if (isReached(update)) return update;
    await wait(READ_INTERVAL);
  }
}

/** Where a process may be held in the middle of an update. */
export type UpdateStep = 'fetched' | 'indexed' | 'published';

export interface UpdateProcess extends AsyncDisposable {
  /** Resolves when the process stands still at the step that it is held at. */
  held: Promise<unknown>;
}

/** A process that runs updates, killed when it is disposed of. */
export function startProcess(
  { options: { dataDir, databaseUrl = '' } }: Pick<StorePlace, 'options'>,
  repository: string,
  lease: number,
  heldAt?: UpdateStep,
): UpdateProcess {
  const args = [PROCESS, dataDir, databaseUrl, repository, String(lease), heldAt ?? ''];
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const exit = once(child, 'exit');
  return {
    held: once(child, 'message'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function readEdition(store: ServiceStore, folder: string): Promise<string | null> {
  const generation = (await store.generations.current('project-1'))!;
  const file = join(folder, 'fetched.sqlite');
  await store.generations.fetch(generation, file);
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT content FROM sections').all();
  database.close();
  const editions = new Set(rows.map(({ content }) => /edition\d+/.exec(content as string)?.[0]));
  return rows.length === PAGES && editions.size === 1 ? ([...editions][0] ?? null) : null;
}

function edition(number: number): Record<string, string> {
  const pages = Array.from({ length: PAGES }, (_, page) => [
    `page-${page}.md`,
    `# Page ${page}\n\nedition${number}\n\n${'A paragraph of text. '.repeat(20)}`,
  ]);
  return Object.fromEntries(pages) as Record<string, string>;
}
