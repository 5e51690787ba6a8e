import type { DatabaseSync } from 'node:sqlite';
import type { AgentSession } from '../../../protocol/api.ts';
import { MAX_SESSIONS, type SessionStore } from '../service-store.ts';
import { inTransaction } from './sqlite-database.ts';

/** Create the store of agent sessions in the data folder. */
export function createSqliteSessionStore(database: DatabaseSync): SessionStore {
  const insert = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)');
  const drop = database.prepare(
    `DELETE FROM sessions WHERE rowid IN (
       SELECT rowid FROM sessions WHERE project_id = ? ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
  );
  const select = database.prepare('SELECT session FROM sessions WHERE project_id = ? AND id = ?');
  const selectLatest = database.prepare(
    'SELECT session FROM sessions WHERE project_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?',
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
    async list(projectId, limit) {
      return selectLatest
        .all(projectId, limit)
        .map((row) => JSON.parse(row['session'] as string) as AgentSession);
    },
  };
}
