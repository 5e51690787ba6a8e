import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { AnswerEvent } from '../../../src/protocol/reply/answer-event.ts';
import { Conversation, type ConversationOptions } from '../../../src/state/conversation/conversation.ts';
import type { Answer, AnswerFeedback } from '../../../src/state/conversation/conversation-snapshot.ts';
import { createUuid } from '../../../src/state/storage/identity.ts';
import { ConversationArchive } from '../../../src/state/archive/conversation-archive.ts';
import { MAX_QUESTION_LENGTH } from '../../../src/state/conversation/question.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { readUuid } from '../../../src/state/storage/stored-values.ts';
import { conversationStorageKey, type Thread } from '../../../src/state/archive/thread-content.ts';
import { createLock, failure, FakeWebStorage, record, ScriptedAnswerSource, SITE, until } from '../fakes.ts';
import { createTurn } from './turns.ts';

const DRAFT = storageKey(SITE, 'draft');

let source: ScriptedAnswerSource;
let area: FakeWebStorage;
let storage: CheckedStorage;

beforeEach(() => {
  source = new ScriptedAnswerSource();
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
});

function open(options: Partial<ConversationOptions> = {}): Conversation {
  return new Conversation({ source, site: SITE, storage, ...options });
}

/** The same page after a reload. */
function reload(): Conversation {
  return open({ storage: reloadedStorage() });
}

const reloadedStorage = (): CheckedStorage => openStorage('local', () => area);
/** The thread of the conversation that is shown after a reload. */
const keptThread = (): unknown => {
  const id = storage.read(storageKey(SITE, 'thread'), readUuid);
  return id === null ? null : new ConversationArchive(storage, SITE).read(id)?.thread;
};
/** Keeps a conversation that the server may have forgotten. */
function keepOldThread(thread: Thread): void {
  const id = createUuid();
  new ConversationArchive(storage, SITE).keep(id, {
    thread,
    turns: [createTurn('old', {}, { askedAt: Date.now() })],
  });
  storage.write(storageKey(SITE, 'thread'), id);
}
const titles = (): string[] =>
  new ConversationArchive(reloadedStorage(), SITE).list().map(({ title }) => title);
const answer = (conversation: Conversation): Answer => conversation.snapshot.turns.at(-1)!.answer;
const state = (conversation: Conversation): string[] => [
  conversation.snapshot.status,
  ...conversation.snapshot.turns.map(
    ({ question, answer }) => `${question} ${answer.status}: ${answer.text}`,
  ),
];

/** Waits until this many questions have been sent. */
async function sent(count: number): Promise<void> {
  while (source.answers.length < count) await new Promise(setImmediate);
}

/** Asks and is answered, to the end. */
async function exchange(
  conversation: Conversation,
  question: string,
  ...events: AnswerEvent[]
): Promise<void> {
  const asked = conversation.ask(question);
  await source.last.say(...events);
  await source.last.text(`Answer to ${question}`);
  await source.last.finish();
  await asked;
}

describe('asking', () => {
  it('goes from submitted over waiting, searching and streaming to done', async () => {
    const conversation = open();
    const statuses: string[] = [];
    conversation.subscribe(() => statuses.push(answer(conversation).status));
    const asked = conversation.ask('How do I install it?');
    await source.last.say({ type: 'format', format: 'v1' });
    await source.last.say({
      type: 'tool',
      id: '1',
      state: 'input-available',
      name: 'search',
      input: { query: 'install' },
    });
    await source.last.say({ type: 'tool', id: '1', state: 'output-available', output: [] });
    await source.last.text('Use npm.');
    await source.last.finish();
    assert.equal((await asked)?.answer.text, 'Use npm.');
    assert.deepEqual(statuses, [
      'submitted',
      'waiting',
      'searching',
      'waiting',
      'streaming',
      'streaming',
      'done',
    ]);
    assert.equal(conversation.snapshot.status, 'idle');
  });

  it('is busy from the call on', () => {
    const conversation = open();
    void conversation.ask(' How? ');
    assert.deepEqual(state(conversation), ['busy', 'How? submitted: ']);
  });

  it('sends what the API asks for, and nothing that is not set', () => {
    const conversation = open();
    void conversation.ask('How?');
    const { fp, messages, ...more } = source.last.request;
    assert.match(fp, /^[\da-f-]{36}$/);
    assert.equal(messages.length, 1);
    assert.deepEqual(more, {});
  });

  it('sends the number of sections and the filter that hold at the moment of asking', () => {
    const filters = { snapshot: { version: 'v5' }, subscribe: () => () => {} };
    const conversation = open({ filters, retrievalPageSize: 3 });
    filters.snapshot = { version: 'v6' };
    void conversation.ask('How?');
    assert.deepEqual(source.last.request.filter, { version: 'v6' });
    assert.equal(source.last.request.retrievalPageSize, 3);
  });

  it('takes the filter of a question before the chosen one, also when asked again', () => {
    const filters = { snapshot: { version: 'v6' }, subscribe: () => () => {} };
    const conversation = open({ filters });
    void conversation.ask('How?', { filter: { language: 'de' } });
    void conversation.retry();
    assert.deepEqual(
      source.answers.map(({ request }) => request.filter),
      [{ language: 'de' }, { language: 'de' }],
    );
  });

  it('sends the conversation so far with a follow-up', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    void conversation.ask('two');
    assert.deepEqual(
      source.last.request.messages.map(({ content }) => content),
      ['one', 'Answer to one', 'two'],
    );
  });

  it('does nothing with a blank question', async () => {
    const conversation = open();
    assert.equal(await conversation.ask(' \n'), null);
    assert.deepEqual(state(conversation), ['idle']);
  });

  it('fails with a question that is too long, sends nothing and keeps the question', async () => {
    const conversation = open();
    const turn = await conversation.ask('x'.repeat(MAX_QUESTION_LENGTH + 1));
    assert.equal(turn?.answer.failure?.code, 'too-large');
    assert.equal(turn?.question.length, MAX_QUESTION_LENGTH + 1);
    assert.equal(source.answers.length, 0);
    assert.equal(conversation.snapshot.status, 'idle');
  });

  it('takes a question of just the right length', () => {
    void open().ask('x'.repeat(MAX_QUESTION_LENGTH));
    assert.equal(source.answers.length, 1);
  });

  it('fails while no source is set, and works once there is one', async () => {
    const conversation = open({ source: null });
    assert.equal((await conversation.ask('How?'))?.answer.failure?.code, 'not-configured');
    conversation.source = source;
    void conversation.retry();
    assert.deepEqual(state(conversation), ['busy', 'How? submitted: ']);
  });

  it('fails when the source throws instead of answering', async () => {
    const conversation = open({
      source: {
        answer() {
          throw new Error('no such backend');
        },
      },
    });
    assert.equal((await conversation.ask('How?'))?.answer.status, 'error');
  });
});

