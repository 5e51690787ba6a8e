import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createRateLimiter } from '../../src/limits/rate-limit.ts';
import { openStateDatabase } from '../../src/service/storage/state-database.ts';
import { createSqliteLimitStore } from '../../src/service/storage/sqlite-limit-store.ts';
import { createThreadStore } from '../../src/service/threads/thread-store.ts';

const DAY = 86_400_000;
const owner = { domain: 'docs', fp: 'visitor-1' };
let folder: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docs-assistant-'));
  database = openStateDatabase(folder);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('threads', () => {
  it('keep their turns in order', () => {
    const threads = createThreadStore(database);
    const id = threads.create(owner);
    threads.append(id, { question: 'One?', answer: '1' });
    threads.append(id, { question: 'Two?', answer: '2' });
    assert.deepEqual(threads.read(id, owner), [
      { question: 'One?', answer: '1' },
      { question: 'Two?', answer: '2' },
    ]);
  });

  it('belong to one visitor in one documentation', () => {
    const threads = createThreadStore(database);
    const id = threads.create(owner);
    assert.equal(threads.read(id, { ...owner, fp: 'visitor-2' }), null);
    assert.equal(threads.read(id, { ...owner, domain: 'other' }), null);
    assert.equal(threads.read('unknown', owner), null);
  });

  it('are over when they were not used for their time', () => {
    let now = 0;
    const threads = createThreadStore(database, { limits: { days: 30 }, clock: () => now });
    const id = threads.create(owner);
    now = 29 * DAY;
    threads.append(id, { question: 'Still there?', answer: 'Yes' });
    now = 58 * DAY;
    assert.equal(threads.read(id, owner)?.length, 1);
    now = 59 * DAY;
    assert.equal(threads.read(id, owner), null);
    threads.create(owner);
    assert.equal(database.prepare('SELECT count(*) AS count FROM turns').get()!['count'], 0);
  });

  it('give way to newer ones when there are too many', () => {
    let now = 0;
    const threads = createThreadStore(database, { limits: { threads: 2 }, clock: () => ++now });
    const [first, second] = [threads.create(owner), threads.create(owner)];
    threads.append(first, { question: 'x', answer: 'y' });
    const third = threads.create(owner);
    assert.deepEqual(
      [first, second, third].map((id) => threads.read(id, owner) !== null),
      [true, false, true],
    );
  });

  it('keep a bounded number of turns of bounded length', () => {
    const threads = createThreadStore(database, { limits: { turns: 2, answerCharacters: 3 } });
    const id = threads.create(owner);
    for (const question of ['1', '2', '3']) threads.append(id, { question, answer: 'long answer' });
    assert.deepEqual(threads.read(id, owner), [
      { question: '2', answer: 'lon' },
      { question: '3', answer: 'lon' },
    ]);
  });

  it('do not hold the name of their visitor', () => {
    createThreadStore(database).create(owner);
    const row = database.prepare('SELECT * FROM threads').get()!;
    assert.doesNotMatch(Buffer.from(row['owner'] as Uint8Array).toString(), /visitor/);
  });
});

describe('counters in the database', () => {
  const limit = { name: 'test', limit: 5, window: 'day' } as const;
  const clock = () => DAY * 100;

  it('are exact for parallel calls of two processes', async () => {
    const other = openStateDatabase(folder);
    const limiters = [database, other].map((database) =>
      createRateLimiter({ store: createSqliteLimitStore(database), clock }),
    );
    const decisions = await Promise.all(
      Array.from({ length: 64 }, (_, index) => limiters[index % 2]!.charge([{ limit, subject: 'a' }])),
    );
    other.close();
    assert.equal(decisions.filter(({ accepted }) => accepted).length, 5);
  });

  it('charge all limits or none', async () => {
    const limiter = createRateLimiter({ store: createSqliteLimitStore(database), clock });
    const narrow = { name: 'narrow', limit: 1, window: 'day' } as const;
    const both = [
      { limit, subject: 'a' },
      { limit: narrow, subject: 'a' },
    ];
    const accepted = [];
    for (let use = 0; use < 3; use++) accepted.push((await limiter.charge(both)).accepted);
    assert.deepEqual(accepted, [true, false, false]);
    assert.equal((await limiter.charge([{ limit, subject: 'a' }])).remaining, 3);
  });

  it('are removed when their window is over', async () => {
    let now = 0;
    const limiter = createRateLimiter({ store: createSqliteLimitStore(database), clock: () => now });
    await limiter.charge([{ limit, subject: 'a' }]);
    now = DAY;
    await limiter.charge([{ limit, subject: 'b' }]);
    assert.equal(database.prepare('SELECT count(*) AS count FROM limit_counters').get()!['count'], 1);
  });
});
