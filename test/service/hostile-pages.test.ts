import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocsLimits } from '../../src/service/docs/docs-limits.ts';
import { buildGeneration } from '../../src/service/index/build-generation.ts';
import { DocsIndex } from '../../src/service/index/docs-index.ts';
import { openEngine, temporaryFolder } from './docs-folder.ts';

/** Takes the parser minutes: quotes in quotes. */
const HOSTILE = '>'.repeat(100_000);
const LIMITS = { parseMilliseconds: 3_000, slowMilliseconds: 3_000 };

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
    limits: { parseMilliseconds: 2_000 },
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

test('a page that takes minutes holds up no other', { timeout: 120_000 }, async () => {
  const limits = { parseMilliseconds: 600_000, slowMilliseconds: 600_000 };
  const closing = new AbortController();
  const files = { 'a-hostile.md': HOSTILE, 'b-hostile.md': HOSTILE, ...pages(5, 'good', '# Good') };
  const building = build(files, limits, closing, (done) => {
    if (done === 5) closing.abort(new Error('The others are read'));
  });
  await assert.rejects(building, /^Error: The others are read$/);
});

test('of a folder with several hostile pages those alone are left out, and every other is read once', async () => {
  const hostile = pages(6, 'a-hostile', HOSTILE);
  const good = pages(70, 'good', '# Good');
  const { done, size, problems } = await build({ ...hostile, ...good }, LIMITS);
  assert.deepEqual(
    problems.map(({ file, code }) => `${file} ${code}`),
    Object.keys(hostile).map((file) => `${file} too-slow`),
  );
  for (const { message } of problems) {
    assert.match(message, /^The file is left out: parsing took more than [1-3] s\.$/);
  }
  assert.equal(size, 70);
  // One report before the first file and one after each.
  assert.deepEqual(
    done,
    Array.from({ length: 77 }, (_, at) => at),
  );
});

test('what hostile pages take comes out of one budget', async () => {
  const { problems } = await build({ ...pages(6, 'hostile', HOSTILE), 'good.md': '# Good' }, LIMITS);
  const seconds = problems.map(({ message }) => Number(/more than (\d) s/.exec(message)![1]));
  assert.equal(Math.max(...seconds), 3);
  // Three are parsed beside each other: what one of them loses is lost for the others too.
  assert.equal(seconds.filter((granted) => granted === 3).length, 1, String(seconds));
});

test('a folder with more hostile pages than anybody writes is refused, with some of their names', async () => {
  const limits = { parseMilliseconds: 1_000, slowMilliseconds: 1_000 };
  await assert.rejects(
    build({ ...pages(21, 'hostile', HOSTILE), 'good.md': '# Good' }, limits),
    /^Error: More than 20 files cannot be parsed in time, among them (?:hostile-\d\d\.md(?:, )?){3}: simplify them, or take them out of the folder$/,
  );
});