describe('the snapshot', () => {
  it('is told once for each batch of events', async () => {
    const conversation = open();
    void conversation.ask('How?');
    const told = record(conversation);
    const delta = { type: 'text', phase: 'delta', part: '0', delta: 'a' } as const;
    await source.last.say(delta, delta, delta);
    assert.equal(told.length, 1);
    assert.equal(answer(conversation).text, 'aaa');
  });

  it('is a new object after a change, in which untouched turns and lists keep their identity', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    void conversation.ask('two');
    await source.last.say({ type: 'source', source: { url: '/a', title: 'A' } });
    await source.last.text('First');
    const before = conversation.snapshot;
    await source.last.text(' second');
    const after = conversation.snapshot;
    assert.notEqual(after, before);
    assert.notEqual(after.turns[1], before.turns[1]);
    assert.equal(after.turns[0], before.turns[0]);
    assert.equal(after.turns[1]?.answer.sources, before.turns[1]?.answer.sources);
    assert.equal(before.turns[1]?.answer.text, 'First');
  });

  it('is told twice to a listener that subscribed twice, once after one has left', () => {
    const conversation = open();
    let told = 0;
    const listener = (): void => void told++;
    conversation.subscribe(listener);
    const leave = conversation.subscribe(listener);
    void conversation.ask('one');
    assert.equal(told, 2);
    leave();
    conversation.stop();
    assert.equal(told, 3);
  });

  it('is told to all when a listener throws, and the error is reported', (context) => {
    const report = context.mock.method(globalThis, 'queueMicrotask', () => {});
    const conversation = open();
    conversation.subscribe(() => {
      throw new Error('a broken view');
    });
    const told = record(conversation);
    void conversation.ask('How?');
    assert.equal(told.length, 1);
    assert.throws(() => report.mock.calls[0]?.arguments[0]?.(), /a broken view/);
  });

  it('lists sources once, with no more than the beginning of what the tool found in them', async () => {
    const conversation = open();
    void conversation.ask('How?');
    const results = [
      { path: 'guides/install', content: 'x'.repeat(100_000), metadata: { title: 'Install' } },
      { path: '/guides/install', content: 'again' },
    ];
    await source.last.say({
      type: 'tool',
      id: '1',
      state: 'output-available',
      name: 'search',
      output: { results },
    });
    await source.last.text('Use npm.');
    await source.last.say({ type: 'source', source: { url: 'guides/more', title: 'More' } });
    const { sources } = answer(conversation);
    assert.deepEqual(
      sources.map(({ path, title }) => [path, title]),
      [
        ['guides/more', 'More'],
        ['guides/install', 'Install'],
      ],
    );
    assert.match(sources[1]!.excerpt!, /^x+$/);
    assert.ok(JSON.stringify(conversation.snapshot).length < 2000);
  });

  it('tells what is being searched for', async () => {
    const conversation = open();
    void conversation.ask('How?');
    await source.last.say({
      type: 'tool',
      id: '1',
      state: 'input-available',
      name: 'search',
      input: { query: 'install' },
    });
    assert.deepEqual(answer(conversation).steps, [
      { id: '1', name: 'search', query: 'install', state: 'running' },
    ]);
  });

  it('shows no step as running once the answer has ended', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.say({ type: 'tool', id: '1', state: 'input-available', name: 'search', input: 7 });
    conversation.stop();
    assert.deepEqual((await asked)?.answer.steps, [
      { id: '1', name: 'search', query: null, state: 'failed' },
    ]);
  });

  it('takes suggestions out of the text and never shows a half-written block', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.text('Use npm.\n\n```sugg');
    assert.equal(answer(conversation).text, 'Use npm.\n\n');
    await source.last.text('estions\n(Install)[/install]\n```\n');
    await source.last.finish();
    await asked;
    assert.equal(answer(conversation).text, 'Use npm.\n\n');
    assert.deepEqual(answer(conversation).suggestions, [{ label: 'Install', target: '/install' }]);
  });

  it('keeps reasoning apart from the text', async () => {
    const conversation = open();
    void conversation.ask('How?');
    await source.last.say({ type: 'reasoning', phase: 'delta', part: '0', delta: 'Hm.' });
    assert.deepEqual([answer(conversation).reasoning, answer(conversation).text], ['Hm.', '']);
  });
});

