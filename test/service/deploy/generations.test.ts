import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildGeneration } from '../../../src/service/index/build-generation.ts';
import { deployGeneration } from '../../../src/service/deploy/deploy-generation.ts';
import { openEndpointEmbedder } from '../../../src/service/models/endpoint-embedder.ts';
import type { Embedder } from '../../../src/service/models/embedder.ts';
import { watchGenerations, type GenerationWatch } from '../../../src/service/deploy/watch-generations.ts';
import { createEmbeddedEngine } from '../../../src/service/search/embedded-engine.ts';
import { GenerationSearch } from '../../../src/service/search/generation-search.ts';
import type { IndexProgress } from '../../../src/service/index/index-progress.ts';
import type { GenerationStore } from '../../../src/service/storage/service-store.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { STORE_KINDS } from '../storage/stores.ts';

const { signal } = new AbortController();

/** Knows only how long a text is, and how often it was asked. */
function createEmbedder(meanwhile: () => Promise<void> = async () => {}): Embedder & { texts: string[] } {
  const texts: string[] = [];
  const embed = async (batch: readonly string[]) => {
    await meanwhile();
    texts.push(...batch);
    return batch.map((text) => Float32Array.of(Math.sin(text.length), Math.cos(text.length)));
  };
  return {
    name: 'length',
    space: 'length',
    isEnglishOnly: false,
    batchSize: 8,
    concurrency: 1,
    texts,
    embedQueries: embed,
    embedPassages: async (passages) =>
      (await embed(passages.map(({ place, text }) => `${place}\n${text}`))).map((vector) => [vector]),
    async close() {},
  };
}

/** What one process of a service has of one project. */
interface ProcessView extends AsyncDisposable {
  search: GenerationSearch;
  following: GenerationWatch;
  failures: unknown[];
  folder: string;
  deploy(dir: string): Promise<boolean>;
}

