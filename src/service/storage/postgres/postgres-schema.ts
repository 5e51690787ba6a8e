import type { PostgresDatabase } from './postgres-database.ts';

/** Schema of all tables. The rest of the database is not touched. */
const SCHEMA = 'docs_assistant';

/** Any number, as long as all processes of this program use the same and others do not. */
const MIGRATION_LOCK = 5_718_203_114;

/**
 * The schema as a list of statements that run in order, each once in the life of a database. To change a table, append one. It
 * must not break processes of the previous version, because a rolling update runs both.
 */
const MIGRATIONS = [
  `CREATE TABLE docs_assistant.keys (
     sequence bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, kind text NOT NULL, project_id text NOT NULL,
     label text NOT NULL, digest bytea NOT NULL UNIQUE, created_at bigint NOT NULL, revoked_at bigint, used_at bigint
   );
   CREATE TABLE docs_assistant.threads (
     id uuid PRIMARY KEY, domain text NOT NULL, owner bytea NOT NULL, used_at bigint NOT NULL
   );
   CREATE INDEX threads_by_use ON docs_assistant.threads (used_at);
   CREATE TABLE docs_assistant.turns (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     thread_id uuid NOT NULL REFERENCES docs_assistant.threads ON DELETE CASCADE,
     question text NOT NULL, answer text NOT NULL
   );
   CREATE INDEX turns_by_thread ON docs_assistant.turns (thread_id, sequence);
   CREATE TABLE docs_assistant.limit_counters (key text PRIMARY KEY, count bigint NOT NULL, expires_at bigint NOT NULL);
   CREATE INDEX limit_counters_by_end ON docs_assistant.limit_counters (expires_at);
   CREATE FUNCTION docs_assistant.charge(keys text[], limits bigint[], ends bigint[]) RETURNS TABLE (key text, count bigint, accepted boolean)
   LANGUAGE plpgsql AS $$
   #variable_conflict use_column
   DECLARE full_ones integer;
   BEGIN
     -- All transactions lock in the same order, so that there is no deadlock.
     INSERT INTO docs_assistant.limit_counters
       SELECT k, 0, e FROM unnest(keys, ends) AS given (k, e) ORDER BY k ON CONFLICT DO NOTHING;
     PERFORM 1 FROM docs_assistant.limit_counters AS c WHERE c.key = ANY (keys) ORDER BY c.key FOR UPDATE;
     SELECT count(*) INTO full_ones FROM unnest(keys, limits) AS given (k, l)
       JOIN docs_assistant.limit_counters AS c ON c.key = k WHERE c.count >= l;
     IF full_ones = 0 THEN
       UPDATE docs_assistant.limit_counters AS c SET count = c.count + 1 WHERE c.key = ANY (keys);
     END IF;
     RETURN QUERY SELECT c.key, c.count, full_ones = 0 FROM docs_assistant.limit_counters AS c WHERE c.key = ANY (keys);
   END $$;
   CREATE TABLE docs_assistant.updates (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL UNIQUE, project_id text NOT NULL,
     commit_sha text, state text NOT NULL, worker text, leased_until bigint, attempt integer NOT NULL DEFAULT 0,
     request jsonb NOT NULL, record jsonb NOT NULL
   );
   CREATE INDEX updates_by_project ON docs_assistant.updates (project_id, state);
   CREATE TABLE docs_assistant.sessions (
     sequence bigint GENERATED ALWAYS AS IDENTITY, project_id text NOT NULL, id text NOT NULL, created_at timestamptz NOT NULL,
     session jsonb NOT NULL, PRIMARY KEY (project_id, id)
   );
   CREATE TABLE docs_assistant.generations (
     project_id text NOT NULL, number integer NOT NULL, hash text NOT NULL, size bigint NOT NULL, commit_sha text,
     created_at bigint NOT NULL, PRIMARY KEY (project_id, number)
   );
   CREATE TABLE docs_assistant.generation_chunks (
     project_id text NOT NULL, number integer NOT NULL, position integer NOT NULL, bytes bytea NOT NULL,
     PRIMARY KEY (project_id, number, position),
     FOREIGN KEY (project_id, number) REFERENCES docs_assistant.generations ON DELETE CASCADE
   );
   ALTER TABLE docs_assistant.generation_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;`,
  // One running update per project, enforced by the database, because a mistake in the query of `take` would run two at once.
  `CREATE UNIQUE INDEX updates_running ON docs_assistant.updates (project_id) WHERE state = 'in_progress';`,
  `CREATE TABLE docs_assistant.insights (
     project_id text NOT NULL, day text NOT NULL, kind text NOT NULL, version text NOT NULL, language text NOT NULL,
     text text NOT NULL, count bigint NOT NULL, PRIMARY KEY (project_id, day, kind, version, language, text)
   );
   CREATE INDEX insights_by_day ON docs_assistant.insights (day);`,
];

/**
 * Run the statements that are missing, under a lock.
 *
 * @throws Error when a newer version wrote to the database
 */
export async function migrate(database: PostgresDatabase): Promise<void> {
  await database.transaction(async (query) => {
    // The lock ends with the transaction, so that a process that dies here does not block the others.
    await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    // Check instead of `IF NOT EXISTS`, which requires the right to create schemas even if the schema exists.
    const found = await query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [SCHEMA]);
    if (found.length === 0) await query(`CREATE SCHEMA ${SCHEMA}`);
    await query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.migrations (version integer PRIMARY KEY)`);
    const [row] = await query<{ version: number }>(
      `SELECT coalesce(max(version), 0) AS version FROM ${SCHEMA}.migrations`,
    );
    const version = row!.version;
    if (version > MIGRATIONS.length) {
      throw new Error('The database was written by a newer version of docs-assistant');
    }
    for (const [index, statements] of MIGRATIONS.slice(version).entries()) {
      await query(statements);
      await query(`INSERT INTO ${SCHEMA}.migrations VALUES ($1)`, [version + index + 1]);
    }
  });
}
