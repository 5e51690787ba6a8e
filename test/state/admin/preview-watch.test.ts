import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { PreviewTrigger, UpdateStatus } from '../../../src/protocol/api.ts';
import { PreviewWatch } from '../../../src/state/admin/preview-watch.ts';
import { MISSING_AGE } from '../../../src/state/admin/task-list.ts';
import { openStorage, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { failure, FakeWebStorage } from '../fakes.ts';
import { ScriptedQuestions } from '../scripted-questions.ts';

let starts: ScriptedQuestions<PreviewTrigger>;
let looks: ScriptedQuestions<UpdateStatus>;
let branches: string[];
let storage: CheckedStorage;

beforeEach(() => {
  starts = new ScriptedQuestions();
  looks = new ScriptedQuestions();
  branches = [];
  const area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});

afterEach(() => mock.timers.reset());

function open(): PreviewWatch {
  const watch = new PreviewWatch({
    source: {
      startPreview(branch, options) {
        branches.push(branch);
        return starts.ask(options);
      },
      getUpdate: (_id, options) => looks.ask(options),
    },
    endpoint: '/api/',
    projectId: 'docs',
    storage,
  });
  watch.restore();
  return watch;
}

const STARTED = { statusId: 'p1', previewUrl: 'https://a.preview.example/' };
const update = (status: string): UpdateStatus => ({
  _id: 'p1',
  projectId: 'docs',
  createdAt: '2026-01-01T00:00:00.000Z',
  logs: [],
  status,
});

describe('the preview of a branch', () => {
  it('is followed from its start to its end, as an update is', async () => {
    const watch = open();
    assert.equal(watch.snapshot.phase, 'idle');
    const started = watch.start('docs/a');
    await watch.start('docs/b');
    await starts.answer(STARTED);
    await started;
    const { branch, previewUrl, phase } = watch.snapshot;
    assert.deepEqual([branch, previewUrl, phase], ['docs/a', STARTED.previewUrl, 'following']);
    await looks.answer(update('queued'));
    mock.timers.tick(1_000);
    await looks.answer(update('success'));
    assert.equal(watch.snapshot.phase, 'ended');
    assert.deepEqual(branches, ['docs/a']);
  });

  it('is kept over a reload, beside the update', async () => {
    storage.write('docs-assistant:/api|docs:status-id', 'u1');
    const watch = open();
    const started = watch.start('docs/a');
    await starts.answer(STARTED);
    await started;
    watch.close();
    const after = open();
    const { branch, previewUrl, statusId } = after.snapshot;
    assert.deepEqual([branch, previewUrl, statusId], ['docs/a', STARTED.previewUrl, 'p1']);
    assert.equal(
      storage.read('docs-assistant:/api|docs:status-id', (value) => value),
      'u1',
    );
  });

  it('is not offered for a day where the server has none', async () => {
    const watch = open();
    const started = watch.start('docs/a');
    await starts.fail(failure('http', { status: 404 }));
    await started;
    assert.equal(watch.snapshot.isOffered, false);
    assert.equal(open().snapshot.isOffered, false);
    mock.timers.tick(MISSING_AGE + 1);
    assert.equal(open().snapshot.isOffered, true);
  });

  it('is offered still where it was refused, or is not known any more', async () => {
    const watch = open();
    const refused = watch.start('docs/a');
    await starts.fail(failure('http', { status: 403 }));
    await refused;
    const started = watch.start('docs/a');
    await starts.answer(STARTED);
    await started;
    await looks.fail(failure('http', { status: 404, retryable: false }));
    const { isOffered, phase } = watch.snapshot;
    assert.deepEqual([isOffered, phase], [true, 'error']);
  });
});
