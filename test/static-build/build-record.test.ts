import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeStaticIndex, type StaticIndexOptions } from '../../src/static-build/write-static-index.ts';
import { ORBIT, temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { filesOf, readDocs } from './built-index.ts';

const DOCS = {
  'docs/en/a.md': '# A\n\nText of `a.config.mjs`.',
  'docs/en/b.md': '# B\n\nMore.',
  'docs/de/a.md': '# A\n\nEin Text.',
};

/** Build the index into `out`. @returns the number of parts that were written, the report and the files */
async function build(folder: TemporaryFolder, options: Partial<StaticIndexOptions> = {}) {
  const workDir = join(folder.path, 'work');
  using read = await readDocs(join(folder.path, 'docs'), workDir);
  let written = 0;
  const out = options.folder ?? join(folder.path, 'out');
  const report = await writeStaticIndex(read.content, {
    folder: out,
    generator: 'docs-assistant test',
    workDir,
    onProgress: () => written++,
    ...options,
  });
  return { written, report, files: await filesOf(out) };
}

/** Return the name of a file of the index. */
async function someFile(folder: TemporaryFolder, kind: string): Promise<string> {
  const names = await readdir(join(folder.path, 'out'));
  return join(
    folder.path,
    'out',
    names.find((name) => name.startsWith(`${kind}.`))!,
  );
}

const recordOf = (folder: TemporaryFolder) => join(folder.path, 'work', 'static-build.json');

describe('a second build', () => {
  test('of the same content writes nothing, and reports the same', async () => {
    await using folder = await temporaryFolder(DOCS);
    const first = await build(folder);
    assert.equal(first.written, 2);
    assert.deepEqual(await build(folder), { ...first, written: 0 });
  });

  const damages: Record<string, (folder: TemporaryFolder) => Promise<void>> = {
    'a file that is missing': async (folder) => rm(await someFile(folder, 'texts')),
    'a file that is cut off': async (folder) => truncate(await someFile(folder, 'core'), 9),
    'a file with a byte more': async (folder) => appendFile(await someFile(folder, 'words'), '\0'),
    'a file with another byte': async (folder) => {
      const path = await someFile(folder, 'names');
      const bytes = await readFile(path);
      bytes[bytes.length - 1]! ^= 1;
      await writeFile(path, bytes);
    },
    'a manifest that is missing': async (folder) => rm(await someFile(folder, 'manifest')),
    'a file of another build': (folder) =>
      writeFile(join(folder.path, 'out', 'words.0123456789.idx'), 'of another build'),
    'a folder that is missing': (folder) => rm(join(folder.path, 'out'), { recursive: true }),
    'a record that is missing': (folder) => rm(recordOf(folder)),
    'a record that is empty': (folder) => truncate(recordOf(folder), 0),
    'a record that is cut off': (folder) => truncate(recordOf(folder), 200),
    'a record that is none': (folder) => writeFile(recordOf(folder), '{"files":[]}\n{}'),
    'a record with another value': async (folder) => {
      const text = await readFile(recordOf(folder), 'utf8');
      await writeFile(recordOf(folder), text.replace('"pages":2', '"pages":3'));
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`writes all again after ${name}`, async () => {
      await using folder = await temporaryFolder(DOCS);
      const first = await build(folder);
      await damage(folder);
      const second = await build(folder);
      assert.deepEqual(second, first);
      assert.equal((await build(folder)).written, 0);
    });
  }

  const changes: Record<string, Partial<StaticIndexOptions>> = {
    'another program': { generator: 'docs-assistant 99' },
    'another fallback language': { fallbackLanguage: 'de' },
    'another model': { writeMeaning: (_, files) => files.put('core', Uint8Array.of(1)), meaningKey: 'model' },
  };
  for (const [name, change] of Object.entries(changes)) {
    test(`writes all again for ${name}`, async () => {
      await using folder = await temporaryFolder(DOCS);
      const first = await build(folder);
      const second = await build(folder, change);
      assert.equal(second.written, 2);
      assert.notDeepEqual(second.files, first.files);
      assert.deepEqual(await build(folder, change), { ...second, written: 0 });
    });
  }

  test('writes all into another folder', async () => {
    await using folder = await temporaryFolder(DOCS);
    const first = await build(folder);
    assert.deepEqual(await build(folder, { folder: join(folder.path, 'other') }), first);
  });

  test('of content that has changed, and of the earlier content, writes what a first one writes', async () => {
    await using folder = await temporaryFolder(DOCS);
    const first = await build(folder);
    await folder.write({ 'docs/en/b.md': '# B\n\nOther text.' });
    const changed = await build(folder);
    assert.notDeepEqual(changed.files, first.files);
    await folder.write(DOCS);
    assert.deepEqual(await build(folder), first);
  });

  test('is tried again where the meaning of a part could not be written', async () => {
    await using folder = await temporaryFolder(DOCS);
    const failing = { writeMeaning: async () => null, meaningKey: 'model' };
    assert.equal((await build(folder, failing)).written, 2);
    assert.equal((await build(folder, failing)).written, 2);
  });
});

/** Of the names of all files of the index of ORBIT, which are hashes of their content. */
const DIGEST = 'fc0f720ebfbed6d4';

test('what is written from the same content is as it was, or the version of the writer is another', async () => {
  await using folder = await temporaryFolder();
  using read = await readDocs(ORBIT, join(folder.path, 'work'));
  await writeStaticIndex(read.content, {
    folder: join(folder.path, 'out'),
    generator: 'docs-assistant test',
  });
  const names = (await readdir(join(folder.path, 'out'))).toSorted().join('\n');
  assert.equal(
    createHash('sha256').update(names).digest('hex').slice(0, 16),
    DIGEST,
    'Raise WRITER_VERSION in write-static-index.ts, so that builds of earlier versions are not kept, and write the new digest here',
  );
});
