import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder } from '../create-folder.ts';

/** Timeout of a write while another process holds the file, in milliseconds. */
const BUSY_MILLISECONDS = 5_000;
/** Only the user that runs the service may read the state. */
const PRIVATE_FOLDER_MODE = 0o700;

/** https://sqlite.org/rescode.html. The upper bits of an extended code hold details. */
const PRIMARY_CODE = 0xff;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** A file is no SQLite database, or its content is damaged. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';

  constructor(path: string, cause: unknown, remedy: string) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${path} is damaged (${reason}). ${remedy}`, { cause });
  }
}

export interface SqliteDatabaseOptions {
  /** What to do about a damaged file, as a sentence for the error. */
  remedy?: string;
  /** Whether to read the whole file to find damage. Default `true`; without it, damage is found when a damaged page is read. */
  isChecked?: boolean;
  /** Statements that bring a file to the newest schema. They run in order, each once in the life of a file. */
  migrations: readonly string[];
}

/**
 * Open a SQLite file for reading and writing. The file and its folder are created when missing. Committed writes survive a crash.
 *
 * @throws DamagedDatabase
 */
export function openDatabase(
  path: string,
  { migrations, remedy = '', isChecked = true }: SqliteDatabaseOptions,
): DatabaseSync {
  const database = openFile(path);
  try {
    database.exec(
      `PRAGMA busy_timeout = ${BUSY_MILLISECONDS}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON`,
    );
    if (isChecked) checkContent(database);
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedDatabase(path, error, remedy) : error;
  }
}

/** Check the whole file, because a damaged page would fail the requests that need it, and no others. */
function checkContent(database: DatabaseSync): void {
  const problem = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (problem === 'ok') return;
  // The first line names the database within the connection.
  const reason = String(problem).split('\n').at(-1);
  throw Object.assign(new Error(reason), { errcode: SQLITE_CORRUPT });
}

function isDamage(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  const code = Number(error.errcode) & PRIMARY_CODE;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** @throws Error that names the folder when it is none, or is not writable */
function openFile(path: string): DatabaseSync {
  try {
    createFolder(dirname(path), PRIVATE_FOLDER_MODE);
    return new DatabaseSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = 'Name a folder that this user may write to (--data, dataDir).';
    throw new Error(`The data folder ${dirname(path)} cannot be used: ${reason}. ${remedy}`, {
      cause: error,
    });
  }
}

/** Run `work` in one transaction. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself if the disk was full (https://sqlite.org/lang_transaction.html).
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
