import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DocsClient, type AnswerEvent } from '../../src/client.ts';
import { serveHandler } from '../../src/node.ts';
import { question, textOf } from '../service/http-service.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { runCommand, startCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
const KEYS = { DOCS_ASSISTANT_KEY: 'assistant-key', DOCS_ADMIN_KEY: 'admin-key' };
const COMMANDS = ['serve', 'proxy', 'worker', 'index', 'key', 'update'];
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
});

after(async () => {
  await rm(folder, { recursive: true });
});

function clientOf(url: string, key: string, domain = 'fixtures-http'): DocsClient {
  return new DocsClient({ endpoint: url, domain, headers: { authorization: `Bearer ${key}` } });
}

describe('docs-assistant', () => {
  it('tells its commands', async () => {
    for (const args of [[], ['--help'], ['help']]) {
      const { code, stdout } = await runCommand(args);
      assert.equal(code, 0);
      for (const command of COMMANDS) assert.match(stdout, new RegExp(`\n  ${command} `));
      assert.ok(stdout.split('\n').every((line) => line.length <= 100));
    }
  });

  it('tells the options of each command', async () => {
    for (const command of COMMANDS) {
      const { code, stdout } = await runCommand([command, '--help']);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^Usage: docs-assistant ${command} `));
    }
  });

  it('tells its version', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    assert.deepEqual(await runCommand(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('says which Node it needs when it is started with an older one', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })`;
    const { code, stderr } = await runCommand(['serve', DOCS], {}, [
      '--import',
      `data:text/javascript,${older}`,
    ]);
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'docs-assistant needs Node.js 22.18 or newer; this is 20.19.0. Install a newer version: https://nodejs.org\n',
    );
  });

  const misunderstood: [args: string[], complaint: RegExp, environment?: Record<string, string>][] = [
    [['dance'], /there is no command "dance"/],
    [['serve'], /Name one folder/],
    [['serve', DOCS, DOCS], /Name one folder/],
    [['serve', join(DOCS, 'missing')], /missing is not a folder/],
    [['serve', DOCS, '--port', '99999'], /--port takes a whole number from 0 to 65535, not "99999"/],
    [['serve', DOCS, '--colour'], /There is no option --colour\.\n/],
    [['build', DOCS, '--ouput', 'x'], /There is no option --ouput\. Is it --out\?\n/],
    [['serve', DOCS, '-p', '80'], /There is no option -p\./],
    [['serve', DOCS, '--config', 'x.json'], /omit DIR, --domain and --project/],
    [['serve', '--config', join(DOCS, 'missing.json')], /missing\.json cannot be read/],
    [
      ['serve', DOCS],
      /DOCS_MODEL_URL and DOCS_MODEL_NAME are required together/,
      { DOCS_MODEL_URL: 'http://127.0.0.1:9' },
    ],
    [['proxy', '--domain', 'docs'], /--upstream/],
    [['proxy', '--upstream', 'http://127.0.0.1:9'], /--domain/],
    [['proxy', '--upstream', 'http://127.0.0.1:9', '--domain', 'docs'], /DOCS_ASSISTANT_KEY/],
    [['index'], /Name one folder/],
    [['serve', DOCS, '--log', 'xml'], /--log must be json or text/],
    [['serve', DOCS], /PORT takes a whole number from 0 to 65535, not "http"/, { PORT: 'http' }],
  ];
  for (const [args, complaint, environment] of misunderstood) {
    it(`says what is wrong with "${args.map((arg) => arg.replace(DOCS, 'DIR')).join(' ')}"`, async () => {
      const data = args[0] === 'serve' ? ['--data', join(folder, 'unused')] : [];
      const { code, stdout, stderr } = await runCommand([...args, ...data], environment);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, complaint);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
    });
  }
});

