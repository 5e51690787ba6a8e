import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const runtimes = join(root, 'test/recipes/runtimes');
const programs = join(runtimes, 'node_modules/.bin');

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

/** One in reach of the frameworks, and with a copy of this package: their bundlers follow no link out of the project. */
export async function createFrameworkProject(): Promise<Project> {
  const folder = await mkdtemp(join(runtimes, 'project-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const copy = join(folder, 'node_modules/docs-assistant');
  await cp(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
  await copyFile(join(root, 'package.json'), join(copy, 'package.json'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, maxRetries: 5 }) };
}

/** Copies a recipe into the project, as a user does. @returns its path */
export async function addRecipe(project: Project, name: string, path = `${name}.ts`): Promise<string> {
  const file = join(project.folder, path);
  await mkdir(dirname(file), { recursive: true });
  await copyFile(join(root, 'demo/recipes', `${name}.ts`), file);
  return file;
}

/** @returns `false`, or why what wants this runtime is left out */
export function withoutRuntime(name: string): string | false {
  return (
    !existsSync(join(runtimes, 'node_modules', name)) &&
    `${name} is not installed (npm ci --prefix test/recipes/runtimes, 1.4 GB)`
  );
}

export interface RunningRecipe extends AsyncDisposable {
  url: string;
}

function spawnProgram(
  command: string,
  args: string[],
  { folder }: Project,
  environment: Record<string, string>,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(command === 'node' ? process.execPath : join(programs, command), args, {
    cwd: folder,
    env: {
      ...process.env,
      // The programs start this Node, and keep what they keep of a user in the project.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      DOCS_ASSISTANT_KEY: UPSTREAM_KEY,
      PORT: '0',
      NO_COLOR: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      VERCEL_TELEMETRY_DISABLED: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: some of them start others.
    detached: true,
  });
}

/** Runs a program to its end. */
export async function run(command: string, args: string[], project: Project): Promise<void> {
  const child = spawnProgram(command, args, project, {});
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}${errors}`);
}

/** workerd tells the port alone. */
const ADDRESS = /(?:"port":\s*|https?:\/\/[\w.[\]]+:)(\d+)/;

/** Starts a server and waits until it says where it listens: `address` finds the port. */
export async function start(
  command: string,
  args: string[],
  project: Project,
  environment: Record<string, string>,
  address = ADDRESS,
): Promise<RunningRecipe> {
  const child = spawnProgram(command, args, project, environment);
  const closed = once(child, 'close');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      const port = address.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  }
  void closed.then(() => reject(new Error(`${command} ended without listening: ${output}`)));
  const stop = async () => {
    process.kill(-child.pid!, 'SIGKILL');
    await closed;
  };
  return { url: await promise, [Symbol.asyncDispose]: stop };
}
