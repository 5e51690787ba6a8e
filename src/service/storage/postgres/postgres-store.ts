import { createPostgresThreadStore } from './postgres-thread-store.ts';
import { DEFAULT_THREAD_LIMITS } from '../thread-store.ts';
import { openPostgresDatabase, type PostgresDatabase, toJson } from './postgres-database.ts';
import { PostgresGenerationStore } from './postgres-generation-store.ts';
import { createPostgresLimitStore } from './postgres-limit-store.ts';
import { openNotices } from './postgres-notices.ts';
import { migrate } from './postgres-schema.ts';
import { PostgresUpdateStore } from './postgres-update-store.ts';
import {
  type ServiceStore,
  type StoreOptions,
  KEY_USE_RESOLUTION,
  type KeyKind,
  type KeyRecord,
  type KeyStore,
  MAX_SESSIONS,
  type SessionStore,
} from '../service-store.ts';
import type { AgentSession } from '../../../protocol/api.ts';
import { daysOf, type InsightKind, type InsightStore } from '../insight-store.ts';

/**
 * Open a store in one database, for any number of processes on any number of machines. Missing tables are created, in a schema of
 * their own. A lost connection is opened again; calls meanwhile reject with `StoreUnavailable`.
 *
 * @param url `postgres://user:password@host/database`
 * @throws Error when `pg` is not installed, or the database was written by a newer version
 * @throws StoreUnavailable when the database does not answer
 */
