/** The elements in the bundle of a page whose owner has installed none of the optional packages. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { root } from './source-files.ts';

test('a bundler that fails on unknown modules accepts that the optional packages are missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  try {
    for (const part of ['package.json', 'dist'])
      await cp(join(root, part), join(folder, part), { recursive: true });
    const required = ['lit', '@lit', '@floating-ui', 'eventsource-parser'];
    // Rejects with what was not found.
    await build({
      entryPoints: [join(folder, 'dist/index.js')],
      bundle: true,
      write: false,
      format: 'esm',
      splitting: true,
      outdir: join(folder, 'built'),
      logLevel: 'silent',
      external: required.flatMap((name) => [name, `${name}/*`]),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
