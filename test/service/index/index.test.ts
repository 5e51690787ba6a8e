import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openLocalEmbedder, defaultEmbeddingModel } from '../../../src/service/models/open-embedder.ts';
import { identifierParts, readableText, wordsOf } from '../../../src/engine/words/searchable-text.ts';
import type { IndexProgress } from '../../../src/service/index/index-progress.ts';
import { MODEL, openEngine, ORBIT, temporaryFolder } from '../docs-folder.ts';
import { startEmbeddings } from '../models/embeddings-endpoint.ts';

const paths = async (engine: Awaited<ReturnType<typeof openEngine>>, query: string) =>
  (await engine.search({ query })).map(({ section }) => section.path);

async function generationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('generation-'));
}

test('a folder is read once; a second start finds the index as it was', async () => {
  await using data = await temporaryFolder();
  {
    await using engine = await openEngine({ dir: ORBIT, dataDir: data.path });
    await engine.reindex();
  }
  await using engine = await openEngine({ dir: ORBIT, dataDir: data.path });
  await engine.searchable;
  assert.equal((await paths(engine, 'floppy disk'))[0], 'v1/en/backup');
  const report = await engine.reindex();
  assert.deepEqual([report.added, report.changed, report.removed, report.unchanged], [0, 0, 0, 13]);
  assert.deepEqual(await generationFiles(data.path), ['generation-0000000001.sqlite']);
});

test('files that are added, changed and removed are what a pass changes', async () => {
  await using folder = await temporaryFolder({ 'a.md': '# Apples', 'b.md': '# Pears', 'c.md': '# Plums' });
  await using engine = await openEngine({ dir: folder.path });
  await engine.ready;
  await folder.write({ 'b.md': '# Quinces', 'd.md': '# Cherries' });
  await folder.remove('c.md');
  const { problems, ...counts } = await engine.reindex();
  assert.deepEqual(counts, { added: 1, changed: 1, removed: 1, unchanged: 1 });
  assert.deepEqual(problems, []);
  assert.deepEqual(await paths(engine, 'quinces'), ['b']);
  assert.deepEqual(await paths(engine, 'cherries'), ['d']);
  assert.deepEqual(await paths(engine, 'apples'), ['a']);
  assert.deepEqual(await paths(engine, 'plums'), []);
  assert.deepEqual(await paths(engine, 'pears'), []);
});

test('only one index is kept here, and the one before in the store', async () => {
  await using data = await temporaryFolder();
  await using folder = await temporaryFolder({ 'a.md': '# One' });
  await using engine = await openEngine({ dir: folder.path, dataDir: data.path });
  await engine.ready;
  for (const text of ['# Two', '# Three', '# Four']) {
    await folder.write({ 'a.md': text });
    await engine.reindex();
  }
  assert.deepEqual(await generationFiles(data.path), ['generation-0000000004.sqlite']);
  assert.equal((await readdir(join(data.path, 'generations', 'docs'))).length, 2);
});

