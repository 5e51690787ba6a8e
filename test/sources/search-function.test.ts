import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchSource, type FoundSection } from '../../src/sources.ts';

const REQUEST = { query: 'install' };

test('a section becomes a result with its texts', async () => {
  const section: FoundSection = {
    url: '/guide#setup',
    title: 'Guide',
    headings: ['Setup'],
    content: 'Install it.',
    excerpt: { text: 'Install it.', ranges: [[0, 7]] },
    version: 'v2',
    language: 'en',
  };
  const { url, content, ...metadata } = section;
  assert.deepEqual(await search(() => Promise.resolve([section])), [{ path: url, content, metadata }]);
});

test('a page size that is not given is 10, and more sections than asked for are left out', async () => {
  const many = Array.from({ length: 60 }, (_, number) => ({ url: `/${number}` }));
  assert.equal((await search(() => Promise.resolve(many))).length, 10);
  const source = createSearchSource(({ pageSize }) => Promise.resolve(many.slice(0, pageSize)));
  assert.equal((await source.search({ ...REQUEST, pageSize: 50 })).length, 50);
});

test('long texts are cut, and wrong fields and what is no section left out', async () => {
  const results = await search(() =>
    Promise.resolve([
      { url: '/a', title: 'x'.repeat(5000), content: 'y'.repeat(30_000), headings: 7 as never },
      { url: `/${'z'.repeat(3000)}` },
      { title: 'Without an address' } as never,
      'text' as never,
      { url: '/b', excerpt: { text: 'ab', ranges: [[0, 99]] } },
    ]),
  );
  assert.deepEqual(
    results.map(({ path, content, metadata: { title, headings, excerpt } }) => [
      path,
      content.length,
      title?.length,
      headings,
      excerpt,
    ]),
    [
      ['/a', 20_000, 2000, undefined, undefined],
      ['/b', 0, undefined, undefined, { text: 'ab', ranges: [] }],
    ],
  );
});

test('what is no list is bad content', async () => {
  await assert.rejects(
    search(() => Promise.resolve('<html>' as never)),
    { code: 'bad-content' },
  );
});

test('what a function throws may be tried again, and is no more than a message', async () => {
  await assert.rejects(
    search(() => Promise.reject(new Error('No luck'))),
    { name: 'RequestFailure', code: 'network', retryable: true, message: 'No luck' },
  );
});

test('a search that is stopped ends at once, also where the function does not look at its signal', async () => {
  const stop = new AbortController();
  const source = createSearchSource(({ signal }) => {
    stop.abort();
    assert.equal(signal.aborted, true);
    return new Promise<never>(() => {});
  });
  await assert.rejects(source.search(REQUEST, { signal: stop.signal }), { code: 'aborted' });
});

test('a search that was stopped before it began asks nothing', async () => {
  let calls = 0;
  const source = createSearchSource(() => {
    calls++;
    return Promise.resolve([]);
  });
  await assert.rejects(source.search(REQUEST, { signal: AbortSignal.abort() }), { code: 'aborted' });
  assert.equal(calls, 0);
});

function search(find: Parameters<typeof createSearchSource>[0]) {
  return createSearchSource(find).search(REQUEST);
}
