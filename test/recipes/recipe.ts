import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const runtimes = join(root, 'test/recipes/runtimes/node_modules/.bin');

export const UPSTREAM_KEY = 'assistant-key-0b51';

/** A project of a user's, with this package and those of the recipes installed. */
export interface Project extends AsyncDisposable {
  folder: string;
}

export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['docs-assistant', 'express', 'fastify', 'hono', '@hono/node-server']) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(name === 'docs-assistant' ? root : join(root, 'node_modules', name), link);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Copies a recipe into the project, as a user does. @returns its path */
export async function addRecipe({ folder }: Project, name: string): Promise<string> {
  const file = join(folder, `${name}.ts`);
  await copyFile(join(root, 'demo/recipes', `${name}.ts`), file);
  return file;
}

/** @returns `false`, or why what wants this runtime is left out */
export function withoutRuntime(name: string): string | false {
  return (
    !existsSync(join(runtimes, name)) &&
    `${name} is not installed (npm ci --prefix test/recipes/runtimes, 350 MB)`
  );
}

export interface RunningRecipe extends AsyncDisposable {
  url: string;
}

/** Starts a server and waits until it says where it listens. */
export async function start(
  command: string,
  args: string[],
  project: Project,
  environment: Record<string, string>,
): Promise<RunningRecipe> {
  const program = command === 'node' ? process.execPath : join(runtimes, command);
  const child = spawn(program, args, {
    cwd: project.folder,
    env: { ...process.env, DOCS_ASSISTANT_KEY: UPSTREAM_KEY, PORT: '0', NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      // workerd tells the port alone.
      const port = /(?:"port":\s*|https?:\/\/[\w.[\]]+:)(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  }
  void closed.then(() => reject(new Error(`${command} ended without listening: ${output}`)));
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  return { url: await promise, [Symbol.asyncDispose]: stop };
}
