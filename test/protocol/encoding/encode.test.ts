import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import * as fc from 'fast-check';

import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import { createReplyDecoder, readFormatHint } from '../../../src/protocol/decoding/decode.ts';
import { createReplyEncoder, replyHeaders, type WireFormat } from '../../../src/protocol/encoding/encode.ts';
import { applyEvent, createReply, type Reply } from '../../../src/protocol/reply/reply.ts';
import { endReply } from '../../../src/protocol/reply/reply-content.ts';

const SEARCH = { type: 'search', results: [{ content: 'x', path: 'a', metadata: { title: 'A' } }] };

const ANSWER: AnswerEvent[] = [
  { type: 'message', id: 'msg-1' },
  { type: 'step', phase: 'start' },
  { type: 'tool', id: 'c', name: 'search', state: 'input-available', input: { query: 'install' } },
  { type: 'tool', id: 'c', state: 'output-available', output: SEARCH },
  { type: 'step', phase: 'finish' },
  { type: 'step', phase: 'start' },
  { type: 'source', source: { url: '/guides/install', title: 'Install', id: 's' } },
  { type: 'text', phase: 'start', part: 't', delta: '' },
  { type: 'text', phase: 'delta', part: 't', delta: 'Use the ' },
  { type: 'text', phase: 'delta', part: 't', delta: '`domain` attribute.' },
  { type: 'text', phase: 'end', part: 't', delta: '' },
  { type: 'step', phase: 'finish' },
  { type: 'thread', threadId: 'T', threadKey: 'K', rank: 1 },
  { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 2 } },
  { type: 'end' },
];

function encode(events: readonly AnswerEvent[], format?: WireFormat): string {
  return events.map(createReplyEncoder(format)).join('');
}

function reduce(events: readonly AnswerEvent[]): Reply {
  const reply = createReply();
  for (const event of events) applyEvent(reply, event);
  endReply(reply);
  return reply;
}

async function decode(wire: string): Promise<Reply> {
  const decoder = createReplyDecoder();
  return reduce([...(await decoder.push(wire)), ...(await decoder.end())]);
}

/** What a reply says, without how it was written. */
function said({
  ledger: _ledger,
  format: _format,
  usage: _usage,
  metadata: _metadata,
  text,
  ...rest
}: Reply): object {
  // The line protocol tells the thread in a data part, too.
  const data = rest.data.filter((value) => (value as { type?: string } | null)?.type !== 'finish');
  return { ...rest, text, data };
}

/** Values as they come out of JSON: without -0, for example. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const word = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' });

/** The events of one step. Ids are made from its number; the line protocol has one text and one reasoning part a step. */
function stepEvents(format: WireFormat) {
  const deltas = fc.array(word, { minLength: 1, maxLength: 4 });
  const part =
    (type: 'text' | 'reasoning') =>
    (found: string[], step: number): AnswerEvent[] => [
      { type, phase: 'start', part: `${type} ${step}`, delta: '' },
      ...found.map((delta): AnswerEvent => ({ type, phase: 'delta', part: `${type} ${step}`, delta })),
      { type, phase: 'end', part: `${type} ${step}`, delta: '' },
    ];
  const data = (value: unknown): AnswerEvent =>
    format === 'sse'
      ? { type: 'data', name: 'note', value, transient: false }
      : { type: 'data', name: null, value: [value], transient: false };
  return fc
    .record({
      text: fc.option(deltas),
      reasoning: fc.option(deltas),
      tool: fc.option(fc.record({ name: word, input: json, output: json })),
      sources: fc.array(fc.record({ url: word, title: word, id: word }), { maxLength: 2 }),
      data: fc.array(json, { maxLength: 2 }),
      file: fc.boolean(),
    })
    .map(({ text, reasoning, tool, sources, data: values, file }) => (step: number): AnswerEvent[] => {
      const id = `call ${step}`;
      return [
        { type: 'step', phase: 'start' },
        ...(reasoning ? part('reasoning')(reasoning, step) : []),
        ...(tool
          ? ([
              { type: 'tool', id, name: tool.name, state: 'input-available', input: tool.input },
              { type: 'tool', id, state: 'output-available', output: tool.output },
            ] as const)
          : []),
        ...sources.map((source): AnswerEvent => ({ type: 'source', source })),
        ...values.map(data),
        ...(file
          ? [{ type: 'file', url: 'data:image/png;base64,AAAA', mediaType: 'image/png' } as const]
          : []),
        ...(text ? part('text')(text, step) : []),
        { type: 'step', phase: 'finish' },
      ];
    });
}

function answers(format: WireFormat): fc.Arbitrary<AnswerEvent[]> {
  return fc
    .record({
      id: word,
      steps: fc.array(stepEvents(format), { minLength: 1, maxLength: 4 }),
      threadId: fc.option(word),
      error: fc.option(word),
      reason: fc.constantFrom('stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'),
    })
    .map(({ id, steps, threadId, error, reason }) => [
      { type: 'message', id },
      ...steps.flatMap((events, index) => events(index)),
      ...(error ? [{ type: 'error', message: error } as const] : []),
      ...(threadId ? [{ type: 'thread', threadId, rank: 1 } as const] : []),
      { type: 'finish', reason },
      { type: 'end' },
    ]);
}

