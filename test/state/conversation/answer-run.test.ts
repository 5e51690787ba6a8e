import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import { SuggestionsReader } from '../../../src/protocol/reply/suggestions.ts';
import { AnswerRun } from '../../../src/state/conversation/answer-run.ts';
import { SUBMITTED_ANSWER, type Answer } from '../../../src/state/conversation/conversation-snapshot.ts';
import { createTurn } from './turns.ts';

/** A run that these batches have come for, and the answer as the reader sees it then. */
async function follow(...batches: AnswerEvent[][]): Promise<{ run: AnswerRun; answer: Answer }> {
  const run = new AnswerRun(createTurn('How?', SUBMITTED_ANSWER));
  await run.stream(batches, () => {});
  return { run, answer: run.turn.answer };
}

const write = (delta: string): AnswerEvent => ({ type: 'text', phase: 'delta', part: '0', delta });
const found = (id: string, output: unknown): AnswerEvent => ({
  type: 'tool',
  id,
  state: 'output-available',
  name: 'search',
  output,
});

describe('reading an answer', () => {
  it('tells a stop of the server from one of the reader', async () => {
    for (const [abort, note] of [
      [[{ type: 'abort', reason: null }], 'aborted'],
      [[], null],
    ] as const) {
      const { run } = await follow([write('some'), ...abort]);
      const { status, note: found } = run.end({ stopped: true }).answer;
      assert.deepEqual([status, found], ['stopped', note]);
    }
  });

  it('lets go of what tools found, and still knows the pages', async () => {
    const results = [{ path: 'a', content: 'x'.repeat(100_000), metadata: { title: 'A' } }];
    const { run } = await follow([found('1', { results })]);
    results.length = 0;
    await run.stream([[found('2', [{ url: '/b' }])], [write('Use')]], () => {});
    assert.deepEqual(run.turn.answer.sources, [
      { path: 'a', title: 'A', excerpt: 'x'.repeat(400) },
      { path: '/b', title: '/b' },
    ]);
  });

  it('forgets the pages of a preliminary result when the final one comes', async () => {
    const first: AnswerEvent = { ...found('1', [{ path: 'a' }]), preliminary: true } as AnswerEvent;
    const { answer } = await follow([first], [found('1', [{ path: 'b' }])]);
    assert.deepEqual(answer.sources, [{ path: 'b', title: 'b' }]);
  });

  it('reads what follows early suggestions once', async ({ mock }) => {
    const append = mock.method(SuggestionsReader.prototype, 'append');
    const deltas = ['Use\n\n```suggestions\n(A)[/a]\n```\n\n', ...'a long text'];
    const { run } = await follow(...deltas.map((delta) => [write(delta)]));
    const { text, suggestions } = run.end({}).answer;
    assert.deepEqual([text, suggestions], ['Use\n\n\na long text', [{ label: 'A', target: '/a' }]]);
    const length = append.mock.calls.reduce((sum, { arguments: [added] }) => sum + added.length, 0);
    assert.equal(length, deltas.join('').length);
  });

  it('keeps the lists that text did not touch', async () => {
    const { run, answer: before } = await follow(
      [found('1', [{ path: 'a' }])],
      [write('Use\n\n```suggestions\n(A)[/a]\n```\n\nand')],
    );
    await run.stream([[write(' more')]], () => {});
    const next = run.turn.answer;
    assert.equal(next.text, 'Use\n\n\nand more');
    assert.equal(next.sources, before.sources);
    assert.equal(next.steps, before.steps);
    assert.equal(next.suggestions, before.suggestions);
  });

  it('finds suggestions however the text is cut, also in a part that grows behind another one', async () => {
    const text = 'One\nTwo\n\n```suggestions\n(A)[/a]\n```\n';
    for (let size = 1; size < text.length; size++) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
      const { answer } = await follow(...pieces.map((piece) => [write(piece)]));
      assert.equal(answer.text, 'One\nTwo\n\n', `by ${size}`);
    }
    const { answer } = await follow(
      [write('One\n')],
      [{ type: 'text', phase: 'delta', part: '1', delta: 'Two\nThree\n' }],
      [write('```suggestions\n(A)[/a]\n```\n')],
    );
    assert.equal(answer.text, 'One\n\n\nTwo\nThree\n');
  });

  it('finds suggestions in what is written after a step was reset', async () => {
    const { answer } = await follow(
      [{ type: 'step', phase: 'start' }, write('A long text\nin two lines\n')],
      [{ type: 'step', phase: 'reset' }, write('B\n```suggestions\n(A)[/a]\n```\n and more text\n')],
    );
    assert.equal(answer.text, 'B\n and more text\n');
  });

  it('cuts a long query of a tool', async () => {
    const input = { query: 'x'.repeat(5000) };
    const { answer } = await follow([{ type: 'tool', id: '1', state: 'input-available', input }]);
    assert.equal(answer.steps[0]?.query?.length, 200);
  });

  it('tells a tool that failed from one that found something', async () => {
    const { answer } = await follow([
      found('1', []),
      { type: 'tool', id: '2', state: 'output-error', errorText: 'Error: secret' },
    ]);
    assert.deepEqual(
      answer.steps.map(({ state }) => state),
      ['done', 'failed'],
    );
    assert.equal(JSON.stringify(answer).includes('secret'), false);
  });
});

describe('reading an answer that has ended', () => {
  it('gives the held-back end of the text back', async () => {
    const { run, answer } = await follow([write('Use\n```sugg')]);
    assert.equal(answer.text, 'Use\n');
    assert.equal(run.end({}).answer.text, 'Use\n```sugg');
  });

  it('says why an answer was broken off', async () => {
    const { run } = await follow([write('Use')]);
    const failure = { code: 'timeout', retryable: true, message: 'silent' } as const;
    const { status, failure: told } = run.end({ failure }).answer;
    assert.deepEqual([status, told], ['interrupted', failure]);
  });
});
