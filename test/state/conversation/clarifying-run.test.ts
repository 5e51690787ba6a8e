import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReplyDecoder } from '../../../src/protocol/decoding/decode.ts';
import { createHistory, MAX_HISTORY_LENGTH, readHistory } from '../../../src/state/archive/history.ts';
import { AnswerRun } from '../../../src/state/conversation/answer-run.ts';
import {
  SUBMITTED_ANSWER,
  wholeText,
  type Turn,
} from '../../../src/state/conversation/conversation-snapshot.ts';
import { createMessages } from '../../../src/state/conversation/messages.ts';
import { createTurn } from './turns.ts';

const INPUT = { question: 'Which SDK?', options: ['Node', 'Python'] };
const ASKED = 'Which SDK?\n- Node\n- Python';

const sse = (...events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const START = { type: 'start', messageId: 'm1' };
const FINISH = { type: 'finish' };
const ask = (input: unknown, toolCallId = 'a', toolName = 'x') => ({
  type: 'tool-input-available',
  ...{ toolCallId, toolName, input },
});
const say = (delta: string) => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta },
  { type: 'text-end', id: 't' },
];
const streamed = JSON.stringify(INPUT).match(/.{1,7}/g)!;

async function read(body: string): Promise<Turn> {
  const run = new AnswerRun(createTurn('How?', SUBMITTED_ANSWER));
  const decoder = createReplyDecoder();
  const batches = [await decoder.push(body), await decoder.end()];
  await run.stream(batches, () => {});
  return run.end({});
}

