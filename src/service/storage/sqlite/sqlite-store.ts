import { join } from 'node:path';
import { createSqliteThreadStore } from './sqlite-thread-store.ts';
import { DEFAULT_THREAD_LIMITS } from '../thread-store.ts';
import { createChangeSignal } from './change-signal.ts';
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
import { SqliteGenerationStore } from './sqlite-generation-store.ts';
import { createSqliteLimitStore, openLimitDatabase } from './sqlite-limit-store.ts';
import { SqliteUpdateStore } from './sqlite-update-store.ts';
import { openStateDatabase } from './state-database.ts';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { AgentSession } from '../../../protocol/api.ts';
import { inTransaction } from './sqlite-database.ts';
import { daysOf, type InsightKind, type InsightStore } from '../insight-store.ts';

/** Milliseconds between two polls for changes of other processes. */
const POLL_INTERVAL = 1_000;
const GENERATIONS_FOLDER = 'generations';

/**
 * Open a store in one folder: for one machine, on which any number of processes may share it.
 *
 * @throws Error when the folder is not writable, or a newer version wrote to it
 * @throws DamagedDatabase
 */
export function openSqliteStore(dataDir: string, options: StoreOptions = {}): ServiceStore {
  const { clock = Date.now, onDamage = () => {} } = options;
  const database = openStateDatabase(dataDir);
  const counters = openLimitDatabase(dataDir, onDamage);
  const readDataVersion = database.prepare('PRAGMA data_version');
  let dataVersion = readDataVersion.get()!['data_version'];
  // SQLite increases `data_version` when another connection has written.
  const isWrittenByOthers = () => dataVersion !== (dataVersion = readDataVersion.get()!['data_version']);
  const changes = createChangeSignal(isWrittenByOthers, POLL_INTERVAL);

  return {
    keys: createSqliteKeyStore(database, clock),
    threads: createSqliteThreadStore(database, { ...DEFAULT_THREAD_LIMITS, ...options.threads }, clock),
    limits: createSqliteLimitStore(counters),
    updates: new SqliteUpdateStore(database, clock, changes),
    sessions: createSqliteSessionStore(database),
    insights: createSqliteInsightStore(database),
    generations: new SqliteGenerationStore(database, join(dataDir, GENERATIONS_FOLDER), clock, changes),
    async check() {
      database.prepare('SELECT 1').get();
    },
    async close() {
      changes.close();
      counters.close();
      database.close();
    },
  };
}

/** Create the store of keys in the data folder. */
function createSqliteKeyStore(database: DatabaseSync, clock: () => number): KeyStore {
  const insert = database.prepare('INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)');
  const selectAll = database.prepare('SELECT * FROM keys ORDER BY created_at DESC, rowid DESC');
  const selectOf = database.prepare(
    'SELECT * FROM keys WHERE project_id = ? ORDER BY created_at DESC, rowid DESC',
  );
  const revoke = database.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const selectDigests = database.prepare('SELECT * FROM keys WHERE revoked_at IS NULL');
  const touch = database.prepare(
    'UPDATE keys SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at <= ?)',
  );

  return {
    async add({ id, kind, projectId, label }, digest) {
      insert.run(id, kind, projectId, label, digest, clock());
    },
    async list(projectId) {
      return (projectId === undefined ? selectAll.all() : selectOf.all(projectId)).map(toRecord);
    },
    async revoke(id) {
      return revoke.run(clock(), id).changes > 0;
    },
    async digests() {
      return selectDigests.all().map((row) => {
        const { id, kind, projectId } = toRecord(row);
        return { id, kind, projectId, digest: Buffer.from(row['digest'] as Uint8Array) };
      });
    },
    async touch(id) {
      const now = clock();
      touch.run(now, id, now - KEY_USE_RESOLUTION);
    },
  };
}

function toRecord(row: Record<string, SQLOutputValue>): KeyRecord {
  return {
    id: row['id'] as string,
    kind: row['kind'] as KeyKind,
    projectId: row['project_id'] as string,
    label: row['label'] as string,
    createdAt: row['created_at'] as number,
    revokedAt: row['revoked_at'] as number | null,
    usedAt: row['used_at'] as number | null,
  };
}

/** Create the store of agent sessions in the data folder. */
function createSqliteSessionStore(database: DatabaseSync): SessionStore {
  const insert = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)');
  const drop = database.prepare(
    `DELETE FROM sessions WHERE rowid IN (
       SELECT rowid FROM sessions WHERE project_id = ? ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  );
  const select = database.prepare('SELECT session FROM sessions WHERE project_id = ? AND id = ?');
  const selectLatest = database.prepare(
    'SELECT session FROM sessions WHERE project_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?',
  );
  const update = database.prepare('UPDATE sessions SET session = ? WHERE project_id = ? AND id = ?');

  function read(projectId: string, sessionId: string): AgentSession | null {
    const row = select.get(projectId, sessionId);
    return row ? (JSON.parse(row['session'] as string) as AgentSession) : null;
  }

  return {
    async create(projectId, session) {
      inTransaction(database, () => {
        insert.run(projectId, session.sessionId, session.createdAt, JSON.stringify(session));
        drop.run(projectId, MAX_SESSIONS);
      });
    },
    async change(projectId, sessionId, change) {
      return inTransaction(database, () => {
        const before = read(projectId, sessionId);
        if (before === null) return null;
        const session: AgentSession = { ...before, ...change };
        update.run(JSON.stringify(session), projectId, sessionId);
        return session;
      });
    },
    async read(projectId, sessionId) {
      return read(projectId, sessionId);
    },
    async list(projectId, limit, skip = 0) {
      return selectLatest
        .all(projectId, limit, skip)
        .map((row) => JSON.parse(row['session'] as string) as AgentSession);
    },
  };
}

/** Create the store of insights in the data folder. */
function createSqliteInsightStore(database: DatabaseSync): InsightStore {
  const add = database.prepare(
    `INSERT INTO insights VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const selectRarest = database.prepare(
    `SELECT kind, version, language, text, count FROM insights WHERE project_id = ? AND day = ? AND text <> ''
     ORDER BY count DESC, kind, version, language, text LIMIT -1 OFFSET ?`,
  );
  const remove = database.prepare(
    'DELETE FROM insights WHERE project_id = ? AND day = ? AND kind = ? AND version = ? AND language = ? AND text = ?',
  );
  const select = database.prepare(
    `SELECT kind, version, language, text, sum(count) AS count, max(day) AS last_day FROM insights
     WHERE project_id = ? AND day BETWEEN ? AND ? GROUP BY kind, version, language, text`,
  );
  const removeBefore = database.prepare('DELETE FROM insights WHERE day < ?');

  return {
    async add(counts, maxTexts) {
      inTransaction(database, () => {
        for (const { projectId, day, kind, version, language, text, count } of counts)
          add.run(projectId, day, kind, version, language, text, count);
        for (const [projectId, day] of daysOf(counts)) {
          for (const row of selectRarest.all(projectId, day, maxTexts)) {
            const scope = [row['kind']!, row['version']!, row['language']!] as const;
            remove.run(projectId, day, ...scope, row['text']!);
            add.run(projectId, day, ...scope, '', row['count']!);
          }
        }
      });
    },
    async read(projectId, { since, until }) {
      return select.all(projectId, since, until).map((row) => ({
        kind: row['kind'] as InsightKind,
        version: row['version'] as string,
        language: row['language'] as string,
        text: row['text'] as string,
        count: Number(row['count']),
        lastDay: row['last_day'] as string,
      }));
    },
    async removeBefore(day) {
      removeBefore.run(day);
    },
  };
}