describe('docs-assistant serve', () => {
  it('makes keys at its first start, shows them once and keeps what cannot be turned back', async () => {
    const args = ['serve', DOCS, '--port', '0', '--data', join(folder, 'keys')];
    const keys: string[] = [];
    {
      await using first = startCommand(args);
      await first.url;
      first.signal('SIGINT');
      const { code, stdout } = await first.outcome;
      assert.equal(code, 0);
      keys.push(.../assistant key: (\S+)\nadmin key: (\S+)\nlistening on http/.exec(stdout)!.slice(1));
    }
    const kept = await readdir(join(folder, 'keys'));
    assert.ok(kept.includes('state.sqlite'));
    for (const file of kept.filter((name) => name.startsWith('state'))) {
      const bytes = await readFile(join(folder, 'keys', file), 'latin1');
      for (const key of keys) assert.ok(!bytes.includes(key), `${file} holds a key`);
    }
    await using second = startCommand(args);
    const results = await clientOf(await second.url, keys[0]!).search({ query: 'compression' });
    assert.ok(results.length > 0);
    second.signal('SIGINT');
    const { code, stdout, stderr } = await second.outcome;
    assert.equal(code, 0);
    assert.doesNotMatch(stdout + stderr, /docs_(assistant|admin)_/);
  });

  it('answers with the language model of the environment, and finishes what it says when it is told to stop', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'First, ');
      ask(response);
    });
    await using service = startCommand(['serve', DOCS, '--port', '0', '--data', join(folder, 'model')], {
      ...KEYS,
      DOCS_MODEL_URL: endpoint.url,
      DOCS_MODEL_NAME: 'test-model',
    });
    const url = await service.url;
    const events: AnswerEvent[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const reply = (async () => {
      for await (const batch of clientOf(url, 'assistant-key').answer(question('redirects'))) {
        events.push(...batch);
        if (textOf(events) !== '') begin();
      }
    })();
    const model = await asked;
    await begun;
    service.signal('SIGINT');
    while (await isListening(url));
    writePieces(model, 'then.');
    endPieces(model);
    await reply;
    assert.equal(textOf(events), 'First, then.');
    assert.equal(events.at(-1)!.type, 'end');
    assert.equal((await service.outcome).code, 0);
  });

  it('serves several projects from a file', async () => {
    const config = join(folder, 'projects.json');
    const projects = [
      { dir: DOCS, domain: 'all' },
      {
        dir: join(DOCS, 'v1'),
        domain: 'old',
        projectId: 'p2',
        languages: ['en'],
        keys: { assistant: 'old-key', admin: 'old-admin-key' },
      },
    ];
    await writeFile(config, JSON.stringify({ projects }));
    await using service = startCommand(
      ['serve', '--config', config, '--port', '0', '--data', join(folder, 'several'), '--json'],
      KEYS,
    );
    const url = await service.url;
    const paths = async (domain: string, key = 'assistant-key') => {
      const results = await clientOf(url, key, domain).search({ query: 'install package' });
      return results.map(({ path }) => path);
    };
    assert.ok((await paths('all')).includes('v2/en/guides/install'));
    assert.deepEqual(await paths('old', 'old-key'), ['en/guides/install']);
    await assert.rejects(paths('old'), /This key opens no domain "old"\. It opens: all\.$/);
    service.signal('SIGINT');
    assert.deepEqual(JSON.parse((await service.outcome).stdout), { listening: url });
  });

  it('makes keys of its own for each project, and no key of the environment opens several', async () => {
    const config = join(folder, 'two-projects.json');
    const projects = ['one', 'two'].map((domain) => ({ dir: DOCS, domain }));
    await writeFile(config, JSON.stringify({ projects }));
    const args = [
      'serve',
      '--config',
      config,
      '--port',
      '0',
      '--data',
      join(folder, 'two-projects'),
      '--json',
    ];
    const { code, stderr } = await runCommand(args, KEYS);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /two-projects\.json: DOCS_ASSISTANT_KEY and DOCS_ADMIN_KEY of the environment would open one, two\. Give each of them its own "keys", or unset/,
    );
    await using service = startCommand(args, {});
    const url = await service.url;
    service.signal('SIGINT');
    const [made] = (await service.outcome).stdout.split('\n');
    const { keys } = JSON.parse(made!);
    assert.deepEqual(
      [
        url.startsWith('http:'),
        ...keys.map((key: Record<string, string>) => `${key['projectId']} ${key['kind']}`),
      ],
      [true, 'one assistant', 'one admin', 'two assistant', 'two admin'],
    );
  });

  it('refuses a file that is wrong, naming file, field and remedy', async () => {
    const file = join(folder, 'wrong.json');
    await writeFile(file, JSON.stringify({ projects: [{ dir: '.', colour: 'red' }] }));
    const { code, stderr } = await runCommand(['serve', '--config', file], KEYS);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /wrong\.json is not a configuration:\n  projects\[0\]\.colour is not known\. Known are: /,
    );
  });

  it('listens where the environment says, and where its options say before that', async () => {
    const taken = await serveHandler(() => new Response());
    const environment = { ...KEYS, PORT: String(taken.port), HOST: 'localhost' };
    const args = ['serve', DOCS, '--data', join(folder, 'listen')];
    const { stderr } = await runCommand(args, environment);
    assert.match(stderr, new RegExp(`Cannot listen on port ${taken.port} of localhost: it is in use`));
    await using service = startCommand([...args, '--port', '0'], environment);
    assert.notEqual(new URL(await service.url).port, String(taken.port));
    await taken.close();
  });

  it('writes lines that machines read, without what is asked and without keys', async () => {
    await using service = startCommand(['serve', DOCS, '--port', '0', '--data', join(folder, 'logs')], KEYS);
    await clientOf(await service.url, 'assistant-key').search({ query: 'secret-query' });
    service.signal('SIGINT');
    const { stderr } = await service.outcome;
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const request = lines.find(({ event }) => event === 'request')!;
    assert.deepEqual([request['operation'], request['status'], request['level']], ['search', 200, 'info']);
    assert.ok(lines.some(({ event }) => event === 'stopping'));
    assert.doesNotMatch(stderr, /secret-query|assistant-key|admin-key/);
  });

  it('writes down what is asked where it is told to, in words where it is told to', async () => {
    await using service = startCommand(
      ['serve', DOCS, '--port', '0', '--data', join(folder, 'asked'), '--log-questions'],
      KEYS,
    );
    await clientOf(await service.url, 'assistant-key').search({ query: 'plain-query' });
    service.signal('SIGINT');
    assert.match((await service.outcome).stderr, /"question":"plain-query"/);
    await using other = startCommand(
      ['serve', DOCS, '--port', '0', '--data', join(folder, 'asked'), '--log', 'text'],
      KEYS,
    );
    await clientOf(await other.url, 'assistant-key').search({ query: 'x' });
    other.signal('SIGINT');
    assert.match((await other.outcome).stderr, / info request: search 200 [\d.]+ s\n/);
  });

  it('says so when the port is taken', async () => {
    const other = await serveHandler(() => new Response());
    const { code, stderr } = await runCommand(
      ['serve', DOCS, '--port', String(other.port), '--data', join(folder, 'taken')],
      KEYS,
    );
    await other.close();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /docs-assistant serve: Cannot listen on port \d+ of 127\.0\.0\.1: it is in use\. Choose another/,
    );
  });
});

