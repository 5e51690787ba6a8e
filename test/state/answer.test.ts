import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEvent } from '../../src/protocol/answer-event.ts';
import { applyEvent, createReply } from '../../src/protocol/reply.ts';
import { endReply } from '../../src/protocol/reply-content.ts';
import { loadSuggestions, readAnswer, readFinalAnswer, SUBMITTED_ANSWER } from '../../src/state/answer.ts';

/** A reply and what the reader sees of it, batch by batch. */
function follow(...batches: AnswerEvent[][]) {
  const reply = createReply();
  let answer = SUBMITTED_ANSWER;
  for (const events of batches) {
    for (const event of events) applyEvent(reply, event);
    answer = readAnswer(answer, reply, events);
  }
  return { reply, answer };
}

const write = (delta: string): AnswerEvent => ({ type: 'text', phase: 'delta', part: '0', delta });
const found = (id: string, output: unknown): AnswerEvent => ({
  type: 'tool',
  id,
  state: 'output-available',
  name: 'search',
  output,
});

describe('readAnswer', () => {
  it('lets go of what tools found, and still knows the pages', () => {
    const results = [{ path: 'a', content: 'x'.repeat(100_000), metadata: { title: 'A' } }];
    const { reply, answer } = follow(
      [found('1', { results })],
      [found('2', [{ url: '/b' }])],
      [write('Use')],
    );
    assert.ok(JSON.stringify(reply).length < 2000);
    assert.deepEqual(answer.sources, [
      { path: 'a', title: 'A', excerpt: 'x'.repeat(400) },
      { path: '/b', title: '/b' },
    ]);
  });

  it('forgets the pages of a preliminary result when the final one comes', () => {
    const first: AnswerEvent = { ...found('1', [{ path: 'a' }]), preliminary: true } as AnswerEvent;
    const { answer } = follow([first], [found('1', [{ path: 'b' }])]);
    assert.deepEqual(answer.sources, [{ path: 'b', title: 'b' }]);
  });

  it('ends the text before suggestions, until what reads them is there', async () => {
    const { reply, answer } = follow([write('Use\n\n```suggestions\n(A)[/a]\n```\n\nand')]);
    assert.deepEqual([answer.text, answer.suggestions], ['Use\n\n', []]);
    await loadSuggestions(reply);
    const next = readAnswer(answer, reply, []);
    assert.deepEqual([next.text, next.suggestions], ['Use\n\n\nand', [{ label: 'A', target: '/a' }]]);
    assert.equal(loadSuggestions(reply), null);
  });

  it('keeps the lists that text did not touch', () => {
    const { reply, answer } = follow(
      [found('1', [{ path: 'a' }])],
      [write('Use\n\n```suggestions\n(A)[/a]\n```\n\nand')],
    );
    applyEvent(reply, write(' more'));
    const next = readAnswer(answer, reply, [write(' more')]);
    assert.equal(next.text, 'Use\n\n\nand more');
    assert.equal(next.sources, answer.sources);
    assert.equal(next.steps, answer.steps);
    assert.equal(next.suggestions, answer.suggestions);
  });

  it('cuts a long query of a tool', () => {
    const input = { query: 'x'.repeat(5000) };
    const { answer } = follow([{ type: 'tool', id: '1', state: 'input-available', input }]);
    assert.equal(answer.steps[0]?.query?.length, 200);
  });

  it('tells a tool that failed from one that found something', () => {
    const { answer } = follow([
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

describe('readFinalAnswer', () => {
  it('gives the held-back end of the text back', () => {
    const { reply, answer } = follow([write('Use\n```sugg')]);
    endReply(reply);
    assert.equal(answer.text, 'Use\n');
    assert.equal(readFinalAnswer(answer, reply, undefined).text, 'Use\n```sugg');
  });

  it('says why an answer was broken off', () => {
    const { reply, answer } = follow([write('Use')]);
    const failure = { code: 'timeout', retryable: true, message: 'silent' } as const;
    endReply(reply, { failure });
    const { status, failure: told } = readFinalAnswer(answer, reply, failure);
    assert.deepEqual([status, told], ['interrupted', failure]);
  });
});
