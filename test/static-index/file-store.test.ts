import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { RequestFailure } from '../../src/protocol/failures/failure.ts';
import { MAX_UNPACKED_BYTES } from '../../src/static-index/format/limits.ts';
import { FileStore } from '../../src/static-index/reading/file-store.ts';

const INDEX = 'https://docs.example/docs-index';
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A host that answers when a test says so. */
function createHost() {
  const requests: { url: string; init: RequestInit; answer: (response: Response) => void }[] = [];
  const fetch: typeof globalThis.fetch = (url, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      requests.push({ url: url instanceof URL ? url.href : '', init, answer: resolve });
    });
  return { requests, store: new FileStore({ index: INDEX, fetch }) };
}

const isFailure = (expected: Partial<RequestFailure>) => (error: unknown) => {
  assert.ok(error instanceof RequestFailure);
  assert.deepEqual({ ...error.toJSON(), ...expected }, error.toJSON());
  return true;
};

test('a file is fetched and decoded once, however many wait for it and whenever they ask', async () => {
  const { requests, store } = createHost();
  let decoded = 0;
  const decode = (bytes: Uint8Array) => `${text(bytes)} ${++decoded}`;
  const both = Promise.all([store.file('a', decode), store.file('a', decode)]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['https://docs.example/docs-index/a'],
  );
  requests[0]!.answer(new Response(gzipSync('found')));
  assert.deepEqual(await both, ['found 1', 'found 1']);
  assert.equal(await store.file('a', decode), 'found 1');
  assert.equal(store.known('a'), 'found 1');
  assert.equal(requests.length, 1);
});

test('a file that failed is fetched again when it is next needed', async () => {
  const { requests, store } = createHost();
  const first = store.file('a', text);
  requests[0]!.answer(new Response('', { status: 503 }));
  await assert.rejects(first, isFailure({ code: 'http', status: 503, retryable: true }));
  const second = store.file('a', text);
  requests[1]!.answer(new Response('there'));
  assert.equal(await second, 'there');
});

test('who stops waiting gets "aborted", and the fetch goes on for who needs the file next', async () => {
  const { requests, store } = createHost();
  const stopped = new AbortController();
  const first = store.file('a', text, stopped.signal);
  stopped.abort();
  await assert.rejects(first, isFailure({ code: 'aborted' }));
  assert.equal(requests[0]!.init.signal!.aborted, false);
  const next = store.file('a', text);
  requests[0]!.answer(new Response('there'));
  assert.equal(await next, 'there');
  await assert.rejects(store.file('b', text, AbortSignal.abort()), isFailure({ code: 'aborted' }));
  assert.equal(requests.length, 1);
});

test('the manifest is asked for at every opening, the other files may come from the cache', async () => {
  const { requests, store } = createHost();
  for (const at of [0, 1]) {
    const manifest = store.manifest(text);
    requests[at]!.answer(new Response('{}'));
    assert.equal(await manifest, '{}');
    assert.equal(requests[at]!.init.cache, 'no-cache');
  }
  const file = store.file('a', text);
  requests[2]!.answer(new Response('a'));
  await file;
  assert.equal(requests[2]!.init.cache, undefined);
});

test('a file that does not come in time fails with "timeout", which may be tried again', async () => {
  const fetch = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init!.signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  const store = new FileStore({ index: INDEX, fetch, timeout: 1 });
  await assert.rejects(store.file('a', text), isFailure({ code: 'timeout', retryable: true }));
});

test('a body that stalls is a timeout, too', async () => {
  const fetch = async (_: unknown, init?: RequestInit) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(1));
          init!.signal!.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
        },
      }),
    );
  const store = new FileStore({ index: INDEX, fetch, timeout: 1 });
  await assert.rejects(store.file('a', text), isFailure({ code: 'timeout' }));
});

test('a file beyond the limit is refused before it is read to its end', async () => {
  let sent = 0;
  const portion = new Uint8Array(1_000_000);
  const body = () =>
    new ReadableStream({
      pull(controller) {
        sent += portion.length;
        controller.enqueue(portion);
      },
    });
  const store = new FileStore({ index: INDEX, fetch: async () => new Response(body()) });
  await assert.rejects(store.file('a', text), isFailure({ code: 'too-large', retryable: false }));
  assert.ok(sent <= MAX_UNPACKED_BYTES + 3 * portion.length);
  sent = 0;
  await assert.rejects(store.manifest(text), isFailure({ code: 'too-large' }));
  assert.ok(sent <= 5 * portion.length);
});

test('what is thrown by a connection is a failure of the network', async () => {
  const store = new FileStore({
    index: INDEX,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  });
  await assert.rejects(store.file('a', text), isFailure({ code: 'network', retryable: true }));
});

test('a page that was opened as a file is told to be served, and nothing is fetched', async () => {
  let isFetched = false;
  const fetch = async () => {
    isFetched = true;
    return new Response();
  };
  const store = new FileStore({ index: 'file:///home/docs/docs-index/', fetch });
  await assert.rejects(store.manifest(text), isFailure({ code: 'not-configured', retryable: false }));
  assert.equal(isFetched, false);
});
