/**
 * `npm start`: check the port, build unless there is a build of these sources, and start the demo. The build takes minutes, and nobody
 * should wait for it in vain.
 */
import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPort } from '../src/cli/listen.ts';
import { DEMO_OPTIONS } from './start-options.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The file that a build writes last. */
const BUILT_LAST = join(ROOT, 'dist/cdn/integrity.json');
const SOURCES = [
  'src/**',
  'test/package/generate/**',
  '{rollup.config.mjs,tsconfig.json,package.json,package-lock.json}',
];

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: DEMO_OPTIONS });
  const port = Number(values.port);
  await checkPort({ host: '127.0.0.1', port }, 'npm start -- --port');
  if (isBuilt()) console.log('Using the build in dist: no source has changed since.');
  else {
    console.log('Building the elements and the service: one to two minutes.');
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: ['inherit', 'ignore', 'inherit'] });
  }
  // What it imports is there only now.
  const { runDemo } = await import('./start.ts');
  await runDemo({ port, ...(positionals[0] !== undefined && { folder: positionals[0] }) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Whether the build is newer than each source, and each folder of sources: a file that is gone changes its folder. */
function isBuilt(): boolean {
  const builtAt = statSync(BUILT_LAST, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  return globSync(SOURCES, { cwd: ROOT }).every((source) => statSync(join(ROOT, source)).mtimeMs <= builtAt);
}
