import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { LatestUpdate, UpdateStatus, UpdateTrigger } from '../../../src/protocol/api.ts';
import { openStorage, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { LONGEST_UPDATE_INTERVAL, UpdateWatch } from '../../../src/state/admin/update-watch.ts';
import { failure, FakeWebStorage } from '../fakes.ts';
import { ScriptedQuestions, settle } from '../scripted-questions.ts';

const KEY = 'docs-assistant:/api|docs:status-id';

let starts: ScriptedQuestions<UpdateTrigger>;
let looks: ScriptedQuestions<UpdateStatus>;
let area: FakeWebStorage;
let storage: CheckedStorage;

beforeEach(() => {
  starts = new ScriptedQuestions();
  looks = new ScriptedQuestions();
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  mock.timers.enable({ apis: ['setTimeout'] });
});

afterEach(() => mock.timers.reset());

function open(interval = 1_000): UpdateWatch {
  return new UpdateWatch({
    source: { startUpdate: starts.ask, getUpdate: (_id, options) => looks.ask(options) },
    endpoint: '/api/',
    projectId: 'docs',
    storage,
    interval,
  });
}

function update(status: string, more: Partial<UpdateStatus> = {}): UpdateStatus {
  return { _id: 'u1', projectId: 'docs', createdAt: '2026-01-01T00:00:00.000Z', logs: [], status, ...more };
}

async function begin(watch: UpdateWatch): Promise<void> {
  const started = watch.start();
  await starts.answer({ statusId: 'u1' });
  await started;
}

describe('following an update', () => {
  it('goes from its start to its end', async () => {
    const watch = open();
    const phases: string[] = [];
    watch.subscribe(() =>
      phases.push(`${watch.snapshot.phase} ${watch.snapshot.update?.status ?? ''}`.trim()),
    );
    await begin(watch);
    await looks.answer(update('queued'));
    mock.timers.tick(1_000);
    await looks.answer(update('in_progress'));
    mock.timers.tick(1_000);
    await looks.answer(update('success', { endedAt: '2026-01-01T00:00:09.000Z' }));
    mock.timers.tick(1_000_000);
    assert.equal(looks.count, 3);
    assert.deepEqual(phases, [
      'starting',
      'following',
      'following queued',
      'following in_progress',
      'ended success',
    ]);
  });

  it('starts one update for two presses', async () => {
    const watch = open();
    void watch.start();
    void watch.start();
    await starts.answer({ statusId: 'u1' });
    void watch.start();
    assert.equal(starts.count, 1);
  });

  it('looks less often while nothing changes, and as often as at first when something does', async () => {
    const watch = open();
    await begin(watch);
    let wait = 1_000;
    for (let look = 0; look < 10; look++) {
      await looks.answer(update('in_progress'));
      const { count } = looks;
      mock.timers.tick(wait - 1);
      assert.equal(looks.count, count);
      mock.timers.tick(1);
      assert.equal(looks.count, count + 1);
      wait = Math.min(wait * 1.5, LONGEST_UPDATE_INTERVAL);
    }
    await looks.answer(update('in_progress', { logs: ['Fetching'] }));
    const { count } = looks;
    mock.timers.tick(1_000);
    assert.equal(looks.count, count + 1);
  });

  it('looks only when it is asked to where it has no interval', async () => {
    const watch = open(0);
    await begin(watch);
    await looks.answer(update('queued'));
    mock.timers.tick(1_000_000);
    assert.deepEqual([looks.count, watch.snapshot.phase], [1, 'following']);
    watch.refresh();
    assert.equal(looks.count, 2);
  });

  it('takes a state that it does not know for the end when the update has one', async () => {
    const watch = open();
    await begin(watch);
    await looks.answer(update('cancelled'));
    assert.equal(watch.snapshot.phase, 'following');
    mock.timers.tick(1_000);
    await looks.answer(update('cancelled', { endedAt: '2026-01-01T00:00:09.000Z' }));
    assert.equal(watch.snapshot.phase, 'ended');
  });

  it('goes on after a reload, and knows its end as well', async () => {
    await begin(open());
    const watch = open();
    watch.restore();
    assert.equal(watch.snapshot.statusId, 'u1');
    await looks.answer(update('failure', { summary: 'No such branch' }));
    assert.equal(watch.snapshot.phase, 'ended');
    assert.equal(area.items.get(KEY), '"u1"');
  });

  it('drops a stored value that is none, and an id that the server does not know any more', async () => {
    area.items.set(KEY, '{"a":1}');
    const watch = open();
    watch.restore();
    assert.equal(watch.snapshot.phase, 'idle');
    watch.follow('gone');
    await looks.fail(failure('http', { status: 404, retryable: false }));
    assert.equal(watch.snapshot.phase, 'error');
    assert.equal(area.items.has(KEY), false);
  });

  it('keeps what it knows through a lost connection, and goes on by itself', async () => {
    const watch = open();
    await begin(watch);
    await looks.answer(update('in_progress', { logs: ['Fetching'] }));
    mock.timers.tick(1_000);
    await looks.fail(failure('network'));
    assert.deepEqual(
      [watch.snapshot.phase, watch.snapshot.failure?.code, watch.snapshot.update?.logs],
      ['following', 'network', ['Fetching']],
    );
    mock.timers.tick(2_000);
    await looks.answer(update('success'));
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.failure], ['ended', null]);
  });

  it('says why an update could not be started, and starts it when asked again', async () => {
    const watch = open();
    void watch.start();
    await starts.fail(failure('http', { status: 429, retryAfter: 60 }));
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.failure?.retryAfter], ['error', 60]);
    await begin(watch);
    assert.equal(watch.snapshot.phase, 'following');
  });

  it('says nothing any more once it is closed', async () => {
    const watch = open();
    void watch.start();
    watch.close();
    await starts.answer({ statusId: 'u1' });
    await settle();
    assert.equal(watch.snapshot.phase, 'starting');
    assert.equal(looks.count, 0);
  });
});

