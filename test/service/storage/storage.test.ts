import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createRateLimiter } from '../../../src/limits/rate-limit.ts';
import { createIndexFile } from '../../../src/service/index/index-file.ts';
import { inTransaction, openDatabase } from '../../../src/service/storage/sqlite/sqlite-database.ts';
import {
  createSqliteLimitStore,
  openLimitDatabase,
} from '../../../src/service/storage/sqlite/sqlite-limit-store.ts';
import { openSqliteStore } from '../../../src/service/storage/sqlite/sqlite-store.ts';
import { VectorStore } from '../../../src/service/storage/vector-store.ts';
import { temporaryFolder } from '../docs-folder.ts';

const hash = (byte: number) => new Uint8Array(16).fill(byte);

test('a file is created with its folder, readable by its owner only, and every migration runs once', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'deep', 'state.sqlite');
  const first = 'CREATE TABLE a (x)';
  openDatabase(path, { migrations: [first] }).close();
  const database = openDatabase(path, { migrations: [first, 'INSERT INTO a VALUES (1)'] });
  assert.equal(database.prepare('SELECT count(*) AS rows FROM a').get()?.rows, 1);
  database.close();
  assert.equal((await stat(join(folder.path, 'deep'))).mode & 0o077, 0);
});

test('a file of a newer version is refused', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'state.sqlite');
  openDatabase(path, { migrations: ['CREATE TABLE a (x)', 'CREATE TABLE b (x)'] }).close();
  assert.throws(() => openDatabase(path, { migrations: ['CREATE TABLE a (x)'] }), /newer version/);
});

test('a transaction that fails leaves nothing', async () => {
  await using folder = await temporaryFolder();
  const database = openDatabase(join(folder.path, 'a.sqlite'), { migrations: ['CREATE TABLE a (x)'] });
  const fail = () =>
    inTransaction(database, () => {
      database.exec('INSERT INTO a VALUES (1)');
      throw new Error('no');
    });
  assert.throws(fail, /^Error: no$/);
  assert.equal(database.prepare('SELECT count(*) AS rows FROM a').get()?.rows, 0);
  database.close();
});

/** An index whose sections stand for texts with these hashes. */
function createIndex(folder: string, name: string, hashes: readonly number[]): string {
  const path = join(folder, name);
  const { database, finish } = createIndexFile(path);
  const insert = database.prepare("INSERT INTO sections VALUES (?, 1, 'x', '[]', NULL, '', ?)");
  for (const [at, byte] of hashes.entries()) insert.run(at + 1, hash(byte));
  finish();
  return path;
}

function vectorsIn(path: string): [section: number, vector: number[]][] {
  using database = new DatabaseSync(path);
  return database
    .prepare('SELECT * FROM vectors ORDER BY section')
    .all()
    .map((row) => [row.section as number, [...new Float32Array((row.vectors as Uint8Array).slice().buffer)]]);
}

test('vectors are given to the sections of an index by the hash of their text, exactly', async () => {
  await using folder = await temporaryFolder();
  const index = createIndex(folder.path, 'index', [1, 2, 1, 3]);
  const store = VectorStore.open(join(folder.path, 'vectors.sqlite'), 'one');
  const vector = Float32Array.of(0.1, -2, 1e-30);
  store.write([{ hash: hash(1), vectors: [vector] }]);
  assert.deepEqual(
    store.unknownTexts(index).map(({ section }) => section),
    [2, 4],
  );
  assert.equal(store.exportTo(index, null), 2);
  store.close();
  assert.deepEqual(vectorsIn(index), [
    [1, [...vector]],
    [3, [...vector]],
  ]);
});

test('vectors of texts that are gone are dropped, those of other models are not', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'vectors.sqlite');
  const vector = Float32Array.of(1);
  const [one, other] = ['one', 'other'].map((model) => VectorStore.open(path, model));
  one!.write([1, 2].map((byte) => ({ hash: hash(byte), vectors: [vector] })));
  other!.write([{ hash: hash(1), vectors: [vector] }]);
  one!.exportTo(createIndex(folder.path, 'after', [2]), null);
  const both = createIndex(folder.path, 'both', [1, 2]);
  const unknown = [one, other].map((store) => store!.unknownTexts(both).map(({ section }) => section));
  assert.deepEqual(unknown, [[1], [2]]);
  one!.close();
  other!.close();
});

test('vectors of an index are taken over, if they are of the same model', async () => {
  await using folder = await temporaryFolder();
  const before = createIndex(folder.path, 'before', [1]);
  const [first, other, same] = ['one', 'other', 'one'].map((model, at) =>
    VectorStore.open(join(folder.path, `vectors-${at}.sqlite`), model),
  );
  first!.write([{ hash: hash(1), vectors: [Float32Array.of(1)] }]);
  first!.exportTo(before, null);
  const unknown = [other, same].map((store) => {
    store!.importFrom(before);
    return store!.unknownTexts(before).length;
  });
  assert.deepEqual(unknown, [1, 0]);
  for (const store of [first, other, same]) store!.close();
});

test('counters are removed when their window is over', async () => {
  await using folder = await temporaryFolder();
  const database = openLimitDatabase(folder.path, assert.fail);
  let now = 0;
  const limiter = createRateLimiter({ store: createSqliteLimitStore(database), clock: () => now });
  const limit = { name: 'test', limit: 5, window: 'day' } as const;
  await limiter.charge([{ limit, subject: 'a' }]);
  now = 86_400_000;
  await limiter.charge([{ limit, subject: 'b' }]);
  assert.equal(database.prepare('SELECT count(*) AS count FROM limit_counters').get()!['count'], 1);
  database.close();
});

test('threads do not hold the name of their visitor', async () => {
  await using folder = await temporaryFolder();
  const store = openSqliteStore(folder.path);
  await store.threads.create({ domain: 'docs', fp: 'visitor-1' });
  await store.close();
  const bytes = await readFile(join(folder.path, 'state.sqlite'), 'latin1');
  assert.match(bytes, /threads/);
  assert.doesNotMatch(bytes, /visitor-1/);
});

test('a store in a folder that cannot be written says so', async () => {
  await using folder = await temporaryFolder({ file: 'x' });
  assert.throws(() => openSqliteStore(join(folder.path, 'file')), /file/);
});
