import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasCdnFiles } from '../../src/cli/cdn-files.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { runCommand } from './command.ts';

const WITHOUT_BUNDLES = !hasCdnFiles() && 'the elements are not built: npm run build';

const page = (head = '', body = '') =>
  `<!doctype html><html lang="en"><head><title>Kiln</title>${head}</head><body>${body}<main><h1>Kiln</h1><p>It fires clay.</p></main></body></html>`;

/** Build in a folder, and read the lines that are printed to be pasted, and the warnings. */
async function build(folder: TemporaryFolder, dir: string, out: string, ...more: string[]) {
  const at = (name: string) => join(folder.path, name);
  const args = ['build', at(dir), '--out', at(out), '--data', at('data'), '--no-model', ...more];
  const { code, stdout, stderr } = await runCommand(args);
  assert.equal(code, 0, stderr);
  return {
    stdout,
    lines: stdout.match(/^ {2}<.+$/gm)?.map((line) => line.trim()) ?? [],
    warnings: stderr.match(/^warning: .+$/gm) ?? [],
  };
}

describe('What build prints for the pages', () => {
  it(
    'is a script that is there, and both elements with the address of the index',
    { skip: WITHOUT_BUNDLES },
    async () => {
      await using folder = await temporaryFolder({ 'dist/index.html': page() });
      const { lines, warnings, stdout } = await build(folder, 'dist', 'dist/docs-index');
      assert.deepEqual(lines, [
        '<script type="module" src="/cdn/docs-assistant.js"></script>',
        '<docs-search index="/docs-index/" variant="dialog"></docs-search>',
        '<docs-assistant index="/docs-index/"></docs-assistant>',
      ]);
      assert.match(stdout, /in the header/);
      assert.deepEqual(warnings, []);
      for (const name of ['cdn/docs-assistant.js', 'docs-index/manifest.json'])
        assert.ok(existsSync(join(folder.path, 'dist', name)), name);
    },
  );

  it('has the path of the site on its host', async () => {
    const style = '<link rel="stylesheet" href="/manual/site.css">';
    await using folder = await temporaryFolder({ 'dist/index.html': page(style), 'dist/site.css': '' });
    const { lines } = await build(folder, 'dist', 'dist/search/my index', '--no-elements');
    assert.deepEqual(lines, [
      '<docs-search index="/manual/search/my%20index/" link-base="/manual/" variant="dialog"></docs-search>',
      '<docs-assistant index="/manual/search/my%20index/" link-base="/manual/"></docs-assistant>',
    ]);
  });

  it('takes the folder around the index for the root of a site whose pages are not built', async () => {
    await using folder = await temporaryFolder({ 'docs/index.md': '# Kiln\n\nIt fires clay.' });
    const { lines, stdout, warnings } = await build(folder, 'docs', 'public/docs-index', '--no-elements');
    assert.match(stdout, /whose root folder is .+public/);
    assert.equal(lines[0], '<docs-search index="/docs-index/" variant="dialog"></docs-search>');
    assert.deepEqual(warnings, []);
  });

  it('warns of an index, and of files of the elements, that are outside of the built site', async () => {
    await using folder = await temporaryFolder({ 'dist/index.html': page() });
    const { lines, warnings } = await build(folder, 'dist', 'docs-index', '--no-elements');
    assert.deepEqual(lines, []);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /docs-index is outside of the site .+ --out .+dist.docs-index\.$/);
  });

  it('is nothing where the pages have the lines, unless what these name is not there', async () => {
    const body = '<docs-search index="/search"></docs-search><docs-assistant index="/idx/"></docs-assistant>';
    const head = '<script type="module" src="/js/docs-assistant.js"></script>';
    await using folder = await temporaryFolder({ 'dist/index.html': page(head, body) });
    const { lines, warnings } = await build(folder, 'dist', 'dist/search', '--no-elements');
    assert.deepEqual(lines, []);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0], /index\.html names the index \/idx\/, but it is at \/search\/\.$/);
    assert.match(warnings[1]!, /index\.html loads \/js\/docs-assistant\.js, which is not in .+dist\.$/);
  });
});
