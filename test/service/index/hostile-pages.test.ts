import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DocsLimits } from '../../../src/service/docs/docs-limits.ts';
import { buildGeneration } from '../../../src/service/index/build-generation.ts';
import { DocsIndex } from '../../../src/service/index/docs-index.ts';
import { buildContent } from '../../../src/static-build/build-content.ts';
import { openEngine, temporaryFolder } from '../docs-folder.ts';

/** Takes the parser half a minute: many quotes in quotes, each within the limit of levels. */
const HOSTILE = `${'>'.repeat(90)} a\n\n`.repeat(2_500);
/** Takes the parser some tenths of a second of processor time. */
const SLOW = `${'>'.repeat(90)} a\n\n`.repeat(20);
const LIMITS = { parseMilliseconds: 2_000, slowMilliseconds: 2_000 };

function pages(count: number, name: string, text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${name}-${String(at).padStart(2, '0')}.md`, `${text} ${at}`]),
  );
}

async function build(
  files: Record<string, string>,
  limits: Partial<DocsLimits>,
  closing = new AbortController(),
  onDone?: (done: number) => void,
) {
  await using folder = await temporaryFolder(files);
  await using data = await temporaryFolder();
  const done: number[] = [];
  await using built = await buildGeneration({
    dir: folder.path,
    workDir: data.path,
    before: null,
    embedder: null,
    limits,
    onProgress: ({ pages }) => {
      if (!pages) return;
      done.push(pages.done);
      onDone?.(pages.done);
    },
    signal: closing.signal,
  });
  const index = DocsIndex.open(built.file!)!;
  const size = index.facts.sections;
  index.close();
  return { done, size, problems: built.report.problems };
}

test('a file that the parser does not get through in time is left out and remembered', async () => {
  await using data = await temporaryFolder();
  await using folder = await temporaryFolder({ 'slow.md': HOSTILE, 'good.md': '# Good' });
  await using engine = await openEngine({
    dir: folder.path,
    dataDir: data.path,
    limits: { parseMilliseconds: 300 },
  });
  await engine.ready;
  assert.deepEqual(
    (await engine.search({ query: 'good' })).map(({ section }) => section.path),
    ['good'],
  );
  const { problems, unchanged } = await engine.reindex();
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    ['slow.md too-slow'],
  );
  assert.equal(unchanged, 2);
});

test('a page that had less time because others had taken it is read again with all of it', async () => {
  await using data = await temporaryFolder();
  await using folder = await temporaryFolder({ ...pages(2, 'slow', HOSTILE), 'good.md': '# Good' });
  await using engine = await openEngine({ dir: folder.path, dataDir: data.path, limits: LIMITS });
  await engine.ready;
  const reports = [await engine.reindex(), await engine.reindex()];
  assert.deepEqual(
    reports.map(({ changed, unchanged }) => ({ changed, unchanged })),
    [
      { changed: 1, unchanged: 2 },
      { changed: 0, unchanged: 3 },
    ],
  );
  for (const { problems } of reports) {
    assert.deepEqual(
      problems.map(({ file, code }) => `${file} ${code}`),
      ['slow-00.md too-slow', 'slow-01.md too-slow'],
    );
  }
});

test('a page whose elements take more memory than a page may is left out, and every other is read', async () => {
  const large = `<!doctype html><title>Large</title><main>${'<p><b>a</b><i>b</i></p>'.repeat(100_000)}</main>`;
  const good = '<!doctype html><title>Good</title><main><h1>Good</h1><p>Text</p></main>';
  const { size, problems } = await build(
    { 'large.html': large, 'good.html': good, 'other.md': '# Good, too' },
    { parseMebibytes: 96 },
  );
  assert.deepEqual(problems, [
    {
      file: 'large.html',
      code: 'too-complex',
      message: 'The file is left out: parsing takes more than 96 MiB of memory.',
    },
  ]);
  assert.equal(size, 2);
});

test('on a busy machine a page has the same processor time', async () => {
  let busy: ChildProcess[] = [];
  const makeBusy = (): void => {
    busy = Array.from({ length: 8 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
    );
  };
  const limits = { parseMilliseconds: 1_000, slowMilliseconds: 1_000 };
  try {
    const files = { 'good.md': '# Good', 'slow.md': SLOW };
    const { problems } = await build(files, limits, undefined, (done) => {
      if (done === 1) makeBusy();
    });
    assert.deepEqual(problems, []);
    assert.notEqual(busy.length, 0);
  } finally {
    for (const one of busy) one.kill('SIGKILL');
  }
});

test('a static index leaves out no page for its time: the build fails, with what another build has left out, too', async () => {
  await using folder = await temporaryFolder({ 'slow.md': HOSTILE, 'good.md': '# Good' });
  await using data = await temporaryFolder();
  const { signal } = new AbortController();
  const limits = { parseMilliseconds: 1_000 };
  const options = { dir: folder.path, workDir: data.path, embedder: null, limits, signal };
  const failure =
    /^Error: slow\.md cannot be read: parsing took more than 1 s of processor time\. Simplify it, or take it out of the folder/;
  await assert.rejects(buildContent(options), failure);
  await using remembered = await buildGeneration({ ...options, before: null });
  assert.equal(remembered.report.problems[0]!.code, 'too-slow');
  await rename(remembered.file!, join(data.path, 'static.sqlite'));
  await assert.rejects(buildContent(options), failure);
});

test('a page that takes minutes holds up no other', { timeout: 120_000 }, async () => {
  const limits = { parseMilliseconds: 600_000, slowMilliseconds: 600_000 };
  const closing = new AbortController();
  const files = { 'a-hostile.md': HOSTILE, 'b-hostile.md': HOSTILE, ...pages(5, 'good', '# Good') };
  const building = build(files, limits, closing, (done) => {
    if (done === 5) closing.abort(new Error('The others are read'));
  });
  await assert.rejects(building, /^Error: The others are read$/);
});

test('of a folder with several hostile pages those alone are left out, by one budget, and every other is read once', async () => {
  const hostile = pages(4, 'a-hostile', HOSTILE);
  const good = pages(70, 'good', '# Good');
  const { done, size, problems } = await build({ ...hostile, ...good }, LIMITS);
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    Object.keys(hostile).map((file) => `${file} too-slow`),
  );
  const seconds = problems.map(({ message }) =>
    Number(/^The file is left out: parsing took more than (\d) s of processor time\.$/.exec(message)?.[1]),
  );
  // What one of them loses is lost for the others, too.
  assert.deepEqual(
    seconds.toSorted((a, b) => a - b),
    [1, 1, 1, 2],
  );
  assert.equal(size, 70);
  // One report before the first file and one after each.
  assert.deepEqual(
    done,
    Array.from({ length: 75 }, (_, at) => at),
  );
});

test('a folder with more hostile pages than anybody writes is refused, with some of their names', async () => {
  const limits = { parseMilliseconds: 200, slowMilliseconds: 200 };
  await assert.rejects(
    build({ ...pages(21, 'hostile', HOSTILE), 'good.md': '# Good' }, limits),
    /^Error: More than 20 files cannot be parsed in time, among them (?:hostile-\d\d\.md(?:, )?){3}: simplify them, or take them out of the folder$/,
  );
});
