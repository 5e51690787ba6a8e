import type { PostgresDatabase } from './postgres-database.ts';
import { KEY_USE_RESOLUTION, type KeyKind, type KeyRecord, type KeyStore } from '../service-store.ts';

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
export function createPostgresKeyStore(database: PostgresDatabase, clock: () => number): KeyStore {
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
