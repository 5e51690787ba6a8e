import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import type { Insights, InsightsQuery } from '../../../src/protocol/api.ts';
import { DEFAULT_INSIGHTS_INTERVAL, InsightsView } from '../../../src/state/admin/insights-view.ts';
import { NO_INSIGHTS } from '../../support/insights-data.ts';
import { failure } from '../fakes.ts';
import { ScriptedQuestions } from '../scripted-questions.ts';

let questions: ScriptedQuestions<Insights>;
let queries: InsightsQuery[];

beforeEach(() => {
  questions = new ScriptedQuestions();
  queries = [];
  mock.timers.enable({ apis: ['setTimeout'] });
});

afterEach(() => mock.timers.reset());

function open(query?: InsightsQuery): InsightsView {
  const getInsights = (asked: InsightsQuery, options?: { signal?: AbortSignal }) => {
    queries.push(asked);
    return questions.ask(options);
  };
  const view = new InsightsView({ source: { getInsights }, ...(query && { query }) });
  view.refresh();
  return view;
}

const insights = (retentionDays: number): Insights => ({ ...NO_INSIGHTS, retentionDays });

describe('the insights of a project', () => {
  it('are read at once, and again after the interval', async () => {
    const view = open();
    assert.equal(view.snapshot.status, 'loading');
    await questions.answer(insights(1));
    assert.equal(view.snapshot.insights?.retentionDays, 1);
    mock.timers.tick(DEFAULT_INSIGHTS_INTERVAL);
    await questions.answer(insights(2));
    assert.equal(view.snapshot.insights?.retentionDays, 2);
  });

  it('stay while another selection is read, which is asked for at once and only if it is another', async () => {
    const view = open({ days: 7 });
    await questions.answer(insights(1));
    view.select({ days: 7 });
    assert.equal(questions.count, 1);
    view.select({ days: 30, version: 'v2' });
    assert.deepEqual(queries, [{ days: 7 }, { days: 30, version: 'v2' }]);
    assert.deepEqual([view.snapshot.insights?.retentionDays, view.snapshot.isOutdated], [1, true]);
    await questions.answer(insights(2));
    assert.deepEqual([view.snapshot.insights?.retentionDays, view.snapshot.isOutdated], [2, false]);
  });

  it('stay while the connection is lost, which is tried again by itself', async () => {
    const view = open();
    await questions.answer(insights(1));
    view.refresh();
    await questions.fail(failure('network'));
    assert.deepEqual(
      [view.snapshot.status, view.snapshot.failure?.code, view.snapshot.insights?.retentionDays],
      ['ready', 'network', 1],
    );
    mock.timers.tick(2000);
    await questions.answer(insights(2));
    assert.deepEqual([view.snapshot.failure, view.snapshot.insights?.retentionDays], [null, 2]);
  });

  it('are not asked for again after an answer that will not change', async () => {
    const view = open();
    await questions.fail(failure('http', { status: 404, retryable: false }));
    assert.equal(view.snapshot.status, 'error');
    mock.timers.tick(DEFAULT_INSIGHTS_INTERVAL * 10);
    assert.equal(questions.count, 1);
  });
});
