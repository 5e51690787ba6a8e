import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTLE_MILLISECONDS, QueryDebouncer } from '../../../src/service/insights/query-debouncer.ts';

function startTyping() {
  const meant: string[] = [];
  const searches = new QueryDebouncer(({ query }) => meant.push(query));
  return {
    meant,
    searches,
    type: (query: string, now: number, visitor = 'ann') =>
      searches.add({ visitor, projectId: 'p', version: '', language: '', query, isFound: true }, now),
  };
}

test('of what is typed, the last query counts, also after a correction', () => {
  const { meant, searches, type } = startTyping();
  for (const [at, query] of ['i', 'inst', 'instsa', 'inst', 'Install', 'install '].entries())
    type(query, at * 500);
  searches.settle(2_500 - 1);
  assert.deepEqual(meant, []);
  searches.settle(2_500);
  assert.deepEqual(meant, ['install ']);
});

test('a query that is no continuation, of another reader or after a pause, counts for itself', () => {
  const { meant, searches, type } = startTyping();
  type('proxy', 0);
  type('limits', 100);
  type('proxy keys', 200, 'bob');
  type('proxy', SETTLE_MILLISECONDS + 50);
  assert.deepEqual(meant, ['proxy']);
  searches.settle(Infinity);
  assert.deepEqual(meant.toSorted(), ['limits', 'proxy', 'proxy', 'proxy keys']);
});

test('searches that are held have a limit', () => {
  const { meant, type } = startTyping();
  for (let visitor = 0; visitor <= 2_000; visitor++) type('x', 0, String(visitor));
  assert.equal(meant.length, 2_001);
});
