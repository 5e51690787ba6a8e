import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { KEY_USE_RESOLUTION, type KeyKind, type KeyRecord, type KeyStore } from '../service-store.ts';

/** Create the store of keys in the data folder. */
export function createSqliteKeyStore(database: DatabaseSync, clock: () => number): KeyStore {
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
