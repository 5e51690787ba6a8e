import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../support/free-port.ts';

/** Why the tests that want a Redis are left out; `false` when they are not. */
export const WITHOUT_REDIS =
  spawnSync('redis-server', ['--version']).status === 0
    ? false
    : 'redis-server is not installed (Debian package redis-server)';

export interface RunningRedis extends AsyncDisposable {
  url: string;
}

/** A Redis of its own, on a free port, that writes nothing to disk. */
export async function startRedis(): Promise<RunningRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const port = await findFreePort();
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(server, 'close');
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.includes('Ready to accept connections')) resolve();
  });
  void closed.then(() => reject(new Error('redis-server ended before it was ready')));
  await ready;
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.kill();
      await closed;
      await rm(folder, { recursive: true });
    },
  };
}
