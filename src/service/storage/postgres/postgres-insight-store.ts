import type { PostgresDatabase } from './postgres-database.ts';
import { daysOf, type InsightKind, type InsightStore } from '../insight-store.ts';

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
export function createPostgresInsightStore(database: PostgresDatabase): InsightStore {
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
