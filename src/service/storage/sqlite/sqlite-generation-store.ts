import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ChangeSignal } from './change-signal.ts';
import { hashFile, shareFile, syncFile } from '../generation-file.ts';
import type { Generation, GenerationStore } from '../service-store.ts';
import { inTransaction } from './sqlite-database.ts';

const UNFINISHED = '.unfinished';
/** Milliseconds after which nobody is writing to an unfinished file any more. */
const ABANDONED = 86_400_000;

/** Generations as files beside the database, which says what they are. */
export function createFileGenerationStore(
  database: DatabaseSync,
  folder: string,
  clock: () => number,
  changes: ChangeSignal,
): GenerationStore {
  const nextNumber = database.prepare(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM generations WHERE project_id = ?',
  );
  const selectHeld = database.prepare(
    `SELECT 1 FROM updates WHERE id = ? AND worker = ? AND state = 'in_progress'`,
  );
  const insert = database.prepare('INSERT INTO generations VALUES (?, ?, ?, ?, ?, ?, ?)');
  const selectCurrent = database.prepare(
    'SELECT * FROM generations WHERE project_id = ? ORDER BY number DESC LIMIT 1',
  );
  const selectCurrents = database.prepare(
    'SELECT project_id, max(number) AS number FROM generations GROUP BY project_id',
  );
  const selectFile = database.prepare('SELECT file FROM generations WHERE project_id = ? AND number = ?');
  const drop = database.prepare(
    `DELETE FROM generations WHERE project_id = ? AND number NOT IN (
       SELECT number FROM generations WHERE project_id = ? ORDER BY number DESC LIMIT ?)`,
  );
  const selectFiles = database.prepare('SELECT file FROM generations WHERE project_id = ?');
  const folderOf = (projectId: string) => join(folder, encodeURIComponent(projectId));

  return {
    async publish(projectId, file, commit, held) {
      mkdirSync(folderOf(projectId), { recursive: true });
      const name = randomUUID();
      const target = join(folderOf(projectId), name);
      const unfinished = target + UNFINISHED;
      await shareFile(file, unfinished);
      await syncFile(unfinished);
      const { hash, size } = await hashFile(unfinished);
      const createdAt = clock();
      const number = inTransaction(database, () => {
        if (held && !selectHeld.get(held.statusId, held.worker)) return null;
        const next = Number(nextNumber.get(projectId)!['number']);
        renameSync(unfinished, target);
        insert.run(projectId, next, hash, size, commit, createdAt, name);
        return next;
      });
      if (number === null) {
        await rm(unfinished);
        return null;
      }
      changes.tell();
      return { projectId, number, hash, size, commit, createdAt };
    },
    async current(projectId) {
      const row = selectCurrent.get(projectId);
      return row ? toGeneration(row) : null;
    },
    async fetch({ projectId, number, hash }, target) {
      const row = selectFile.get(projectId, number);
      if (!row) throw new Error(`Generation ${number} of ${projectId} was removed`);
      const unfinished = `${target}.${randomUUID()}${UNFINISHED}`;
      mkdirSync(dirname(target), { recursive: true });
      try {
        await shareFile(join(folderOf(projectId), row['file'] as string), unfinished);
        if ((await hashFile(unfinished)).hash !== hash) {
          throw new Error(`Generation ${number} of ${projectId} is damaged: its hash is wrong`);
        }
        await rename(unfinished, target);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    onPublished(listener) {
      const numbers = new Map<string, number>();
      const readNumbers = () =>
        selectCurrents.all().filter((row) => {
          const [projectId, number] = [row['project_id'] as string, row['number'] as number];
          const isNew = numbers.get(projectId) !== number;
          numbers.set(projectId, number);
          return isNew;
        });
      readNumbers();
      return changes.listen(() => {
        for (const row of readNumbers()) listener(row['project_id'] as string);
      });
    },
    async prune(projectId, keep) {
      // In a transaction: nobody publishes meanwhile.
      inTransaction(database, () => {
        drop.run(projectId, projectId, keep);
        const kept = new Set(selectFiles.all(projectId).map((row) => row['file'] as string));
        mkdirSync(folderOf(projectId), { recursive: true });
        for (const name of readdirSync(folderOf(projectId))) {
          const path = join(folderOf(projectId), name);
          const isUnderWay = name.endsWith(UNFINISHED) && clock() - statSync(path).ctimeMs < ABANDONED;
          if (!kept.has(name) && !isUnderWay) rmSync(path, { force: true });
        }
      });
    },
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