describe('a question in an answer', () => {
  for (const [what, body] of [
    ['the stream of AI SDK 5 to 7', sse(START, ask(INPUT), FINISH)],
    ['a dynamic tool', sse(START, { ...ask(INPUT), dynamic: true }, FINISH)],
    [
      'an input that is streamed',
      sse(
        START,
        { type: 'tool-input-start', toolCallId: 'a', toolName: 'x' },
        ...streamed.map((inputTextDelta) => ({ type: 'tool-input-delta', toolCallId: 'a', inputTextDelta })),
        ask(INPUT),
        FINISH,
      ),
    ],
    [
      'the line protocol of AI SDK 4',
      `f:{"messageId":"m1"}\n9:${JSON.stringify({ toolCallId: 'a', toolName: 'x', args: INPUT })}\ne:{"finishReason":"tool-calls"}\nd:{"finishReason":"tool-calls"}\n`,
    ],
    [
      'the line protocol, streamed',
      `b:{"toolCallId":"a","toolName":"x"}\n${streamed.map((argsTextDelta) => `c:${JSON.stringify({ toolCallId: 'a', argsTextDelta })}\n`).join('')}9:${JSON.stringify({ toolCallId: 'a', toolName: 'x', args: INPUT })}\nd:{"finishReason":"tool-calls"}\n`,
    ],
    ['lines of JSON', [START, ask(INPUT), FINISH].map((event) => `${JSON.stringify(event)}\n`).join('')],
  ] as const) {
    it(`is read from ${what}`, async () => {
      const { answer } = await read(body);
      assert.deepEqual([answer.status, answer.asked, answer.steps], ['done', ASKED, []]);
    });
  }

  it('stands beside text and searches, whatever comes first', async () => {
    const found = [
      ask({ query: 'sdk' }, 's', 'search'),
      { type: 'tool-output-available', toolCallId: 's', output: {} },
    ];
    for (const events of [
      [...found, ask(INPUT), ...say('Both work.')],
      [...say('Both work.'), ...found, ask(INPUT)],
    ]) {
      const { answer } = await read(sse(START, ...events, FINISH));
      assert.deepEqual([answer.text, answer.asked], ['Both work.', ASKED]);
      assert.deepEqual(
        answer.steps.map(({ name, state }) => `${name} ${state}`),
        ['search done'],
      );
      assert.equal(wholeText(answer), 'Both work.\n\nWhich SDK?\n- Node\n- Python');
    }
  });

  it('may be one of several', async () => {
    const second = { prompt: 'Which OS?', list: ['Linux'] };
    const { answer } = await read(sse(START, ask(INPUT), ask(second, 'b'), FINISH));
    assert.deepEqual(answer.asked, `${ASKED}\n\nWhich OS?\n- Linux`);
  });

  it('stays when the answer is cut after it; a search that was not done is none', async () => {
    const cut = await read(sse(START, ...say('Both work.'), ask(INPUT)));
    assert.deepEqual([cut.answer.status, cut.answer.asked], ['interrupted', ASKED]);
    const search = ask({ query: 'sdk', versions: ['v1'] }, 's', 'search');
    const { answer } = await read(sse(START, ...say('Let me see.'), search));
    assert.equal(answer.asked, undefined);
    assert.deepEqual(
      answer.steps.map(({ state }) => state),
      ['failed'],
    );
  });

  it('stays when the reader stops the answer after it; a search under way is none', async () => {
    for (const [input, asked, steps] of [
      [INPUT, ASKED, []],
      [{ query: 'sdk', versions: ['v1'] }, undefined, ['failed']],
    ] as const) {
      const run = new AnswerRun(createTurn('How?', SUBMITTED_ANSWER));
      const decoder = createReplyDecoder();
      const { promise: isAsked, resolve } = Promise.withResolvers<void>();
      async function* replies() {
        yield await decoder.push(sse(START, ...say('Both work.'), ask(input)));
        // The module that reads questions is loaded once one may have come.
        await import('../../../src/protocol/reply/clarifying-question.ts');
        await new Promise((next) => setImmediate(next));
        resolve();
        await new Promise(() => {});
      }
      void run.stream(replies(), () => {});
      await isAsked;
      const { answer } = run.end({ stopped: true });
      assert.deepEqual([answer.status, answer.text, answer.asked], ['stopped', 'Both work.', asked]);
      assert.deepEqual(
        answer.steps.map(({ state }) => state),
        steps,
      );
    }
  });

  it('is none that was answered, or that failed', async () => {
    for (const end of [
      { type: 'tool-output-available', toolCallId: 'a', output: 'Node' },
      { type: 'tool-output-error', toolCallId: 'a', errorText: 'no' },
    ]) {
      const { answer } = await read(sse(START, ask(INPUT), end, ...say('Good.'), FINISH));
      assert.equal(answer.asked, undefined);
    }
    const { answer } = await read(sse(START, ask(INPUT), { type: 'error', errorText: 'no' }));
    assert.deepEqual([answer.status, answer.asked], ['error', undefined]);
  });

  it('leaves what else was wanted as a step that did not succeed', async () => {
    const { answer } = await read(sse(START, ask(INPUT), ask({ city: 'Bern' }, 'b', 'weather'), FINISH));
    assert.deepEqual(
      [answer.asked, answer.steps.map(({ name, state }) => `${name} ${state}`)],
      [ASKED, ['weather failed']],
    );
  });

  it('is kept over a reload, within limits', async () => {
    const turn = await read(sse(START, ask(INPUT), FINISH));
    const [kept] = readHistory(JSON.parse(JSON.stringify(createHistory([turn]))))!;
    assert.deepEqual(kept!.answer.asked, ASKED);
    const stored = (asked: unknown) =>
      readHistory([{ ...turn, answer: { ...turn.answer, asked } }])![0]!.answer.asked;
    for (const bad of ['', 5, ['x'], 'x'.repeat(14_001), 'x'.repeat(MAX_HISTORY_LENGTH / 2)])
      assert.equal(stored(bad), undefined);
  });

  it('is sent with the next question, so that a server knows what it is an answer to', async () => {
    const turn = await read(sse(START, ask(INPUT), FINISH));
    const messages = createMessages([turn], createTurn('Node'));
    assert.deepEqual(
      messages.map(({ role, content }) => [role, content]),
      [
        ['user', 'How?'],
        ['assistant', 'Which SDK?\n- Node\n- Python'],
        ['user', 'Node'],
      ],
    );
  });
});
