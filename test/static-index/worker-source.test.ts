import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import type { SearchResult } from '../../src/protocol/api.ts';
import { RequestFailure } from '../../src/protocol/failures/failure.ts';
import type { AnswerEvent } from '../../src/protocol/reply/answer-event.ts';
import { createStaticSource } from '../../src/static-index/reading/static-source.ts';
import { serveIndex } from '../../src/static-index/worker/serve-index.ts';
import { WorkerSource, type IndexWorker } from '../../src/static-index/worker/worker-source.ts';
import { ORBIT } from '../service/docs-folder.ts';
import { hostIndex, type IndexHost } from './index-host.ts';

const QUERY = { query: 'download Orbit', filter: { version: 'v2', language: 'en' } };
const QUESTION = { messages: [{ role: 'user', content: 'How do I download Orbit?' }], ...QUERY } as never;

/** Where an index is read, with a channel of messages to the page. Ends when it is told to. */
class ServedIndex implements IndexWorker {
  isTerminated = false;
  readonly #channel = new MessageChannel();
  readonly #listeners = new Set<() => void>();

  constructor() {
    serveIndex(this.#channel.port2);
    this.#channel.port2.start();
    this.#channel.port1.start();
  }

  postMessage(message: never): void {
    if (!this.isTerminated) this.#channel.port1.postMessage(message);
  }

  addEventListener(type: string, listener: (event: MessageEvent<never>) => void): void {
    if (type === 'message') this.#channel.port1.addEventListener(type, listener as never);
    else this.#listeners.add(listener as () => void);
  }

  terminate(): void {
    this.isTerminated = true;
    this.#channel.port1.close();
  }

  /** Fail, as a worker whose file cannot be loaded. */
  fail(): void {
    for (const listener of this.#listeners) listener();
  }
}

async function collect(answer: AsyncIterable<readonly AnswerEvent[]>): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const some of answer) events.push(...some);
  return events;
}

/** Return events without the id of the message, which is a new one each time. */
function withoutId(events: readonly AnswerEvent[]): AnswerEvent[] {
  return events.filter(({ type }) => type !== 'message');
}

async function codeOf(search: Promise<unknown>): Promise<string> {
  const error = await search.then(
    () => assert.fail('The search did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RequestFailure);
  return error.code;
}

describe('a source in a worker', () => {
  let host: IndexHost;
  let worker: ServedIndex;
  let source: WorkerSource;
  before(async () => {
    host = await hostIndex(ORBIT);
  });
  after(() => host[Symbol.asyncDispose]());
  beforeEach(() => {
    host.answers.clear();
    host.log.length = 0;
    host.left.length = 0;
    worker = new ServedIndex();
    source = new WorkerSource({ index: host.index, worker });
    mock.method(console, 'warn', () => {});
  });
  afterEach(() => {
    mock.restoreAll();
    worker.terminate();
  });

  /** Hold a file back. @returns lets it go */
  function hold(kind: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const name of host.namesOf(kind)) host.answers.set(name, { after: promise });
    return resolve;
  }

  async function untilAsked(kind: string): Promise<void> {
    while (!host.log.some(({ name }) => name.startsWith(`${kind}.`)))
      await new Promise((next) => setImmediate(next));
  }

  test('finds what the index finds, names first', async () => {
    const read = async (some: Pick<WorkerSource, 'search'>): Promise<SearchResult[][]> => {
      const all: SearchResult[][] = [];
      const results = await some.search(QUERY, { onInterim: (interim) => all.push(interim) });
      return [...all, results];
    };
    const found = await read(source);
    assert.equal(found.length, 2);
    assert.ok(found[1]!.length > 0);
    assert.deepEqual(found, await read(createStaticSource({ index: host.index })));
  });

  test('answers as the index answers', async () => {
    const events = withoutId(await collect(source.answer(QUESTION)));
    assert.equal(events.at(-1)!.type, 'end');
    assert.deepEqual(
      events,
      withoutId(await collect(createStaticSource({ index: host.index }).answer(QUESTION))),
    );
  });

  test('keeps calls at the same time apart', async () => {
    const queries = ['download', 'backup', 'Debian'];
    const search = (some: Pick<WorkerSource, 'search'>): Promise<SearchResult[][]> =>
      Promise.all(queries.map((query) => some.search({ ...QUERY, query })));
    assert.deepEqual(await search(source), await search(createStaticSource({ index: host.index })));
  });

  test('a failure has the code, status and sentence of the index', async () => {
    host.answers.set('manifest.json', { status: 503, body: '' });
    const failure = (some: Pick<WorkerSource, 'search'>): Promise<unknown> =>
      some.search(QUERY).catch((error: RequestFailure) => error.toJSON());
    const expected = await failure(createStaticSource({ index: host.index }));
    assert.equal((expected as RequestFailure).status, 503);
    assert.deepEqual(await failure(source), expected);
    host.answers.clear();
    assert.ok((await source.search(QUERY)).length > 0);
  });

  test('a search that is stopped ends its requests', async () => {
    const letGo = hold('core');
    const controller = new AbortController();
    const search = source.search(QUERY, { signal: controller.signal });
    await untilAsked('core');
    controller.abort();
    assert.equal(await codeOf(search), 'aborted');
    while (host.left.length === 0) await new Promise((next) => setImmediate(next));
    letGo();
  });

  test('a search that was stopped before asks nothing', async () => {
    assert.equal(await codeOf(source.search(QUERY, { signal: AbortSignal.abort() })), 'aborted');
    assert.equal(host.log.filter(({ name }) => name !== 'manifest.json').length, 0);
  });

  test('an answer that nobody reads on ends', async () => {
    const letGo = hold('core');
    const answer = source.answer(QUESTION);
    const first = answer.next();
    await untilAsked('core');
    letGo();
    await first;
    await answer.return(undefined);
    assert.ok((await source.search(QUERY)).length > 0);
  });

  test('reads in the page without a worker', async () => {
    const inPage = new WorkerSource({ index: host.index, worker: null });
    assert.deepEqual(await inPage.search(QUERY), await source.search(QUERY));
    assert.deepEqual(
      withoutId(await collect(inPage.answer(QUESTION))),
      withoutId(await collect(source.answer(QUESTION))),
    );
  });

  test('reads in the page when the worker fails, also what was asked before', async () => {
    const expected = await createStaticSource({ index: host.index }).search(QUERY);
    const letGo = hold('core');
    host.log.length = 0;
    const search = source.search(QUERY);
    const answer = collect(source.answer(QUESTION));
    await untilAsked('core');
    worker.fail();
    letGo();
    assert.equal(worker.isTerminated, true);
    assert.deepEqual(await search, expected);
    assert.equal((await answer).at(-1)!.type, 'end');
    assert.deepEqual(await source.search(QUERY), expected);
  });

  test('an answer that has begun fails with the worker, and can be asked again', async () => {
    const answer = source.answer(QUESTION);
    const begun = await answer.next();
    assert.equal(begun.done, false);
    worker.fail();
    assert.equal(await codeOf(collect(answer)), 'network');
    assert.equal((await collect(source.answer(QUESTION))).at(-1)!.type, 'end');
  });
});
