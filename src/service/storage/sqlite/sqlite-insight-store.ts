import type { DatabaseSync } from 'node:sqlite';
import { daysOf, type InsightKind, type InsightStore } from '../insight-store.ts';
import { inTransaction } from './sqlite-database.ts';

/** Create the store of insights in the data folder. */
export function createSqliteInsightStore(database: DatabaseSync): InsightStore {
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
