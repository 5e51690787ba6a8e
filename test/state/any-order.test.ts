import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import type { AnswerEvent, ToolState } from '../../src/protocol/reply/answer-event.ts';
import { FAILURE_CODES } from '../../src/protocol/failures/failure.ts';
import { Conversation } from '../../src/state/conversation/conversation.ts';
import type { ConversationSnapshot, Turn } from '../../src/state/conversation/conversation-snapshot.ts';
import { ConversationArchive } from '../../src/state/archive/conversation-archive.ts';
import { SearchSession } from '../../src/state/search/search-session.ts';
import { openStorage, storageKey } from '../../src/state/storage/storage.ts';
import { conversationStorageKey } from '../../src/state/archive/thread-content.ts';
import { failure, FakeWebStorage, ScriptedAnswerSource, ScriptedSearchSource, SITE } from './fakes.ts';

const RUNNING = ['submitted', 'waiting', 'searching', 'streaming'];
const ENDED = ['done', 'empty', 'stopped', 'interrupted', 'error'];

const id = fc.constantFrom('0', '1', '__proto__');
const text = fc.constantFrom('', 'Use npm.', '```suggestions\n(A)[/a]\n', '```', '\ud83d', '<img src=x>');
const answerEvent: fc.Arbitrary<AnswerEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('text' as const, 'reasoning' as const),
    phase: fc.constantFrom('start' as const, 'delta' as const, 'end' as const),
    part: id,
    delta: text,
  }),
  fc.record({
    type: fc.constant('tool' as const),
    id,
    state: fc.constantFrom<ToolState[]>('input-available', 'output-available', 'output-error'),
    input: fc.jsonValue({ maxDepth: 2 }),
    output: fc.jsonValue({ maxDepth: 3 }),
  }),
  fc.record({
    type: fc.constant('thread' as const),
    threadId: id,
    threadKey: id,
    rank: fc.integer({ min: 1, max: 8 }),
  }),
  fc.record({
    type: fc.constant('step' as const),
    phase: fc.constantFrom('start' as const, 'reset' as const),
  }),
  fc.record({ type: fc.constant('source' as const), source: fc.record({ url: text, title: text }) }),
  fc.record({ type: fc.constant('error' as const), message: text }),
  fc.record({
    type: fc.constant('finish' as const),
    reason: fc.constantFrom('stop', 'length', 'error', null),
  }),
  fc.constant<AnswerEvent>({ type: 'abort', reason: null }),
  fc.constant<AnswerEvent>({ type: 'end' }),
);
const broken = fc.record({
  code: fc.constantFrom(...FAILURE_CODES),
  status: fc.constantFrom(undefined, 404, 429, 500),
});
const stored = fc.oneof(fc.json(), fc.constantFrom('', 'null', '{"threadId":"T"}', '[{"id":1}]'));

type ConversationStep =
  | { act: 'ask'; question: string }
  | { act: 'stop' | 'retry' | 'reset' | 'forget' | 'save' | 'cut' | 'fill' | 'switch' }
  | { act: 'say'; events: AnswerEvent[] }
  | { act: 'fail'; code: (typeof FAILURE_CODES)[number]; status: number | undefined }
  | { act: 'rate' | 'open' | 'remove'; which: number }
  | { act: 'tamper'; value: string };

const conversationStep: fc.Arbitrary<ConversationStep> = fc.oneof(
  fc.record({
    act: fc.constant('ask' as const),
    question: fc.constantFrom('one', 'two', ' ', 'x'.repeat(5000)),
  }),
  fc.record({
    act: fc.constantFrom('stop', 'retry', 'reset', 'forget', 'save', 'cut', 'fill', 'switch' as const),
  }) as fc.Arbitrary<ConversationStep>,
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('say' as const),
      events: fc.array(answerEvent, { maxLength: 4 }),
    }),
  },
  broken.map((cause) => ({ act: 'fail' as const, ...cause })),
  fc.record({ act: fc.constantFrom('rate' as const, 'open' as const, 'remove' as const), which: fc.nat(2) }),
  fc.record({ act: fc.constant('tamper' as const), value: stored }),
);

function assertWhole({ status, turns, threadId }: ConversationSnapshot): void {
  const last = turns.at(-1);
  assert.equal(status, last !== undefined && RUNNING.includes(last.answer.status) ? 'busy' : 'idle');
  for (const { answer } of turns.slice(0, -1)) assert.ok(ENDED.includes(answer.status), answer.status);
  if (last !== undefined) assert.ok([...RUNNING, ...ENDED].includes(last.answer.status));
  assert.equal(new Set(turns.map(({ id }) => id)).size, turns.length);
  assert.ok(threadId === null || typeof threadId === 'string');
  for (const { answer } of turns) {
    assert.equal(typeof answer.text, 'string');
    if (answer.status === 'error') assert.ok(answer.failure !== null);
  }
}

