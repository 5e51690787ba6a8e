import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { COLUMN_WEIGHTS } from '../../engine/sections/section-columns.ts';

/**
 * An index is one SQLite file that is written once and then only read. It has everything that a search needs, vectors included,
 * so that it can be sent to other processes as it is.
 */

/** Version of the schema, and of what is left out. A file of another version is not read. */
const FORMAT = 12;

const { title, heading, body, context } = COLUMN_WEIGHTS;
/** The score of a match in SQL. Lower is better. */
export const BM25 = `bm25(section_words, ${title}, ${heading}, ${body}, ${context})`;

/**
 * `vectors` has the vectors of the pieces of a section, one after the other. `section_words` has the texts of `SectionColumns`. Rows of `sections` and `section_words` are in the order of `scopes`, so that
 * every scope is one range of row ids.
 */
const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE files (file TEXT PRIMARY KEY, hash BLOB NOT NULL, page INTEGER, problems TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE scopes (version TEXT, language TEXT, first INTEGER NOT NULL, last INTEGER NOT NULL);
  CREATE TABLE pages (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT NOT NULL, description TEXT, version TEXT, language TEXT,
    boost REAL NOT NULL
  );
  CREATE TABLE sections (
    id INTEGER PRIMARY KEY, page INTEGER NOT NULL, name TEXT NOT NULL, headings TEXT NOT NULL, anchor TEXT,
    content TEXT NOT NULL, hash BLOB NOT NULL
  );
  CREATE INDEX sections_by_page ON sections (page);
  CREATE TABLE words (word TEXT PRIMARY KEY, sections INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE common_words (language TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (language, word)) WITHOUT ROWID;
  CREATE TABLE vectors (section INTEGER PRIMARY KEY, pieces INTEGER NOT NULL, vectors BLOB NOT NULL);
  CREATE VIRTUAL TABLE section_words USING fts5(
    title, heading, body, context, content='', tokenize='porter unicode61 remove_diacritics 2'
  );
`;

/** Open an index for reading; `undefined` when it is missing, damaged or of another format. */
export function openIndexFile(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    if (database.prepare('PRAGMA user_version').get()?.['user_version'] === FORMAT) return database;
  } catch {
    // Treat a damaged file as a missing one: the index is built again.
  }
  database?.close();
  return undefined;
}

/** Start the file of an index. It is valid only after `finish`. */
export function createIndexFile(path: string): {
  database: DatabaseSync;
  finish: () => void;
  discard: () => void;
} {
  const database = new DatabaseSync(path);
  // No durability for this bulk write: the file is not in use yet and is built again after a crash.
  database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; ${SCHEMA}; BEGIN`);
  return {
    database,
    finish() {
      database.exec(`PRAGMA user_version = ${FORMAT}; COMMIT`);
      database.close();
    },
    discard() {
      database.close();
      rmSync(path, { force: true });
    },
  };
}

/** Mark an index that is not in use yet as one without its vectors. */
export function markPreliminary(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; INSERT INTO meta VALUES ('preliminary', '')",
    );
  } finally {
    database.close();
  }
}
