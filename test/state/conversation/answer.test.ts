import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import { applyEvent, createReply } from '../../../src/protocol/reply/reply.ts';
import { endReply } from '../../../src/protocol/reply/reply-content.ts';
import { SuggestionsReader } from '../../../src/protocol/reply/suggestions.ts';
import { AnswerReader, SUBMITTED_ANSWER } from '../../../src/state/conversation/answer.ts';

/** A reply and what the reader sees of it, batch by batch. */
function follow(...batches: AnswerEvent[][]) {
  const reply = createReply();
  const reader = new AnswerReader();
  let answer = SUBMITTED_ANSWER;
  for (const events of batches) {
    for (const event of events) applyEvent(reply, event);
    answer = reader.read(answer, reply, events);
  }
  return { reply, reader, answer };
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
  it('tells a stop of the server from one of the reader', () => {
    for (const [abort, note] of [
      [[{ type: 'abort', reason: null }], 'aborted'],
      [[], null],
    ] as const) {
      const { reply, reader, answer } = follow([write('some'), ...abort]);
      endReply(reply, { stopped: true });
      const { status, note: found } = reader.readFinal(answer, reply, undefined);
      assert.deepEqual([status, found], ['stopped', note]);
    }
  });

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

  it('reads what follows early suggestions once', ({ mock }) => {
    const append = mock.method(SuggestionsReader.prototype, 'append');
    const deltas = ['Use\n\n```suggestions\n(A)[/a]\n```\n\n', ...'a long text'];
    const { reply, reader, answer } = follow(...deltas.map((delta) => [write(delta)]));
    const { text, suggestions } = reader.readFinal(answer, reply, undefined);
    assert.deepEqual([text, suggestions], ['Use\n\n\na long text', [{ label: 'A', target: '/a' }]]);
    const length = append.mock.calls.reduce((sum, { arguments: [added] }) => sum + added.length, 0);
    assert.equal(length, reply.text.length);
  });

  it('keeps the lists that text did not touch', () => {
    const {
      reply,
      reader,
      answer: before,
    } = follow([found('1', [{ path: 'a' }])], [write('Use\n\n```suggestions\n(A)[/a]\n```\n\nand')]);
    applyEvent(reply, write(' more'));
    const next = reader.read(before, reply, [write(' more')]);
    assert.equal(next.text, 'Use\n\n\nand more');
    assert.equal(next.sources, before.sources);
    assert.equal(next.steps, before.steps);
    assert.equal(next.suggestions, before.suggestions);
  });

  it('finds suggestions however the text is cut, also in a part that grows behind another one', () => {
    const text = 'One\nTwo\n\n```suggestions\n(A)[/a]\n```\n';
    for (let size = 1; size < text.length; size++) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g'))!;
      assert.equal(
        follow(...pieces.map((piece) => [write(piece)])).answer.text,
        'One\nTwo\n\n',
        `by ${size}`,
      );
    }
    const { answer } = follow(
      [write('One\n')],
      [{ type: 'text', phase: 'delta', part: '1', delta: 'Two\nThree\n' }],
      [write('```suggestions\n(A)[/a]\n```\n')],
    );
    assert.equal(answer.text, 'One\n\n\nTwo\nThree\n');
  });

  it('finds suggestions in what is written after a step was reset', () => {
    const { answer } = follow(
      [{ type: 'step', phase: 'start' }, write('A long text\nin two lines\n')],
      [{ type: 'step', phase: 'reset' }, write('B\n```suggestions\n(A)[/a]\n```\n and more text\n')],
    );
    assert.equal(answer.text, 'B\n and more text\n');
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

describe('reading an answer that has ended', () => {
  it('gives the held-back end of the text back', () => {
    const { reply, reader, answer } = follow([write('Use\n```sugg')]);
    endReply(reply);
    assert.equal(answer.text, 'Use\n');
    assert.equal(reader.readFinal(answer, reply, undefined).text, 'Use\n```sugg');
  });

  it('says why an answer was broken off', () => {
    const { reply, reader, answer } = follow([write('Use')]);
    const failure = { code: 'timeout', retryable: true, message: 'silent' } as const;
    endReply(reply, { failure });
    const { status, failure: told } = reader.readFinal(answer, reply, failure);
    assert.deepEqual([status, told], ['interrupted', failure]);
  });
});
