import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildGeneration } from '../../../src/service/index/build-generation.ts';
import { openIndexContent, type IndexContent } from '../../../src/service/index/index-content.ts';
import { openLanceDbEngine } from '../../../src/service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../../../src/service/search/search-engine.ts';
import type { Generation } from '../../../src/service/storage/service-store.ts';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';

const { signal } = new AbortController();
const MINUTE = 60_000;

const generation = (hash: string, projectId = 'docs'): Generation => ({
  projectId,
  number: 1,
  hash: hash.repeat(64),
  size: 1,
  commit: null,
  createdAt: 0,
});

/** Builds the index of pages, and stores it under a hash of one letter. */
async function store(
  engine: SearchEngine,
  hash: string,
  pages: Record<string, string>,
  change: (content: IndexContent) => IndexContent = (content) => content,
  stopped = signal,
): Promise<void> {
  await using docs = await temporaryFolder(pages);
  await using work = await temporaryFolder();
  await using built = await buildGeneration({
    dir: docs.path,
    workDir: work.path,
    before: null,
    embedder: null,
    signal,
  });
  using content = openIndexContent(built.file!);
  await engine.store(generation(hash), change(content), stopped);
}

async function paths(engine: SearchEngine, hash: string, query: string): Promise<string[]> {
  const index = await engine.open(generation(hash));
  const hits = await index.search({ query }, null);
  await index.close();
  return hits.map(({ section }) => section.path);
}

const tablesIn = async (folder: TemporaryFolder) =>
  (await readdir(folder.path)).filter((name) => name.endsWith('.lance'));

test('an index that is open is searched while another process stores the next and removes it', async () => {
  await using folder = await temporaryFolder();
  let now = 0;
  const [reader, writer] = await Promise.all([1, 2].map(() => openLanceDbEngine(folder.path, () => now)));
  await store(writer!, 'a', { 'apples.md': '# Apples' });
  const index = await reader!.open(generation('a'));
  await store(writer!, 'b', { 'pears.md': '# Pears' });
  await writer!.prune('docs', [generation('b').hash]);
  assert.equal((await index.search({ query: 'apples' }, null)).length, 1);
  assert.deepEqual(await paths(reader!, 'b', 'pears'), ['pears']);
  await index.close();

  now = 11 * MINUTE;
  const before = await tablesIn(folder);
  await writer!.prune('docs', [generation('b').hash]);
  assert.equal((await tablesIn(folder)).length, before.length / 2);
  await assert.rejects(reader!.open(generation('a')), /LanceDB has no index of docs yet/);
  assert.deepEqual(await paths(reader!, 'b', 'pears'), ['pears']);
  await Promise.all([reader!.close(), writer!.close()]);
});

test('what a killed process has left of an index is stored anew', async () => {
  await using folder = await temporaryFolder();
  const engine = await openLanceDbEngine(folder.path);
  const breakOff = (content: IndexContent): IndexContent => ({
    facts: content.facts,
    sections: () => content.sections(),
    words() {
      throw new Error('killed');
    },
  });
  const pages = { 'apples.md': '# Apples' };
  await assert.rejects(store(engine, 'a', pages, breakOff), /killed/);
  await assert.rejects(engine.open(generation('a')), /no index/);
  await store(engine, 'a', pages);
  assert.deepEqual(await paths(engine, 'a', 'apples'), ['apples']);
  await engine.close();
});

test('an index is stored once', async () => {
  await using folder = await temporaryFolder();
  const engine = await openLanceDbEngine(folder.path);
  await store(engine, 'a', { 'apples.md': '# Apples' });
  await store(engine, 'a', { 'pears.md': '# Pears' });
  assert.deepEqual(await paths(engine, 'a', 'apples'), ['apples']);
  await engine.close();
});

test('projects do not see each other, whatever they are called', async () => {
  await using folder = await temporaryFolder();
  const engine = await openLanceDbEngine(folder.path);
  await store(engine, 'a', { 'apples.md': '# Apples' });
  await assert.rejects(engine.open(generation('a', '../docs:~@')), /no index/);
  await engine.prune('../docs:~@', []);
  assert.deepEqual(await paths(engine, 'a', 'apples'), ['apples']);
  await engine.close();
});

test('storing ends when the update is aborted', async () => {
  await using folder = await temporaryFolder();
  const engine = await openLanceDbEngine(join(folder.path, 'new', 'folder'));
  const aborted = AbortSignal.abort(new Error('The service stops'));
  await assert.rejects(
    store(engine, 'a', { 'apples.md': '# Apples' }, undefined, aborted),
    /The service stops/,
  );
  await assert.rejects(engine.open(generation('a')), /no index/);
  await engine.close();
});
