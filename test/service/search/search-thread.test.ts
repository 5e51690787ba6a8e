import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { ORBIT, openEngine, temporaryFolder, type FolderEngine } from '../docs-folder.ts';

/** An engine over a folder, and the threads that search for it, the current one last. */
async function openWatched(
  dir: string,
): Promise<{ engine: FolderEngine; threads: Worker[] } & AsyncDisposable> {
  const threads: Worker[] = [];
  const watch = (worker: Worker) => worker.threadName === 'search-worker' && threads.push(worker);
  process.on('worker', watch);
  const engine = await openEngine({ dir });
  await engine.reindex();
  return {
    engine,
    threads,
    async [Symbol.asyncDispose]() {
      process.off('worker', watch);
      await engine[Symbol.asyncDispose]();
    },
  };
}

test('while slow searches wait, the event loop turns, so that streams go on', async () => {
  const words = Array.from({ length: 24 }, (_, at) => `word${at}`);
  await using folder = await temporaryFolder({
    'page.md': Array.from({ length: 500 }, (_, at) => `## Part ${at}\n\n${words.join(' ')}`).join('\n\n'),
  });
  await using watched = await openWatched(folder.path);
  const order: string[] = [];
  const searches = Array.from({ length: 8 }, async () => {
    await watched.engine.search({ query: words.join(' ') });
    order.push('search');
  });
  const all = Promise.all(searches).then(() => true);
  while (!(await Promise.race([all, yieldToEventLoop(false)]))) order.push('turn');
  // In this thread they would all be made before it turns. How many results one turn brings is up to the machine.
  assert.equal(order[0], 'turn');
});

test('when the search thread fails, its searches are refused, and the next one is answered by another', async () => {
  await using watched = await openWatched(ORBIT);
  const { engine, threads } = watched;
  const running = engine.search({ query: 'album' });
  const ended = once(threads.at(-1)!, 'exit');
  const refused = assert.rejects(running, { name: 'EngineUnavailable' });
  await threads.at(-1)!.terminate();
  await Promise.all([ended, refused]);
  assert.notEqual((await engine.search({ query: 'album' })).length, 0);
  assert.equal(threads.length, 2);
});

test('several searches after a failure open their index once', async () => {
  await using watched = await openWatched(ORBIT);
  const { engine, threads } = watched;
  await threads.at(-1)!.terminate();
  const [first, ...others] = await Promise.all(
    ['album', 'album', 'album'].map((query) => engine.search({ query })),
  );
  for (const other of others) assert.deepEqual(other, first);
  assert.equal(threads.length, 2);
});

test('a search that is aborted while it waits is not made, and those around it are answered', async () => {
  await using watched = await openWatched(ORBIT);
  const abort = new AbortController();
  const order: string[] = [];
  const search = (name: string, signal?: AbortSignal): Promise<unknown> =>
    watched.engine.search({ query: 'album' }, signal).then(
      ({ length }) => order.push(`${name} ${length > 0}`),
      () => order.push(`${name} refused`),
    );
  const all = [search('first'), search('second', abort.signal), search('third')];
  abort.abort();
  await Promise.all(all);
  assert.deepEqual(order.toSorted(), ['first true', 'second refused', 'third true']);
  assert.ok(order.indexOf('first true') < order.indexOf('third true'));
});

test('searches of a project go on in the same thread while the next index is opened, which replaces it', async () => {
  await using folder = await temporaryFolder({ 'page.md': '# Page\n\nOld words.' });
  await using watched = await openWatched(folder.path);
  const { engine, threads } = watched;
  await folder.write({ 'page.md': '# Page\n\nNew words.' });
  const before = engine.search({ query: 'old' });
  await engine.reindex();
  assert.match((await before)[0]!.section.content, /Old/);
  assert.match((await engine.search({ query: 'new' }))[0]!.section.content, /New/);
  assert.equal(threads.length, 1);
});
