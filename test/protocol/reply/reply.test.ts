import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import type { Failure, FailureCode } from '../../../src/protocol/failures/failure.ts';
import { applyEvent, createReply, type Reply } from '../../../src/protocol/reply/reply.ts';
import { endReply, takeAddedText } from '../../../src/protocol/reply/reply-content.ts';
import type { ReplyStatus } from '../../../src/protocol/reply/reply-status.ts';
import { MAX_REPLY_PARTS, MAX_TEXT_LENGTH, MAX_WARNINGS } from '../../../src/protocol/reply/reply-limits.ts';

const text = (delta: string, part = '0'): AnswerEvent => ({ type: 'text', phase: 'delta', part, delta });
const start = (part = '0'): AnswerEvent => ({ type: 'text', phase: 'start', part, delta: '' });
const stop = (part = '0'): AnswerEvent => ({ type: 'text', phase: 'end', part, delta: '' });
const call = (id = 'c', name = 'search'): AnswerEvent => ({
  type: 'tool',
  id,
  name,
  state: 'input-available',
  input: { query: 'q' },
});
const output = (id = 'c', preliminary = false): AnswerEvent => ({
  type: 'tool',
  id,
  state: 'output-available',
  output: [],
  preliminary,
});
const step = (phase: 'start' | 'finish' | 'reset'): AnswerEvent => ({ type: 'step', phase });
const finish = (reason: string | null): AnswerEvent => ({ type: 'finish', reason });
const end: AnswerEvent = { type: 'end' };

function reduce(...events: AnswerEvent[]): Reply {
  const reply = createReply();
  for (const event of events) applyEvent(reply, event);
  return reply;
}

function ended(events: AnswerEvent[], how?: { stopped?: boolean; failure?: Failure }): Reply {
  const reply = reduce(...events);
  endReply(reply, how);
  return reply;
}

const failure = (code: FailureCode): Failure => ({ code, retryable: true, message: code });

describe('the status of a reply under way', () => {
  const cases: [ReplyStatus, string, AnswerEvent[]][] = [
    ['submitted', 'nothing came', []],
    ['waiting', 'something came, but no text', [{ type: 'message', id: 'm' }, start()]],
    ['searching', 'a tool call is open', [call()]],
    ['searching', 'a tool has told its first results', [call(), output('c', true)]],
    ['searching', 'one of two tool calls is open', [call('a'), call('b'), output('a')]],
    ['waiting', 'all tool calls have their output', [call(), output()]],
    [
      'waiting',
      'input comes late for a call that has its output',
      [call(), output(), { type: 'tool-input', id: 'c', delta: '' }],
    ],
    ['streaming', 'text comes', [text('a')]],
    ['searching', 'a tool is called after some text', [text('a'), call()]],
    ['streaming', 'text comes while a tool call stays open', [call(), text('a')]],
    ['waiting', 'the text was taken back', [step('start'), text('a'), step('reset')]],
  ];
  for (const [status, when, events] of cases) {
    it(`is ${status} when ${when}`, () => assert.equal(reduce(...events).status, status));
  }
});

describe('the final status', () => {
  const cases: [ReplyStatus, string, AnswerEvent[], Parameters<typeof endReply>[1]?][] = [
    ['done', 'it ended with text', [text('a'), end]],
    ['empty', 'it ended without text', [end]],
    ['empty', 'it ended with blanks only', [text(' \n'), end]],
    ['done', 'it ended with a tool call left to the client', [call(), end]],
    ['empty', 'it ended after tools that found nothing to say', [call(), output(), end]],
    ['interrupted', 'the body ended early', [text('a')]],
    ['interrupted', 'the body ended at once', []],
    ['interrupted', 'the connection broke after some text', [text('a')], { failure: failure('network') }],
    ['interrupted', 'nothing came any more after some text', [text('a')], { failure: failure('timeout') }],
    ['error', 'the connection broke before any text', [call()], { failure: failure('network') }],
    ['error', 'the server refused', [], { failure: failure('http') }],
    ['error', 'the answer was too large', [text('a')], { failure: failure('too-large') }],
    ['done', 'the connection broke after the end mark', [text('a'), end], { failure: failure('network') }],
    ['stopped', 'the reader stopped it', [text('a')], { stopped: true }],
    ['stopped', 'the caller aborted it', [], { failure: failure('aborted') }],
    ['stopped', 'an abort part came', [text('a'), { type: 'abort', reason: null }, end]],
    ['error', 'an error part came', [text('a'), { type: 'error', message: 'x' }, end]],
    [
      'error',
      'an error part came and the reader stopped the rest',
      [{ type: 'error', message: 'x' }],
      { stopped: true },
    ],
    ['error', 'it finished with an error that no part told', [text('a'), finish('error'), end]],
    ['done', 'it finished for a reason that nobody knows', [text('a'), finish('weird'), end]],
    ['done', 'it was cut at the limit of the model', [text('a'), finish('length'), end]],
  ];
  for (const [status, when, events, how] of cases) {
    it(`is ${status} when ${when}`, () => assert.equal(ended(events, how).status, status));
  }

  it('keeps the failure that made it an error, and only that', () => {
    assert.equal(ended([], { failure: failure('http') }).error?.code, 'http');
    assert.equal(ended([text('a')], { failure: failure('network') }).error, null);
    assert.equal(ended([finish('error'), end]).error?.code, 'stream');
  });

  it('keeps the first of several errors', () => {
    const errors = ['first', 'second'].map((message): AnswerEvent => ({ type: 'error', message }));
    assert.equal(reduce(...errors).error?.message, 'first');
  });

  it('does not change any more', () => {
    const reply = ended([text('a')], { stopped: true });
    assert.equal(applyEvent(reply, text('late')), false);
    endReply(reply);
    assert.deepEqual([reply.status, reply.text], ['stopped', 'a']);
  });
});