test('searches during a pass see the old index or the new one', async () => {
  await using folder = await temporaryFolder({ 'a.md': '# Turtle\n\nold', 'b.md': '# Turtle\n\nold' });
  await using engine = await openEngine({ dir: folder.path });
  await engine.ready;
  await folder.write({ 'a.md': '# Turtle\n\nnew', 'b.md': '# Turtle\n\nnew' });
  let isOver = false;
  const pass = engine.reindex().then(() => (isOver = true));
  const seen = new Set<string>();
  while (!isOver) {
    const hits = await engine.search({ query: 'turtle' });
    seen.add(hits.map(({ section }) => section.content).join(' '));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await pass;
  seen.add((await engine.search({ query: 'turtle' })).map(({ section }) => section.content).join(' '));
  assert.deepEqual([...seen].toSorted(), ['new new', 'old old']);
});

test('problems are told again at every start although nothing is read again', async () => {
  await using data = await temporaryFolder();
  await using folder = await temporaryFolder({
    'good.md': '# Good',
    'bad.mdx': '<A>{',
    'same.md': 'x',
    'same.mdx': 'y',
  });
  for (let start = 0; start < 2; start++) {
    await using engine = await openEngine({ dir: folder.path, dataDir: data.path });
    await engine.ready;
    assert.deepEqual(
      engine.progress.problems.map(({ file, code }) => `${file} ${code}`),
      ['bad.mdx mdx', 'same.mdx duplicate-path'],
    );
  }
});

test('a page that shared its path with another is back when the other is gone', async () => {
  await using folder = await temporaryFolder({ 'x.md': 'Lemons', 'x.mdx': 'Limes' });
  await using engine = await openEngine({ dir: folder.path });
  await engine.ready;
  assert.deepEqual(await paths(engine, 'limes'), []);
  await folder.remove('x.md');
  await engine.reindex();
  assert.deepEqual(await paths(engine, 'limes'), ['x']);
});

test('a folder that is not there is told by every promise', async () => {
  await using engine = await openEngine({ dir: join(ORBIT, 'nowhere') });
  await assert.rejects(engine.ready, /cannot be read: ENOENT/);
  await assert.rejects(engine.searchable, /cannot be read: ENOENT/);
  await assert.rejects(engine.search({ query: 'x' }), /cannot be read: ENOENT/);
  assert.equal(engine.progress.phase, 'failed');
});

test('a folder that was not there is read by the next pass', async () => {
  await using folder = await temporaryFolder();
  const dir = join(folder.path, 'docs');
  await using engine = await openEngine({ dir });
  await assert.rejects(engine.ready);
  await folder.write({ 'docs/a.md': '# Late' });
  await engine.reindex();
  assert.deepEqual(await paths(engine, 'late'), ['a']);
});

test('an index that is damaged is made again', async () => {
  await using data = await temporaryFolder();
  await writeFile(join(data.path, 'index-0000000001.sqlite'), 'no database');
  await writeFile(
    join(data.path, 'vectors.sqlite'),
    'no database either, but long enough to be read as a header of one'.repeat(4),
  );
  await using folder = await temporaryFolder({ 'a.md': '# Figs' });
  await using engine = await openEngine({ dir: folder.path, dataDir: data.path, model: { folder: MODEL } });
  await engine.ready;
  assert.deepEqual(await paths(engine, 'figs'), ['a']);
  assert.deepEqual(engine.progress.vectors, { done: 1, total: 1 });
});

test('an index that was left unfinished for a day is removed', async () => {
  const [left, underWay] = [1, 2].map((id) => `build-00000000-0000-4000-8000-00000000000${id}.sqlite`);
  await using data = await temporaryFolder({ [left!]: 'half', [underWay!]: 'half' });
  await utimes(join(data.path, left!), 0, 0);
  await using folder = await temporaryFolder({ 'a.md': '# Figs' });
  await using engine = await openEngine({ dir: folder.path, dataDir: data.path });
  await engine.ready;
  const builds = (await readdir(data.path)).filter((name) => name.startsWith('build-'));
  assert.deepEqual(builds, [underWay]);
});

test('progress tells pages and sections, and what went wrong', async () => {
  const seen: IndexProgress[] = [];
  await using engine = await openEngine({ dir: ORBIT });
  const end = engine.onProgress((progress) => seen.push(progress));
  await engine.ready;
  end();
  await engine.reindex();
  assert.deepEqual(engine.scopes, { versions: ['v1', 'v2'], languages: ['de', 'en', 'ja'] });
  const { phase, pages, vectors, model, modelNote } = seen.at(-1)!;
  assert.deepEqual(
    { phase, pages, vectors, model },
    {
      phase: 'ready',
      pages: { done: 13, total: 13 },
      vectors: { done: 0, total: 0 },
      model: null,
    },
  );
  assert.match(modelNote ?? '', /No embedding model/);
  assert.ok(seen.some((progress) => progress.phase === 'reading' && progress.pages.done === 5));
});

test('a page keeps its vectors over a restart, and only new text is embedded', async () => {
  await using embeddings = await startEmbeddings();
  await using data = await temporaryFolder();
  await using folder = await temporaryFolder({ 'a.md': 'Apples', 'b.md': 'Pears' });
  const options = {
    dir: folder.path,
    dataDir: data.path,
    model: { url: embeddings.url, name: 'counter', key: 'k-123' },
  };
  {
    await using engine = await openEngine(options);
    await engine.ready;
    assert.deepEqual(engine.progress.vectors, { done: 2, total: 2 });
    assert.equal((await engine.reindex()).unchanged, 2);
  }
  await folder.write({ 'c.md': 'Plums', 'copy.md': '---\ntitle: A\n---\nApples' });
  await using engine = await openEngine(options);
  await engine.reindex();
  assert.deepEqual(engine.progress.vectors, { done: 4, total: 4 });
  assert.deepEqual(
    embeddings.requests.map(({ url, authorization, body }) => [url, authorization, body.model, body.input]),
    [
      ['/v1/embeddings', 'Bearer k-123', 'counter', ['A\n\nApples', 'B\n\nPears']],
      ['/v1/embeddings', 'Bearer k-123', 'counter', ['C\n\nPlums']],
    ],
  );
});

test('an endpoint that fails leaves a search by words and is reported without what it said', async () => {
  await using embeddings = await startEmbeddings(() => ({ status: 401, body: { error: 'bad key k-123' } }));
  await using folder = await temporaryFolder({ 'a.md': 'Apples' });
  await using engine = await openEngine({
    dir: folder.path,
    model: { url: embeddings.url, name: 'm', key: 'k-123' },
  });
  await engine.ready;
  assert.deepEqual(engine.progress.problems, [
    {
      file: '',
      code: 'embedding',
      message: 'The embeddings endpoint answered with status 401: check its key.',
    },
  ]);
  const [hit] = await engine.search({ query: 'apples' });
  assert.equal(hit!.section.path, 'a');
  assert.equal(hit!.cosine, null);
});

test('a few sections without meaning do not stop the search by meaning', async () => {
  let isBroken = false;
  await using embeddings = await startEmbeddings((texts) =>
    isBroken
      ? { status: 400, body: {} }
      : { body: { data: texts.map((text, index) => ({ index, embedding: [text.length, 1] })) } },
  );
  await using folder = await temporaryFolder(
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}.md`, `Penguin ${at}`])),
  );
  await using engine = await openEngine({ dir: folder.path, model: { url: embeddings.url, name: 'm' } });
  await engine.ready;
  isBroken = true;
  await folder.write({ 'new.md': 'A walrus' });
  const { problems } = await engine.reindex();
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['embedding'],
  );
  assert.equal((await engine.search({ query: 'walrus' }))[0]!.section.path, 'new');
  isBroken = false;
  const hits = await engine.search({ query: 'penguin', pageSize: 50 });
  assert.ok(hits.some(({ cosine }) => cosine !== null));
});

test('a model that cannot be loaded leaves a search by words and says why', async () => {
  await using folder = await temporaryFolder({ 'a.md': 'Apples' });
  await using engine = await openEngine({ dir: folder.path, model: { folder: folder.path } });
  await engine.ready;
  assert.equal(engine.progress.model, null);
  assert.match(engine.progress.modelNote ?? '', /no folder of a model: it holds no config\.json/);
  assert.deepEqual(await paths(engine, 'apples'), ['a']);
});

test('texts that mean the same are near to each other, others are not', async () => {
  const embedder = await openLocalEmbedder(MODEL);
  const [car, automobile, pie] = await embedder.embedQueries([
    'a fast car',
    'a quick automobile',
    'apple pie recipe',
  ]);
  const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
  assert.ok(Math.abs(cosine(car!, car!) - 1) < 1e-5);
  assert.ok(cosine(car!, automobile!) > 0.7);
  assert.ok(cosine(car!, pie!) < 0.3);
  assert.equal(embedder.isEnglishOnly, true);
  await embedder.close();
});

test('a text longer than the model reads is cut, not refused', async () => {
  const embedder = await openLocalEmbedder(MODEL);
  const [vector] = await embedder.embedQueries(['many words '.repeat(1_000)]);
  assert.equal(vector!.length, 384);
  await embedder.close();
});

test('the environment names the model', () => {
  assert.deepEqual(
    defaultEmbeddingModel(null, {
      DOCS_EMBEDDINGS_URL: 'http://e',
      DOCS_EMBEDDINGS_NAME: 'n',
      DOCS_EMBEDDINGS_KEY: 'k',
    }),
    {
      url: 'http://e',
      name: 'n',
      key: 'k',
    },
  );
  assert.deepEqual(defaultEmbeddingModel(null, { DOCS_EMBEDDINGS_FOLDER: '/models/x' }), {
    folder: '/models/x',
  });
  assert.deepEqual(defaultEmbeddingModel(null, { DOCS_EMBEDDINGS_CACHE: dirname(MODEL) }), { folder: MODEL });
  assert.equal(defaultEmbeddingModel(null, { DOCS_EMBEDDINGS_CACHE: '/nowhere' }), null);
});

test('words are compared without case and accents, and separated where a script does not', () => {
  assert.deepEqual(wordsOf('Größe, CAFÉ & Ünicode'), ['grosse', 'cafe', 'unicode']);
  assert.deepEqual(wordsOf('写真を保存する'), ['写真', 'を', '保存', 'する']);
  assert.deepEqual(wordsOf('สวัสดีชาวโลก').length > 1, true);
});

test('identifiers hold words', () => {
  assert.equal(
    identifierParts('Use getStaticPaths() and XMLHttpRequest, not plain.'),
    'get Static Paths XML Http Request',
  );
});

test('what is read of Markdown are its words', () => {
  assert.equal(
    readableText(
      'See [the **docs**](/a/b_(c)) for `x`:\n\n```js title="a.js"\ngo();\n```\n\n| a | b |\n| - | - |\n| \\_c | d |',
    ),
    'See the docs for x: title="a.js" go(); | a | b | | _c | d |',
  );
});