for (const format of ['sse', 'v1'] as const) {
  describe('metadata of a whole answer', () => {
    const finish: AnswerEvent = { type: 'finish', reason: 'stop', metadata: { certainty: 'low' } };

    it('are beside the thread in the last event of the event stream', async () => {
      const wire = encode([...ANSWER.slice(0, -2), finish, ANSWER.at(-1)!]);
      assert.match(
        wire,
        /"type":"finish","finishReason":"stop","messageMetadata":\{"certainty":"low","threadId":"T"/,
      );
      assert.equal((await decode(wire)).metadata!['certainty'], 'low');
    });

    it('are an annotation in the line protocol, whose last part has no place for them', async () => {
      const reply = await decode(encode([...ANSWER.slice(0, -2), finish, ANSWER.at(-1)!], 'v1'));
      assert.deepEqual(reply.annotations, [{ certainty: 'low' }]);
    });
  });

  describe(`what is written as ${format}`, () => {
    it('is read as the same reply', async () => {
      await fc.assert(
        fc.asyncProperty(answers(format), async (events) => {
          assert.deepEqual(said(await decode(encode(events, format))), said(reduce(events)));
        }),
        { numRuns: 500 },
      );
    });

    it('is recognised by its bytes and by its headers', async () => {
      assert.equal((await decode(encode(ANSWER, format))).format, format);
      assert.equal(readFormatHint(new Headers(replyHeaders(format))), format);
    });

    it('is not complete when its end is missing', async () => {
      const cut = ANSWER.slice(0, -4);
      assert.equal((await decode(encode(cut, format))).status, 'interrupted');
    });

    it('opens and closes what the events leave open', async () => {
      const events: AnswerEvent[] = [
        { type: 'text', phase: 'delta', part: 'x', delta: 'a' },
        { type: 'finish', reason: null },
        { type: 'end' },
      ];
      const reply = await decode(encode(events, format));
      assert.deepEqual(
        [reply.status, reply.text, reply.finishReason, reply.warnings],
        ['done', 'a', 'other', []],
      );
    });

    it('holds a surrogate that is cut in two', async () => {
      const events = ANSWER.map((event) =>
        event.type === 'text' && event.phase === 'delta'
          ? { ...event, delta: event.delta === 'Use the ' ? '\ud83d' : '\ude80' }
          : event,
      );
      assert.equal((await decode(encode(events, format))).text, '🚀');
    });
  });
}

describe('the SSE format', () => {
  it('is what the official client of AI SDK 7 reads', async () => {
    const transport = new DefaultChatTransport<UIMessage<{ threadId: string }>>({
      fetch: async () => new Response(encode(ANSWER), { headers: replyHeaders('sse') }),
    });
    const stream = await transport.sendMessages({
      chatId: 'c',
      messages: [],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    });
    let message: UIMessage | undefined;
    for await (const next of readUIMessageStream({ stream, terminateOnError: true })) message = next;
    assert.equal(message?.id, 'msg-1');
    assert.deepEqual(message.metadata, { threadId: 'T', threadKey: 'K' });
    assert.deepEqual(
      message.parts.map(({ type }) => type),
      ['step-start', 'tool-search', 'step-start', 'source-url', 'text'],
    );
    const text = message.parts.at(-1);
    assert.ok(text?.type === 'text' && text.state === 'done' && text.text === 'Use the `domain` attribute.');
  });

  it('has no field that the strict clients of earlier versions turn down', () => {
    const chunks = encode(ANSWER)
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)) as Record<string, unknown>);
    assert.deepEqual(chunks[0], { type: 'start', messageId: 'msg-1' });
    assert.deepEqual(chunks.at(-1), {
      type: 'finish',
      finishReason: 'stop',
      messageMetadata: { threadId: 'T', threadKey: 'K' },
    });
  });

  it('begins with a start, and with one only', () => {
    const starts = (events: AnswerEvent[]) => encode(events).split('"type":"start"').length - 1;
    assert.deepEqual([starts(ANSWER), starts(ANSWER.slice(1))], [1, 1]);
  });
});

describe('the line protocol', () => {
  it('is framed as AI SDK 4 frames it', () => {
    assert.equal(
      encode(ANSWER, 'v1'),
      [
        'f:{"messageId":"msg-1"}',
        '9:{"toolCallId":"c","toolName":"search","args":{"query":"install"}}',
        `a:{"toolCallId":"c","result":${JSON.stringify(SEARCH)}}`,
        'e:{"finishReason":"tool-calls","isContinued":false}',
        'f:{"messageId":"msg-1"}',
        'h:{"sourceType":"url","id":"s","url":"/guides/install","title":"Install"}',
        '0:"Use the "',
        '0:"`domain` attribute."',
        'e:{"finishReason":"stop","isContinued":false}',
        '2:[{"type":"finish","threadId":"T","threadKey":"K"}]',
        'd:{"finishReason":"stop","usage":{"promptTokens":1,"completionTokens":2},"threadId":"T","threadKey":"K"}',
        '',
      ].join('\n'),
    );
  });
});