export async function openPostgresStore(url: string, options: StoreOptions = {}): Promise<ServiceStore> {
  const { clock = Date.now } = options;
  const database = await openPostgresDatabase(url);
  try {
    await migrate(database);
    const notices = openNotices(database);
    return {
      keys: createPostgresKeyStore(database, clock),
      threads: createPostgresThreadStore(database, { ...DEFAULT_THREAD_LIMITS, ...options.threads }, clock),
      limits: createPostgresLimitStore(database),
      updates: new PostgresUpdateStore(database, notices, options.clock),
      sessions: createPostgresSessionStore(database),
      insights: createPostgresInsightStore(database),
      generations: new PostgresGenerationStore(database, notices, clock),
      async check() {
        await database.query('SELECT 1');
      },
      async close() {
        await notices.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface KeyRow {
  id: string;
  kind: KeyKind;
  project_id: string;
  label: string;
  digest: Buffer;
  created_at: string;
  revoked_at: string | null;
  used_at: string | null;
}

/** Create the store of keys in the database. */
function createPostgresKeyStore(database: PostgresDatabase, clock: () => number): KeyStore {
  return {
    async add({ id, kind, projectId, label }, digest) {
      await database.query(
        `INSERT INTO docs_assistant.keys (id, kind, project_id, label, digest, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, kind, projectId, label, digest, clock()],
      );
    },
    async list(projectId) {
      const rows = await database.query<KeyRow>(
        `SELECT * FROM docs_assistant.keys WHERE $1::text IS NULL OR project_id = $1
         ORDER BY created_at DESC, sequence DESC`,
        [projectId ?? null],
      );
      return rows.map(toRecord);
    },
    async revoke(id) {
      const rows = await database.query(
        'UPDATE docs_assistant.keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING id',
        [clock(), id],
      );
      return rows.length > 0;
    },
    async digests() {
      const rows = await database.query<KeyRow>('SELECT * FROM docs_assistant.keys WHERE revoked_at IS NULL');
      return rows.map(({ id, kind, project_id, digest }) => ({ id, kind, projectId: project_id, digest }));
    },
    async touch(id) {
      const now = clock();
      await database.query(
        'UPDATE docs_assistant.keys SET used_at = $1 WHERE id = $2 AND (used_at IS NULL OR used_at <= $3)',
        [now, id, now - KEY_USE_RESOLUTION],
      );
    },
  };
}

function toRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    kind: row.kind,
    projectId: row.project_id,
    label: row.label,
    createdAt: Number(row.created_at),
    revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
    usedAt: row.used_at === null ? null : Number(row.used_at),
  };
}

interface SessionRow {
  session: AgentSession;
}

/** Create the store of agent sessions in the database. */
function createPostgresSessionStore(database: PostgresDatabase): SessionStore {
  return {
    async create(projectId, session) {
      await database.transaction(async (query) => {
        await query(
          'INSERT INTO docs_assistant.sessions (project_id, id, created_at, session) VALUES ($1, $2, $3, $4)',
          [projectId, session.sessionId, session.createdAt, toJson(session)],
        );
        await query(
          `DELETE FROM docs_assistant.sessions WHERE project_id = $1 AND id IN (
             SELECT id FROM docs_assistant.sessions WHERE project_id = $1
             ORDER BY created_at DESC, sequence DESC OFFSET $2 FOR UPDATE SKIP LOCKED)`,
          [projectId, MAX_SESSIONS],
        );
      });
    },
    async change(projectId, sessionId, change) {
      return database.transaction(async (query) => {
        const [row] = await query<SessionRow>(
          'SELECT session FROM docs_assistant.sessions WHERE project_id = $1 AND id = $2 FOR UPDATE',
          [projectId, sessionId],
        );
        if (!row) return null;
        const session: AgentSession = { ...row.session, ...change };
        await query('UPDATE docs_assistant.sessions SET session = $3 WHERE project_id = $1 AND id = $2', [
          projectId,
          sessionId,
          toJson(session),
        ]);
        return session;
      });
    },
    async read(projectId, sessionId) {
      const [row] = await database.query<SessionRow>(
        'SELECT session FROM docs_assistant.sessions WHERE project_id = $1 AND id = $2',
        [projectId, sessionId],
      );
      return row?.session ?? null;
    },
    async list(projectId, limit, skip = 0) {
      const rows = await database.query<SessionRow>(
        `SELECT session FROM docs_assistant.sessions WHERE project_id = $1
         ORDER BY created_at DESC, sequence DESC LIMIT $2 OFFSET $3`,
        [projectId, limit, skip],
      );
      return rows.map(({ session }) => session);
    },
  };
}

interface InsightRow {
  kind: InsightKind;
  version: string;
  language: string;
  text: string;
  count: string;
  last_day: string;
}

const ADD = `INSERT INTO docs_assistant.insights AS kept (project_id, day, kind, version, language, text, count)`;
const ADD_UP =
  'ON CONFLICT (project_id, day, kind, version, language, text) DO UPDATE SET count = kept.count + excluded.count';

/** Create the store of insights in the database. */
function createPostgresInsightStore(database: PostgresDatabase): InsightStore {
  return {
    async add(counts, maxTexts) {
      await database.transaction(async (query) => {
        const days = daysOf(counts);
        // One process at a time, so that two of them do not lock the rows in different orders.
        await query("SELECT pg_advisory_xact_lock(hashtextextended('docs_assistant.insights', 0))");
        await query(
          `${ADD} SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) ${ADD_UP}`,
          [
            counts.map(({ projectId }) => projectId),
            counts.map(({ day }) => day),
            counts.map(({ kind }) => kind),
            counts.map(({ version }) => withoutNull(version)),
            counts.map(({ language }) => withoutNull(language)),
            counts.map(({ text }) => withoutNull(text)),
            counts.map(({ count }) => count),
          ],
        );
        for (const [projectId, day] of days) {
          await query(
            `WITH rarest AS (
               DELETE FROM docs_assistant.insights WHERE project_id = $1 AND day = $2 AND (kind, version, language, text) IN (
                 SELECT kind, version, language, text FROM docs_assistant.insights
                 WHERE project_id = $1 AND day = $2 AND text <> ''
                 ORDER BY count DESC, kind, version, language, text OFFSET $3)
               RETURNING kind, version, language, count)
             ${ADD} SELECT $1, $2, kind, version, language, '', sum(count) FROM rarest GROUP BY kind, version, language ${ADD_UP}`,
            [projectId, day, maxTexts],
          );
        }
      });
    },
    async read(projectId, { since, until }) {
      const rows = await database.query<InsightRow>(
        `SELECT kind, version, language, text, sum(count) AS count, max(day) AS last_day FROM docs_assistant.insights
         WHERE project_id = $1 AND day BETWEEN $2 AND $3 GROUP BY kind, version, language, text`,
        [projectId, since, until],
      );
      return rows.map(({ last_day: lastDay, count, ...row }) => ({ ...row, count: Number(count), lastDay }));
    },
    async removeBefore(day) {
      await database.query('DELETE FROM docs_assistant.insights WHERE day < $1', [day]);
    },
  };
}

/** Leave out the one character that PostgreSQL cannot store. */
function withoutNull(text: string): string {
  return text.replaceAll('\0', '');
}
