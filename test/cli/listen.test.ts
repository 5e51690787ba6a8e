import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../service/docs-folder.ts';
import { runCommand } from './command.ts';

/** Take a port of this machine. */
async function takePort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => void (await once(server.close(), 'close')),
  };
}

describe('A port that is taken', () => {
  for (const command of ['serve', 'preview', 'worker']) {
    it(`is told before anything is read or made: ${command}`, async () => {
      await using folder = await temporaryFolder({ 'docs/index.md': '# Kiln' });
      await using taken = await takePort();
      const data = join(folder.path, 'data');
      const options = ['--data', data, '--no-model', '--port', `${taken.port}`];
      const { code, stdout, stderr } = await runCommand([command, join(folder.path, 'docs'), ...options]);
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.equal(
        stderr,
        `docs-assistant ${command}: Cannot listen on port ${taken.port} of 127.0.0.1: it is in use. Choose another with --port, or stop the program that uses it.\n`,
      );
      assert.equal(existsSync(data), false);
    });
  }

  it('of a configuration file is told, too', async () => {
    await using taken = await takePort();
    const content = JSON.stringify({ projects: [{ dir: 'docs' }], port: taken.port });
    await using folder = await temporaryFolder({ 'docs/index.md': '# Kiln', 'c.json': content });
    const { stderr } = await runCommand(['serve', '--config', join(folder.path, 'c.json'), '--no-model']);
    assert.match(stderr, /it is in use\. Choose another with --port/);
    assert.equal(existsSync(join(folder.path, '.docs-assistant')), false);
  });
});
