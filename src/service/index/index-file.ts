import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * An index is one SQLite file that is written once and then only read: `index-0000000007.sqlite`. A new one is written beside it
 * under another name, synced and renamed, so that a crash leaves either the old index or the new one, and both whole.
 */

/** Shape of the file and meaning of its columns. A file of another format is rebuilt. */
const FORMAT = 3;
const FILE_NAME = /^index-(\d{10})\.sqlite$/;
const UNFINISHED = '.unfinished';

/**
 * Columns of `section_words`: the title of the page, the section's own heading (for the first section also the title), what it says,
 * and what helps to find it: the headings above and the words inside identifiers. Rows of `sections` and `section_words` are in the order of `scopes`: every scope is one range of row ids.
 */
const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE files (file TEXT PRIMARY KEY, hash BLOB NOT NULL, page INTEGER, problems TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE scopes (version TEXT, language TEXT, first INTEGER NOT NULL, last INTEGER NOT NULL);
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT NOT NULL, description TEXT, version TEXT, language TEXT
  );
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, page INTEGER NOT NULL, name TEXT NOT NULL, headings TEXT NOT NULL, anchor TEXT,
    content TEXT NOT NULL, hash BLOB NOT NULL
  );
  CREATE INDEX sections_by_page ON sections (page);
  CREATE TABLE words (word TEXT PRIMARY KEY, sections INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE common_words (language TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (language, word)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE section_words USING fts5(
    title, heading, body, context, content='', tokenize='porter unicode61 remove_diacritics 2'
  );
  INSERT INTO section_words (section_words, rank) VALUES ('rank', 'bm25(2.0, 3.0, 1.0, 0.5)');
`;

/** Opens the newest index of a folder for reading; `undefined` when there is none that can be read. */
export function openNewestIndex(dataDir: string): { database: DatabaseSync; name: string } | undefined {
  const name = indexNames(dataDir).at(-1);
  const database = name === undefined ? undefined : openIndex(dataDir, name);
  return database && name !== undefined ? { database, name } : undefined;
}

/** Opens an index for reading; `undefined` when it is damaged or of another format. */
export function openIndex(dataDir: string, name: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, name), { readOnly: true });
    if (database.prepare('PRAGMA user_version').get()?.user_version === FORMAT) return database;
  } catch {
    // Falls through: the index is made again.
  }
  database?.close();
  return undefined;
}

/** Starts the file of the index that follows `name`. */
export function createIndexFile(dataDir: string): {
  database: DatabaseSync;
  finish: () => string;
  discard: () => void;
} {
  const newest = Number(FILE_NAME.exec(indexNames(dataDir).at(-1) ?? '')?.[1] ?? 0);
  const name = `index-${String(newest + 1).padStart(10, '0')}.sqlite`;
  const unfinished = join(dataDir, name + UNFINISHED);
  rmSync(unfinished, { force: true });
  const database = new DatabaseSync(unfinished);
  // One bulk write into a file that nobody else sees: a crash leaves it unfinished, so the journal can stay in memory.
  database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = NORMAL; ${SCHEMA}; BEGIN`);
  return {
    database,
    finish() {
      database.exec(`PRAGMA user_version = ${FORMAT}; COMMIT`);
      database.close();
      renameSync(unfinished, join(dataDir, name));
      return name;
    },
    discard() {
      database.close();
      rmSync(unfinished, { force: true });
    },
  };
}

/** Removes every index but one, finished or not. */
export function removeOtherIndexes(dataDir: string, name: string): void {
  for (const entry of readdirSync(dataDir)) {
    const isIndex = FILE_NAME.test(entry.replace(UNFINISHED, ''));
    if (isIndex && entry !== name) rmSync(join(dataDir, entry), { force: true });
  }
}

function indexNames(dataDir: string): string[] {
  return readdirSync(dataDir)
    .filter((entry) => FILE_NAME.test(entry))
    .toSorted();
}
