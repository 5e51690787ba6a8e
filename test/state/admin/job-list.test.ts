import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { AgentSession, AgentSessionList } from '../../../src/protocol/api.ts';
import { DEFAULT_JOB_COUNT, DEFAULT_JOB_INTERVAL, JobList } from '../../../src/state/admin/job-list.ts';
import { failure } from '../fakes.ts';
import { ScriptedQuestions } from '../scripted-questions.ts';

let questions: ScriptedQuestions<AgentSessionList>;
/** How many sessions each request has asked for. */
let takes: (number | undefined)[];

beforeEach(() => {
  questions = new ScriptedQuestions();
  takes = [];
  mock.timers.enable({ apis: ['setTimeout'] });
});

afterEach(() => mock.timers.reset());

function open(interval?: number): JobList {
  const list = new JobList({
    source: {
      listJobs(options) {
        takes.push(options?.take);
        return questions.ask(options);
      },
    },
    ...(interval !== undefined && { interval }),
  });
  list.refresh();
  return list;
}

function session(sessionId: string, minute: number, more: Partial<AgentSession> = {}): AgentSession {
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return { sessionId, subdomain: 'docs', branch: null, haulted: false, todos: [], createdAt, ...more };
}

const answer = (...allSessions: AgentSession[]) => questions.answer({ allSessions });
const ids = (list: JobList) => list.snapshot.sessions.map(({ sessionId }) => sessionId);

describe('the list of sessions', () => {
  it('shows sessions newest first, however they come, and one without a time last', async () => {
    const list = open();
    assert.equal(list.snapshot.status, 'loading');
    await answer(session('old', 1), { ...session('never', 0), createdAt: 'yesterday' }, session('new', 2));
    assert.equal(list.snapshot.status, 'ready');
    assert.deepEqual(ids(list), ['new', 'old', 'never']);
  });

  it('tells what is new and what has changed, but not of the first look', async () => {
    const list = open();
    await answer(session('a', 1), session('b', 2));
    assert.deepEqual(list.snapshot.changes, { added: [], changed: [] });
    mock.timers.tick(DEFAULT_JOB_INTERVAL);
    await answer(session('a', 1, { haulted: true }), session('b', 2), session('c', 3));
    assert.deepEqual(list.snapshot.changes, { added: ['c'], changed: ['a'] });
    mock.timers.tick(DEFAULT_JOB_INTERVAL);
    await answer(session('a', 1, { haulted: true }), session('b', 2), session('c', 3));
    assert.deepEqual(list.snapshot.changes, { added: [], changed: [] });
  });

  it('reads older sessions when it is told to, which are not new', async () => {
    const list = open();
    list.more();
    assert.deepEqual([questions.count, list.snapshot.hasMore], [1, false]);
    await questions.answer({ allSessions: [session('c', 3), session('b', 2)], hasMore: true });
    assert.equal(list.snapshot.hasMore, true);
    list.more();
    assert.deepEqual(takes, [DEFAULT_JOB_COUNT, 2 + DEFAULT_JOB_COUNT]);
    await answer(session('d', 4), session('c', 3), session('b', 2), session('a', 1));
    assert.deepEqual(ids(list), ['d', 'c', 'b', 'a']);
    assert.deepEqual(list.snapshot.changes, { added: ['d'], changed: [] });
    assert.equal(list.snapshot.hasMore, false);
  });

  it('looks again and again, but not while nobody sees the page', async () => {
    const list = open(500);
    await answer();
    mock.timers.tick(500);
    assert.equal(questions.count, 2);
    await answer();
    list.pause();
    mock.timers.tick(60_000);
    assert.equal(questions.count, 2);
    list.resume();
    assert.equal(questions.count, 3);
    list.close();
    assert.equal(questions.asked[2]?.signal?.aborted, true);
  });

  it('looks once where the interval is 0', async () => {
    const list = open(0);
    await answer();
    mock.timers.tick(1_000_000);
    assert.equal(questions.count, 1);
    assert.equal(list.snapshot.isPolling, false);
  });

  it('keeps what it has through a lost connection, and asks less and less often', async () => {
    const list = open();
    await answer(session('a', 1));
    for (const wait of [DEFAULT_JOB_INTERVAL, 2_000, 4_000, 8_000]) {
      const { count } = questions;
      mock.timers.tick(wait - 1);
      assert.equal(questions.count, count);
      mock.timers.tick(1);
      assert.equal(questions.count, count + 1);
      await questions.fail(failure('network'));
      assert.deepEqual(
        [list.snapshot.status, ids(list), list.snapshot.failure?.code],
        ['ready', ['a'], 'network'],
      );
    }
  });

  it('waits as long as the server asks for', async () => {
    open();
    await questions.fail(failure('http', { status: 429, retryAfter: 30 }));
    mock.timers.tick(29_999);
    assert.equal(questions.count, 1);
    mock.timers.tick(1);
    assert.equal(questions.count, 2);
  });

  it('asks no more where it would be in vain, until it is told to', async () => {
    const list = open();
    await questions.fail(failure('http', { status: 403, retryable: false }));
    assert.deepEqual([list.snapshot.status, list.snapshot.isPolling], ['error', false]);
    mock.timers.tick(1_000_000);
    assert.equal(questions.count, 1);
    list.refresh();
    await answer();
    assert.deepEqual([list.snapshot.status, list.snapshot.failure], ['ready', null]);
  });
});
