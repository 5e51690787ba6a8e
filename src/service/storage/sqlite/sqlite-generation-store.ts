import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { createFolder } from '../create-folder.ts';
import type { ChangeSignal } from './change-signal.ts';
import { hashFile, putInPlace, shareFile, syncFile, UNFINISHED } from '../generation-file.ts';
import type { Generation, GenerationStore, LeasedUpdate } from '../service-store.ts';
import { inTransaction } from './sqlite-database.ts';

/** Age in milliseconds from which an unfinished file counts as left behind by a crash. */
const ABANDONED = 86_400_000;

/** Generations as files beside the database. A file without a row in the database does not count. */
export class SqliteGenerationStore implements GenerationStore {
  readonly #database: DatabaseSync;
  readonly #folder: string;
  readonly #clock: () => number;
  readonly #changes: ChangeSignal;
  readonly #statements: ReturnType<typeof prepareStatements>;

  /** @param clock Milliseconds since the epoch */
  constructor(database: DatabaseSync, folder: string, clock: () => number, changes: ChangeSignal) {
    this.#database = database;
    this.#folder = folder;
    this.#clock = clock;
    this.#changes = changes;
    this.#statements = prepareStatements(database);
  }

  async publish(
    projectId: string,
    file: string,
    commit: string | null,
    held?: LeasedUpdate,
  ): Promise<Generation | null> {
    const { selectHeld, nextNumber, insert } = this.#statements;
    const folder = this.#folderOf(projectId);
    createFolder(folder);
    const name = randomUUID();
    const unfinished = join(folder, name + UNFINISHED);
    await shareFile(file, unfinished);
    await syncFile(unfinished);
    const { hash, size } = await hashFile(unfinished);
    const createdAt = this.#clock();
    const number = inTransaction(this.#database, () => {
      if (held && !selectHeld.get(held.statusId, held.worker)) return null;
      const next = Number(nextNumber.get(projectId)!['number']);
      renameSync(unfinished, join(folder, name));
      insert.run(projectId, next, hash, size, commit, createdAt, name);
      return next;
    });
    if (number === null) {
      await rm(unfinished);
      return null;
    }
    this.#changes.notify();
    return { projectId, number, hash, size, commit, createdAt };
  }

  async current(projectId: string): Promise<Generation | null> {
    const row = this.#statements.selectCurrent.get(projectId);
    return row ? toGeneration(row) : null;
  }

  async fetch(generation: Generation, target: string): Promise<void> {
    const { projectId, number } = generation;
    const row = this.#statements.selectFile.get(projectId, number);
    if (!row) throw new Error(`Generation ${number} of ${projectId} was removed`);
    await putInPlace(generation, target, async (path) => {
      await shareFile(join(this.#folderOf(projectId), row['file'] as string), path);
      return (await hashFile(path)).hash;
    });
  }

  onPublished(listener: (projectId: string) => void): () => void {
    const numbers = new Map<string, number>();
    const readChanged = () =>
      this.#statements.selectNewest
        .all()
        .map((row) => ({ projectId: row['project_id'] as string, number: row['number'] as number }))
        .filter(({ projectId, number }) => numbers.get(projectId) !== number);
    for (const { projectId, number } of readChanged()) numbers.set(projectId, number);
    return this.#changes.listen(() => {
      for (const { projectId, number } of readChanged()) {
        numbers.set(projectId, number);
        listener(projectId);
      }
    });
  }

  async prune(projectId: string, keep: number): Promise<void> {
    const { drop, selectFiles } = this.#statements;
    const folder = this.#folderOf(projectId);
    // In a transaction, so that no file is published between the query and the removal.
    inTransaction(this.#database, () => {
      drop.run(projectId, projectId, keep);
      const kept = new Set(selectFiles.all(projectId).map((row) => row['file'] as string));
      createFolder(folder);
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        const isUnderWay = name.endsWith(UNFINISHED) && this.#clock() - statSync(path).ctimeMs < ABANDONED;
        if (!kept.has(name) && !isUnderWay) rmSync(path, { force: true });
      }
    });
  }

  #folderOf(projectId: string): string {
    return join(this.#folder, encodeURIComponent(projectId));
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    nextNumber: database.prepare(
      'SELECT coalesce(max(number), 0) + 1 AS number FROM generations WHERE project_id = ?',
    ),
    selectHeld: database.prepare(
      `SELECT 1 FROM updates WHERE id = ? AND worker = ? AND state = 'in_progress'`,
    ),
    insert: database.prepare('INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?)'),
    selectCurrent: database.prepare(
      'SELECT * FROM generations WHERE project_id = ? ORDER BY number DESC LIMIT 1',
    ),
    selectNewest: database.prepare(
      'SELECT project_id, max(number) AS number FROM generations GROUP BY project_id',
    ),
    selectFile: database.prepare('SELECT file FROM generations WHERE project_id = ? AND number = ?'),
    drop: database.prepare(
      `DELETE FROM generations WHERE project_id = ? AND number NOT IN (
         SELECT number FROM generations WHERE project_id = ? ORDER BY number DESC LIMIT ?)`,
    ),
    selectFiles: database.prepare('SELECT file FROM generations WHERE project_id = ?'),
  };
}

function toGeneration(row: Record<string, SQLOutputValue>): Generation {
  return {
    projectId: row['project_id'] as string,
    number: row['number'] as number,
    hash: row['hash'] as string,
    size: row['size'] as number,
    commit: row['commit_sha'] as string | null,
    createdAt: row['created_at'] as number,
  };
}
