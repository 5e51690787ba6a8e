import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTransaction, openDatabase } from '../../src/service/storage/sqlite-database.ts';
import { VectorStore } from '../../src/service/storage/vector-store.ts';
import { temporaryFolder } from './docs-folder.ts';

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

test('vectors are read back by hash and model, exactly', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'vectors.sqlite');
  const vector = Float32Array.of(0.1, -2, 1e-30);
  let store = VectorStore.open(path, 'one');
  store.write([{ hash: hash(1), vector }]);
  store.close();
  store = VectorStore.open(path, 'one');
  assert.deepEqual(store.read(hash(1)), vector);
  assert.equal(store.read(hash(2)), undefined);
  store.close();
  store = VectorStore.open(path, 'other');
  assert.equal(store.read(hash(1)), undefined);
  store.close();
});

test('vectors of texts that are gone are dropped, those of other models are not', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'vectors.sqlite');
  const vector = Float32Array.of(1);
  const one = VectorStore.open(path, 'one');
  const other = VectorStore.open(path, 'other');
  one.write([1, 2].map((byte) => ({ hash: hash(byte), vector })));
  other.write([{ hash: hash(1), vector }]);
  one.keepOnly([hash(2)]);
  assert.equal(one.read(hash(1)), undefined);
  assert.deepEqual(one.read(hash(2)), vector);
  assert.deepEqual(other.read(hash(1)), vector);
  one.close();
  other.close();
});
