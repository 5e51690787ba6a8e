import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hashFile } from '../generation-file.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { NOTIFY, type Notices } from './postgres-notices.ts';
import type { Generation, GenerationStore } from '../service-store.ts';

/** Bytes of a file that are sent at once. */
const CHUNK_BYTES = 1_048_576;
/** What is sent, before the project's id, when another generation became current. */
const PUBLISHED = 'published ';

/** Finds an update while a worker holds it, and keeps it so until the end of the transaction. */
const LOCK_HELD = `SELECT 1 FROM docs_assistant.updates
  WHERE id = $1 AND worker = $2 AND state = 'in_progress' FOR UPDATE`;

interface GenerationRow {
  project_id: string;
  number: number;
  hash: string;
  size: string;
  commit_sha: string | null;
  created_at: string;
}

/** Generations in the database, in pieces. */
export function createPostgresGenerationStore(
  database: PostgresDatabase,
  notices: Notices,
  clock: () => number,
): GenerationStore {
  return {
    async publish(projectId, file, commit, held) {
      const { hash, size } = await hashFile(file);
      return database.transaction(async (query) => {
        await query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`publish ${projectId}`]);
        const [row] = await query<GenerationRow>(
          `INSERT INTO docs_assistant.generations
           SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 FROM docs_assistant.generations WHERE project_id = $1
           RETURNING *`,
          [projectId, hash, size, commit, clock()],
        );
        const { number } = row!;
        let position = 0;
        for await (const bytes of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
          await query('INSERT INTO docs_assistant.generation_chunks VALUES ($1, $2, $3, $4)', [
            ...[projectId, number, position++, bytes],
          ]);
        }
        // Last of all, so that nobody takes the update over before this is committed.
        const isHeld =
          held === undefined || (await query(LOCK_HELD, [held.statusId, held.worker])).length > 0;
        if (!isHeld) {
          await query('DELETE FROM docs_assistant.generations WHERE project_id = $1 AND number = $2', [
            ...[projectId, number],
          ]);
          return null;
        }
        await query(NOTIFY, [PUBLISHED + projectId]);
        return toGeneration(row!);
      });
    },
    async current(projectId) {
      const [row] = await database.query<GenerationRow>(
        'SELECT * FROM docs_assistant.generations WHERE project_id = $1 ORDER BY number DESC LIMIT 1',
        [projectId],
      );
      return row ? toGeneration(row) : null;
    },
    async fetch({ projectId, number, hash, size }, target) {
      mkdirSync(dirname(target), { recursive: true });
      const unfinished = `${target}.${randomUUID()}.unfinished`;
      try {
        const found = createHash('sha256');
        const file = await open(unfinished, 'wx');
        try {
          for (let position = 0, length = 0; length < size; position++) {
            const [chunk] = await database.query<{ bytes: Buffer }>(
              `SELECT bytes FROM docs_assistant.generation_chunks
               WHERE project_id = $1 AND number = $2 AND position = $3`,
              [projectId, number, position],
            );
            if (!chunk) throw new Error(`Generation ${number} of ${projectId} was removed`);
            length += chunk.bytes.length;
            found.update(chunk.bytes);
            await file.writeFile(chunk.bytes);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        if (found.digest('hex') !== hash) {
          throw new Error(`Generation ${number} of ${projectId} is damaged: its hash is wrong`);
        }
        await rename(unfinished, target);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    onPublished(listener) {
      const numbers = new Map<string, number>();
      const look = async (): Promise<void> => {
        const rows = await database.query<{ project_id: string; number: number }>(
          'SELECT project_id, max(number) AS number FROM docs_assistant.generations GROUP BY project_id',
        );
        for (const { project_id: projectId, number } of rows) {
          if (numbers.get(projectId) === number) continue;
          numbers.set(projectId, number);
          listener(projectId);
        }
      };
      return notices.listen((notice) => {
        if (notice?.startsWith(PUBLISHED)) listener(notice.slice(PUBLISHED.length));
        // The next look makes up for one that fails.
        else if (notice === null) look().catch(() => {});
      });
    },
    async prune(projectId, keep) {
      await database.query(
        `DELETE FROM docs_assistant.generations WHERE project_id = $1 AND number NOT IN (
           SELECT number FROM docs_assistant.generations WHERE project_id = $1 ORDER BY number DESC LIMIT $2)`,
        [projectId, keep],
      );
    },
  };
}

function toGeneration(row: GenerationRow): Generation {
  return {
    projectId: row.project_id,
    number: row.number,
    hash: row.hash,
    size: Number(row.size),
    commit: row.commit_sha,
    createdAt: Number(row.created_at),
  };
}
