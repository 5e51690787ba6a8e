/**
 * `npm run dev`: the demo with the elements from their sources. The page is loaded again when a file is saved.
 * `-- --scene "steps with code"` shows a state of an element instead, `-- ../some/folder` another documentation. What runs in Node, the
 * service and the site, stays as it was when it started.
 */
import { enableCompileCache, registerHooks } from 'node:module';
import { parseArgs } from 'node:util';
import { checkPort } from '../../src/cli/listen.ts';
import { DEMO_OPTIONS } from '../../demo/start-options.ts';

enableCompileCache();
// The demo imports the package by its name, as others do. Nothing is built here.
registerHooks({
  resolve(specifier, context, next) {
    const [, entry] = /^docs-assistant\/(\w+)$/.exec(specifier) ?? [];
    return next(
      entry === undefined ? specifier : new URL(`../../src/${entry}.ts`, import.meta.url).href,
      context,
    );
  },
});

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...DEMO_OPTIONS, scene: { type: 'string' } },
  });
  const port = Number(values.port);
  await checkPort({ host: '127.0.0.1', port }, 'npm run dev -- --port');
  if (values.scene !== undefined) {
    const { serveScenes } = await import('./serve-scenes.ts');
    await serveScenes(port, values.scene);
  } else {
    const [{ runDemo }, { serveWithSources }] = await Promise.all([
      import('../../demo/start.ts'),
      import('./serve-with-sources.ts'),
    ]);
    await runDemo({
      port,
      serve: serveWithSources,
      ...(positionals[0] !== undefined && { folder: positionals[0] }),
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