describe('docs-assistant index', () => {
  it('reports what was read', async () => {
    const { code, stdout, stderr } = await runCommand([
      'index',
      DOCS,
      '--data',
      join(folder, 'index'),
      '--json',
    ]);
    assert.equal(code, 0);
    const { vectors, model, ...report } = JSON.parse(stdout);
    assert.deepEqual(report, {
      domain: 'fixtures-http',
      pages: 6,
      sections: 10,
      problems: [],
      versions: ['v1', 'v2'],
      languages: ['de', 'en'],
    });
    assert.equal(vectors, model === null ? 0 : 10);
    assert.match(stderr, /fixtures-http: ready, 6 pages, 10 sections/);
  });
});

describe('docs-assistant proxy', () => {
  it('stands between a page and the service', async () => {
    await using service = startCommand(
      ['serve', DOCS, '--port', '0', '--data', join(folder, 'proxied')],
      KEYS,
    );
    await using proxy = startCommand(
      [
        'proxy',
        '--upstream',
        await service.url,
        '--domain',
        'fixtures-http',
        '--origin',
        'https://docs.example.com',
        '--port',
        '0',
      ],
      KEYS,
    );
    const url = await proxy.url;
    const response = await fetch(`${url}/docs-api/v1/search/fixtures-http`, {
      method: 'POST',
      body: JSON.stringify({ query: 'compression' }),
      headers: { 'content-type': 'application/json', origin: 'https://docs.example.com' },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://docs.example.com');
    assert.ok((await response.json()).length > 0);
    const events: AnswerEvent[] = [];
    const client = new DocsClient({ endpoint: `${url}/docs-api`, domain: 'fixtures-http' });
    for await (const batch of client.answer(question('How are redirects written?'))) events.push(...batch);
    assert.match(textOf(events), /redirects\.txt/);
    assert.equal(events.at(-1)!.type, 'end');
    assert.equal((await fetch(`${url}/docs-api/v1/agent/fixtures-http/jobs`)).status, 404);
    proxy.signal('SIGTERM');
    assert.equal((await proxy.outcome).code, 0);
  });
});

/** Whether new connections are still taken. */
async function isListening(url: string): Promise<boolean> {
  try {
    await (await fetch(`${url}/healthz`)).text();
    return true;
  } catch {
    return false;
  }
}
