import { fileURLToPath } from 'node:url';
import type { DevServerConfig } from '@web/dev-server';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { STRINGS, writeStringModules } from '../package/generate/string-modules.ts';

/** Configure how a server gives a browser the sources: for the tests of the elements, and for `npm run dev`. */
export function createSourceConfig() {
  let strings: ReturnType<typeof writeStringModules> | undefined;
  return {
    rootDir: fileURLToPath(new URL('../..', import.meta.url)),
    // The packages may be a link, as in a second work tree.
    preserveSymlinks: true,
    nodeResolve: { exportConditions: ['worker', 'browser'] },
    plugins: [
      {
        name: 'strings',
        serverStart({ fileWatcher }) {
          fileWatcher.add(STRINGS);
          fileWatcher.on('all', () => (strings = undefined));
        },
        // Those modules are in no file.
        resolveImport: ({ source, context }) =>
          context.path.startsWith(`/${STRINGS}/`) ? source : undefined,
        async serve({ path }) {
          if (!path.startsWith(`/${STRINGS}/`)) return undefined;
          const program = (await (strings ??= writeStringModules('.ts'))).get(path.slice(STRINGS.length + 2));
          return program === undefined ? undefined : { body: program, type: 'js' };
        },
      },
      {
        // The compiler does not rewrite addresses, so that the worker's is that of the package.
        name: 'worker-source',
        serve: ({ path }) =>
          path === '/src/static-index/worker/index-worker.js'
            ? { body: "import './index-worker.ts';", type: 'js' }
            : undefined,
      },
      esbuildPlugin({
        ts: true,
        target: 'es2023',
        tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)),
      }),
      {
        // The core of highlight.js comes as a CommonJS module.
        name: 'highlight-core',
        transform: ({ path, body }) =>
          path.endsWith('/highlight.js/lib/core.js')
            ? String(body).replace('module.exports =', 'export default')
            : undefined,
      },
    ],
  } satisfies DevServerConfig;
}
