import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createUuid } from '../../../src/state/storage/identity.ts';
import { ConversationArchive } from '../../../src/state/archive/conversation-archive.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../src/state/storage/storage.ts';
import { ThreadList } from '../../../src/state/archive/thread-list.ts';
import { FakeWebStorage, SITE } from '../fakes.ts';
import { createTurn } from '../conversation/turns.ts';

const LIST = storageKey(SITE, 'history');

let area: FakeWebStorage;
let storage: CheckedStorage;
let archive: ConversationArchive;
let askedAt: number;

beforeEach(() => {
  area = new FakeWebStorage();
  storage = openStorage('local', () => area);
  archive = new ConversationArchive(storage, SITE);
  askedAt = 0;
});

function keep(question: string, text: string): string {
  const id = createUuid();
  archive.keep(id, {
    thread: null,
    turns: [createTurn(question, { text }, { askedAt: ++askedAt })],
  });
  return id;
}

const titles = (list: ThreadList): string[] => list.snapshot.threads.map(({ title }) => title);

describe('the list of conversations', () => {
  it('has all of them at first', () => {
    keep('one', 'Yes.');
    keep('two', 'No.');
    const list = new ThreadList({ site: SITE, storage });
    assert.deepEqual(titles(list), ['two', 'one']);
    assert.equal(list.snapshot.total, 2);
  });

  it('calls a conversation by the words of its first question, not by what that quotes', () => {
    keep(`> ${'Middleware runs first. '.repeat(20)}\n\nWhy so?`, 'Yes.');
    assert.deepEqual(titles(new ThreadList({ site: SITE, storage })), ['Why so?']);
  });

  it('finds words in questions and answers, whatever their case and accents', () => {
    keep('How do I deploy?', 'With an adapter.');
    keep('What is a Résumé?', 'A page.');
    const list = new ThreadList({ site: SITE, storage });
    list.search('ADAPTER how');
    assert.deepEqual(titles(list), ['How do I deploy?']);
    list.search('resume');
    assert.deepEqual(titles(list), ['What is a Résumé?']);
    list.search('adapter resume');
    assert.deepEqual([titles(list), list.snapshot.total], [[], 2]);
    list.search(' ');
    assert.equal(titles(list).length, 2);
  });

  it('finds words of the name that the reader gave, and of the title as before', () => {
    const id = keep('How do I deploy?', 'With an adapter.');
    keep('one', 'Yes.');
    const list = new ThreadList({ site: SITE, storage });
    list.rename(id, 'Our Café server');
    for (const query of ['cafe', 'deploy']) {
      list.search(query);
      assert.deepEqual(
        list.snapshot.threads.map(({ name }) => name),
        ['Our Café server'],
      );
    }
  });

  it('takes signs of patterns for what they are', () => {
    keep('What does .* match?', 'All.');
    keep('one', 'Yes.');
    const list = new ThreadList({ site: SITE, storage });
    list.search('.*');
    assert.deepEqual(titles(list), ['What does .* match?']);
  });

  it('follows other tabs until it is closed, and tells who listens', () => {
    const list = new ThreadList({ site: SITE, storage });
    let told = 0;
    list.subscribe(() => told++);
    const id = keep('one', 'Yes.');
    storage.handleStorageEvent({ key: LIST, storageArea: area });
    assert.deepEqual([titles(list), told], [['one'], 1]);
    storage.handleStorageEvent({ key: storageKey(SITE, 'draft'), storageArea: area });
    assert.equal(told, 1);
    list.close();
    archive.remove(id);
    storage.handleStorageEvent({ key: LIST, storageArea: area });
    assert.deepEqual([titles(list), told], [['one'], 1]);
  });

  it('follows a name that is given in another tab', () => {
    const id = keep('one', 'Yes.');
    const list = new ThreadList({ site: SITE, storage });
    new ThreadList({ site: SITE, storage }).rename(id, 'Name');
    storage.handleStorageEvent({ key: LIST, storageArea: area });
    assert.equal(list.snapshot.threads[0]?.name, 'Name');
    list.close();
  });

  it('is read anew when it is told to', () => {
    const list = new ThreadList({ site: SITE, storage });
    keep('one', 'Yes.');
    list.refresh();
    assert.deepEqual(titles(list), ['one']);
  });
});