describe('parts', () => {
  it('stand in the order of their beginning, also when they come interleaved', () => {
    const reply = reduce(start('a'), start('b'), text('A1', 'a'), text('B1', 'b'), text('A2', 'a'));
    assert.deepEqual(reply.textParts, ['A1A2', 'B1']);
    assert.equal(reply.text, 'A1A2\n\nB1');
  });

  it('are whole when one source ends a step in which another still writes (chat-12)', () => {
    const reply = reduce(
      ...[step('start'), start('a'), text('From A ', 'a')],
      ...[step('start'), start('b'), text('B text. ', 'b'), stop('b'), step('finish')],
      ...[text('more A.', 'a'), stop('a'), step('finish')],
    );
    assert.deepEqual(reply.textParts, ['From A more A.', 'B text. ']);
  });

  const parts: [string, string[], string][] = [
    ['a heading', ['I will look that up.', '## Install'], 'I will look that up.\n\n## Install'],
    ['one after empty parts', ['One.', '', '\n', 'Two.'], 'One.\n\nTwo.'],
    ['the first after an empty part', ['', '\n', 'One.'], 'One.'],
    ['one with line breaks of its own', ['One.\n', '\n\nTwo.'], 'One.\n\n\nTwo.'],
    ['one after open code', ['~~~~js\na\n~~~', 'Two.'], '~~~~js\na\n~~~\n~~~~\n\nTwo.'],
    ['one after code with a close', ['```js\na\n```', 'Two.'], '```js\na\n```\n\nTwo.'],
    ['one after a line that is no fence', ['```a`b', 'Two.'], '```a`b\n\nTwo.'],
  ];
  for (const [name, deltas, joined] of parts) {
    it(`begin a block: ${name}, at once and as it grows`, () => {
      const reply = createReply();
      let grown = '';
      for (const [index, delta] of deltas.entries())
        for (const piece of ['', ...delta]) {
          applyEvent(reply, text(piece, `${index}`));
          const added = takeAddedText(reply);
          assert.notEqual(added, null);
          grown += added;
          assert.equal(grown, reply.text);
        }
      assert.equal(grown, joined);
    });
  }

  it('begin anew when an id is used again', () => {
    assert.deepEqual(reduce(start(), text('one'), stop(), start(), text('two')).textParts, ['one', 'two']);
    assert.deepEqual(reduce(start(), text('one'), start(), text('two')).textParts, ['one', 'two']);
  });

  it('are opened by a delta that has no start, with a warning', () => {
    const reply = reduce(text('a', 'x'), text('b', 'x'));
    assert.deepEqual(reply.textParts, ['ab']);
    assert.deepEqual(reply.warnings, [{ kind: 'orphan', detail: 'text-delta x' }]);
  });

  it('are others after a thought where they have no marks, and so are thoughts after a text', () => {
    const think = (delta: string): AnswerEvent => ({ type: 'reasoning', phase: 'delta', part: '0', delta });
    const reply = reduce(
      ...[think('**Look'), think(' up**'), text('One.'), text(' '), think(''), think('\n')],
      ...[text('So.'), think('**Write**'), text('# Two')],
    );
    assert.equal(reply.text, 'One. So.\n\n# Two');
    assert.equal(reply.reasoning, '**Look up**\n**Write**');
  });

  it('of text and of reasoning may have the same id', () => {
    const reply = reduce(start(), { type: 'reasoning', phase: 'start', part: '0', delta: 'hm' }, text('a'));
    assert.deepEqual([reply.text, reply.reasoning], ['a', 'hm']);
  });

  it('of a step are dropped when it is reset, those of earlier steps stay', () => {
    const source = (url: string): AnswerEvent => ({ type: 'source', source: { url } });
    const first = [step('start'), start(), text('one'), call('a'), output('a'), source('/1'), step('finish')];
    const second = [step('start'), start(), text('two'), call('b'), source('/2')];
    const reply = reduce(...first, ...second, step('reset'), start(), text('three'), source('/2'));
    assert.deepEqual(reply.textParts, ['one', 'three']);
    assert.deepEqual(
      reply.toolCalls.map(({ toolCallId }) => toolCallId),
      ['a'],
    );
    assert.deepEqual(
      reply.sources.map(({ url }) => url),
      ['/1', '/2'],
    );
    assert.equal(reply.status, 'streaming');
  });
});

