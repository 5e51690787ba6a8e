/** `npm start`: check the port, build, and start the demo. The build takes minutes, and nobody should wait for it in vain. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPort } from '../src/cli/listen.ts';
import { DEMO_OPTIONS } from './start-options.ts';

const { values } = parseArgs({ allowPositionals: true, options: DEMO_OPTIONS });
try {
  await checkPort({ host: '127.0.0.1', port: Number(values.port) }, 'npm start -- --port');
  const root = fileURLToPath(new URL('..', import.meta.url));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  // What it imports is there only now.
  const { runDemo } = await import('./start.ts');
  await runDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
