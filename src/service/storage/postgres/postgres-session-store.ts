import type { AgentSession } from '../../../protocol/api.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { MAX_SESSIONS, type SessionStore } from '../service-store.ts';
import { toJson } from './postgres-json.ts';

interface SessionRow {
  session: AgentSession;
}

/** Create the store of agent sessions in the database. */
export function createPostgresSessionStore(database: PostgresDatabase): SessionStore {
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
    async list(projectId, limit) {
      const rows = await database.query<SessionRow>(
        `SELECT session FROM docs_assistant.sessions WHERE project_id = $1
         ORDER BY created_at DESC, sequence DESC LIMIT $2`,
        [projectId, limit],
      );
      return rows.map(({ session }) => session);
    },
  };
}
