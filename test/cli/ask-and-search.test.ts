import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchResult } from '../../src/protocol/api.ts';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { runCommand, startCommand, type RunningCommand } from './command.ts';

const KEY = 'key-of-the-commands';
const PAGES = {
  'en/guides/install.md':
    '# Install\n\nOrbit is installed with one command.\n\n## Proxy\n\nSet the proxy in `orbit.toml`.\n',
  'de/guides/install.md': '# Installieren\n\nOrbit wird mit einem Befehl installiert.\n',
};

let docs: TemporaryFolder;
let caches: TemporaryFolder;
let service: RunningCommand;
let url: string;

before(async () => {
  docs = await temporaryFolder(PAGES);
  caches = await temporaryFolder();
  service = startCommand(
    ['serve', docs.path, '--domain', 'docs', '--port', '0', '--no-model', '--data', `${caches.path}/data`],
    { DOCS_ASSISTANT_KEY: KEY },
  );
  url = await service.url;
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await docs[Symbol.asyncDispose]();
  await caches[Symbol.asyncDispose]();
});

const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(args, { XDG_CACHE_HOME: caches.path, ...environment });
/** Run a command over the folder. */
const runOnFolder = (...args: string[]) => run([...args, '--dir', docs.path, '--no-model']);
/** Run a command over the service. */
const runOnService = (...args: string[]) =>
  run([...args, '--endpoint', url, '--domain', 'docs'], { DOCS_ASSISTANT_KEY: KEY });

