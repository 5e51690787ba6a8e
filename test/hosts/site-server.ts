import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startCommand } from '../cli/command.ts';
import { PATIENCE } from '../support/until.ts';
import { waitFor } from './driven-page.ts';
import { toolEnvironment } from './tool-environment.ts';

/** Milliseconds until a server has built what its front page needs. */
const START_PATIENCE = 3 * PATIENCE;

/** A server of a generator or a framework. */
export interface SiteServer {
  /** A `node_modules` folder. */
  readonly packages: string;
  /** Program of the packages, or one with its path, and what it is called with. */
  readonly command: (port: number) => readonly string[];
  readonly folder: string;
  /** Added to that of all tools. */
  readonly environment?: (port: number) => Readonly<Record<string, string>>;
}

/**
 * Start the server of a site on a free port.
 *
 * @param stack ends it
 * @returns address of the front page, once it answers
 * @throws Error with the output of the server if it ends, or never answers
 */
export async function startSiteServer(
  { packages, command, folder, environment = () => ({}) }: SiteServer,
  stack: AsyncDisposableStack,
): Promise<string> {
  const port = await findFreePort();
  const [program = '', ...args] = command(port);
  const child = spawn(resolve(packages, '.bin', program), args, {
    cwd: folder,
    env: { ...toolEnvironment, ...environment(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  stack.defer(async () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    // Some start processes of their own, which end with their group.
    process.kill(-child.pid, 'SIGKILL');
    await closed;
  });
  const url = `http://localhost:${port}/`;
  const answered = waitFor(async () => (await fetch(url)).ok || undefined, START_PATIENCE);
  const ended = once(child, 'close').then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
  ended.catch(() => {});
  await Promise.race([answered, ended]).catch((error: unknown) => {
    throw new Error(`${program} serves no front page (${String(error)}): ${output}`);
  });
  return url;
}

/**
 * Start `docs-assistant serve` for pages on localhost.
 *
 * @param stack ends it
 * @returns its address, once everything is indexed
 */
export async function startService(
  folder: string,
  stack: AsyncDisposableStack,
  options: readonly string[] = [],
): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(data, { recursive: true }));
  const args = ['serve', folder, '--domain', 'docs', '--no-model', '--port', '0', '--data', data];
  const service = stack.use(startCommand([...args, ...options]));
  const [url] = await Promise.all([service.url, service.told('"phase":"ready"')]);
  return url;
}

/** Return a port that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
