import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findFreePort } from './free-port.ts';

const BIN = findPrograms();

/** Why the tests that want a PostgreSQL are left out; `false` when they are not. */
export const WITHOUT_POSTGRES = BIN ? false : 'PostgreSQL is not installed (Debian package postgresql)';

export interface RunningPostgres extends AsyncDisposable {
  /** Makes an empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Ends all connections and the server. */
  stop(): Promise<void>;
  /** Starts the server again, with the same databases at the same addresses. */
  start(): Promise<void>;
}

/** A PostgreSQL of its own on a free port of this machine, which is gone at the end of the tests. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const port = await findFreePort();
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const setUp = ['-D', data, '-U', 'docs', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(BIN!, 'initdb'), setUp, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`],
    // Nothing here has to outlive the machine.
    ...['fsync=off', 'max_connections=200'],
  ].flatMap((setting) => ['-c', setting]);
  const addressOf = (name: string) => `postgres://docs@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | undefined;
  let databases = 0;

  async function start(): Promise<void> {
    const started = spawn(join(BIN!, 'postgres'), ['-D', data, ...settings], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const log: string[] = [];
    createInterface({ input: started.stderr }).on('line', (line) => {
      log.push(line);
      if (line.includes('ready to accept connections')) resolve();
    });
    started.once('close', () => reject(new Error(`postgres ended:\n${log.join('\n')}`)));
    await ready;
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const closed = once(server, 'close');
    // Ends connections instead of waiting for them.
    server.kill('SIGINT');
    await closed;
  }

  await start();
  return {
    async createDatabase() {
      const name = `docs_${++databases}`;
      const client = new pg.Client(addressOf('postgres'));
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return addressOf(name);
    },
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

function findPrograms(): string | undefined {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionOf(b) - versionOf(a));
  const folders = [...versions, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

function versionOf(folder: string): number {
  return Number(/(\d+)\/bin$/.exec(folder)?.[1]);
}

/** The server refuses to run as root: then as the user that its package made. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