describe('the latest update of the server', () => {
  let latest: ScriptedQuestions<LatestUpdate | null>;

  beforeEach(() => {
    latest = new ScriptedQuestions();
  });

  function openWithLatest(interval = 1_000): UpdateWatch {
    const watch = new UpdateWatch({
      source: {
        startUpdate: starts.ask,
        getUpdate: (_id, options) => looks.ask(options),
        getLatestUpdate: latest.ask,
      },
      ...{ endpoint: '/api/', projectId: 'docs', storage, interval },
    });
    watch.restore();
    return watch;
  }
  const ended = (_id: string) => update('success', { _id, endedAt: '2026-01-01T00:00:09.000Z' });

  it('is shown, whoever has started it, in place of the one that was followed here', async () => {
    storage.write(KEY, 'u1');
    const watch = openWithLatest();
    await latest.answer({ update: ended('u9') });
    assert.deepEqual([watch.snapshot.statusId, watch.snapshot.update?.status], ['u9', 'success']);
    await looks.answer(ended('u9'));
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.tellsLatest], ['ended', true]);
  });

  it('is looked for again, so that one of a webhook appears', async () => {
    const watch = openWithLatest();
    await latest.answer({ update: null });
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.tellsLatest], ['idle', true]);
    mock.timers.tick(LONGEST_UPDATE_INTERVAL);
    await latest.answer({ update: update('queued', { _id: 'u2' }) });
    await looks.answer(update('in_progress', { _id: 'u2' }));
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.statusId], ['following', 'u2']);
    // It is followed to its end before another one is shown.
    mock.timers.tick(LONGEST_UPDATE_INTERVAL);
    await latest.answer({ update: update('queued', { _id: 'u3' }) });
    assert.equal(watch.snapshot.statusId, 'u2');
    await looks.answer(ended('u2'));
    mock.timers.tick(LONGEST_UPDATE_INTERVAL);
    await latest.answer({ update: update('queued', { _id: 'u3' }) });
    assert.equal(watch.snapshot.statusId, 'u3');
  });

  it('does not hide one that is started here', async () => {
    const watch = openWithLatest();
    const started = watch.start();
    await latest.answer({ update: ended('u0') });
    await starts.answer({ statusId: 'u1' });
    await started;
    assert.deepEqual([watch.snapshot.phase, watch.snapshot.statusId], ['following', 'u1']);
  });

  it('is asked for once where the server does not tell it, and what was followed here stays', async () => {
    storage.write(KEY, 'u1');
    const watch = openWithLatest();
    await looks.answer(ended('u1'));
    await latest.answer(null);
    assert.deepEqual([watch.snapshot.statusId, watch.snapshot.tellsLatest], ['u1', false]);
    mock.timers.tick(1_000_000);
    watch.refresh();
    assert.equal(latest.count, 1);
  });

  it('is not looked for while another update is named, on a hidden page, or by itself without an interval', async () => {
    const watch = openWithLatest(0);
    await latest.answer({ update: null });
    mock.timers.tick(1_000_000);
    assert.equal(latest.count, 1);
    watch.refresh();
    assert.equal(latest.count, 2);
    await latest.answer({ update: null });
    watch.interval = 1_000;
    watch.refresh();
    await latest.answer({ update: null });
    watch.pause();
    mock.timers.tick(1_000_000);
    assert.equal(latest.count, 3);
    watch.resume();
    assert.equal(latest.count, 4);
    watch.follow('u5');
    await looks.answer(ended('u5'));
    mock.timers.tick(1_000_000);
    assert.deepEqual([latest.count, watch.snapshot.statusId], [4, 'u5']);
  });

  it('leaves what is shown as it is when it cannot be read', async () => {
    const watch = openWithLatest();
    await latest.fail(failure('http', { status: 403, retryable: false }));
    const { phase, failure: shown, tellsLatest } = watch.snapshot;
    assert.deepEqual([phase, shown, tellsLatest], ['idle', null, false]);
  });
});