describe('reasoning in the text', () => {
  const cases: [string, string, string, string | null][] = [
    ['between its tags (chat-20)', '<think>plan\n\nmore</think>\n\nUse **x**.', 'Use **x**.', 'plan\n\nmore'],
    ['without its opening tag', 'plan\n</think>\n\nUse x.', 'Use x.', 'plan\n'],
    ['without its opening tag and a line break', 'plan</think>Use x.', 'Use x.', 'plan'],
    ['after line breaks, by another name', '\n<thinking>\nplan</thinking>Use x.', 'Use x.', 'plan'],
    ['in capitals', '<THINK>plan</THINK> Use x.', 'Use x.', 'plan'],
    ['that is empty', '<think>\n\n</think>\n\nUse x.', 'Use x.', null],
    ['that is empty, without its opening tag', '\n</think>\nUse x.', 'Use x.', null],
    ['twice', '<think>a</think>One.\n<think>b</think>Two.', 'One.\nTwo.', 'ab'],
    ['that speaks of its tag', '<think>what is <think>?</think>One.', 'One.', 'what is <think>?'],
    ['that is not ended', '<think>plan, and', '', 'plan, and'],
    ['not in code', 'Qwen:\n```\n<think>a</think>\n```', 'Qwen:\n```\n<think>a</think>\n```', null],
    ['not in a line', 'It is `<think>` and `</think>`.', 'It is `<think>` and `</think>`.', null],
    ['not in a sentence', 'Tags <think>a</think>.', 'Tags <think>a</think>.', null],
    ['not of another tag', 'A <thing> <t', 'A <thing> <t', null],
  ];
  for (const [name, written, shown, reasoning] of cases) {
    it(`is told apart: ${name}, however it is cut`, () => {
      for (let size = 1; size <= written.length; size++) {
        const reply = createReply();
        let grown = '';
        for (let begin = 0; begin < written.length; begin += size) {
          applyEvent(reply, text(written.slice(begin, begin + size)));
          const added = takeAddedText(reply);
          grown = added === null ? reply.text : grown + added;
          assert.equal(grown, reply.text);
        }
        applyEvent(reply, end);
        endReply(reply);
        assert.deepEqual([reply.text, reply.reasoning], [shown, reasoning], `in pieces of ${size}`);
        assert.equal(grown + takeAddedText(reply), shown);
        assert.equal(reply.status, shown === '' ? 'empty' : 'done');
      }
    });
  }

  it('takes no time that grows with the square of a hostile text', () => {
    const reply = reduce(text('```\n<think>\n'.repeat(80_000)));
    assert.equal(reply.error, null);
  });
});

describe('tool calls', () => {
  it('are one record from their input to their output', () => {
    const [record, ...more] = reduce(
      { type: 'tool', id: 'c', name: 'search', state: 'input-streaming' },
      { type: 'tool-input', id: 'c', delta: '{' },
      call(),
      output('c', true),
      { type: 'tool', id: 'c', state: 'output-error', errorText: 'stack' },
    ).toolCalls;
    assert.deepEqual(more, []);
    assert.deepEqual(record, {
      toolCallId: 'c',
      toolName: 'search',
      state: 'output-error',
      input: { query: 'q' },
      output: [],
      errorText: 'stack',
    });
  });

  it('may be named like a property of every object', () => {
    assert.equal(reduce(call('__proto__'), call('constructor')).toolCalls.length, 2);
  });
});

describe('sources', () => {
  it('are kept once for each address, or for each document', () => {
    const sources = [
      { url: '/a' },
      { url: '/a', title: 'again' },
      { url: null, id: 'd' },
      { url: null, id: 'd' },
    ];
    const reply = reduce(...sources.map((source): AnswerEvent => ({ type: 'source', source })));
    assert.deepEqual(reply.sources, [
      { kind: 'url', id: null, url: '/a', title: null },
      { kind: 'document', id: 'd', url: null, title: null },
    ]);
  });
});

