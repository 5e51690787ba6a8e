import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SearchEngine, SearchIndex } from '../../../src/service.ts';
import { createEmbeddedEngine } from '../../../src/service/search/embedded-engine.ts';
import { openIndexInMemory } from '../../../src/service/search/embedded-index.ts';
import { GenerationSearch } from '../../../src/service/search/generation-search.ts';
import { IndexCache } from '../../../src/service/search/index-cache.ts';
import { openServiceStore } from '../../../src/service/storage/open-store.ts';
import { openEngine, temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';
import { startService, type RunningService } from '../http-service.ts';

const NAMES = ['apples', 'pears', 'plums'];

interface Orchard extends AsyncDisposable {
  service: RunningService;
  /** Projects of the indexes that are open: an index that is opened again is another one. */
  open(): string[];
  /** Those that were opened so far. */
  opened: string[];
  fail(error: Error | null): void;
}

/** A service of three projects, of which two may be open. */
async function startOrchard(data: TemporaryFolder, docs: TemporaryFolder): Promise<Orchard> {
  for (const name of NAMES) await docs.write({ [`${name}/index.md`]: `# ${name}\n\nAll about ${name}.` });
  const open = new Map<SearchIndex, string>();
  const opened: string[] = [];
  let failure: Error | null = null;
  const store = await openServiceStore({ dataDir: data.path });
  const embedded = createEmbeddedEngine({
    generations: store.generations,
    folderOf: (projectId) => `${data.path}/copies/${projectId}`,
  });
  const engine: SearchEngine = {
    ...embedded,
    async open(generation): Promise<SearchIndex> {
      if (failure) throw failure;
      const index = await embedded.open(generation);
      const { projectId } = generation;
      open.set(index, projectId);
      opened.push(projectId);
      return {
        ...index,
        async close() {
          open.delete(index);
          await index.close();
        },
      };
    },
    close: () => store.close(),
  };
  const service = await startService({
    dataDir: data.path,
    keys: {},
    projects: NAMES.map((name) => ({
      dir: `${docs.path}/${name}`,
      domain: name,
      keys: { assistant: `key-of-${name}` },
    })),
    engine,
    openProjects: 2,
  });
  await service.service.ready;
  return {
    service,
    open: () => [...open.values()],
    opened,
    fail: (error) => (failure = error),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function search({ service }: Orchard, name: string): Promise<Response> {
  return service.post(`/v1/search/${name}`, { query: name }, { authorization: `Bearer key-of-${name}` });
}

async function assertFound(orchard: Orchard, name: string): Promise<void> {
  const response = await search(orchard, name);
  assert.equal(response.status, 200);
  assert.equal(((await response.json()) as unknown[]).length, 1);
}

test('of many projects the ones that were searched last are open, and the others when they are searched', async () => {
  await using data = await temporaryFolder();
  await using docs = await temporaryFolder();
  await using orchard = await startOrchard(data, docs);
  assert.ok(orchard.open().length <= 2);
  for (const name of ['apples', 'pears', 'plums', 'apples', 'pears']) await assertFound(orchard, name);
  assert.deepEqual(orchard.open().toSorted(), ['apples', 'pears']);
  const before = orchard.opened.length;
  await assertFound(orchard, 'apples');
  assert.equal(orchard.opened.length, before);
});

test('fewer than one open project are refused', async () => {
  await assert.rejects(startService({ openProjects: 0 }), /openProjects must be at least 1/);
});

test('searches in all projects at once are answered', async () => {
  await using data = await temporaryFolder();
  await using docs = await temporaryFolder();
  await using orchard = await startOrchard(data, docs);
  await Promise.all(Array.from({ length: 60 }, (_, at) => assertFound(orchard, NAMES[at % 3]!)));
  assert.equal(orchard.open().length, 2);
});

test('a start with indexes of before opens as many as allowed, and is ready', async () => {
  await using data = await temporaryFolder();
  await using docs = await temporaryFolder();
  await (await startOrchard(data, docs))[Symbol.asyncDispose]();
  await using orchard = await startOrchard(data, docs);
  const readiness = await fetch(`${orchard.service.url}/readyz`);
  assert.equal(readiness.status, 200);
  assert.equal(orchard.open().length, 2);
  for (const name of NAMES) await assertFound(orchard, name);
});

test('an index that cannot be opened again is refused as unavailable, and found later', async () => {
  await using data = await temporaryFolder();
  await using docs = await temporaryFolder();
  await using orchard = await startOrchard(data, docs);
  for (const name of NAMES) await assertFound(orchard, name);
  orchard.fail(new Error('the disk is gone'));
  const response = await search(orchard, 'apples');
  assert.equal(response.status, 503);
  assert.match(String(orchard.service.failures.at(-1)), /the disk is gone/);
  orchard.fail(null);
  await assertFound(orchard, 'apples');
});

/** Index pages, and return the file. */
async function indexFile(data: TemporaryFolder, files: Record<string, string>): Promise<string> {
  await using docs = await temporaryFolder(files);
  await using engine = await openEngine({ dir: docs.path, dataDir: data.path });
  await engine.ready;
  const [name] = (await readdir(data.path)).filter((file) => file.startsWith('generation-'));
  return join(data.path, name!);
}

function restingSearch(): GenerationSearch {
  return new GenerationSearch(Promise.resolve({ embedder: null, note: 'none' }), {
    indexCache: new IndexCache(1),
  });
}

test('an index at rest is searched after an update has failed', async () => {
  await using data = await temporaryFolder();
  const file = await indexFile(data, { 'a.md': '# Apples' });
  const search = restingSearch();
  await search.offer(() => openIndexInMemory(file));
  search.evict();
  search.fail(new Error('The git host is down'));
  assert.equal(search.progress.phase, 'ready');
  assert.equal((await search.search({ query: 'apples' })).length, 1);
  await search.close();
});

test('of two indexes that are opened at once the newer one is searched', async () => {
  await using before = await temporaryFolder();
  await using after = await temporaryFolder();
  const old = await indexFile(before, { 'a.md': '# Apples' });
  const next = await indexFile(after, { 'a.md': '# Pears' });
  const search = restingSearch();
  const opening = Promise.withResolvers<void>();
  let isSlow = false;
  await search.offer(async () => {
    if (isSlow) await opening.promise;
    return openIndexInMemory(old);
  });
  search.evict();
  isSlow = true;
  const found = search.search({ query: 'pears' });
  await search.offer(() => openIndexInMemory(next));
  opening.resolve();
  assert.equal((await found).length, 1);
  assert.equal((await search.search({ query: 'pears' })).length, 1);
  await search.close();
});