describe('docs-assistant search', () => {
  it('finds the sections of a folder, with title, heading, address and text', async () => {
    const { code, stdout } = await runOnFolder('search', 'set', 'the', 'proxy');
    assert.equal(code, 0);
    assert.match(stdout, /^Install › Proxy\nen\/guides\/install#proxy\nSet the proxy in orbit\.toml\.\n/);
  });

  it('takes text without marks from the sections of a server that writes no excerpts', async () => {
    const content = 'Set **the proxy** in [the file](orbit.md).';
    await using server = await serveResponse(() => Response.json([{ content, path: 'proxy', metadata: {} }]));
    const { stdout } = await run(['search', 'proxy', '--endpoint', server.url, '--domain', 'docs']);
    assert.equal(stdout, 'proxy\nproxy\nSet the proxy in the file.\n');
  });

  it('searches a folder in the fallback language that it is given; a service has its own', async () => {
    await using folder = await temporaryFolder(PAGES);
    const search = (language: string) =>
      run([
        ...['search', 'orbit', '--language', 'fr', '--fallback-language', language],
        ...['--dir', folder.path, '--no-model'],
      ]);
    assert.match((await search('de')).stdout, /^Installieren\b/);
    assert.match((await search('en')).stdout, /^Install\b/);
    const { code, stderr } = await runOnService('search', 'orbit', '--fallback-language', 'de');
    assert.equal(code, 2);
    assert.match(stderr, /--fallback-language requires --dir/);
  });

  it('finds what was written since the last search', async () => {
    await using folder = await temporaryFolder(PAGES);
    const search = () => run(['search', 'webhook', '--dir', folder.path, '--no-model']);
    const { code, stdout } = await search();
    assert.deepEqual([code, stdout], [1, 'Nothing found.\n']);
    await folder.write({ 'webhooks.md': '# Webhooks\n\nOrbit calls a webhook after each upload.\n' });
    assert.match((await search()).stdout, /^Webhooks\nwebhooks\n/);
  });

  it('prints the same results as a service returns, as JSON', async () => {
    const [own, served] = await Promise.all([
      runOnFolder('search', 'install', '--json'),
      runOnService('search', 'install', '--json'),
    ]);
    const results = JSON.parse(own.stdout) as SearchResult[];
    assert.ok(results.length > 0);
    assert.deepEqual(JSON.parse(served.stdout), results);
  });

  it('keeps to a language and a number of results', async () => {
    const { stdout } = await runOnService(
      'search',
      'orbit',
      '--language',
      'de',
      '--page-size',
      '1',
      '--json',
    );
    assert.deepEqual(
      (JSON.parse(stdout) as SearchResult[]).map(({ path }) => path),
      ['de/guides/install'],
    );
  });

  it('says which key is refused, and ends with 1', async () => {
    const { code, stderr } = await run(['search', 'install', '--endpoint', url, '--domain', 'docs']);
    assert.equal(code, 1);
    assert.match(stderr, /^docs-assistant search: .*key/i);
  });

  it('ends with 2 for options that do not fit', async () => {
    const reasons = {
      '--dir .': 'Write the query.',
      install: 'Name the documentation with --dir, --index or --endpoint.',
      'install --endpoint localhost': '--endpoint takes the base address of a service',
      'install --endpoint https://me:secret@docs.example.com':
        '--endpoint takes an address without a user and a password',
      'install --endpoint https://docs.example.com/?token=1':
        '--endpoint takes an address that ends with its path',
      'install --endpoint http://localhost:1': '--endpoint requires --domain',
      'install --endpoint http://localhost:1 --domain docs --dir .': 'not both',
      'install --dir missing': 'is not a folder',
      'install --dir . --page-size 51': '--page-size takes a whole number from 1 to 50',
    };
    const outcomes = Object.entries(reasons).map(async ([args, reason]) => {
      const { code, stderr } = await run(['search', ...args.split(' ')]);
      assert.equal(code, 2);
      assert.ok(stderr.includes(reason), stderr);
    });
    await Promise.all(outcomes);
  });
});

describe('an error of ask, search and update', () => {
  const responses: Record<string, () => Response> = {
    'answers with a status': () => new Response('<h1>Not here</h1>', { status: 404 }),
    'answers with another document': () =>
      new Response('<!doctype html><h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
    'answers with other JSON': () => Response.json({ hello: 1 }),
    'answers with an error of its own': () =>
      Response.json(
        { error: 'Too many', code: 'rate-limited' },
        { status: 429, headers: { 'retry-after': '20' } },
      ),
  };
  for (const [name, respond] of Object.entries(responses))
    it(`names the address that ${name}`, async () => {
      await using server = await serveResponse(respond);
      const endpoint = `${server.url}/docs-api`;
      for (const args of [
        ['ask', 'what', '--domain', 'docs'],
        ['search', 'what', '--domain', 'docs'],
        ['update', 'status', 'x'],
      ]) {
        const { code, stdout, stderr } = await run([...args, '--endpoint', endpoint], {
          DOCS_ADMIN_KEY: KEY,
        });
        assert.deepEqual([code, stdout], [1, '']);
        assert.ok(stderr.startsWith(`docs-assistant ${args[0]}: ${endpoint}: `), stderr);
        if (name.endsWith('own')) assert.match(stderr, /: Too many\. Try again in 20 seconds\.\n$/);
      }
    });

  it('names the address where nothing listens', async () => {
    const server = await serveResponse(() => new Response());
    await server[Symbol.asyncDispose]();
    const { stderr } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    assert.match(
      stderr,
      new RegExp(`^docs-assistant ask: ${server.url} does not answer: nothing listens there`),
    );
  });
});

describe('docs-assistant ask', () => {
  it('prints the answer of a folder as Markdown, then its sources', async () => {
    const { code, stdout } = await runOnFolder('ask', 'Where do I set the proxy?');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /Set the proxy in `orbit\.toml`\.\n\n\[1\] Install › Proxy: en\/guides\/install#proxy\n/,
    );
  });

  it('asks a service, and prints the events of the reply as JSON', async () => {
    const { code, stdout } = await runOnService('ask', 'Where do I set the proxy?', '--json');
    assert.equal(code, 0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; delta?: string });
    const text = events.flatMap(({ type, delta }) => (type === 'text' ? [delta] : [])).join('');
    assert.match(text, /Set the proxy in `orbit\.toml`/);
    assert.equal(events.at(-1)!.type, 'end');
  });

  it('prints an answer while it arrives', async () => {
    const { promise: isPrinted, resolve } = Promise.withResolvers<void>();
    await using server = await serveReply(async function* () {
      yield '0:"First. "\n';
      await isPrinted;
      yield '0:"Second."\nd:{"finishReason":"stop"}\n';
    });
    await using command = startCommand(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    await command.printed('First.');
    resolve();
    const { code, stdout } = await command.outcome;
    assert.deepEqual([code, stdout], [0, 'First. Second.\n']);
  });

  const SUGGESTIONS = '```suggestions\n[Proxies](/guides/proxy)\nHow do I test it?\n```\n';

  for (const [name, deltas] of Object.entries({
    'at once': [`Set it.\n\n${SUGGESTIONS}`],
    'piece by piece': ['Set', ' it.\n', '\n', ...SUGGESTIONS],
    'in two blocks': [
      `${SUGGESTIONS.replace('How do I test it?\n', '')}Set it.\n`,
      `\n${SUGGESTIONS.replace(/.*Prox.*\n/, '')}`,
    ],
  })) {
    it(`prints what an answer suggests below it, as the element does, when it comes ${name}`, async () => {
      await using server = await serveReply(async function* () {
        for (const delta of deltas) yield `0:${JSON.stringify(delta)}\n`;
        yield 'd:{"finishReason":"stop"}\n';
      });
      const { code, stdout } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
      const below = 'Read next\n- Proxies: /guides/proxy\n\nAsk next\n- How do I test it?\n';
      assert.deepEqual([code, stdout], [0, `Set it.\n\n\n${below}`]);
    });
  }

  it('leaves code in an answer as it is', async () => {
    await using server = await serveReply(async function* () {
      for (const delta of ['```', 'sh\nrun --it\n', '```']) yield `0:${JSON.stringify(delta)}\n`;
      yield 'd:{"finishReason":"stop"}\n';
    });
    const { stdout } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    assert.equal(stdout, '```sh\nrun --it\n```\n');
  });

  it('says below an answer that it is cut at its maximum length', async () => {
    await using server = await serveReply(async function* () {
      yield '0:"Half."\nd:{"finishReason":"length"}\n';
    });
    const { stdout } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    assert.equal(stdout, 'Half.\n\nThe answer ends here because it reached the maximum length.\n');
  });

  it('ends quietly when its reader has enough', async () => {
    await using server = await serveReply(async function* () {
      for (let line = 0; line < 20_000; line++) yield `0:"line ${line} of a long answer\\n"\n`;
      yield 'd:{"finishReason":"stop"}\n';
    });
    await using command = startCommand(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    await command.printed('line 0');
    command.closeOutput();
    const { code, stderr } = await command.outcome;
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('says that an answer was cut off, and ends with 1', async () => {
    await using server = await serveReply(async function* () {
      yield '0:"Half an "\n';
    });
    const { code, stdout, stderr } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    assert.deepEqual([code, stdout], [1, 'Half an \n']);
    assert.equal(stderr, 'docs-assistant ask: The answer was cut off. Ask again.\n');
  });

  it('lets no text control the terminal', async () => {
    await using server = await serveReply(async function* () {
      yield `0:${JSON.stringify('a\u001b[2Jb\u202ec\r\n\td 👩\u200d💻')}\nd:{"finishReason":"stop"}\n`;
    });
    const { stdout } = await run(['ask', 'what', '--endpoint', server.url, '--domain', 'docs']);
    assert.equal(stdout, 'a[2Jbc\n\td 👩\u200d💻\n');
  });

  /** Sequences of terminals in all their forms, and characters that change the order or hide. */
  const ODD = [
    '\u001b]8;;http://x/\u0007',
    '\u009b31m',
    '\u009d0;t\u009c',
    '\u007f',
    '\u202e',
    '\u2066',
    '\u{e0041}',
    '\u200e',
  ].join('a');
  const CONTROLS = /(?!\n)[\p{Cc}\p{Cf}]/u;

  it('lets none control it by JSON either, which is the same value', async () => {
    await using server = await serveReply(async function* () {
      yield `0:${JSON.stringify(ODD)}\nd:{"finishReason":"stop"}\n`;
    });
    const { stdout } = await run(['ask', 'what', '--json', '--endpoint', server.url, '--domain', 'docs']);
    assert.doesNotMatch(stdout, CONTROLS);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { delta?: string });
    assert.ok(events.some(({ delta }) => delta === ODD));
  });

  it('lets none control it by results, sources and errors', async () => {
    const result = { content: ODD, path: `a${ODD}`, metadata: { title: ODD, headings: [ODD], href: ODD } };
    await using found = await serveResponse(() => Response.json([result]));
    const address = ['--endpoint', found.url, '--domain', 'docs'];
    const text = await run(['search', 'what', ...address]);
    assert.doesNotMatch(text.stdout + text.stderr, CONTROLS);
    const json = await run(['search', 'what', '--json', ...address]);
    assert.doesNotMatch(json.stdout, CONTROLS);
    assert.equal((JSON.parse(json.stdout) as [typeof result])[0].content, ODD);
    await using failing = await serveResponse(() =>
      Response.json({ error: ODD, code: ODD }, { status: 400 }),
    );
    await using broken = await serveReply(async function* () {
      yield `h:${JSON.stringify({ sourceType: 'url', id: '1', url: `/a${ODD}`, title: ODD })}\n0:"a"\n3:${JSON.stringify(ODD)}\n`;
    });
    for (const { url } of [failing, broken])
      for (const command of ['search', 'ask']) {
        const { stdout, stderr } = await run([command, 'what', '--endpoint', url, '--domain', 'docs']);
        assert.doesNotMatch(stdout + stderr, CONTROLS);
      }
  });
});

/** Serve a response to every request. */
async function serveResponse(respond: () => Response): Promise<AsyncDisposable & { url: string }> {
  const { url: address, close } = await serveHandler(respond, { closeWithin: 0 });
  return { url: address, [Symbol.asyncDispose]: close };
}

/** Serve one reply in the line protocol, as another service would. */
async function serveReply(write: () => AsyncGenerator<string>): Promise<AsyncDisposable & { url: string }> {
  const encoder = new TextEncoder();
  const { url: address, close } = await serveHandler(
    () => {
      const lines = write();
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(controller) {
          const { value, done } = await lines.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        },
      });
      return Promise.resolve(new Response(body));
    },
    { closeWithin: 0 },
  );
  return { url: address, [Symbol.asyncDispose]: close };
}
