import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_PAGE_SIZE, type SearchRequest, type SearchResult } from '../../../src/protocol/api.ts';
import { searchElsewhere } from '../../../src/state/search/search-elsewhere.ts';

function result(version?: string, language?: string): SearchResult {
  return {
    path: 'a',
    content: 'x',
    metadata: { ...(version && { version }), ...(language && { language }) },
  };
}

/** A source that finds these whatever it is asked, and tells what that was. */
function sourceOf(results: SearchResult[]) {
  const requests: SearchRequest[] = [];
  return {
    requests,
    search: async (request: SearchRequest): Promise<SearchResult[]> => {
      requests.push(request);
      return results;
    },
  };
}

describe('a query that its filter left without results', () => {
  it('is asked once more, without the filter', async () => {
    const source = sourceOf([]);
    assert.deepEqual(await searchElsewhere(source, 'zebra', { version: 'v4' }), []);
    assert.deepEqual(source.requests, [{ query: 'zebra', pageSize: MAX_PAGE_SIZE }]);
  });

  it('is said to have results nowhere where the server names no other place', async () => {
    const results = [result(), result('v4', 'en'), result(undefined, 'en')];
    assert.deepEqual(await searchElsewhere(sourceOf(results), 'x', { version: 'v4', language: 'en' }), []);
    assert.deepEqual(await searchElsewhere(sourceOf([result()]), 'x', { version: 'v4' }), []);
  });

  it('has its results in other versions counted, in its own language', async () => {
    const results = [result('v6', 'en'), result('v5', 'en'), result('v6', 'en'), result('v6', 'de')];
    assert.deepEqual(await searchElsewhere(sourceOf(results), 'x', { version: 'v4', language: 'en' }), [
      { filter: { version: 'v6', language: 'en' }, count: 2, hasMore: false },
      { filter: { version: 'v5', language: 'en' }, count: 1, hasMore: false },
    ]);
  });

  it('has them counted in other languages where no version has any', async () => {
    const results = [result('v4', 'de'), result('v4', 'de'), result('v5', 'fr')];
    assert.deepEqual(await searchElsewhere(sourceOf(results), 'x', { version: 'v4', language: 'en' }), [
      { filter: { version: 'v4', language: 'de' }, count: 2, hasMore: false },
    ]);
  });

  it('has them counted anywhere where neither has any', async () => {
    assert.deepEqual(
      await searchElsewhere(sourceOf([result('v6', 'de')]), 'x', { version: 'v4', language: 'en' }),
      [{ filter: { version: 'v6', language: 'de' }, count: 1, hasMore: false }],
    );
  });

  it('says when there may be more than were counted', async () => {
    const results = Array.from({ length: MAX_PAGE_SIZE }, () => result('v6'));
    assert.deepEqual(await searchElsewhere(sourceOf(results), 'x', { version: 'v4' }), [
      { filter: { version: 'v6' }, count: MAX_PAGE_SIZE, hasMore: true },
    ]);
  });

  it('is offered three places at most', async () => {
    const results = ['v1', 'v2', 'v3', 'v5'].map((version) => result(version));
    assert.equal((await searchElsewhere(sourceOf(results), 'x', { version: 'v4' })).length, 3);
  });
});
