import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readVectors } from '../index/vector-bytes.ts';
import { DamagedDatabase, inTransaction, openDatabase } from './sqlite/sqlite-database.ts';

const MIGRATIONS = [
  `CREATE TABLE vectors (
     model TEXT NOT NULL,
     hash BLOB NOT NULL,
     vector BLOB NOT NULL,
     PRIMARY KEY (model, hash)
   )`,
  `CREATE TABLE word_vectors (
     model TEXT NOT NULL,
     word TEXT NOT NULL,
     vector BLOB NOT NULL,
     PRIMARY KEY (model, word)
   ) WITHOUT ROWID`,
  'DROP TABLE word_vectors',
  // The vectors of the pieces of a text, one after the other.
  `ALTER TABLE vectors RENAME COLUMN vector TO vectors;
   ALTER TABLE vectors ADD COLUMN pieces INTEGER NOT NULL DEFAULT 1`,
];

/** The vectors of a text, one for each piece, under the hash of the text. */
export interface StoredVectors {
  hash: Uint8Array;
  vectors: readonly Float32Array[];
}

/** A text without a vector: its hash, and a section that has it. */
export interface UnknownText {
  hash: Uint8Array;
  section: number;
}

/**
 * A cache of vectors on disk, used while indexes are built, so that each text is embedded once, even if a build is killed. Index
 * files are given by their paths; `index-file.ts` describes their content.
 */
export class VectorStore {
  readonly #database: DatabaseSync;
  readonly #model: string;
  #select: StatementSync | undefined;

  private constructor(database: DatabaseSync, model: string) {
    this.#database = database;
    this.#model = model;
  }

  /**
   * Open the file, or create it. A damaged file is replaced, because all of it can be computed again.
   *
   * @param model Vector space: vectors of other models are not visible.
   */
  static open(path: string, model: string): VectorStore {
    const options = { migrations: MIGRATIONS, isChecked: false };
    try {
      return new VectorStore(openDatabase(path, options), model);
    } catch (error) {
      if (!(error instanceof DamagedDatabase)) throw error;
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
      return new VectorStore(openDatabase(path, options), model);
    }
  }

  /** Write the vectors of texts in one transaction. */
  write(texts: readonly StoredVectors[]): void {
    const insert = this.#database.prepare(
      'INSERT OR REPLACE INTO vectors (model, hash, pieces, vectors) VALUES (?, ?, ?, ?)',
    );
    inTransaction(this.#database, () => {
      for (const { hash, vectors } of texts) {
        insert.run(this.#model, hash, vectors.length, Buffer.concat(vectors.map(toBytes)));
      }
    });
  }

  /** Return the vectors of a text, if they are known. */
  read(hash: Uint8Array): Float32Array[] | null {
    this.#select ??= this.#database.prepare(
      'SELECT pieces, vectors FROM vectors WHERE model = ? AND hash = ?',
    );
    const row = this.#select.get(this.#model, hash);
    return row ? readVectors(row['vectors'] as Uint8Array, row['pieces'] as number) : null;
  }

  /** Delete all vectors but those of some texts. */
  keepOnly(hashes: Iterable<Uint8Array>): void {
    this.#database.exec('CREATE TEMP TABLE kept (hash BLOB PRIMARY KEY) WITHOUT ROWID');
    inTransaction(this.#database, () => {
      const insert = this.#database.prepare('INSERT OR IGNORE INTO kept VALUES (?)');
      for (const hash of hashes) insert.run(hash);
      this.#database
        .prepare('DELETE FROM vectors WHERE model <> ? OR hash NOT IN (SELECT hash FROM kept)')
        .run(this.#model);
    });
    this.#database.exec('DROP TABLE kept');
  }

  /** Import the vectors of an index, if they are of this model. */
  importFrom(index: string): void {
    this.#withIndex(index, () => {
      this.#database
        .prepare(
          `INSERT OR IGNORE INTO main.vectors (model, hash, pieces, vectors)
           SELECT ?1, hash, pieces, vectors FROM built.vectors JOIN built.sections ON sections.id = section
           WHERE EXISTS (SELECT 1 FROM built.meta WHERE key = 'space' AND value = ?1)`,
        )
        .run(this.#model);
    });
  }

  /** Return the texts of an index without a vector, in its order. */
  unknownTexts(index: string): UnknownText[] {
    return this.#withIndex(index, () =>
      this.#database
        .prepare(
          `SELECT hash, min(id) AS section FROM built.sections
           WHERE hash NOT IN (SELECT hash FROM main.vectors WHERE model = ?) GROUP BY hash ORDER BY section`,
        )
        .all(this.#model)
        .map((row) => ({ hash: row['hash'] as Uint8Array, section: row['section'] as number })),
    );
  }

  /**
   * Export the known vectors into an index, and delete all others of this model.
   *
   * @param failure why vectors are missing, listed with the problems of the index
   * @returns how many sections have no vector
   */
  exportTo(index: string, failure: string | null): number {
    return this.#withIndex(index, () => {
      // No journal, because the file is not in use yet and is built again after a crash.
      this.#database.exec('PRAGMA built.journal_mode = OFF; PRAGMA built.synchronous = OFF');
      return inTransaction(this.#database, () => {
        this.#database.exec('DELETE FROM built.vectors');
        this.#database
          .prepare(
            `INSERT INTO built.vectors SELECT id, pieces, vectors FROM built.sections
             JOIN main.vectors ON model = ? AND vectors.hash = sections.hash ORDER BY id`,
          )
          .run(this.#model);
        this.#database
          .prepare("INSERT OR REPLACE INTO built.meta VALUES ('space', ?), ('failure', ?)")
          .run(this.#model, failure ?? '');
        this.#database
          .prepare(
            'DELETE FROM main.vectors WHERE model = ? AND hash NOT IN (SELECT hash FROM built.sections)',
          )
          .run(this.#model);
        return countMissingVectors(this.#database, 'built');
      });
    });
  }

  close(): void {
    this.#database.close();
  }

  #withIndex<Result>(path: string, work: () => Result): Result {
    this.#database.prepare('ATTACH ? AS built').run(path);
    try {
      return work();
    } finally {
      this.#database.exec('DETACH built');
    }
  }
}

/** Count the sections without a vector in an index file: the main database, or one attached as `schema`. */
export function countMissingVectors(database: DatabaseSync, schema = 'main'): number {
  const row = database
    .prepare(
      `SELECT (SELECT count(*) FROM ${schema}.sections) - (SELECT count(*) FROM ${schema}.vectors) AS missing`,
    )
    .get()!;
  return Number(row['missing']);
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