async function startProcess(
  generations: GenerationStore,
  embedder: Embedder | null = null,
): Promise<ProcessView> {
  const folder = await temporaryFolder();
  const failures: unknown[] = [];
  const search = new GenerationSearch(
    Promise.resolve(embedder ? { embedder } : { embedder: null, note: 'none' }),
  );
  const engine = createEmbeddedEngine({ generations, folderOf: () => folder.path });
  const following = watchGenerations({
    projectId: 'p1',
    generations,
    engine,
    search,
    onFailure: (error) => failures.push(error),
  });
  return {
    search,
    following,
    failures,
    folder: folder.path,
    async deploy(dir) {
      const workDir = join(folder.path, 'work');
      const deployment = await deployGeneration({
        projectId: 'p1',
        generations,
        engine,
        dir,
        workDir,
        embedder,
        commit: null,
        signal,
      });
      await following.refresh();
      return deployment.isNew;
    },
    async [Symbol.asyncDispose]() {
      await following.close();
      await search.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const found = async ({ search }: ProcessView, query: string) =>
  (await search.search({ query })).map(({ section }) => section.path);

function isSearching({ search }: ProcessView, isRight: (progress: IndexProgress) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = search.onProgress((progress) => {
      if (!isRight(progress)) return;
      end();
      resolve();
    });
  });
}

for (const { name, skip, create } of STORE_KINDS) {
  describe(`a generation in ${name}`, { skip }, () => {
    it('is searched by every process once one of them has published it', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples' });
      await using one = await startProcess((await place.open()).generations);
      await using other = await startProcess((await place.open()).generations);
      const first = found(other, 'apples');
      assert.equal(await one.deploy(docs.path), true);
      assert.deepEqual(await first, ['a']);
      await docs.write({ 'b.md': '# Pears', 'c.md': '# Plums' });
      const swapped = isSearching(other, ({ sections }) => sections === 3);
      await one.deploy(docs.path);
      await swapped;
      assert.deepEqual(await found(other, 'pears'), ['b']);
      await other.following.refresh();
      assert.deepEqual(
        (await readdir(other.folder)).filter((file) => file.startsWith('generation-')),
        ['generation-0000000002.sqlite'],
      );
    });

    it('is not made again when nothing has changed', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples' });
      const { generations } = await place.open();
      await using one = await startProcess(generations, createEmbedder());
      assert.equal(await one.deploy(docs.path), true);
      const before = await generations.current('p1');
      assert.equal(await one.deploy(docs.path), false);
      assert.deepEqual(await generations.current('p1'), before);
    });

    it('gives its vectors to a build on another machine', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples', 'b.md': '# Pears' });
      const { generations } = await place.open();
      const embedders = [createEmbedder(), createEmbedder()];
      await using one = await startProcess(generations, embedders[0]);
      await using other = await startProcess(generations, embedders[1]);
      await one.deploy(docs.path);
      assert.equal(embedders[0]!.texts.length, 2);
      await docs.write({ 'c.md': '# Plums' });
      await other.deploy(docs.path);
      assert.deepEqual(embedders[1]!.texts, ['Plums\n\nPlums']);
      assert.deepEqual(other.search.progress.vectors, { done: 3, total: 3 });
    });

    it('is searched by words while the vectors of the first one are made', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples' });
      const { generations } = await place.open();
      const { promise: goOn, resolve } = Promise.withResolvers<void>();
      await using one = await startProcess(
        generations,
        createEmbedder(() => goOn),
      );
      await using other = await startProcess(generations, createEmbedder());
      const deployed = one.deploy(docs.path);
      assert.deepEqual(await found(other, 'apples'), ['a']);
      assert.equal(other.search.progress.phase, 'embedding');
      assert.deepEqual(other.search.progress.vectors, { done: 0, total: 1 });
      resolve();
      await deployed;
      await other.search.ready;
      assert.deepEqual(other.search.progress.vectors, { done: 1, total: 1 });
    });

    it('is fetched again where the local copy is damaged', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples' });
      const { generations } = await place.open();
      await using one = await startProcess(generations);
      await one.deploy(docs.path);
      await using folder = await temporaryFolder();
      const path = join(folder.path, 'generation-0000000001.sqlite');
      await writeFile(path, 'damaged');
      const search = new GenerationSearch(Promise.resolve({ embedder: null, note: 'none' }));
      const engine = createEmbeddedEngine({ generations, folderOf: () => folder.path });
      const following = watchGenerations({
        projectId: 'p1',
        generations,
        engine,
        search,
        onFailure: (error) => assert.fail(String(error)),
      });
      await search.ready;
      assert.equal((await search.search({ query: 'apples' })).length, 1);
      await following.close();
      await search.close();
    });

    it('that cannot be read leaves the one before in service, and is reported once', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'a.md': '# Apples' });
      const { generations } = await place.open();
      await using one = await startProcess(generations);
      await one.deploy(docs.path);
      const file = join(docs.path, 'foreign');
      await writeFile(file, 'of another version');
      await generations.publish('p1', file, null);
      await one.following.refresh();
      await one.following.refresh();
      assert.equal(one.failures.length, 1);
      assert.match(String(one.failures[0]), /another version of docs-assistant wrote it/);
      assert.deepEqual(await found(one, 'apples'), ['a']);
      // What cannot be read is built from the beginning.
      await rm(file);
      assert.equal(await one.deploy(docs.path), true);
      assert.equal(one.search.progress.phase, 'ready');
    });

    it('is the only one that a search sees', async () => {
      await using place = await create();
      const page = (word: string) => ({ 'a.md': `# Turtle\n\n${word}`, 'b.md': `# Turtle\n\n${word}` });
      await using docs = await temporaryFolder(page('w0'));
      await using one = await startProcess((await place.open()).generations);
      await using other = await startProcess((await place.open()).generations);
      await one.deploy(docs.path);
      await other.search.ready;
      let isOver = false;
      const seen = new Set<string>();
      const searching = (async () => {
        while (!isOver) {
          const hits = await other.search.search({ query: 'turtle' });
          seen.add(hits.map(({ section }) => section.content).join(' '));
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      for (const word of ['w1', 'w2', 'w3']) {
        await docs.write(page(word));
        await one.deploy(docs.path);
      }
      await other.following.refresh();
      isOver = true;
      await searching;
      for (const contents of seen) assert.match(contents, /^(w\d) \1$/);
    });
  });
}

test('a build that is killed leaves its vectors for the next one', async () => {
  const sections = 200;
  let texts = 0;
  const half = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(body).toString()) as { input: string[] };
    // From the middle on the first build gets no answer any more.
    if (texts >= sections / 2 && !isKilled) return half.resolve();
    texts += input.length;
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  let isKilled = false;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await using docs = await temporaryFolder(
    Object.fromEntries(Array.from({ length: sections }, (_, at) => [`${at}.md`, `Page ${at}`])),
  );
  await using work = await temporaryFolder();
  const child = fork(fileURLToPath(new URL('build-in-process.ts', import.meta.url)), [
    docs.path,
    work.path,
    url,
  ]);
  await half.promise;
  const gone = once(child, 'close');
  child.kill('SIGKILL');
  await gone;
  isKilled = true;
  const before = texts;
  await using built = await buildGeneration({
    dir: docs.path,
    workDir: work.path,
    before: null,
    signal,
    embedder: await openEndpointEmbedder({ url, name: 'm' }),
  });
  assert.notEqual(built.file, null);
  assert.ok(before >= sections / 2);
  // At most the group that was under way is made twice; the model is calibrated with 64 headings.
  assert.ok(texts < sections + 64 + 64, `${texts} texts were embedded`);
  server.closeAllConnections();
  server.close();
});
