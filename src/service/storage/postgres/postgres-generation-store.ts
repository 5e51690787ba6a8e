import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { hashFile, putInPlace } from '../generation-file.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { NOTIFY, type Notices } from './postgres-notices.ts';
import type { Generation, GenerationStore, LeasedUpdate } from '../service-store.ts';

/** Bytes of a file in one row. */
const CHUNK_BYTES = 1_048_576;
/** Notice that another generation is current; the id of the project follows. */
const PUBLISHED = 'published ';

/** Find an update that the worker holds, and lock it until the end of the transaction. */
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

/** Generations in the database, in chunks: one row each, so that no file is in memory as a whole. */
export class PostgresGenerationStore implements GenerationStore {
  readonly #database: PostgresDatabase;
  readonly #notices: Notices;
  readonly #clock: () => number;

  /** @param clock Milliseconds since the epoch */
  constructor(database: PostgresDatabase, notices: Notices, clock: () => number) {
    this.#database = database;
    this.#notices = notices;
    this.#clock = clock;
  }

  async publish(
    projectId: string,
    file: string,
    commit: string | null,
    held?: LeasedUpdate,
  ): Promise<Generation | null> {
    const { hash, size } = await hashFile(file);
    return this.#database.transaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`publish ${projectId}`]);
      const [row] = await query<GenerationRow>(
        `INSERT INTO docs_assistant.generations
         SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 FROM docs_assistant.generations WHERE project_id = $1
         RETURNING *`,
        [projectId, hash, size, commit, this.#clock()],
      );
      const { number } = row!;
      let position = 0;
      for await (const bytes of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
        await query('INSERT INTO docs_assistant.generation_chunks VALUES ($1, $2, $3, $4)', [
          projectId,
          number,
          position++,
          bytes,
        ]);
      }
      // Keep the update locked until the commit, so that no other worker takes it before. Lock it last, because renewing its
      // lease waits for the lock.
      const isHeld = held === undefined || (await query(LOCK_HELD, [held.statusId, held.worker])).length > 0;
      if (!isHeld) {
        await query('DELETE FROM docs_assistant.generations WHERE project_id = $1 AND number = $2', [
          projectId,
          number,
        ]);
        return null;
      }
      await query(NOTIFY, [PUBLISHED + projectId]);
      return toGeneration(row!);
    });
  }

  async current(projectId: string): Promise<Generation | null> {
    const [row] = await this.#database.query<GenerationRow>(
      'SELECT * FROM docs_assistant.generations WHERE project_id = $1 ORDER BY number DESC LIMIT 1',
      [projectId],
    );
    return row ? toGeneration(row) : null;
  }

  async fetch(generation: Generation, target: string): Promise<void> {
    await putInPlace(generation, target, (path) => this.#download(generation, path));
  }

  onPublished(listener: (projectId: string) => void): () => void {
    const numbers = new Map<string, number>();
    const poll = async (): Promise<void> => {
      const rows = await this.#database.query<{ project_id: string; number: number }>(
        'SELECT project_id, max(number) AS number FROM docs_assistant.generations GROUP BY project_id',
      );
      for (const { project_id: projectId, number } of rows) {
        if (numbers.get(projectId) === number) continue;
        numbers.set(projectId, number);
        listener(projectId);
      }
    };
    return this.#notices.listen((notice) => {
      if (notice?.startsWith(PUBLISHED)) listener(notice.slice(PUBLISHED.length));
      // Errors are ignored because the next poll follows in seconds.
      else if (notice === null) poll().catch(() => {});
    });
  }

  async prune(projectId: string, keep: number): Promise<void> {
    await this.#database.query(
      `DELETE FROM docs_assistant.generations WHERE project_id = $1 AND number NOT IN (
         SELECT number FROM docs_assistant.generations WHERE project_id = $1 ORDER BY number DESC LIMIT $2)`,
      [projectId, keep],
    );
  }

  /** Write the chunks of a generation into a new file. @returns their SHA-256 in hexadecimal */
  async #download({ projectId, number, size }: Generation, target: string): Promise<string> {
    const hash = createHash('sha256');
    const file = await open(target, 'wx');
    try {
      for (let position = 0, length = 0; length < size; position++) {
        const [chunk] = await this.#database.query<{ bytes: Buffer }>(
          `SELECT bytes FROM docs_assistant.generation_chunks
           WHERE project_id = $1 AND number = $2 AND position = $3`,
          [projectId, number, position],
        );
        if (!chunk) throw new Error(`Generation ${number} of ${projectId} was removed`);
        length += chunk.bytes.length;
        hash.update(chunk.bytes);
        await file.writeFile(chunk.bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  }
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
