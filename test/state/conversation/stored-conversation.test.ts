import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Conversation } from '../../../src/state/conversation/conversation.ts';
import type { ConversationOptions } from '../../../src/state/conversation/conversation-options.ts';
import { ConversationArchive } from '../../../src/state/archive/conversation-archive.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { createLock, FakeWebStorage, ScriptedAnswerSource, SITE } from '../fakes.ts';

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

const state = ({ snapshot }: Conversation): string[] => [
  snapshot.status,
  ...snapshot.turns.map(({ question, answer }) => `${question} ${answer.status}: ${answer.text}`),
];

/** What is shown after a reload. */
const reload = (): Conversation => open({ storage: openStorage('local', () => area) });

const titles = (): string[] =>
  new ConversationArchive(
    openStorage('local', () => area),
    SITE,
  )
    .list()
    .map(({ title }) => title);

/** Waits until this many questions have been sent. */
async function sent(count: number): Promise<void> {
  while (source.answers.length < count) await new Promise(setImmediate);
}

/** Asks and is answered, to the end. */
async function exchange(conversation: Conversation, question: string): Promise<void> {
  const count = source.answers.length + 1;
  const asked = conversation.ask(question);
  await sent(count);
  await source.last.text(`Answer to ${question}`);
  await source.last.finish();
  await asked;
}

describe('a conversation that is stored', () => {
  it('is begun at once', () => {
    const conversation = open();
    void conversation.ask('one');
    assert.equal(source.answers.length, 1);
  });

  it('keeps a question, what has come of its answer, and the answer', async () => {
    const conversation = open({ lock: createLock() });
    const asked = conversation.ask('one');
    await sent(1);
    assert.deepEqual(state(reload()), ['idle', 'one interrupted: ']);
    await source.last.text('Half');
    conversation.save();
    assert.deepEqual(state(reload()), ['idle', 'one interrupted: Half']);
    await source.last.finish();
    await asked;
    assert.deepEqual(state(reload()), ['idle', 'one done: Half']);
    assert.deepEqual(titles(), ['one']);
  });

  it('keeps no reasoning and no steps', async () => {
    const conversation = open();
    void conversation.ask('one');
    await source.last.say(
      { type: 'reasoning', phase: 'delta', part: '0', delta: 'Hm.' },
      { type: 'tool', id: '1', state: 'input-available', name: 'search', input: { query: 'secret' } },
    );
    conversation.save();
    assert.doesNotMatch([...area.items.values()].join(), /Hm\.|secret/);
  });

  it('leaves what other tabs have kept meanwhile', async () => {
    const conversation = open();
    const other = new Conversation({ source, site: SITE, storage: openStorage('local', () => area) });
    await exchange(other, 'elsewhere');
    await exchange(conversation, 'here');
    assert.deepEqual(titles().toSorted(), ['elsewhere', 'here']);
  });

  it('starts a list anew that is none', async () => {
    area.items.set(storageKey(SITE, 'history'), '{"0":1}');
    const conversation = open();
    area.items.set(storageKey(SITE, 'history'), '[null,7]');
    await exchange(conversation, 'one');
    assert.deepEqual(titles(), ['one']);
  });

  it('goes on with its turns', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    const [first] = conversation.snapshot.turns;
    await exchange(conversation, 'two');
    assert.equal(conversation.snapshot.turns[0], first);
    assert.deepEqual(state(reload()), ['idle', 'one done: Answer to one', 'two done: Answer to two']);
  });

  it('asks a second question after what another tab has said', async () => {
    const lock = createLock();
    const conversation = open({ lock });
    await exchange(conversation, 'one');
    const other = reload();
    await exchange(other, 'two');
    await exchange(conversation, 'three');
    assert.deepEqual(
      source.last.request.messages.map(({ content }) => content),
      ['one', 'Answer to one', 'two', 'Answer to two', 'three'],
    );
  });

  it('keeps a rating', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    conversation.rate(conversation.snapshot.turns[0]!.id, { rating: 'positive', reasons: [], note: '' });
    assert.equal(reload().snapshot.turns[0]?.feedback?.rating, 'positive');
  });

  it('opens and removes what is kept, in this order', async () => {
    const conversation = open();
    await exchange(conversation, 'one');
    const { id } = conversation.snapshot;
    conversation.reset();
    conversation.open(id);
    conversation.remove(id);
    assert.deepEqual(titles(), []);
    assert.deepEqual(
      [...area.items.keys()].filter((key) => key.includes('history')),
      [],
    );
  });

  it('forgets what is kept at once', async () => {
    await exchange(open(), 'one');
    const conversation = open();
    conversation.forget();
    assert.deepEqual(state(conversation), ['idle']);
    assert.deepEqual([...area.items], []);
  });
});

describe('a conversation of the visit before', () => {
  beforeEach(() => exchange(open(), 'one'));

  it('is shown at once, and a question is asked and kept after it', async () => {
    const conversation = open();
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
    const asked = conversation.ask('two');
    await sent(2);
    assert.deepEqual(
      source.last.request.messages.map(({ content }) => content),
      ['one', 'Answer to one', 'two'],
    );
    assert.deepEqual(state(reload()), ['idle', 'one done: Answer to one', 'two interrupted: ']);
    await source.last.text('Yes.');
    await source.last.finish();
    assert.equal((await asked)?.answer.text, 'Yes.');
    assert.deepEqual(titles(), ['one']);
  });

  it('has a question that is stopped, or cannot be asked, behind it', async () => {
    const conversation = open();
    const stopped = conversation.ask('two');
    conversation.stop();
    conversation.source = null;
    void conversation.ask('three');
    assert.equal((await stopped)?.answer.status, 'stopped');
    const expected = ['idle', 'one done: Answer to one', 'two stopped: ', 'three error: '];
    assert.deepEqual(state(conversation), expected);
    assert.deepEqual(state(reload()), expected);
  });

  it('has its last question asked again', async () => {
    const conversation = open();
    void conversation.retry();
    await sent(2);
    assert.deepEqual(state(conversation), ['busy', 'one submitted: ']);
  });

  it('is left by beginning anew, and a question after that is kept beside it', async () => {
    const conversation = open();
    conversation.reset();
    await exchange(conversation, 'two');
    assert.deepEqual(state(conversation), ['idle', 'two done: Answer to two']);
    assert.deepEqual(titles().toSorted(), ['one', 'two']);
    assert.deepEqual(state(reload()), ['idle', 'two done: Answer to two']);
  });

  it('does not come twice when another tab says it', async () => {
    const conversation = open();
    for (const key of area.items.keys()) storage.handleStorageEvent({ key, storageArea: area });
    await new Promise(setImmediate);
    assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
  });

  it('keeps the question of a site that is left', async () => {
    const conversation = open();
    const asked = conversation.ask('two');
    conversation.close();
    assert.equal((await asked)?.answer.status, 'interrupted');
    assert.deepEqual(state(reload()), ['idle', 'one done: Answer to one', 'two interrupted: ']);
  });
});