describe('how an answer ends', () => {
  const delta: AnswerEvent = { type: 'text', phase: 'delta', part: '0', delta: 'Half' };
  const open1: AnswerEvent = { type: 'tool', id: '1', state: 'input-available', name: 'navigate' };
  const end: AnswerEvent = { type: 'end' };
  const endings: [string, AnswerEvent[], Partial<Answer>][] = [
    ['with text and an end mark: done', [delta, end], { status: 'done', failure: null, note: null }],
    ['with an end mark alone: empty', [end], { status: 'empty', failure: null }],
    [
      'with text and no end mark: interrupted',
      [delta],
      { status: 'interrupted', text: 'Half', failure: null },
    ],
    ['without anything: interrupted', [], { status: 'interrupted', text: '' }],
    [
      'with an error part: error, the text kept',
      [delta, { type: 'error', message: 'overloaded' }, end],
      { status: 'error', text: 'Half', failure: { code: 'stream', retryable: true, message: 'overloaded' } },
    ],
    ['with an abort part: stopped', [delta, { type: 'abort', reason: null }, end], { status: 'stopped' }],
    [
      'at the length limit: done, with a note',
      [delta, { type: 'finish', reason: 'length' }, end],
      { status: 'done', note: 'length' },
    ],
    [
      'withheld: done, with a note',
      [delta, { type: 'finish', reason: 'content-filter' }, end],
      { status: 'done', note: 'content-filter' },
    ],
    [
      'by a server that is not certain of it: done, with a note',
      [delta, { type: 'metadata', value: { certainty: 'low' } }, { type: 'finish', reason: 'stop' }, end],
      { status: 'done', note: 'uncertain' },
    ],
    [
      'by a server that is certain of it: done, without a note',
      [delta, { type: 'metadata', value: { certainty: 'high' } }, { type: 'metadata', value: null }, end],
      { status: 'done', note: null },
    ],
    [
      'with a call left to the client: done, with a note',
      [open1, end],
      { status: 'done', note: 'unsupported' },
    ],
  ];
  for (const [name, events, expected] of endings) {
    it(name, async () => {
      const conversation = open();
      const asked = conversation.ask('How?');
      await source.last.say(...events);
      await source.last.cut();
      const ended = (await asked)!.answer;
      assert.deepEqual({ ...ended, ...expected }, ended);
      assert.equal(conversation.snapshot.status, 'idle');
    });
  }

  it('broken off by the network: interrupted, with text and cause', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.say(delta);
    await source.last.fail(failure('network'));
    const ended = (await asked)!.answer;
    assert.deepEqual([ended.status, ended.text, ended.failure?.code], ['interrupted', 'Half', 'network']);
  });

  for (const code of ['http', 'offline', 'network', 'timeout', 'bad-content', 'too-large'] as const) {
    it(`refused with ${code} before any text: error, the question kept`, async () => {
      const conversation = open();
      const asked = conversation.ask('How?');
      await source.last.fail(failure(code, code === 'http' ? { status: 429, retryAfter: 30 } : {}));
      const turn = (await asked)!;
      assert.deepEqual(
        [turn.question, turn.answer.status, turn.answer.failure?.code],
        ['How?', 'error', code],
      );
      if (code === 'http') assert.equal(turn.answer.failure?.retryAfter, 30);
    });
  }

  it('ended by the source itself with an abort: stopped, nothing to tell', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.fail(failure('aborted'));
    const ended = (await asked)!.answer;
    assert.deepEqual([ended.status, ended.failure], ['stopped', null]);
  });

  it('with more than is taken: error, the text kept, and the source is let go', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.text('x'.repeat(1_000_001));
    const ended = (await asked)!.answer;
    assert.deepEqual(
      [ended.status, ended.failure?.code, ended.text.length],
      ['error', 'too-large', 1_000_000],
    );
    assert.equal(source.last.signal?.aborted, true);
  });
});

