import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Conversation } from '../../../src/state/conversation/conversation.ts';
import type { ConversationOptions } from '../../../src/state/conversation/conversation-options.ts';
import { ConversationArchive } from '../../../src/state/archive/conversation-archive.ts';
import {
  MAX_STORED_LENGTH,
  openStorage,
  storageKey,
  type CheckedStorage,
} from '../../../src/state/storage/storage.ts';
import { SUBMITTED_ANSWER } from '../../../src/state/conversation/conversation-snapshot.ts';
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

describe('what is stored of a conversation', () => {
  const LIST = storageKey(SITE, 'history');
  const contentKey = (): string => [...area.items.keys()].find((key) => key.startsWith(`${LIST}:`))!;

  beforeEach(() => exchange(open(), 'one'));

  const unusable: Readonly<Record<string, (text: string) => string>> = {
    'cut off': (text) => text.slice(0, -5),
    empty: () => '',
    'no JSON': () => 'undefined',
    null: () => 'null',
    'a number': () => '7',
    'a text': (text) => JSON.stringify(text),
    'a list of turns': (text) => JSON.stringify((JSON.parse(text) as { turns: unknown }).turns),
    'without turns': (text) => text.replace('"turns"', '"messages"'),
    'of no turns': () => '{"thread":null,"turns":[]}',
    'longer than is ever written': (text) => text.replace('Answer to', 'x'.repeat(MAX_STORED_LENGTH)),
  };
  for (const [what, damage] of Object.entries(unusable))
    it(`is taken as nothing when it is ${what}, and the next question begins anew`, async () => {
      area.items.set(contentKey(), damage(area.items.get(contentKey())!));
      const conversation = reload();
      assert.deepEqual(state(conversation), ['idle']);
      await exchange(conversation, 'two');
      assert.deepEqual(state(conversation), ['idle', 'two done: Answer to two']);
      assert.deepEqual(state(reload()), ['idle', 'two done: Answer to two']);
    });

  for (const text of ['', '[{"id":', '{}', '"one"', '[[]]', 'null'])
    it(`is shown without its list (${text || 'an empty text'}), and is listed again once it goes on`, async () => {
      area.items.set(LIST, text);
      const conversation = reload();
      assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one']);
      assert.deepEqual(titles(), []);
      await exchange(conversation, 'two');
      assert.deepEqual(titles(), ['one']);
    });

  it('is read without the fields that earlier versions did not write, and beside those of later ones', () => {
    const content = JSON.parse(area.items.get(contentKey())!) as { turns: [{ id: string }] };
    const [{ id }] = content.turns;
    const turn = { id, question: 'one', answer: { status: 'done', text: 'Yes.' } };
    area.items.set(contentKey(), JSON.stringify({ turns: [turn] }));
    const [old] = reload().snapshot.turns;
    assert.deepEqual(old, {
      id,
      question: 'one',
      askedAt: 0,
      filter: {},
      answer: { ...SUBMITTED_ANSWER, status: 'done', text: 'Yes.' },
    });
    const later = { ...turn, mood: 'good', answer: { ...turn.answer, voice: {} } };
    area.items.set(contentKey(), JSON.stringify({ turns: [later], version: 2 }));
    assert.deepEqual(reload().snapshot.turns, [old]);
  });

  it('is no thread with a broken one, and keeps its turns', () => {
    const text = area.items.get(contentKey())!;
    for (const thread of ['7', '"T1"', '[]', '{"threadId":""}', '{"threadKey":"K"}']) {
      area.items.set(contentKey(), text.replace('"thread":null', `"thread":${thread}`));
      const { threadId, turns } = reload().snapshot;
      assert.deepEqual([threadId, turns.length], [null, 1]);
    }
  });

  for (const how of ['full', 'blocked'] as const)
    it(`goes on for as long as the page is open when the storage becomes ${how} meanwhile`, async () => {
      const conversation = reload();
      const { id } = conversation.snapshot;
      area[how] = true;
      await exchange(conversation, 'two');
      conversation.reset();
      await exchange(conversation, 'three');
      conversation.open(id);
      assert.deepEqual(state(conversation), ['idle', 'one done: Answer to one', 'two done: Answer to two']);
    });
});
