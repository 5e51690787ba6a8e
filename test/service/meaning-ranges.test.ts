import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buildGeneration } from '../../src/service/index/build-generation.ts';
import type { Embedder } from '../../src/service/index/embedder.ts';
import { openLocalEmbedder } from '../../src/service/index/local-embedder.ts';
import { proseWords } from '../../src/service/index/prose-words.ts';
import { GenerationSearch } from '../../src/service/search/generation-search.ts';
import type { SectionHit } from '../../src/service/search/search-engine.ts';
import { MODEL, ORBIT, openEngine, temporaryFolder } from './docs-folder.ts';

const PAGES = {
  'gallery.md': `# Gallery

Every **image** is shown in the size that fits the screen — 🖼️ the image is scaled by the server.

\`\`\`js
const image = await import('./image.js');
\`\`\`

See [the list](./image/formats.md) of formats, or call image() yourself.`,
  'trash.md': `# Trash

You can delete an album for good. Whoever deletes it is asked for a password first.`,
  'speed.md': `# Cache

Answers are kept in memory, which makes them fast. Measure the performance before and after that.`,
  'words.md': `# Elsewhere

A calm evening on the mountain: seven travellers cook soup, mend their boots, and tell stories about winter, rivers,
horses, kings, bread and distant harbours, until somebody begins to sing.`,
};
const signal = new AbortController().signal;

/** The model, with a record of what it was asked. */
type RecordingEmbedder = Embedder & { texts: string[] };
let model: Embedder;
before(async () => {
  model = await openLocalEmbedder(MODEL);
});
after(() => model.close());

function record(): RecordingEmbedder {
  const texts: string[] = [];
  return {
    ...model,
    texts,
    embed(batch, options) {
      texts.push(...batch);
      return model.embed(batch, options);
    },
  };
}

function marked({ section, ranges }: SectionHit): string[] {
  return ranges.map(([start, end]) => section.content.slice(start, end));
}

async function marksIn(
  engine: Pick<GenerationSearch, 'search'>,
  query: string,
): Promise<Record<string, string[]>> {
  const hits = await engine.search({ query });
  return Object.fromEntries(hits.map((hit) => [hit.section.path, marked(hit)]));
}

test('words are marked that say in other words what the query says', async () => {
  await using folder = await temporaryFolder(PAGES);
  await using engine = await openEngine({ dir: folder.path, model: { folder: MODEL } });
  await engine.ready;
  // Once in bold and once after a character of two units; not in code, a link's address or a call.
  assert.deepEqual((await marksIn(engine, 'picture'))['gallery'], ['image', 'image']);
  assert.deepEqual((await marksIn(engine, 'remove an album'))['trash'], ['delete', 'album', 'deletes']);
  assert.deepEqual((await marksIn(engine, 'quick replies'))['speed'], ['Answers', 'fast']);
});

test('nothing is marked where nothing is near', async () => {
  await using folder = await temporaryFolder(PAGES);
  await using engine = await openEngine({ dir: folder.path, model: { folder: MODEL } });
  await engine.ready;
  for (const query of ['picture', 'kubernetes operator', 'zzyzx']) {
    assert.deepEqual((await marksIn(engine, query))['trash'] ?? [], [], query);
  }
});

test('words that are spelled in a section need no others beside them', async () => {
  await using engine = await openEngine({ dir: ORBIT, model: { folder: MODEL } });
  await engine.ready;
  const [hit] = await engine.search({ query: 'pasword', filter: { version: 'v2', language: 'en' } });
  assert.deepEqual(new Set(marked(hit!).map((word) => word.toLowerCase())), new Set(['password']));
});

test('only new words are embedded again, also when another machine made the index before', async () => {
  await using docs = await temporaryFolder(PAGES);
  await using work = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  const first = record();
  const build = { dir: docs.path, signal };
  const file = join(elsewhere.path, 'before.sqlite');
  {
    await using built = await buildGeneration({
      ...build,
      workDir: work.path,
      before: null,
      embedder: first,
    });
    await copyFile(built.file!, file);
  }
  assert.equal(first.texts.filter((text) => text === 'image').length, 1);
  assert.ok(first.texts.indexOf('image') >= Object.keys(PAGES).length, 'sections come first');

  await docs.write({ 'new.md': '# Trash\n\nDelete a tortoise.' });
  for (const workDir of [work.path, elsewhere.path]) {
    const later = record();
    await using built = await buildGeneration({ ...build, workDir, before: file, embedder: later });
    assert.notEqual(built.file, null);
    assert.deepEqual(later.texts, ['Trash\n\nDelete a tortoise.', 'tortoise']);
  }
  await docs.remove('new.md');
  const same = record();
  await using built = await buildGeneration({ ...build, workDir: work.path, before: file, embedder: same });
  assert.equal(built.file, null);
  assert.deepEqual(same.texts, []);
});

test('an index that another process made brings the meaning of its words along', async () => {
  await using docs = await temporaryFolder(PAGES);
  await using work = await temporaryFolder();
  await using built = await buildGeneration({
    ...{ dir: docs.path, workDir: work.path, before: null, embedder: model, signal },
  });
  const reader = record();
  const search = new GenerationSearch(Promise.resolve({ embedder: reader }));
  await search.open(built.file!);
  assert.deepEqual((await marksIn(search, 'remove an album'))['trash'], ['delete', 'album', 'deletes']);
  // Of the words, only the one is asked for that the documentation does not have.
  assert.deepEqual(reader.texts, ['remove an album', 'remove']);
  await search.close();
});

test('a model of other languages, or of an endpoint, is asked for no words', async () => {
  await using docs = await temporaryFolder(PAGES);
  await using work = await temporaryFolder();
  const embedder = { ...record(), isEnglishOnly: false };
  const options = { dir: docs.path, workDir: work.path, embedder, signal };
  await using built = await buildGeneration({ ...options, before: null });
  assert.equal(embedder.texts.length, Object.keys(PAGES).length);
  await using again = await buildGeneration({ ...options, before: built.file });
  assert.equal(again.file, null);
});

test('words of prose are told from code and addresses, at their place', () => {
  const text =
    'Call `getImage()` or open [images](/img/photo.png) in <Picture src="x"> 🎉 Größe “Color”.\n~~~\ncode\n~~~\nend';
  const words = proseWords(text);
  assert.deepEqual(
    words.map(({ word }) => word),
    ['Call', 'open', 'images', 'Color', 'end'],
  );
  for (const { word, start } of words) assert.equal(text.slice(start, start + word.length), word);
});

for (const hostile of ['```\n', '~~~', '](', '<a ', 'word.', ' a', '\n```x']) {
  test(`an endless row of ${JSON.stringify(hostile)} is read up to a limit`, () => {
    assert.ok(proseWords(hostile.repeat(1_000_000)).length < 20_000);
  });
}