describe('stopping', () => {
  it('before the first byte leaves a stopped turn', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    conversation.stop();
    assert.deepEqual(state(conversation), ['idle', 'How? stopped: ']);
    assert.equal(source.last.signal?.aborted, true);
    assert.equal((await asked)?.answer.failure, null);
  });

  it('keeps the text so far', async () => {
    const conversation = open();
    void conversation.ask('How?');
    await source.last.text('Use');
    conversation.stop();
    assert.deepEqual(state(conversation), ['idle', 'How? stopped: Use']);
  });

  it('ignores what comes late', async () => {
    source.deaf = true;
    const conversation = open();
    void conversation.ask('How?');
    await source.last.text('Use');
    conversation.stop();
    const told = record(conversation);
    await source.last.text(' npm');
    await source.last.finish();
    assert.deepEqual(state(conversation), ['idle', 'How? stopped: Use']);
    assert.deepEqual(told, []);
  });

  it('ignores an error that comes late', async () => {
    source.deaf = true;
    const conversation = open();
    void conversation.ask('How?');
    conversation.stop();
    await source.last.fail(failure('network'));
    assert.deepEqual(state(conversation), ['idle', 'How? stopped: ']);
  });

  it('and asking at once is not disturbed by an error of the answer before', async () => {
    source.deaf = true;
    const conversation = open();
    void conversation.ask('one');
    const [first] = source.answers;
    conversation.stop();
    void conversation.ask('two');
    await first!.fail(failure('network'));
    assert.deepEqual(state(conversation), ['busy', 'one stopped: ', 'two submitted: ']);
  });

  it('from within a listener, before anything was sent, sends nothing', () => {
    const conversation = open();
    conversation.subscribe(() => conversation.stop());
    void conversation.ask('How?');
    assert.deepEqual(state(conversation), ['idle', 'How? stopped: ']);
    assert.equal(source.answers.length, 0);
  });

  it('does nothing when nothing runs', () => {
    const conversation = open();
    const told = record(conversation);
    conversation.stop();
    assert.deepEqual(told, []);
  });

  it('and asking at once answers the new question only', async () => {
    source.deaf = true;
    const conversation = open();
    void conversation.ask('one');
    const [first] = source.answers;
    await first!.text('Old');
    conversation.stop();
    void conversation.ask('two');
    await first!.text(' and late');
    await source.last.text('New');
    assert.deepEqual(state(conversation), ['busy', 'one stopped: Old', 'two streaming: New']);
  });
});

describe('asking while an answer is under way', () => {
  it('stops it, keeps its text and tells both at once', async () => {
    const conversation = open();
    const first = conversation.ask('one');
    await source.last.text('Old');
    const told = record(conversation);
    void conversation.ask('two');
    assert.deepEqual(state(conversation), ['busy', 'one stopped: Old', 'two submitted: ']);
    assert.equal(told.length, 1);
    assert.equal((await first)?.answer.status, 'stopped');
  });

  it('from within a listener leaves one answer under way', () => {
    const conversation = open();
    let asked = false;
    conversation.subscribe(() => {
      if (asked) return;
      asked = true;
      void conversation.ask('two');
    });
    void conversation.ask('one');
    assert.deepEqual(state(conversation), ['busy', 'one stopped: ', 'two submitted: ']);
    assert.equal(source.answers.filter(({ signal }) => !signal?.aborted).length, 1);
  });
});

describe('asking again', () => {
  it('replaces the last answer, with the same question in the same turn', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    const asked = conversation.ask('two');
    await source.last.text('Half');
    await source.last.cut();
    const before = (await asked)!;
    void conversation.retry();
    await source.last.text('Whole');
    assert.deepEqual(state(conversation), ['busy', 'one done: Answer to one', 'two streaming: Whole']);
    assert.equal(conversation.snapshot.turns[1]?.id, before.id);
    assert.deepEqual(
      source.last.request.messages.map(({ content }) => content),
      ['one', 'Answer to one', 'two'],
    );
  });

  it('while the answer is under way starts over', async () => {
    source.deaf = true;
    const conversation = open();
    const first = conversation.ask('one');
    const [late] = source.answers;
    await late!.text('Old');
    void conversation.retry();
    await late!.text(' and late');
    assert.deepEqual(state(conversation), ['busy', 'one submitted: ']);
    assert.equal(late!.signal?.aborted, true);
    assert.equal((await first)?.answer.text, 'Old');
  });

  it('does nothing in an empty conversation', async () => {
    const conversation = open();
    assert.equal(await conversation.retry(), null);
    assert.deepEqual(state(conversation), ['idle']);
  });
});

