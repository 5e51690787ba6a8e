import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long a write waits for another process that holds the file, in milliseconds. */
const BUSY_MILLISECONDS = 5_000;
/** Only the user that runs the service may read what it keeps. */
const PRIVATE_FOLDER_MODE = 0o700;

export interface SqliteDatabaseOptions {
  /** Brings a file to the newest shape: the statements run in order, each once in the life of a file. */
  migrations: readonly string[];
}

/** Opens a SQLite file for reading and writing, creating it and its folder when missing. Writes survive a crash once committed. */
export function openDatabase(path: string, { migrations }: SqliteDatabaseOptions): DatabaseSync {
  const database = openFile(path);
  try {
    database.exec(
      `PRAGMA busy_timeout = ${BUSY_MILLISECONDS}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON`,
    );
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws Error that names the folder when it is none, or may not be written */
function openFile(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
    return new DatabaseSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = 'Name a folder that this user may write to (--data, dataDir).';
    throw new Error(`The data folder ${dirname(path)} cannot be used: ${reason}. ${remedy}`, {
      cause: error,
    });
  }
}

/** Runs `work` in one transaction: all of it is written or nothing. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has done so itself where the disk was full (https://sqlite.org/lang_transaction.html).
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function migrate(database: DatabaseSync, path: string, migrations: readonly string[]): void {
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version > migrations.length) {
      throw new Error(`${path} was written by a newer version of docs-assistant`);
    }
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