describe('whatever happens, in whatever order', () => {
  it('a conversation stays whole, and every question is answered or taken back', async () => {
    const property = fc.asyncProperty(
      fc.array(conversationStep, { maxLength: 25 }),
      fc.boolean(),
      async (steps, deaf) => {
        const area = new FakeWebStorage();
        const storage = openStorage('local', () => area);
        const source = new ScriptedAnswerSource();
        source.deaf = deaf;
        const conversation = new Conversation({ source, site: SITE, storage });
        const asked: Promise<Turn | null>[] = [];
        conversation.subscribe(() => assertWhole(conversation.snapshot));
        for (const step of steps) {
          const answer = source.answers[source.answers.length - 1];
          if (step.act === 'ask') asked.push(conversation.ask(step.question));
          else if (step.act === 'retry') asked.push(conversation.retry());
          else if (step.act === 'say') void answer?.say(...step.events);
          else if (step.act === 'cut') void answer?.cut();
          else if (step.act === 'fail')
            void answer?.fail(failure(step.code, { ...(step.status && { status: step.status }) }));
          else if (step.act === 'fill') area.full = !area.full;
          else if (step.act === 'switch') storage.switchTo(storage.kind === 'local' ? 'memory' : 'local');
          else if (step.act === 'tamper') {
            const names = (['thread', 'history'] as const).map((name) => storageKey(SITE, name));
            for (const key of [...names, conversationStorageKey(SITE, conversation.snapshot.id)]) {
              area.items.set(key, step.value);
              storage.handleStorageEvent({ key, storageArea: area });
            }
          } else if (step.act === 'rate') {
            const turn = conversation.snapshot.turns[step.which];
            conversation.rate(turn?.id ?? '', { rating: 'negative', reasons: [], note: '' });
          } else if (step.act === 'open' || step.act === 'remove') {
            const kept = new ConversationArchive(storage, SITE).list()[step.which];
            conversation[step.act](kept?.id ?? '');
          } else conversation[step.act]();
          assertWhole(conversation.snapshot);
          await new Promise(setImmediate);
          assertWhole(conversation.snapshot);
        }
        conversation.close();
        for (const turn of await Promise.all(asked)) {
          if (turn !== null) assert.ok(ENDED.includes(turn.answer.status), turn.answer.status);
        }
        const after = new Conversation({ source, site: SITE, storage: openStorage('local', () => area) });
        assert.equal(after.snapshot.status, 'idle');
        assertWhole(after.snapshot);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('a search shows the answer to its query, or says that it is on its way', async () => {
    const step = fc.oneof(
      fc.record({
        act: fc.constantFrom('search' as const, 'setQuery' as const),
        query: fc.constantFrom('', 'a', 'ab', 'abc', ' ab '),
      }),
      fc.record({ act: fc.constantFrom('loadMore' as const, 'retry' as const, 'clear' as const) }),
      fc.record({ act: fc.constant('answer' as const), which: fc.nat(5), count: fc.constantFrom(0, 3, 10) }),
      fc.record({ act: fc.constant('fail' as const), which: fc.nat(5), cause: broken }),
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const source = new ScriptedSearchSource();
      const storage = openStorage('memory', () => null);
      const session = new SearchSession({ source, site: SITE, storage, debounce: 1_000_000 });
      for (const step of steps) {
        if (step.act === 'search') void session.search(step.query);
        else if (step.act === 'setQuery') session.setQuery(step.query);
        else if (step.act === 'answer') {
          const search = source.searches[step.which];
          search?.answer(...Array.from({ length: step.count }, (_, n) => `${search.request.query} ${n}`));
        } else if (step.act === 'fail') {
          source.searches[step.which]?.fail(failure(step.cause.code));
        } else void session[step.act]();
        await new Promise(setImmediate);
        const { status, query, results, resultsFor, failure: cause } = session.snapshot;
        assert.ok(['idle', 'too-short', 'loading', 'done', 'error'].includes(status));
        assert.equal(status === 'error', cause !== null);
        if (status === 'done') assert.equal(resultsFor, query);
        for (const { path } of results) assert.ok(path.startsWith(`${resultsFor.trim()} `), path);
      }
      session.close();
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
