import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import type { UpdateStatus } from '../../../src/client.ts';
import type { ServiceStore } from '../../../src/service/storage/service-store.ts';
import { countMissingVectors } from '../../../src/service/storage/vector-store.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { createRepository } from './git-repository.ts';
import type { StorePlace } from '../storage/stores.ts';

export interface KillOptions {
  kills: number;
  /** Lease of the processes, in milliseconds. */
  lease: number;
  /** Where the state is kept. */
  place: Pick<StorePlace, 'open' | 'options'>;
  /** Longest time between the beginning of an update and the kill, in milliseconds. */
  longestLife: number;
  /** What the documentation is in. Default `git`. */
  source?: 'git' | 'folder';
  /** Address of an endpoint for vectors. Default: none, words only. */
  embeddings?: string;
}

/** What came of updates whose processes were killed. */
export interface KillReport {
  updates: UpdateStatus[];
  /** Word that every page of the generation in service says, when they all say the same. */
  edition: string | null;
  /** Sections of that generation without a vector. */
  withoutVector: number;
  /** Milliseconds from each kill until the update under way had ended, or another process had begun it again. */
  recoveries: number[];
}

/** Milliseconds between two reads of a status: the process that is waited for wants the machine too. */
const READ_INTERVAL = 5;
/** Pages of the documentation: enough that reading takes a while. */
const PAGES = 100;
const PROCESS = fileURLToPath(new URL('update-process.ts', import.meta.url));

/**
 * Queue updates for a real process that is killed (SIGKILL) at a moment of each that is drawn, again and again; then let the last
 * process bring all of them to their ends.
 */
export async function killUpdates(options: KillOptions): Promise<KillReport> {
  const { kills, lease, longestLife, place, embeddings } = options;
  await using documentation = await createDocumentation(options.source ?? 'git');
  const store = await place.open();
  const { path, commit } = documentation;
  const source = options.source === 'folder' ? { folder: path } : { repository: path };
  const start = () => startProcess(place, { source, lease, embeddings });
  const queue = async (number: number) => {
    const update = { projectId: 'project-1', subdomain: 'docs', source: 'api' as const };
    return (await store.updates.queue({ ...update, commit: await commit(edition(number)) })).statusId;
  };
  const statusIds: string[] = [];
  const recoveries: number[] = [];
  let child = start();
  try {
    for (let kill = 0; kill < kills; kill++) {
      const statusId = await queue(kill + 1);
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
    await until(store, await queue(kills + 1), isOver);
    return { updates, recoveries, ...(await readGeneration(store, place.options.dataDir)) };
  } finally {
    await child[Symbol.asyncDispose]();
  }
}

/** Documentation to update from. */
interface Documentation extends AsyncDisposable {
  path: string;
  /** Change files. @returns the commit; `null` in a folder */
  commit(files: Record<string, string>): Promise<string | null>;
}

async function createDocumentation(source: 'git' | 'folder'): Promise<Documentation> {
  if (source === 'git') return createRepository(edition(0));
  const folder = await temporaryFolder(edition(0));
  return { ...folder, commit: (files) => folder.write(files).then(() => null) };
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

/** Options of the process that runs updates. */
export interface UpdateProcessOptions {
  source: { repository: string } | { folder: string };
  /** In milliseconds. */
  lease: number;
  heldAt?: UpdateStep | undefined;
  /** Address of an endpoint for vectors. */
  embeddings?: string | undefined;
}

/** A process that runs updates, killed when it is disposed of. */
export function startProcess(
  { options: place }: Pick<StorePlace, 'options'>,
  options: UpdateProcessOptions,
): UpdateProcess {
  const args = [PROCESS, JSON.stringify({ ...place, ...options })];
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

async function readGeneration(
  store: ServiceStore,
  folder: string,
): Promise<Pick<KillReport, 'edition' | 'withoutVector'>> {
  const generation = (await store.generations.current('project-1'))!;
  const file = join(folder, 'fetched.sqlite');
  await store.generations.fetch(generation, file);
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT content FROM sections').all();
  const withoutVector = countMissingVectors(database);
  database.close();
  const editions = new Set(rows.map(({ content }) => /edition\d+/.exec(content as string)?.[0]));
  const [only = null] = editions;
  return { edition: rows.length === PAGES && editions.size === 1 ? only : null, withoutVector };
}

function edition(number: number): Record<string, string> {
  const pages = Array.from({ length: PAGES }, (_, page) => [
    `page-${page}.md`,
    `# Page ${page}\n\nedition${number}\n\n${'A paragraph of text. '.repeat(20)}`,
  ]);
  return Object.fromEntries(pages) as Record<string, string>;
}
