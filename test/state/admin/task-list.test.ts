import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { AgentJob } from '../../../src/protocol/api.ts';
import { openStorage, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { MAX_TASKS, MIN_TASK_INTERVAL, MISSING_AGE, TaskList } from '../../../src/state/admin/task-list.ts';
import { failure, FakeWebStorage } from '../fakes.ts';
import { ScriptedQuestions, settle } from '../scripted-questions.ts';

const KEY = 'docs-assistant:/api|docs:tasks';

let starts: ScriptedQuestions<AgentJob>;
let messages: ScriptedQuestions<AgentJob>;
let looks: ScriptedQuestions<AgentJob>;
/** Ids that were read, in order. */
let read: string[];
/** What was sent, in order. */
let sent: string[];
let area: FakeWebStorage;
let storage: CheckedStorage;

beforeEach(() => {
  starts = new ScriptedQuestions();
  messages = new ScriptedQuestions();
  looks = new ScriptedQuestions();
  read = [];
  sent = [];
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

afterEach(() => mock.timers.reset());

function open(interval = 10_000): TaskList {
  return new TaskList({
    source: {
      startAgent(prompt, options) {
        sent.push(prompt);
        return starts.ask(options);
      },
      messageAgent(id, prompt, options) {
        sent.push(`${id}: ${prompt}`);
        return messages.ask(options);
      },
      getAgent(id, options) {
        read.push(id);
        return looks.ask(options);
      },
    },
    endpoint: '/api/',
    projectId: 'docs',
    storage,
    interval,
  });
}

function job(id: string, status = 'active', more: Partial<AgentJob> = {}): AgentJob {
  const source = { repository: 'acme/docs', ref: null };
  const createdAt = '2026-01-01T00:00:00.000Z';
  return { id, status, source, model: null, prLink: null, createdAt, archivedAt: null, ...more };
}

async function give(list: TaskList, id: string, prompt = `Task ${id}`): Promise<void> {
  const given = list.start(prompt);
  await starts.answer(job(id));
  await given;
}

const states = (list: TaskList) => list.snapshot.tasks.map(({ job: { id, status } }) => `${id} ${status}`);

describe('the tasks of an agent', () => {
  it('are listed newest first, with the beginning of what was said', async () => {
    const list = open();
    await give(list, 'a', '  Describe retries. ');
    await give(list, 'b', 'x'.repeat(1_000));
    assert.deepEqual(states(list), ['b active', 'a active']);
    assert.deepEqual(
      list.snapshot.tasks.map(({ name }) => name),
      ['x'.repeat(200), 'Describe retries.'],
    );
  });

  it('are read one at a time, no more often than the platform takes requests', async () => {
    const list = open();
    await give(list, 'a');
    await give(list, 'b');
    mock.timers.tick(MIN_TASK_INTERVAL - 1);
    assert.deepEqual(read, []);
    mock.timers.tick(1);
    await looks.answer(job('a'));
    mock.timers.tick(MIN_TASK_INTERVAL);
    await looks.answer(job('b', 'completed', { prLink: 'https://git.example/1' }));
    mock.timers.tick(MIN_TASK_INTERVAL);
    await looks.answer(job('a', 'failed'));
    mock.timers.tick(MIN_TASK_INTERVAL * 10);
    assert.deepEqual(read, ['a', 'b', 'a']);
    assert.deepEqual(states(list), ['b completed', 'a failed']);
  });

  it('are read by hand alone with an interval of 0, then all that go on', async () => {
    const list = open(0);
    await give(list, 'a');
    await give(list, 'b');
    mock.timers.tick(MIN_TASK_INTERVAL * 10);
    assert.deepEqual(read, []);
    list.refresh();
    await looks.answer(job('a', 'archived'));
    await looks.answer(job('b', 'waiting_for_moon'));
    list.refresh();
    await looks.answer(job('b', 'waiting_for_moon'));
    assert.deepEqual(read, ['a', 'b', 'b']);
    assert.deepEqual(states(list), ['b waiting_for_moon', 'a archived']);
  });

  it('are told more, one thing at a time', async () => {
    const list = open();
    await give(list, 'a');
    const told = list.tell('a', 'With a table.');
    assert.equal(list.snapshot.sending, 'a');
    await list.tell('a', 'Again.');
    await list.start('Another');
    await messages.answer(job('a', 'active', { model: 'large' }));
    await told;
    assert.deepEqual(sent, ['Task a', 'a: With a table.']);
    assert.equal(list.snapshot.sending, null);
    assert.equal(list.snapshot.tasks[0]!.job.model, 'large');
  });

  it('are kept over a reload, which reads those alone that go on', async () => {
    const list = open();
    await give(list, 'a');
    await give(list, 'b');
    list.refresh();
    await looks.answer(job('a', 'completed'));
    await looks.answer(job('b'));
    list.close();
    read = [];
    const after = open();
    assert.deepEqual(states(after), ['b active', 'a completed']);
    await looks.answer(job('b', 'failed'));
    assert.deepEqual(read, ['b']);
  });

  it('lose none that another tab has given meanwhile', async () => {
    const [one, other] = [open(), open()];
    await give(one, 'a');
    await give(other, 'b');
    await give(one, 'c');
    assert.deepEqual(states(one), ['c active', 'b active', 'a active']);
  });

  it('are no more than some, and can be taken off', async () => {
    const list = open();
    for (let index = 0; index <= MAX_TASKS; index++) await give(list, `t${index}`);
    assert.equal(list.snapshot.tasks.length, MAX_TASKS);
    assert.equal(list.snapshot.tasks.at(-1)!.job.id, 't1');
    list.forget('t5');
    assert.equal(open().snapshot.tasks.length, MAX_TASKS - 1);
  });

  it('are gone where the server does not know one any more', async () => {
    const list = open(0);
    await give(list, 'a');
    list.refresh();
    await looks.fail(failure('http', { status: 404 }));
    assert.deepEqual([list.snapshot.tasks[0]!.isGone, list.snapshot.failure], [true, null]);
    list.refresh();
    assert.deepEqual(read, ['a']);
  });

  it('keep what was read when the next reading fails', async () => {
    const list = open(0);
    await give(list, 'a');
    list.refresh();
    await looks.fail(failure('http', { status: 403 }));
    assert.equal(list.snapshot.failure?.status, 403);
    assert.deepEqual(states(list), ['a active']);
    list.refresh();
    await looks.answer(job('a', 'completed'));
    assert.equal(list.snapshot.failure, null);
  });

  it('are dropped from what is kept where they are no tasks', async () => {
    storage.write(KEY, [
      { name: 'a' },
      { name: '', job: job('b') },
      { name: 'c', job: { id: 'c', source: 5 } },
      7,
    ]);
    const list = open();
    await settle();
    assert.deepEqual(
      list.snapshot.tasks.map(({ job: { id, status, source } }) => [id, status, source]),
      [['c', '', { repository: null, ref: null }]],
    );
  });
});

describe('a task that is not taken', () => {
  it('says why, and can be given again', async () => {
    const list = open();
    const given = list.start('a');
    await starts.fail(failure('http', { status: 429 }));
    await given;
    const { refusal, isOffered, sending } = list.snapshot;
    assert.deepEqual([refusal?.of, refusal?.failure.status, isOffered, sending], ['new', 429, true, null]);
    await give(list, 'a');
    assert.equal(list.snapshot.refusal, null);
  });

  for (const status of [404, 405, 501])
    it(`shows by ${status} that the server takes none, which is remembered for a day`, async () => {
      const list = open();
      const given = list.start('a');
      await starts.fail(failure('http', { status }));
      await given;
      assert.equal(list.snapshot.isOffered, false);
      assert.equal(open().snapshot.isOffered, false);
      mock.timers.tick(MISSING_AGE + 1);
      assert.equal(open().snapshot.isOffered, true);
    });

  it('shows nothing of the kind by a message to one that is unknown', async () => {
    const list = open();
    await give(list, 'a');
    const told = list.tell('a', 'b');
    await messages.fail(failure('http', { status: 404 }));
    await told;
    assert.deepEqual([list.snapshot.isOffered, list.snapshot.refusal?.of], [true, 'a']);
  });

  it('says nothing once the element has left', async () => {
    const list = open();
    const given = list.start('a');
    list.close();
    await starts.fail(failure('aborted'));
    await given;
    assert.equal(list.snapshot.refusal, null);
  });
});
