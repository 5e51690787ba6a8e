import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { TestRunnerPlugin } from '@web/test-runner';
import { readImports, root } from '../package/source-files.ts';

const FOLDER = '/dist/cdn';
/** The bundle that takes the place of an entry. All of a page's elements come from one bundle, as `README.md` has it. */
const BUNDLES: ReadonlyMap<string, string> = new Map([
  ['/src/index.ts', 'docs-assistant.js'],
  ['/src/assistant.ts', 'docs-assistant.js'],
  ['/src/search.ts', 'docs-assistant.js'],
  ['/src/page-feedback.ts', 'page-feedback.js'],
  ['/src/page-actions.ts', 'page-actions.js'],
  ['/src/admin.ts', 'admin.js'],
]);

/**
 * Serve the bundles of `dist/cdn` in place of the entries of the page, so that every element under test is the one that
 * ships. Modules that tests import to call their functions still come from the sources.
 */
export function shippedBundle(): TestRunnerPlugin {
  if (!existsSync(join(root, FOLDER))) throw new Error('There is no bundle to test: run `npm run build`.');
  const chunks = findChunks();
  return {
    name: 'shipped-bundle',
    serve({ path, search }) {
      // A page that has the search without the chat.
      const bundle = path === '/src/search.ts' && search === '?alone' ? 'search.js' : BUNDLES.get(path);
      if (bundle) return { body: `export * from '${FOLDER}/${bundle}${search}';`, type: 'js' };
      if (path === '/test/support/module-address.ts') return { body: writeModuleAddress(chunks), type: 'js' };
      return undefined;
    },
  };
}

/** Return the chunk that contains each module that is loaded late, and the file of the worker. */
function findChunks(): Record<string, string> {
  const bundles = new Set(BUNDLES.values());
  // A set goes on to what is added to it on the way.
  const files = new Set(bundles);
  const worker = readdirSync(join(root, FOLDER)).find((name) =>
    /^static-index-worker-[\w-]+\.js$/.test(name),
  )!;
  const chunks: Record<string, string> = {};
  for (const file of files) {
    const text = readFileSync(join(root, FOLDER, file), 'utf8');
    for (const { specifier } of readImports({ path: file, text })) files.add(posix.normalize(specifier));
    if (bundles.has(file)) continue;
    const { sources } = JSON.parse(readFileSync(join(root, FOLDER, `${file}.map`), 'utf8')) as {
      readonly sources: readonly string[];
    };
    for (const source of sources) chunks[posix.join(FOLDER, source)] ??= `${FOLDER}/${file}`;
  }
  chunks['/src/static-index/worker/index-worker.ts'] = `${FOLDER}/${worker}`;
  return chunks;
}

/** Write the version of `module-address.ts` for pages that load the bundles. */
function writeModuleAddress(chunks: Readonly<Record<string, string>>): string {
  return `const chunks = ${JSON.stringify(chunks)};
    export function moduleAddress(path) {
      if (path in chunks) return chunks[path];
      throw new Error(path + ' is in no chunk that the bundle loads late');
    }`;
}