describe('the thread', () => {
  it('of an answer is sent with the next question, with its key', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', threadKey: 'K1', rank: 7 });
    void conversation.ask('two');
    assert.equal(conversation.snapshot.threadId, 'T1');
    assert.equal(source.last.request.threadId, 'T1');
    assert.equal(source.last.request.threadKey, 'K1');
  });

  it('keeps its key when later answers bring the id alone', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', threadKey: 'K1', rank: 7 });
    await exchange(conversation, 'two', { type: 'thread', threadId: 'T1', rank: 1 });
    assert.deepEqual(keptThread(), { threadId: 'T1', threadKey: 'K1' });
  });

  it('drops the key of another thread', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', threadKey: 'K1', rank: 7 });
    await exchange(conversation, 'two', { type: 'thread', threadId: 'T2', rank: 1 });
    assert.deepEqual(keptThread(), { threadId: 'T2' });
  });

  it('is known from the first event that names it, also when the answer is stopped', async () => {
    const conversation = open();
    void conversation.ask('one');
    await source.last.say({ type: 'thread', threadId: 'T1', rank: 7 });
    conversation.stop();
    assert.deepEqual(keptThread(), { threadId: 'T1' });
  });

  it('that the server no longer knows is dropped, and the question repeated once without it', async () => {
    keepOldThread({ threadId: 'old', threadKey: 'K' });
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.fail(failure('http', { status: 404, serverCode: 'thread-not-found' }));
    assert.equal(source.answers.length, 2);
    assert.equal('threadId' in source.last.request, false);
    assert.equal('threadKey' in source.last.request, false);
    assert.equal(conversation.snapshot.threadLost, true);
    await source.last.text('Anew');
    await source.last.finish();
    assert.equal((await asked)?.answer.status, 'done');
    assert.equal(keptThread(), null);
  });

  it('is repeated without only once', async () => {
    keepOldThread({ threadId: 'old' });
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.fail(failure('http', { status: 404 }));
    await source.last.fail(failure('http', { status: 404 }));
    assert.equal((await asked)?.answer.failure?.status, 404);
    assert.equal(source.answers.length, 2);
    assert.deepEqual(state(conversation).at(-1), 'How? error: ');
  });

  it('is not missed by a 404 when none was sent', async () => {
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.fail(failure('http', { status: 404 }));
    assert.equal((await asked)?.answer.status, 'error');
    assert.equal(source.answers.length, 1);
    assert.equal(conversation.snapshot.threadLost, false);
  });

  it('is not repeated without after a stop', async () => {
    source.deaf = true;
    keepOldThread({ threadId: 'old' });
    const conversation = open();
    void conversation.ask('How?');
    conversation.stop();
    await source.last.fail(failure('http', { status: 404 }));
    assert.equal(source.answers.length, 1);
  });

  it('is not repeated without once something came', async () => {
    keepOldThread({ threadId: 'old' });
    const conversation = open();
    const asked = conversation.ask('How?');
    await source.last.text('Use');
    await source.last.fail(failure('http', { status: 404 }));
    assert.deepEqual([(await asked)?.answer.text, source.answers.length], ['Use', 1]);
  });

  it('is not repeated without when a listener stops it', async () => {
    keepOldThread({ threadId: 'old' });
    const conversation = open();
    conversation.subscribe(() => conversation.snapshot.threadLost && conversation.stop());
    void conversation.ask('How?');
    await source.last.fail(failure('http', { status: 404 }));
    assert.deepEqual([state(conversation).at(-1), source.answers.length], ['How? stopped: ', 1]);
  });

  it('is lost for the last question only', async () => {
    keepOldThread({ threadId: 'old' });
    const conversation = open();
    const asked = conversation.ask('one');
    await source.last.fail(failure('http', { status: 404 }));
    await source.last.finish();
    await asked;
    void conversation.ask('two');
    assert.equal(conversation.snapshot.threadLost, false);
  });
});

describe('starting anew', () => {
  it('empties the conversation and its thread', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    const { id } = conversation.snapshot;
    conversation.reset();
    const { id: next, ...snapshot } = conversation.snapshot;
    assert.notEqual(next, id);
    const nothing = { status: 'idle', turns: [], threadId: null, threadLost: false, waitsForTab: false };
    assert.deepEqual(snapshot, nothing);
    assert.deepEqual(state(reload()), ['idle']);
  });

  it('keeps what was said, to go on with it in its own thread', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    const { id } = conversation.snapshot;
    conversation.reset();
    await exchange(conversation, 'two', { type: 'thread', threadId: 'T2', rank: 1 });
    conversation.open(id);
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
    void conversation.ask('three');
    assert.equal(source.last.request.threadId, 'T1');
    assert.deepEqual(titles(), ['one', 'two']);
  });

  it('keeps the text of an answer that was on its way', async () => {
    const conversation = open();
    const asked = conversation.ask('one');
    await source.last.text('Half');
    const { id } = conversation.snapshot;
    conversation.reset();
    assert.equal(await asked, null);
    conversation.open(id);
    assert.deepEqual(state(conversation), ['idle', 'one stopped: Half']);
  });

  it('is what follows when the conversation on the screen is removed', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.remove(conversation.snapshot.id);
    assert.deepEqual(state(conversation), ['idle']);
    assert.deepEqual(
      [...area.items.keys()].filter((key) => key !== 'docs-assistant:fp'),
      [],
    );
  });

  it('opens nothing for a conversation that is not kept', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.open('0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a');
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
  });

  it('while an answer streams lets go of it, and tells its caller nothing', async () => {
    source.deaf = true;
    const conversation = open();
    const asked = conversation.ask('one');
    await source.last.text('Half');
    conversation.reset();
    await source.last.say({ type: 'thread', threadId: 'late', rank: 1 });
    assert.equal(await asked, null);
    assert.equal(source.last.signal?.aborted, true);
    assert.deepEqual(state(conversation), ['idle']);
    assert.equal(conversation.snapshot.threadId, null);
  });

  it('keeps the visitor and the draft', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.draft = 'half';
    const { fp } = source.last.request;
    conversation.reset();
    void conversation.ask('two');
    assert.equal(source.last.request.fp, fp);
    assert.equal(conversation.draft, 'half');
  });

  it('forgets the visitor when asked to', async () => {
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    conversation.draft = 'half';
    const { fp } = source.last.request;
    conversation.reset();
    await exchange(conversation, 'two');
    storage.write(storageKey(SITE, 'recent'), ['proxy']);
    conversation.forget();
    assert.deepEqual([...area.items], []);
    void conversation.ask('three');
    assert.notEqual(source.last.request.fp, fp);
  });
});

