import type { DatabaseSync } from 'node:sqlite';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';
import type { Boost, Calibrations, IndexFacts, IndexScope } from '../../engine/sections/index-facts.ts';

/** Read the facts of an index file. */
export function readFacts(database: DatabaseSync): IndexFacts {
  const select = database.prepare('SELECT value FROM meta WHERE key = ?');
  const meta = (key: string) => select.get(key)?.['value'] as string | undefined;
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()!['count']);
  const mainVersion = meta('mainVersion');
  const mainLanguage = meta('mainLanguage');
  return {
    pages: count('pages'),
    sections: count('sections'),
    vectors: count('vectors'),
    space: meta('space') ?? null,
    calibrations: JSON.parse(meta('calibrations') ?? '{}') as Calibrations,
    isPreliminary: meta('preliminary') !== undefined,
    scopes: database.prepare('SELECT * FROM scopes ORDER BY first').all() as unknown as IndexScope[],
    ...(mainVersion !== undefined && { mainVersion: JSON.parse(mainVersion) as string | null }),
    ...(mainLanguage !== undefined && { mainLanguage }),
    boosts: readBoosts(database),
    commonWords: database
      .prepare('SELECT DISTINCT word FROM common_words')
      .all()
      .map((row) => row['word'] as string),
    problems: readProblems(database, meta('problems')!, meta('failure')),
  };
}

/** Return the problem of a failed model. */
export function embeddingProblem(message: string): DocsProblem {
  return { file: '', code: 'embedding', message };
}

/** Read which sections are ranked by a factor. Pages beside each other with the same one are one range. */
function readBoosts(database: DatabaseSync): Boost[] {
  const rows = database
    .prepare(
      'SELECT boost AS factor, min(sections.id) AS first, max(sections.id) AS last FROM pages JOIN sections ON page = pages.id WHERE boost <> 1 GROUP BY pages.id ORDER BY first',
    )
    .all() as unknown as Boost[];
  const boosts: Boost[] = [];
  for (const { first, last, factor } of rows) {
    const before = boosts.at(-1);
    if (before?.last === first - 1 && before.factor === factor) before.last = last;
    else boosts.push({ first, last, factor });
  }
  return boosts;
}

function readProblems(database: DatabaseSync, general: string, failure: string | undefined): DocsProblem[] {
  const files = database.prepare("SELECT problems FROM files WHERE problems <> '[]' ORDER BY file").all();
  const problems = [general, ...files.map((row) => row['problems'] as string)].flatMap(
    (list) => JSON.parse(list) as DocsProblem[],
  );
  return failure ? [...problems, embeddingProblem(failure)] : problems;
}
