import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startCommand, type RunningCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
});
after(() => rm(folder, { recursive: true }));

const COMMANDS: Record<string, () => RunningCommand> = {
  serve: () =>
    startCommand([
      'serve',
      DOCS,
      '--port',
      '0',
      '--domain',
      'docs',
      '--data',
      join(folder, 'served'),
      '--no-model',
    ]),
  proxy: () =>
    startCommand(['proxy', '--upstream', 'http://127.0.0.1:9', '--domain', 'docs', '--port', '0'], {
      DOCS_ASSISTANT_KEY: 'key',
    }),
};

for (const [name, start] of Object.entries(COMMANDS))
  describe(`the address of ${name}`, () => {
    let command: RunningCommand;
    let url: string;
    before(async () => {
      command = start();
      url = await command.url;
    });
    after(() => command[Symbol.asyncDispose]());

    it('says to a reader what it is, and where to go, in a page without scripts and styles', async () => {
      const response = await fetch(url, { headers: { accept: BROWSER } });
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type')!, /^text\/html/);
      assert.match(response.headers.get('content-security-policy')!, /^default-src 'none'/);
      const page = await response.text();
      assert.match(page, /This server (answers|passes)/);
      assert.doesNotMatch(page, /<script|<style|style=|127\.0\.0\.1|fixtures/);
      const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!);
      assert.ok(links.length >= 2);
      for (const path of links) {
        const { status } = await fetch(url + path);
        // Bundles are there after a build only.
        if (!path.startsWith('/cdn/')) assert.ok(status === 200 || status === 503, `${path} ${status}`);
      }
    });

    for (const accept of ['application/json', '*/*', 'text/plain', 'application/json, text/html;q=0.5'])
      it(`says so to a program that accepts ${accept}`, async () => {
        const response = await fetch(url, { headers: { accept } });
        assert.equal(response.headers.get('vary'), 'Accept');
        const { name: program, paths } = (await response.json()) as { name: string; paths: object };
        assert.equal(program, 'docs-assistant');
        assert.ok(Object.keys(paths).length >= 2);
      });

    it('has no lines in the log for what asks every server', async () => {
      const paths = ['/', '/favicon.ico', '/robots.txt', '/apple-touch-icon.png'];
      for (const path of paths) await fetch(url + path);
      for (const path of [...paths, '/wp-login.php']) await fetch(url + path, { method: 'HEAD' });
      assert.equal((await fetch(`${url}/somewhere`)).status, 404);
      command.signal('SIGINT');
      const { stderr } = await command.outcome;
      const requests = stderr.split('\n').filter((line) => line.includes('"operation":null'));
      assert.equal(requests.length, name === 'serve' ? 1 : 0, stderr);
    });
  });
