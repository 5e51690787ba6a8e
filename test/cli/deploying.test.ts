import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DocsClient } from '../../src/client.ts';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { findFreePort } from '../support/free-port.ts';
import { startCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures/orbit', import.meta.url));
const WITHOUT_NGINX = spawnSync('nginx', ['-v']).status !== 0 && 'no nginx (Debian package nginx)';
const WITHOUT_SYSTEMD =
  spawnSync('systemd-analyze', ['--version']).status !== 0 && 'no systemd-analyze (Debian package systemd)';

/** Return the first block of a language in a page of the documentation. */
function readBlock(page: string, language: string): string {
  const text = readFileSync(new URL(`../../demo/docs/v2/${page}.md`, import.meta.url), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(text)![1]!;
}

for (const language of ['en', 'de']) {
  describe(`the files of the page about deploying (${language})`, () => {
    it('include a unit that systemd accepts', { skip: WITHOUT_SYSTEMD }, async () => {
      const unit = readBlock(`${language}/operating`, 'ini').replace(
        /ExecStart=\S+/,
        `ExecStart=${process.execPath}`,
      );
      await using folder = await temporaryFolder({ 'docs-assistant.service': unit });
      const { status, stderr } = spawnSync('systemd-analyze', [
        'verify',
        join(folder.path, 'docs-assistant.service'),
      ]);
      assert.deepEqual([status, stderr.toString()], [0, '']);
    });

    it('start the service with options that it has', async () => {
      const [, inUnit] = /ExecStart=\S+ (.*)/.exec(readBlock(`${language}/operating`, 'ini'))!;
      const [, inContainer] = /CMD (\[.*\])/.exec(readBlock(`${language}/operating`, 'dockerfile'))!;
      for (const args of [inUnit!.split(' '), (JSON.parse(inContainer!) as string[]).slice(1)]) {
        await using folder = await temporaryFolder();
        const places = new Map([
          [args[1], DOCS],
          [args.at(args.indexOf('--data') + 1), folder.path],
        ]);
        const own = args.map((arg) => places.get(arg) ?? arg);
        await using command = startCommand([...own, '--port', '0', '--no-model']);
        assert.match(await command.url, /^http:/);
      }
    });
  });
}

describe('the lines for nginx', { skip: WITHOUT_NGINX }, () => {
  it('pass a streamed answer on while it is written', async () => {
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    await using model = await serveModel(isRead);
    await using folder = await temporaryFolder();
    await using service = startCommand(
      [
        'serve',
        DOCS,
        '--domain',
        'docs',
        '--site',
        'https://docs.example.com',
        '--port',
        '0',
        '--no-model',
        '--trusted-proxies',
        '1',
        '--data',
        folder.path,
      ],
      { DOCS_MODEL_URL: model.url, DOCS_MODEL_NAME: 'model' },
    );
    await using nginx = await startNginx(await service.url, folder.path);
    const client = new DocsClient({
      endpoint: `${nginx.url}/docs-api`,
      domain: 'docs',
      headers: { origin: 'https://docs.example.com' },
    });
    const question = 'How do I install Orbit?';
    const messages = [
      { id: '1', role: 'user', content: question, parts: [{ type: 'text', text: question }] },
    ];
    let text = '';
    for await (const events of client.answer({ fp: 'a visitor', messages })) {
      for (const event of events) if (event.type === 'text') text += event.delta;
      // The model writes the rest only when the beginning has gone the whole way.
      if (text.includes('First.')) resolve();
    }
    assert.equal(text, 'First. Second.');
  });

  it('pass the files of the elements on, and nothing else', async () => {
    await using folder = await temporaryFolder();
    await using service = await serve((request) => new Response(new URL(request.url).pathname));
    await using nginx = await startNginx(service.url, folder.path);
    assert.equal(await (await fetch(`${nginx.url}/cdn/search.js`)).text(), '/cdn/search.js');
    assert.equal((await fetch(`${nginx.url}/v1/openapi.json`)).ok, false);
  });
});

/** Serve on a free port, until the end of the test. */
async function serve(answer: (request: Request) => Response): Promise<AsyncDisposable & { url: string }> {
  const { url, close } = await serveHandler((request) => Promise.resolve(answer(request)), {
    closeWithin: 0,
  });
  return { url, [Symbol.asyncDispose]: close };
}

/** Serve a model that writes the second half of an answer when the first was read. */
function serveModel(isRead: Promise<void>): Promise<AsyncDisposable & { url: string }> {
  const encoder = new TextEncoder();
  const write = (value: object) => encoder.encode(`data: ${JSON.stringify(value)}\n\n`);
  return serve(() => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        controller.enqueue(write({ choices: [{ index: 0, delta: { content: 'First. ' } }] }));
        await isRead;
        controller.enqueue(
          write({ choices: [{ index: 0, delta: { content: 'Second.' }, finish_reason: 'stop' }] }),
        );
        controller.enqueue(encoder.encode('data: [DONE]\n\n'));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
}

/** Start nginx with the lines of the documentation in front of a service. */
async function startNginx(service: string, folder: string): Promise<AsyncDisposable & { url: string }> {
  const port = await findFreePort();
  const lines = readBlock('en/getting-started', 'nginx').replace('http://127.0.0.1:8787', service);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${lines}
  }
}
`,
  );
  // It returns when it listens.
  execFileSync('nginx', ['-c', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      execFileSync('nginx', ['-c', file, '-s', 'stop'], { stdio: 'ignore' });
      // It removes its file at its end, and the folder is removed next.
      while (existsSync(join(folder, 'nginx.pid'))) await wait(20);
    },
  };
}