describe('closing', () => {
  it('while streaming interrupts the answer and keeps it', async () => {
    const conversation = open();
    const asked = conversation.ask('one');
    await source.last.text('Half');
    conversation.close();
    assert.equal((await asked)?.answer.status, 'interrupted');
    assert.equal(source.last.signal?.aborted, true);
    assert.deepEqual(state(reload()), ['idle', 'one interrupted: Half']);
  });

  it('ends all asking', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.close();
    assert.deepEqual([await conversation.ask('two'), await conversation.retry()], [null, null]);
    assert.equal(source.answers.length, 1);
  });
});

describe('a conversation after a reload', () => {
  it('is still there, and goes on in its thread', async () => {
    await exchange(open(), 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    const conversation = reload();
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
    void conversation.ask('two');
    assert.equal(source.last.request.threadId, 'T1');
    assert.equal(source.last.request.messages.length, 3);
  });

  it('shows a question that was never answered as interrupted', () => {
    void open().ask('one');
    assert.deepEqual(state(reload()), ['idle', 'one interrupted: ']);
  });

  it('has the text that was saved when the page was left', async () => {
    const conversation = open();
    void conversation.ask('one');
    await source.last.text('Half');
    conversation.save();
    assert.deepEqual(state(reload()), ['idle', 'one interrupted: Half']);
  });

  it('can ask an interrupted question again', async () => {
    void open().ask('one');
    const conversation = reload();
    void conversation.retry();
    await source.last.text('Whole');
    assert.deepEqual(state(conversation), ['busy', 'one streaming: Whole']);
  });

  it('has its draft', () => {
    open().draft = 'half a question';
    assert.equal(reload().draft, 'half a question');
  });

  it('has no draft when it was blank, and no more of it than can be asked', () => {
    const conversation = open();
    conversation.draft = 'x'.repeat(MAX_QUESTION_LENGTH + 5);
    assert.equal(reload().draft.length, MAX_QUESTION_LENGTH);
    conversation.draft = ' ';
    assert.equal(area.items.has(DRAFT), false);
  });

  it('writes nothing while an answer streams', async () => {
    const conversation = open();
    void conversation.ask('one');
    const before = [...area.items];
    await source.last.text('Half');
    assert.deepEqual([...area.items], before);
  });

  it('writes nothing at all with memory', async () => {
    const conversation = open({ storage: openStorage('memory', () => area) });
    await exchange(conversation, 'one');
    conversation.draft = 'half';
    assert.deepEqual([...area.items], []);
  });

  it('starts empty, and can be asked, when what is kept is no history', async () => {
    await exchange(open(), 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    for (const key of area.items.keys())
      area.items.set(key, '{"turns":"<script>","thread":{"threadId":["T1"]}}');
    const conversation = open();
    assert.deepEqual(state(conversation), ['idle']);
    void conversation.ask('How?');
    assert.equal('threadId' in source.last.request, false);
  });

  it('works with a storage that refuses everything', async () => {
    area.blocked = true;
    const conversation = open();
    await exchange(conversation, 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    void conversation.ask('two');
    assert.equal(source.last.request.threadId, 'T1');
    assert.deepEqual(state(conversation), ['busy', 'one done: Answer to one', 'two submitted: ']);
  });

  it('works with a storage that is full, and never mixes old history with a new thread', async () => {
    await exchange(open(), 'old', { type: 'thread', threadId: 'T1', rank: 1 });
    const conversation = reload();
    area.full = true;
    conversation.reset();
    await exchange(conversation, 'new', { type: 'thread', threadId: 'T2', rank: 1 });
    assert.deepEqual(state(conversation), ['idle', 'new done: Answer to new']);
    const after = reload();
    assert.deepEqual(state(after), ['idle']);
    assert.equal(after.snapshot.threadId, null);
  });
});

describe('storage that is allowed later', () => {
  it('brings the last conversation back into an empty one', async () => {
    await exchange(open(), 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    const memory = openStorage('memory', () => area);
    const conversation = open({ storage: memory });
    assert.deepEqual(state(conversation), ['idle']);
    memory.switchTo('local');
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
    assert.equal(conversation.snapshot.threadId, 'T1');
  });

  it('keeps what was said before, turn by turn', async () => {
    const memory = openStorage('memory', () => area);
    const conversation = open({ storage: memory });
    await exchange(conversation, 'one');
    const { turns } = conversation.snapshot;
    memory.switchTo('local');
    assert.equal(conversation.snapshot.turns, turns);
    assert.deepEqual(state(reload()), ['idle', 'one done: Answer to one']);
  });

  it('does not disturb an answer under way', async () => {
    await exchange(open(), 'old');
    const memory = openStorage('memory', () => area);
    const conversation = open({ storage: memory });
    void conversation.ask('one');
    memory.switchTo('local');
    await source.last.text('New');
    assert.deepEqual(state(conversation), ['busy', 'one streaming: New']);
  });
});

describe('two conversations on one storage', () => {
  /** What a browser does in every other tab when a value changes. */
  const tellOtherTab = (tab: CheckedStorage): void => {
    for (const key of new Set([...told, ...area.items.keys()])) {
      told.add(key);
      tab.handleStorageEvent({ key, storageArea: area });
    }
  };
  /** Names that were told of before: a value that is removed is told of, too. */
  const told = new Set<string>();

  it('follow each other while they rest, and keep turns they know', async () => {
    const otherTab = openStorage('local', () => area);
    const [one, two] = [open(), open({ storage: otherTab })];
    await exchange(one, 'one', { type: 'thread', threadId: 'T1', rank: 1 });
    tellOtherTab(otherTab);
    const [known] = two.snapshot.turns;
    await exchange(one, 'two');
    tellOtherTab(otherTab);
    assert.deepEqual(state(two), state(one));
    assert.equal(two.snapshot.turns[0], known);
    assert.equal(two.snapshot.threadId, 'T1');
  });

  it('do not take a running answer for an interrupted one', () => {
    const otherTab = openStorage('local', () => area);
    const [one, two] = [open(), open({ storage: otherTab })];
    void one.ask('one');
    tellOtherTab(otherTab);
    assert.deepEqual(state(two), ['idle']);
  });

  it('know the same when one goes on where the other was answered, though both began at once', async () => {
    const otherTab = openStorage('local', () => area);
    await exchange(open(), 'zero', { type: 'thread', threadId: 'T1', rank: 1 });
    const lock = createLock();
    const [one, two] = [open({ lock }), open({ lock, storage: otherTab })];
    const [first, second] = [one.ask('one'), two.ask('two')];
    await sent(2);
    assert.deepEqual(state(two), ['busy', 'zero done: Answer to zero', 'two submitted: ']);
    assert.deepEqual(
      [one, two].map(({ snapshot }) => snapshot.waitsForTab),
      [false, true],
    );
    await source.last.text('Answer to one');
    await source.last.finish();
    await first;
    await until(two, ({ turns }) => turns.length === 3);
    assert.equal(two.snapshot.waitsForTab, false);
    assert.equal(source.answers.length, 3);
    assert.deepEqual(
      source.last.request.messages.map(({ content }) => content),
      ['zero', 'Answer to zero', 'one', 'Answer to one', 'two'],
    );
    await source.last.text('Answer to two');
    await source.last.finish();
    await second;
    assert.deepEqual(state(reload()), [
      'idle',
      'zero done: Answer to zero',
      'one done: Answer to one',
      'two done: Answer to two',
    ]);
  });

  it('write nothing while they wait for each other', async () => {
    await exchange(open(), 'zero');
    const lock = createLock();
    const [one, two] = [open({ lock }), open({ lock, storage: openStorage('local', () => area) })];
    void one.ask('one');
    await sent(2);
    const before = area.items.get(conversationStorageKey(SITE, one.snapshot.id));
    void two.ask('two');
    await until(two, ({ waitsForTab }) => waitsForTab);
    two.save();
    two.stop();
    assert.equal(two.snapshot.waitsForTab, false);
    assert.equal(area.items.get(conversationStorageKey(SITE, one.snapshot.id)), before);
    assert.equal(source.answers.length, 2);
  });

  it('give each other way when an answer is stopped, and when it fails', async () => {
    const lock = createLock();
    const one = open({ lock });
    const [stopped, failed, answered] = [one.ask('one'), one.ask('two'), one.ask('three')];
    const waits: boolean[] = [];
    one.subscribe(() => waits.push(one.snapshot.waitsForTab));
    assert.equal((await stopped)?.answer.status, 'stopped');
    assert.equal((await failed)?.answer.status, 'stopped');
    await sent(1);
    await source.last.fail(failure('network'));
    assert.equal((await answered)?.answer.status, 'error');
    const again = one.retry();
    await sent(2);
    await source.last.text('Answer');
    await source.last.finish();
    assert.equal((await again)?.answer.status, 'done');
    // Nobody else was waited for.
    assert.equal(waits.includes(true), false);
  });

  it('each begin a conversation of their own, and leave the other its own', async () => {
    const otherTab = openStorage('local', () => area);
    await exchange(open(), 'one');
    const [one, two] = [open(), open({ storage: otherTab })];
    two.reset();
    tellOtherTab(otherTab);
    await exchange(one, 'two');
    tellOtherTab(otherTab);
    assert.deepEqual(state(two), ['idle']);
    await exchange(two, 'three');
    assert.deepEqual(state(one), ['idle', 'one done: Answer to one', 'two done: Answer to two']);
    assert.deepEqual(titles(), ['three', 'one']);
  });

  it('show nothing any more when one removes it', async () => {
    const otherTab = openStorage('local', () => area);
    await exchange(open(), 'one');
    const [one, two] = [open(), open({ storage: otherTab })];
    tellOtherTab(otherTab);
    one.forget();
    tellOtherTab(otherTab);
    assert.deepEqual(state(two), ['idle']);
  });

  it('of different sites know nothing of each other', async () => {
    await exchange(open(), 'one');
    assert.deepEqual(state(open({ site: { ...SITE, domain: 'other' } })), ['idle']);
  });

  it('hear nothing once closed', async () => {
    const otherTab = openStorage('local', () => area);
    const two = open({ storage: otherTab });
    two.close();
    await exchange(open(), 'one');
    tellOtherTab(otherTab);
    assert.deepEqual(state(two), ['idle']);
  });
});

describe('feedback', () => {
  const GOOD: AnswerFeedback = { rating: 'positive', reasons: ['clear'], note: 'Thanks' };

  it('is kept with the turn, over a reload', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.rate(conversation.snapshot.turns[0]!.id, GOOD);
    assert.deepEqual(conversation.snapshot.turns[0]!.feedback, GOOD);
    assert.deepEqual(reload().snapshot.turns[0]!.feedback, GOOD);
  });

  it('is taken back, also from what is kept', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    const { id } = conversation.snapshot.turns[0]!;
    conversation.rate(id, GOOD);
    conversation.rate(id, null);
    assert.equal('feedback' in conversation.snapshot.turns[0]!, false);
    assert.equal('feedback' in reload().snapshot.turns[0]!, false);
  });

  it('goes with the answer that is asked for again', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.rate(conversation.snapshot.turns[0]!.id, GOOD);
    void conversation.retry();
    assert.equal('feedback' in conversation.snapshot.turns[0]!, false);
  });

  it('on an earlier answer is not lost while another tab writes the next', async () => {
    await exchange(open(), 'one');
    const [one, two] = [open(), open({ storage: reloadedStorage() })];
    const asked = one.ask('two');
    two.rate(two.snapshot.turns[0]!.id, GOOD);
    await source.last.text('Answer to two');
    await source.last.finish();
    await asked;
    const after = reload();
    assert.deepEqual(state(after), ['idle', 'one done: Answer to one', 'two done: Answer to two']);
    assert.deepEqual(after.snapshot.turns[0]!.feedback, GOOD);
    assert.deepEqual(one.snapshot.turns[0]!.feedback, GOOD);
  });

  it('on no turn that there is changes nothing', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    const { turns } = conversation.snapshot;
    conversation.rate('another', GOOD);
    assert.deepEqual(conversation.snapshot.turns, turns);
  });
});

