import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction, openDatabase } from './sqlite-database.ts';

const MIGRATIONS = [
  `CREATE TABLE vectors (
     model TEXT NOT NULL,
     hash BLOB NOT NULL,
     vector BLOB NOT NULL,
     PRIMARY KEY (model, hash)
   )`,
];

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const SQLITE_DAMAGE = [11, 26];

/** A text's vector under the hash of the text. */
export interface StoredVector {
  hash: Uint8Array;
  vector: Float32Array;
}

/** Keeps the vectors of texts on disk, so that a text is embedded once in its life. */
export class VectorStore {
  readonly #database: DatabaseSync;
  readonly #model: string;
  readonly #select: StatementSync;

  private constructor(database: DatabaseSync, model: string) {
    this.#database = database;
    this.#model = model;
    this.#select = this.#database.prepare('SELECT vector FROM vectors WHERE model = ? AND hash = ?');
  }

  /**
   * Opens the file, creating it when missing. One that is damaged is begun anew: everything in it can be made again.
   *
   * @param model Names the space of the vectors: those of another model are not seen.
   */
  static open(path: string, model: string): VectorStore {
    try {
      return new VectorStore(openDatabase(path, { migrations: MIGRATIONS }), model);
    } catch (error) {
      if (!isDamage(error)) throw error;
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
      return new VectorStore(openDatabase(path, { migrations: MIGRATIONS }), model);
    }
  }

  /** The vector of a text, if there is one. */
  read(hash: Uint8Array): Float32Array | undefined {
    const row = this.#select.get(this.#model, hash);
    return row && toFloats(row.vector as Uint8Array);
  }

  /** Keeps vectors, all or none. */
  write(vectors: readonly StoredVector[]): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)');
    inTransaction(this.#database, () => {
      for (const { hash, vector } of vectors) insert.run(this.#model, hash, toBytes(vector));
    });
  }

  /** Drops this model's vectors of texts that are gone. */
  keepOnly(hashes: Iterable<Uint8Array>): void {
    inTransaction(this.#database, () => {
      this.#database.exec('CREATE TEMP TABLE kept (hash BLOB PRIMARY KEY) WITHOUT ROWID');
      const insert = this.#database.prepare('INSERT OR IGNORE INTO kept VALUES (?)');
      for (const hash of hashes) insert.run(hash);
      this.#database
        .prepare('DELETE FROM vectors WHERE model = ? AND hash NOT IN (SELECT hash FROM kept)')
        .run(this.#model);
      this.#database.exec('DROP TABLE kept');
    });
  }

  close(): void {
    this.#database.close();
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && SQLITE_DAMAGE.includes(error.errcode as number);
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Copies: the bytes that SQLite hands out need not lie where floats may. */
function toFloats(bytes: Uint8Array): Float32Array {
  const copy = bytes.slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength / Float32Array.BYTES_PER_ELEMENT);
}
