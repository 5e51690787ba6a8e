/** `npm start`: check the port, build, and start the demo. The build takes minutes, and nobody should wait for it in vain. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPort } from '../src/cli/listen.ts';
import { DEMO_OPTIONS } from './start-options.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: DEMO_OPTIONS });
  const port = Number(values.port);
  await checkPort({ host: '127.0.0.1', port }, 'npm start -- --port');
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  // What it imports is there only now.
  const { runDemo } = await import('./start.ts');
  await runDemo({ port, ...(positionals[0] !== undefined && { folder: positionals[0] }) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
