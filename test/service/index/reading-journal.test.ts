import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocsLimits } from '../../../src/service/docs/docs-limits.ts';
import { buildGeneration } from '../../../src/service/index/build-generation.ts';
import { DocsIndex } from '../../../src/service/index/docs-index.ts';
import { ReadingJournal } from '../../../src/service/index/reading-journal.ts';
import { temporaryFolder } from '../docs-folder.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const JOURNAL = 'reading.journal';
/** Takes the parser half a minute. */
const SLOW = `${'>'.repeat(90)} a\n\n`.repeat(2_500);

/** Build as the program does that is started again: each index is taken over. */
async function build(dir: string, workDir: string, limits: Partial<DocsLimits> = {}) {
  const index = join(workDir, 'index.sqlite');
  const before = (await stat(index).catch(() => null)) && index;
  const options = { dir, workDir, before, embedder: null, limits, signal: new AbortController().signal };
  await using built = await buildGeneration(options);
  if (built.file !== null) await rename(built.file, index);
  const opened = DocsIndex.open(index)!;
  const pages = opened.facts.sections;
  opened.close();
  const { problems, changed, unchanged } = built.report;
  return { pages, changed, unchanged, problems: problems.map(({ file, code }) => `${file} ${code}`) };
}

function suspect(workDir: string, text: string, way: 'together' | 'alone'): void {
  using journal = new ReadingJournal(join(workDir, JOURNAL));
  journal.begin(digest(text), way);
}

test('a page that was parsed beside others when the program ended is read alone, and is kept if it does no harm', async () => {
  await using folder = await temporaryFolder({ 'a.md': '# A', 'b.md': '# B' });
  await using data = await temporaryFolder();
  suspect(data.path, '# A', 'together');
  const { pages, problems } = await build(folder.path, data.path);
  assert.deepEqual({ pages, problems }, { pages: 2, problems: [] });
  await assert.rejects(stat(join(data.path, JOURNAL)), { code: 'ENOENT' });
});

test('a page that ended the program when it was read alone is left out and named, until it has changed', async () => {
  await using folder = await temporaryFolder({ 'a.md': '# A', 'b.md': '# B' });
  await using data = await temporaryFolder();
  suspect(data.path, '# A', 'alone');
  const left = await build(folder.path, data.path);
  assert.deepEqual(left.problems, ['a.md too-complex']);
  assert.equal(left.pages, 1);
  const again = await build(folder.path, data.path);
  assert.deepEqual(again.problems, ['a.md too-complex']);
  assert.equal(again.unchanged, 2);
  await using changed = await temporaryFolder({ 'a.md': '# A, mended', 'b.md': '# B' });
  const { pages, problems } = await build(changed.path, data.path);
  assert.deepEqual({ pages, problems }, { pages: 2, problems: [] });
});

test('what is being parsed is on disk when the program is killed, and is not parsed with the others again', async () => {
  await using folder = await temporaryFolder({ 'a.md': SLOW, 'b.md': '# B' });
  await using data = await temporaryFolder();
  const module = new URL('../../../src/service/index/build-generation.ts', import.meta.url).href;
  const options = { dir: folder.path, workDir: data.path, before: null, embedder: null };
  const program = `const { buildGeneration } = await import(${JSON.stringify(module)});
    await buildGeneration({ ...${JSON.stringify(options)}, signal: new AbortController().signal });`;
  await data.write({ 'build.mjs': program });
  const child = spawn(process.execPath, [join(data.path, 'build.mjs')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const journal = join(data.path, JOURNAL);
  const isReading = async () => (await readFile(journal, 'latin1').catch(() => '')).includes(digest(SLOW));
  while (!(await isReading())) await pause(20);
  child.kill('SIGKILL');
  await ended;
  const limits = { parseMilliseconds: 300 };
  const { pages, problems } = await build(folder.path, data.path, limits);
  assert.deepEqual({ pages, problems }, { pages: 1, problems: ['a.md too-slow'] });
});

test('a journal that is damaged tells nothing', async () => {
  await using data = await temporaryFolder({
    [JOURNAL]: `${'f'.repeat(64)}x\n\0\0garbage\n${digest('a')}a\n`,
  });
  using journal = new ReadingJournal(join(data.path, JOURNAL));
  assert.equal(journal.wayBefore(digest('a')), 'alone');
  assert.equal(journal.wayBefore('f'.repeat(64)), undefined);
  for (const text of ['b', 'c', 'b']) journal.begin(digest(text), 'together');
  journal.end(digest('c'));
  using next = new ReadingJournal(join(data.path, JOURNAL));
  assert.deepEqual(
    ['b', 'c'].map((text) => next.wayBefore(digest(text))),
    ['together', undefined],
  );
});
