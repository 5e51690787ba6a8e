import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { filesOf, readStaticIndex } from '../static-build/built-index.ts';
import { runCommand, SOURCE_COMMAND } from './command.ts';

const PAGES = {
  'docs/v1/en/setup.md': '# Setup\n\nThe old way.',
  'docs/v2/en/setup.md': '# Setup\n\nCall `createClient()` once.\n\n## Options\n\nSee `client.config.ts`.',
  'docs/v2/ja/setup.md': '# 設定\n\nパスワードを設定します。',
};

/** Of the source: in the built program no module has only them. */
const DOCS_LIMITS = import.meta.resolve('../../src/service/docs/docs-limits.ts');
/** A module that tells a program of one more processor than there is. */
const ONE_MORE_PROCESSOR = `data:text/javascript,${encodeURIComponent(
  "import { syncBuiltinESMExports } from 'node:module'; import os from 'node:os'; const count = os.availableParallelism() + 1; os.availableParallelism = () => count; syncBuiltinESMExports();",
)}`;

function build(folder: TemporaryFolder, ...more: string[]) {
  return runCommand(['build', join(folder.path, 'docs'), '--data', join(folder.path, 'data'), ...more]);
}

describe('docs-assistant build', () => {
  it('writes an index by version and language, and says what it has written', async () => {
    await using folder = await temporaryFolder(PAGES);
    const out = join(folder.path, 'site/docs-index');
    const { code, stdout, stderr } = await build(folder, '--no-model', '--out', out);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /docs: ready, 3 pages, 4 sections, search by words only: No embedding model is configured/,
    );
    assert.match(stdout, /docs-index: 3 pages, 4 sections\n/);
    assert.match(stdout, /^ {2}words +3 files .+ kB +.+ kB packed/m);
    assert.match(stdout, /\n0 problems\n/);
    const { manifest, parts } = await readStaticIndex(join(folder.path, 'site/docs-index'));
    assert.match(manifest.generator, /^docs-assistant \d+\.\d+\.\d+/);
    assert.deepEqual(
      parts.map(({ facts: { version, language, meaning }, paths }) => [version, language, meaning, paths]),
      [
        ['v1', 'en', null, ['v1/en/setup']],
        ['v2', 'en', null, ['v2/en/setup']],
        ['v2', 'ja', null, ['v2/ja/setup']],
      ],
    );
    assert.ok(parts[1]!.words.has('client config ts!client.config.ts'));
    assert.ok(parts[2]!.words.has('パスワード'));
  });

  it('writes files for search by meaning with a model, and says which parts have none and why', async () => {
    const sections = ['Install', 'Start', 'Stop', 'Backup', 'Restore', 'Share', 'Delete', 'Upgrade'];
    await using folder = await temporaryFolder({
      ...PAGES,
      'docs/v3/en/guide.md': sections.map((name) => `## ${name}\n\n${name} the program.\n`).join('\n'),
    });
    const out = join(folder.path, 'out');
    const { code, stdout, stderr } = await build(folder, '--out', out);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /docs: v1\/en is searched by words only: it has too few sections/);
    assert.match(stderr, /docs: v2\/ja is searched by words only: .+ reads English only/);
    assert.match(stderr, /docs: ready, 4 pages, 12 sections, model all-MiniLM-L6-v2/);
    // All words are common ones, so that there is no further file of them.
    for (const kind of ['meaning', 'vectors']) assert.match(stdout, new RegExp(`^ {2}${kind} +1 files`, 'm'));
    const { parts } = await readStaticIndex(out);
    assert.deepEqual(
      parts.map(({ facts: { meaning } }) => meaning !== null),
      [false, false, false, true],
    );
    // From nothing, with as many threads as on another machine.
    const again = ['build', join(folder.path, 'docs'), '--data', join(folder.path, 'data-2')];
    await runCommand([...again, '--out', join(folder.path, 'out-2')], {}, ['--import', ONE_MORE_PROCESSOR]);
    assert.deepEqual(await filesOf(join(folder.path, 'out-2')), await filesOf(out));
  });

  it('fails when a page takes too much processor time, says which one, and leaves the index as it was', async () => {
    await using folder = await temporaryFolder({
      ...PAGES,
      // The limit is 20 seconds: as long would be the test.
      'limits.mjs': `import { DEFAULT_DOCS_LIMITS } from ${JSON.stringify(DOCS_LIMITS)}; DEFAULT_DOCS_LIMITS.parseMilliseconds = 1_000;`,
    });
    const out = join(folder.path, 'out');
    await build(folder, '--no-model', '--out', out);
    const before = await filesOf(out);
    assert.notEqual(Object.keys(before).length, 0);
    await folder.write({
      'docs/v2/en/setup.md': '# Other',
      // Takes the parser a minute: quotes in quotes, below the limit of levels.
      'docs/v2/en/slow.md': `${'>'.repeat(90)} a\n\n`.repeat(4_000),
    });
    const limits = ['--import', pathToFileURL(join(folder.path, 'limits.mjs')).href];
    const places = [join(folder.path, 'docs'), '--data', join(folder.path, 'data'), '--out', out];
    const args = [...limits, SOURCE_COMMAND, 'build', ...places, '--no-model'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /v2\/en\/slow\.md cannot be read: parsing took more than 1 s of processor time\. Simplify it, or take it out of the folder/,
    );
    assert.doesNotMatch(stderr, /\n {4}at /);
    assert.deepEqual(await filesOf(out), before);
  });

  it('writes the same files again, and prints its figures as JSON', async () => {
    await using folder = await temporaryFolder(PAGES);
    const out = join(folder.path, 'out');
    await build(folder, '--out', out);
    const first = await filesOf(out);
    const { stdout } = await build(folder, '--out', out, '--json');
    assert.deepEqual(await filesOf(out), first);
    const { pages, sections, files, packed } = JSON.parse(stdout) as {
      pages: number;
      sections: number;
      files: { kind: string; files: number; packed: number }[];
      packed: number;
    };
    assert.deepEqual([pages, sections], [3, 4]);
    assert.equal(
      packed,
      Object.values(first).reduce((sum, bytes) => sum + bytes.length, 0),
    );
    assert.equal(
      files.reduce((sum, kind) => sum + kind.files, 0),
      Object.keys(first).length,
    );
  });

  it('writes the language in which pages without a translation are searched', async () => {
    await using folder = await temporaryFolder(PAGES);
    const out = join(folder.path, 'out');
    await build(folder, '--out', out, '--fallback-language', 'JA');
    assert.equal((await readStaticIndex(out)).manifest.fallbackLanguage, 'ja');
    const refused = await build(folder, '--out', out, '--fallback-language', 'Japanese, please');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--fallback-language Japanese, please is no language tag/);
  });

  it('reads pages like the other commands', async () => {
    await using folder = await temporaryFolder(PAGES);
    const out = join(folder.path, 'out');
    const { code } = await build(folder, '--out', out, '--page-url', 'html');
    assert.equal(code, 0);
    const { parts } = await readStaticIndex(out);
    assert.deepEqual(parts[0]!.paths, ['v1/en/setup.html']);
  });

  it('writes each project of a configuration file into a folder of its own', async () => {
    await using folder = await temporaryFolder({ 'a/x.md': '# A\n', 'b/x.md': '# B\n' });
    const config = join(folder.path, 'docs.json');
    const projects = ['a', 'b'].map((domain) => ({ domain, dir: join(folder.path, domain) }));
    await writeFile(config, JSON.stringify({ dataDir: join(folder.path, 'data'), projects }));
    const { code, stderr } = await runCommand([
      'build',
      '--config',
      config,
      '--out',
      join(folder.path, 'out'),
    ]);
    assert.equal(code, 0, stderr);
    for (const domain of ['a', 'b']) {
      const { parts } = await readStaticIndex(join(folder.path, 'out', domain));
      assert.equal(parts[0]!.sections[0]!.title, domain.toUpperCase());
    }
  });

  it('does not read its own files when they are inside the documentation', async () => {
    await using folder = await temporaryFolder({
      'docs/index.html': '<title>A</title><main><h1>A</h1><p>Text.',
    });
    const out = join(folder.path, 'docs/docs-index');
    await build(folder, '--out', out);
    const first = await filesOf(out);
    const { stdout } = await build(folder, '--out', out);
    assert.match(stdout, /1 pages, 1 sections/);
    assert.deepEqual(await filesOf(out), first);
  });

  it('leaves out what it cannot read, reports it, and indexes the rest', async () => {
    await using folder = await temporaryFolder({
      'docs/good.md': '# Good\n\nText.',
      'docs/binary.md': Uint8Array.from({ length: 2_000 }, (_, at) => at % 7),
      'docs/latin.md': Uint8Array.of(0x23, 0x20, 0xfc, 0x0a),
      'docs/frontmatter.md': '---\ntitle: [\n---\n# Odd\n',
      'docs/name with ‮ and %2f.md': `# ${'x'.repeat(5_000)}\n\n${'y'.repeat(100_000)}`,
      'docs/broken.mdx': '# Broken\n\n<Tab {{{\n',
    });
    await symlink('/etc', join(folder.path, 'docs/outside'));
    const out = join(folder.path, 'out');
    const { code, stdout, stderr } = await build(folder, '--out', out);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /[1-9] problems\n/);
    assert.match(stderr, /binary\.md: /);
    const { parts } = await readStaticIndex(out);
    assert.ok(parts[0]!.paths.includes('good'));
    assert.ok(!parts[0]!.paths.some((path) => path.includes('outside') || path === 'binary'));
  });

  it('needs --out', async () => {
    await using folder = await temporaryFolder(PAGES);
    const { code, stderr } = await build(folder);
    assert.equal(code, 2);
    assert.match(stderr, /Name the folder for the files of the index with --out/);
  });

  it('refuses the folder of the documentation itself', async () => {
    await using folder = await temporaryFolder(PAGES);
    const { code, stderr } = await build(folder, '--out', join(folder.path, 'docs', '.'));
    assert.equal(code, 2);
    assert.match(stderr, /--out is the folder of the documentation itself\. Name a folder of its own/);
    assert.deepEqual((await readdir(join(folder.path, 'docs'))).toSorted(), ['v1', 'v2']);
  });

  it('refuses a folder that cannot be written, before it reads a page', async () => {
    await using folder = await temporaryFolder({ ...PAGES, file: 'text' });
    const { code, stderr } = await build(folder, '--out', join(folder.path, 'file', 'out'));
    assert.equal(code, 1);
    assert.match(
      stderr,
      /The folder .+ for the files of the index cannot be written: a part of its path is a file\. Name another with --out/,
    );
    assert.doesNotMatch(stderr, /reading/);
  });

  it('does not replace the manifest of an app', async () => {
    const app = '{"name":"App"}';
    await using folder = await temporaryFolder({ ...PAGES, 'site/manifest.json': app });
    const { code, stderr } = await build(folder, '--out', join(folder.path, 'site'));
    assert.equal(code, 1);
    assert.match(stderr, /has a manifest\.json of something else/);
    assert.equal(await readFile(join(folder.path, 'site/manifest.json'), 'utf8'), app);
  });

  it('writes a service worker with the addresses of what it keeps, and the same one again', async () => {
    await using folder = await temporaryFolder(PAGES);
    const worker = join(folder.path, 'site/docs-offline.js');
    const options = ['--no-model', '--out', join(folder.path, 'site/docs index'), '--offline', worker];
    const { code, stderr } = await build(folder, ...options);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /docs-offline\.js: for search without a network/);
    const first = await readFile(worker, 'utf8');
    assert.deepEqual(settingsOf(first), {
      file: 'docs-offline.js',
      indexes: ['docs%20index/'],
      elements: 'cdn/docs-assistant.js',
      pages: false,
      limit: 50_000_000,
    });
    await build(folder, ...options);
    assert.equal(await readFile(worker, 'utf8'), first);
    await build(
      folder,
      ...options,
      '--offline-pages',
      '--offline-limit',
      '3',
      '--offline-elements',
      '/a/search.js',
    );
    const { elements, pages, limit } = settingsOf(await readFile(worker, 'utf8'));
    assert.deepEqual([elements, pages, limit], ['/a/search.js', true, 3_000_000]);
  });

  it('refuses a service worker that no page could use, and one in the place of something else', async () => {
    await using folder = await temporaryFolder({ ...PAGES, 'site/own.js': 'alert(1)' });
    const out = join(folder.path, 'site/docs-index');
    const refused: readonly (readonly [string, RegExp, number])[] = [
      ['site/docs-offline', /names no script/, 2],
      ['site/docs-index/offline.js', /has to be in a folder above --out/, 2],
      ['site/js/offline.js', /has to be in a folder above --out/, 2],
      ['site/own.js', /is a script of something else/, 1],
    ];
    for (const [file, message, expected] of refused) {
      const { code, stderr } = await build(folder, '--out', out, '--offline', join(folder.path, file));
      assert.equal(code, expected, file);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /reading/);
    }
    const worker = join(folder.path, 'site/offline.js');
    const limit = await build(folder, '--out', out, '--offline', worker, '--offline-limit', '0');
    assert.match(limit.stderr, /--offline-limit takes a whole number from 1 to 1000, not "0"/);
    const alone = await build(folder, '--out', out, '--offline-pages');
    assert.match(alone.stderr, /need --offline FILE/);
    assert.equal(await readFile(join(folder.path, 'site/own.js'), 'utf8'), 'alert(1)');
  });

  it('refuses a folder without pages', async () => {
    await using folder = await temporaryFolder({ 'docs/picture.png': 'x' });
    const { code } = await build(folder, '--out', join(folder.path, 'out'));
    assert.equal(code, 1);
  });
});

/** Return what a service worker says at its beginning. */
function settingsOf(script: string): Record<string, unknown> {
  const [, json] = /^self\.docsAssistantOffline = (.+);$/m.exec(script)!;
  return JSON.parse(json!) as Record<string, unknown>;
}
