import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createUuid } from '../../../src/state/storage/identity.ts';
import {
  ConversationArchive,
  MAX_THREADS,
  MAX_THREADS_LENGTH,
} from '../../../src/state/archive/conversation-archive.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { ThreadList } from '../../../src/state/archive/thread-list.ts';
import { MAX_TITLE_LENGTH, conversationStorageKey } from '../../../src/state/archive/thread-content.ts';
import { FakeWebStorage, SITE } from '../fakes.ts';
import { createTurn } from '../conversation/turns.ts';

const DAY = 86_400_000;
const LIST = storageKey(SITE, 'history');

let area: FakeWebStorage;
let storage: CheckedStorage;
let archive: ConversationArchive;

beforeEach(() => {
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  archive = new ConversationArchive(storage, SITE);
});

/** Keeps a conversation of one turn. @returns its id */
function keep(question: string, { askedAt = Date.now(), text = 'Yes.' } = {}): string {
  const id = createUuid();
  archive.keep(id, { thread: null, turns: [createTurn(question, { text }, { askedAt })] });
  return id;
}

const titles = (): string[] => archive.list().map(({ title }) => title);

describe('conversations that are kept', () => {
  it('are listed by their first question, the one asked in last first', () => {
    keep('one', { askedAt: 1000 });
    keep('three', { askedAt: 3000 });
    keep('two', { askedAt: 2000 });
    assert.deepEqual(titles(), ['three', 'two', 'one']);
  });

  it('come back with their turns and what the server knows them by', () => {
    const id = createUuid();
    const content = { thread: { threadId: 'T1', threadKey: 'K' }, turns: [createTurn('one')] };
    archive.keep(id, content);
    assert.deepEqual(archive.read(id), content);
  });

  it('keep their title when the first question is left out', () => {
    const id = createUuid();
    archive.keep(id, { thread: null, turns: [createTurn('one'), createTurn('two')] });
    archive.keep(id, { thread: null, turns: [createTurn('two')] });
    assert.deepEqual(titles(), ['one']);
  });

  it('have a title of bounded length', () => {
    keep('x'.repeat(500));
    assert.equal(titles()[0]?.length, MAX_TITLE_LENGTH);
  });

  it('keep the name that they were given when they go on, until it is blank', () => {
    const id = keep('one');
    keep('two');
    const names = (): string[] => archive.list().map(({ name = '' }) => name);
    const list = new ThreadList({ site: SITE, storage });
    list.rename(id, `  ${'Deploying '.repeat(20)}`);
    archive.keep(id, { thread: null, turns: [createTurn('one'), createTurn('more')] });
    assert.deepEqual(new Set(names()), new Set(['Deploying '.repeat(12).trim(), '']));
    list.rename(id, ' ');
    assert.deepEqual(names(), ['', '']);
    assert.deepEqual(titles().toSorted(), ['one', 'two']);
  });

  it('are left as they are when one that is not kept is given a name', () => {
    new ThreadList({ site: SITE, storage }).rename(createUuid(), 'Name');
    assert.equal(area.items.size, 0);
  });

  it('stay without a name that was tampered with', () => {
    keep('one');
    const list = JSON.parse(area.items.get(LIST)!) as object[];
    for (const name of ['', 5, null, {}, 'x'.repeat(MAX_TITLE_LENGTH + 1)]) {
      area.items.set(LIST, JSON.stringify([{ ...list[0], name }]));
      assert.deepEqual(archive.list(), list);
    }
  });

  it('are removed one by one, and nothing of them stays', () => {
    const [one, two] = [keep('one'), keep('two')];
    archive.remove(one);
    assert.deepEqual(titles(), ['two']);
    archive.remove(two);
    assert.deepEqual([...area.items.keys()], []);
  });

  it('are removed when nothing is left in them', () => {
    const id = keep('one');
    archive.keep(id, { thread: null, turns: [] });
    assert.deepEqual([...area.items.keys()], []);
  });

  it('are removed when nothing was asked in them for too long', () => {
    keep('old', { askedAt: Date.now() - 31 * DAY });
    const id = keep('new', { askedAt: Date.now() - 29 * DAY });
    archive.removeOlderThan(30);
    assert.deepEqual(titles(), ['new']);
    assert.deepEqual([...area.items.keys()].toSorted(), [LIST, conversationStorageKey(SITE, id)]);
  });

  it('are not more than there is a limit for', () => {
    for (let index = 0; index <= MAX_THREADS; index++) keep(`${index}`, { askedAt: index });
    assert.equal(titles().length, MAX_THREADS);
    assert.equal(titles().at(-1), '1');
    assert.equal(area.items.size, MAX_THREADS + 1);
  });

  it('do not take more room than there is a limit for', () => {
    const text = 'x'.repeat(400_000);
    for (let index = 0; index < 6; index++) keep(`${index}`, { askedAt: index, text });
    assert.deepEqual(titles(), ['5', '4', '3', '2']);
    const length = [...area.items.values()].reduce((sum, value) => sum + value.length, 0);
    assert.ok(length < MAX_THREADS_LENGTH + 5000);
  });

  it('of another site are not listed', () => {
    keep('one');
    assert.deepEqual(new ConversationArchive(storage, { ...SITE, domain: 'other' }).list(), []);
  });

  it('are left out where the list was tampered with, and the others stay', () => {
    const id = keep('one');
    const list = JSON.parse(area.items.get(LIST)!) as object[];
    const bad = [
      null,
      { ...list[0], id: '../fp' },
      { ...list[0], title: 'x'.repeat(121) },
      { ...list[0], askedAt: '0' },
      { ...list[0], length: -1 },
    ];
    area.items.set(LIST, JSON.stringify([...bad, ...list]));
    assert.deepEqual(
      archive.list().map((thread) => thread.id),
      [id],
    );
  });

  it('are read from any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const id = createUuid();
        area.items.set(LIST, text);
        area.items.set(conversationStorageKey(SITE, id), text);
        assert.ok(Array.isArray(archive.list()));
        assert.equal(archive.read(id), null);
      }),
    );
  });
});
