import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DoneList, MAX_DONE_ENTRIES } from '../../../src/state/admin/done-list.ts';
import { openStorage } from '../../../src/state/storage/storage.ts';
import { FakeWebStorage } from '../fakes.ts';

const PROJECT = { endpoint: '/docs-api/', projectId: 'p' };
const KEY = 'docs-assistant:/docs-api|p:insights-done';
const entry = (text: string, version: string | null = null, language: string | null = null) => ({
  text,
  version,
  language,
});
const open = (area: FakeWebStorage | null) =>
  new DoneList(
    openStorage('local', () => area),
    PROJECT,
  );

describe('the list of entries that are done', () => {
  it('knows an entry by its text, version and language, also after a reload', () => {
    const area = new FakeWebStorage();
    open(area).set(entry('keys', 'v2', 'en'), true);
    const isDone = open(area).read();
    assert.ok(isDone(entry('keys', 'v2', 'en')));
    for (const other of [entry('key', 'v2', 'en'), entry('keys', 'v1', 'en'), entry('keys', 'v2')])
      assert.ok(!isDone(other));
    open(area).set(entry('keys', 'v2', 'en'), false);
    assert.equal(area.getItem(KEY), null);
  });

  it('keeps what is done until the page is left where the storage is blocked', () => {
    const blocked = new DoneList(
      openStorage('local', () => {
        throw new Error('SecurityError');
      }),
      PROJECT,
    );
    blocked.set(entry('keys'), true);
    assert.ok(blocked.read()(entry('keys')));
  });

  it('drops the oldest entry where there are too many, and ignores what is no list', () => {
    const area = new FakeWebStorage();
    const many = Array.from({ length: MAX_DONE_ENTRIES }, (_, number) =>
      JSON.stringify([`${number}`, '', '']),
    );
    area.setItem(KEY, JSON.stringify(many));
    const list = open(area);
    list.set(entry('newest'), true);
    const isDone = list.read();
    assert.deepEqual(
      ['0', '1', 'newest'].map((text) => isDone(entry(text))),
      [false, true, true],
    );
    area.setItem(KEY, '{"a":1}');
    assert.ok(!list.read()(entry('1')));
  });
});