describe('data', () => {
  const data = (name: string | null, value: unknown, id?: string, transient = false): AnswerEvent => ({
    type: 'data',
    name,
    value,
    id,
    transient,
  });

  it('replaces data of the same name and id', () => {
    const reply = reduce(data('a', 1, 'x'), data('b', 2, 'x'), data('a', 3, 'x'), data('a', 4), data('a', 5));
    assert.deepEqual(
      reply.data.map((entry) => (entry as { data: unknown }).data),
      [3, 2, 4, 5],
    );
  });

  it('is not kept when it is transient', () => assert.deepEqual(reduce(data('a', 1, 'x', true)).data, []));
  it('without a name is kept bare', () => assert.deepEqual(reduce(data(null, 1)).data, [1]));
});

describe('metadata', () => {
  const metadata = (value: unknown): AnswerEvent => ({ type: 'metadata', value });

  it('is merged at every depth, lists are replaced', () => {
    const reply = reduce(
      metadata({ a: { b: 1, c: [1] } }),
      metadata({ a: { c: [2], d: null } }),
      metadata('no'),
    );
    assert.deepEqual(reply.metadata, { a: { b: 1, c: [2], d: null } });
  });

  it('never reaches a prototype', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"hit":1},"constructor":{"prototype":{"hit":1}},"a":{"__proto__":{"hit":1}}}',
    );
    const reply = reduce(metadata({ a: {} }), metadata(hostile), metadata(hostile));
    assert.equal(({} as { hit?: number }).hit, undefined);
    assert.equal((reply.metadata as { hit?: number }).hit, undefined);
  });

  it('may be nested deeper than the stack', () => {
    const deep = JSON.parse('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000));
    assert.equal(typeof reduce(metadata(deep), metadata(deep)).metadata?.a, 'object');
  });
});

describe('limits', () => {
  const big = 'x'.repeat(MAX_TEXT_LENGTH - 10);

  it('cut the text at its longest, and take no more', () => {
    const reply = reduce(start(), text(big));
    assert.equal(applyEvent(reply, text('y'.repeat(10))), true);
    assert.equal(applyEvent(reply, text('z')), false);
    assert.equal(applyEvent(reply, text('z')), false);
    endReply(reply);
    assert.equal(reply.text, big + 'y'.repeat(10));
    assert.deepEqual([reply.status, reply.error?.code], ['error', 'too-large']);
  });

  it('count reasoning with the text', () => {
    const reply = reduce({ type: 'reasoning', phase: 'start', part: '0', delta: big }, text(big));
    assert.equal(reply.text.length, 10);
    assert.equal(reply.error?.code, 'too-large');
  });

  it('hold after an error part too', () => {
    const reply = reduce({ type: 'error', message: 'x' }, text(big), text(big), text(big));
    assert.deepEqual([reply.text.length, reply.error?.code], [MAX_TEXT_LENGTH, 'stream']);
  });

  const floods: Record<string, (index: number) => AnswerEvent> = {
    'text parts': (index) => start(`${index}`),
    'tool calls': (index) => call(`${index}`),
    'tool input': (index) => ({ type: 'tool-input', id: `${index}`, delta: '' }),
    sources: (index) => ({ type: 'source', source: { url: `/${index}` } }),
    files: () => ({ type: 'file', url: '/f', mediaType: '' }),
    data: (index) => ({ type: 'data', name: 'n', id: `${index}`, value: index, transient: false }),
    annotations: (index) => ({ type: 'annotation', value: index }),
  };
  for (const [kind, event] of Object.entries(floods)) {
    it(`refuse the part after the ${MAX_REPLY_PARTS}th (${kind})`, () => {
      const reply = reduce(...Array.from({ length: MAX_REPLY_PARTS }, (_, index) => event(index)));
      assert.equal(reply.error, null);
      assert.equal(applyEvent(reply, event(MAX_REPLY_PARTS)), false);
      assert.equal(reply.error!.code, 'too-large');
      const { textParts, toolCalls, sources, files, data, annotations } = reply;
      const kept = [textParts, toolCalls, sources, files, data, annotations].flat().length;
      assert.equal(kept, MAX_REPLY_PARTS);
    });
  }

  it('count warnings beyond the first 50, and keep none of them', () => {
    const events = Array.from({ length: 60 }, (): AnswerEvent => ({
      type: 'warning',
      kind: 'k',
      detail: '',
    }));
    const reply = reduce(...events);
    assert.deepEqual([reply.warnings.length, reply.warningCount], [MAX_WARNINGS, 60]);
  });

  it('cut what an error and a warning say', () => {
    const long = 'x'.repeat(5000);
    const reply = reduce(
      { type: 'error', message: long },
      { type: 'warning', kind: 'k', detail: long },
      text('', long),
    );
    assert.deepEqual(
      [reply.error?.message.length, ...reply.warnings.map(({ detail }) => detail.length)],
      [500, 500, 500],
    );
  });
});