describe('what is asked is changed before it is sent', () => {
  it('and is shown, sent and kept as it is then', async () => {
    const conversation = open();
    conversation.prepareQuestion = async (question) => question.replace('ann@example.org', '[email]');
    const asked = conversation.ask('Who is ann@example.org?');
    await sent(1);
    assert.equal(source.last.request.messages[0]!.content, 'Who is [email]?');
    await source.last.text('Nobody.');
    await source.last.finish();
    await asked;
    assert.deepEqual(state(reload()), ['idle', 'Who is [email]? done: Nobody.']);
    assert.equal(JSON.stringify([...area.items]).includes('ann@'), false);
  });

  it('and nothing is sent when that fails, or is stopped meanwhile', async () => {
    const conversation = open();
    conversation.prepareQuestion = () => Promise.reject(new Error('not loaded'));
    assert.equal((await conversation.ask('one'))?.answer.failure?.code, 'network');
    conversation.prepareQuestion = async (question) => {
      conversation.stop();
      return question;
    };
    assert.equal((await conversation.ask('two'))?.answer.status, 'stopped');
    assert.equal(source.answers.length, 0);
  });
});

describe('conversations that are too old', () => {
  it('are gone when the page is opened again', async () => {
    await exchange(open(), 'one');
    assert.deepEqual(state(open({ storage: reloadedStorage(), historyDays: 1 })), [
      'idle',
      'one done: Answer to one',
    ]);
    for (const [key, text] of area.items)
      area.items.set(key, text.replace(/"askedAt":\d+/g, '"askedAt":1700000000000'));
    assert.deepEqual(state(reload()), ['idle']);
    assert.deepEqual(titles(), []);
  });
});
