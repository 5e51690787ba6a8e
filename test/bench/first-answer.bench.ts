/**
 * From nothing to the first answer: packs the package, installs it into an empty folder as npx does, serves a folder and asks.
 * Prints commands, seconds, megabytes and packages. `npm run bench:start`, or with another folder: `npm run bench:start -- FOLDER`.
 *
 * The registry that npm is set up with is asked for the few packages that page authors get; npm's own cache is left out.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProgram } from '../support/started-program.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = resolve(process.argv[2] ?? join(root, 'demo/docs'));
const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|DOCS_|DATABASE_URL|REDIS_URL)/.test(name)),
  ),
  HOME: folder,
  npm_config_cache: join(folder, 'npm'),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

async function packPackage(): Promise<string> {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', args, { cwd: root });
  return join(folder, stdout.trim());
}

/** Ask as a page does, until there is an index. */
async function waitForAnswer(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200)
    await new Promise((next) => void setTimeout(next, 20));
  const response = await fetch(`${url}/docs-api/v1/assistant/docs/message`, {
    method: 'POST',
    body: JSON.stringify({
      fp: 'bench',
      messages: [{ id: '1', role: 'user', content: 'How do I install it?' }],
    }),
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
  });
  if (!response.ok || !(await response.text()).includes('finish')) throw new Error('There was no answer');
}

async function measure(what: string, cwd: string, args: string[]): Promise<void> {
  const begun = performance.now();
  const seconds = () => ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
  const start = [...args, 'serve', docs, '--domain', 'docs', '--no-model', '--port', '0'];
  await using program = await startProgram('npx', start, { cwd, env: environment });
  const listening = seconds();
  await waitForAnswer(program.url);
  console.log(`${what.padEnd(40)} listening ${listening} s, first answer ${seconds()} s`);
}

const archive = await packPackage();
const cwd = join(folder, 'empty');
await mkdir(cwd);
console.log(`npx docs-assistant serve ${docs}`);
await measure('first start, nothing installed', cwd, ['--yes', '-p', archive, 'docs-assistant']);
await measure('second start', cwd, ['--yes', '-p', archive, 'docs-assistant']);

const modules = globSync('npm/_npx/*/node_modules', { cwd: folder }).map((path) => join(folder, path))[0]!;
const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules }).length;
const files = globSync('**/*', { cwd: modules }).map((path) => stat(join(modules, path)));
const bytes = (await Promise.all(files)).reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
const { size } = await stat(archive);
const megabytes = (count: number) => `${(count / 1e6).toFixed(1)} MB`;
console.log(
  `${packages} packages, ${megabytes(bytes)} on disk; the package itself ${megabytes(size)} packed`,
);
await rm(folder, { recursive: true, force: true });
