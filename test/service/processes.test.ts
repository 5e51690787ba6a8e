import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DocsClient, RequestFailure, type UpdateStatus } from '../../src/client.ts';
import { runCommand, startCommand, type RunningCommand } from '../cli/command.ts';
import { startPostgres, WITHOUT_POSTGRES, type RunningPostgres } from '../support/postgres.ts';
import { temporaryFolder, type TemporaryFolder } from './docs-folder.ts';
import { question } from './http-service.ts';

const LIMIT = 100;
const CLIENTS = 64;
const NAMES = ['one', 'other'] as const;
type Name = (typeof NAMES)[number];

/** Milliseconds between two looks: the processes that are waited for want the machine too. */
const LOOK_INTERVAL = 25;

/** An embeddings endpoint that knows which process asks, and can be told to wait. */
interface Embeddings extends AsyncDisposable {
  url: string;
  /** Texts that each process had embedded. */
  texts: Record<Name, string[]>;
  /** From now on texts with this word get no answer. @returns who asks for one first */
  hold(word: string): Promise<Name>;
  /** Whatever waits is answered. */
  release(): void;
}

async function startEmbeddings(): Promise<Embeddings> {
  const texts: Embeddings['texts'] = { one: [], other: [] };
  const waiting: (() => void)[] = [];
  let held: { word: string; asked: (name: Name) => void } | undefined;
  const answer = (response: ServerResponse, input: readonly string[]) => {
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  };
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { input } = JSON.parse(Buffer.concat(body).toString()) as { input: string[] };
    const name = request.headers.authorization!.slice('Bearer '.length) as Name;
    if (held && input.some((text) => text.includes(held!.word))) {
      held.asked(name);
      waiting.push(() => answer(response, input));
      return;
    }
    texts[name].push(...input);
    answer(response, input);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    texts,
    hold: (word) =>
      new Promise((resolve) => {
        held = { word, asked: resolve };
      }),
    release() {
      held = undefined;
      for (const go of waiting.splice(0)) go();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('two processes of a service on one database', { skip: WITHOUT_POSTGRES }, () => {
  let postgres: RunningPostgres;
  let embeddings: Embeddings;
  let folder: TemporaryFolder;
  let environment: Record<string, string>;
  const commands = {} as Record<Name, RunningCommand>;
  const urls = {} as Record<Name, string>;

  before(async () => {
    postgres = await startPostgres();
    embeddings = await startEmbeddings();
    folder = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nThe lamp is lit with a match at dusk.' });
    const config = {
      projects: [{ domain: 'lighthouse', projectId: 'p1', dir: 'docs' }],
      rateLimits: {
        perKeyAndMonth: LIMIT,
        statusReadsPerKeyAndMinute: 1_000_000,
        searchesPerKeyAndHour: 1_000_000,
        searchesPerAddressAndMinute: 1_000_000,
      },
    };
    await writeFile(join(folder.path, 'docs.json'), JSON.stringify(config));
    environment = { DATABASE_URL: await postgres.createDatabase(), DOCS_ADMIN_KEY: 'admin-key' };
    for (const name of NAMES) await start(name);
  });

  after(async () => {
    for (const command of Object.values(commands)) await command[Symbol.asyncDispose]();
    await embeddings?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  /** Starts one of them; resolves when it is ready. */
  async function start(name: Name): Promise<void> {
    const place = ['--config', join(folder.path, 'docs.json'), '--data', join(folder.path, name)];
    commands[name] = startCommand(['serve', ...place, '--port', '0'], {
      ...environment,
      DOCS_ASSISTANT_KEY: 'assistant-key',
      DOCS_EMBEDDINGS_URL: embeddings.url,
      DOCS_EMBEDDINGS_NAME: 'm',
      DOCS_EMBEDDINGS_KEY: name,
    });
    urls[name] = await commands[name].url;
    while (!(await fetch(`${urls[name]}/readyz`)).ok) await wait(LOOK_INTERVAL);
  }

  const client = (name: Name, key: string) =>
    new DocsClient({
      endpoint: urls[name],
      domain: 'lighthouse',
      projectId: 'p1',
      headers: { authorization: `Bearer ${key}` },
    });

  /** A key of its own, once both processes know it. */
  async function makeKey(): Promise<{ id: string; key: string }> {
    const config = ['--config', join(folder.path, 'docs.json')];
    const { stdout } = await runCommand(['key', 'create', 'assistant', ...config, '--json'], environment);
    const made = JSON.parse(stdout) as { id: string; key: string };
    const isKnown = (name: Name) =>
      client(name, made.key)
        .search({ query: 'lamp' })
        .then(
          () => true,
          () => false,
        );
    for (const name of NAMES) while (!(await isKnown(name))) await wait(LOOK_INTERVAL);
    return made;
  }

  function ask(name: Name, key: string, more: Parameters<typeof question>[1] = {}): Promise<Response> {
    return fetch(`${urls[name]}/v1/assistant/lighthouse/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(question('How is the lamp lit?', { filter: null, ...more })),
    });
  }

  async function endOf(name: Name, statusId: string): Promise<UpdateStatus> {
    for (;;) {
      const update = await client(name, 'admin-key').getUpdate(statusId);
      if (update.endedAt) return update;
      await wait(LOOK_INTERVAL);
    }
  }

  /** Asks until the words are found, also of a process that cannot answer yet. */
  async function isFound(name: Name, query: string): Promise<void> {
    for (;;) {
      const search = client(name, 'assistant-key').search({ query });
      const [first] = await search.catch((error: unknown) => {
        if (error instanceof RequestFailure && error.status === 503) return [];
        throw error;
      });
      if (first?.content.includes(query)) return;
      await wait(LOOK_INTERVAL);
    }
  }

  it('search an index that one of them has built', async () => {
    const { texts } = embeddings;
    assert.equal([...texts.one, ...texts.other].filter((text) => text.startsWith('Lamp')).length, 1);
    for (const name of NAMES) await isFound(name, 'match');
    await folder.write({ 'docs/horn.md': '# Horn\n\nThe foghorn is blown in mist.' });
    const { statusId } = await client('other', 'admin-key').startUpdate();
    assert.equal((await endOf('one', statusId)).status, 'success');
    for (const name of NAMES) await isFound(name, 'foghorn');
    assert.equal([...texts.one, ...texts.other].filter((text) => text.startsWith('Horn')).length, 1);
  });

  it('go on with each other’s conversations, for their visitor only', async () => {
    const { key } = await makeKey();
    const first = await ask('one', key);
    await first.text();
    const threadId = first.headers.get('x-thread-id');
    const [second, stranger] = await Promise.all([
      ask('other', key, { threadId }),
      ask('other', key, { threadId, fp: 'visitor-2' }),
    ]);
    assert.equal(second.headers.get('x-thread-id'), threadId);
    assert.deepEqual([second.status, stranger.status], [200, 404]);
    await Promise.all([second.text(), stranger.text()]);
  });

  it('count uses of a key together, exactly', async () => {
    const { key } = await makeKey();
    const statuses = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, at) => {
        const own: number[] = [];
        for (let use = 0; use < 2; use++) {
          const response = await ask(NAMES[at % 2]!, key);
          await response.text();
          own.push(response.status);
        }
        return own;
      }),
    );
    const count = (status: number) => statuses.flat().filter((one) => one === status).length;
    assert.deepEqual([count(200), count(429)], [LIMIT, 2 * CLIENTS - LIMIT]);
  });

  it('refuse a key that was revoked', async () => {
    const { id, key } = await makeKey();
    await runCommand(['key', 'revoke', id], environment);
    for (const name of NAMES) {
      await assert.rejects(
        async () => {
          for (;;) await client(name, key).search({ query: 'lamp' });
        },
        (error) => error instanceof RequestFailure && error.status === 401,
      );
    }
  });

  it('end an update whose process was killed in the middle of it', async () => {
    await folder.write({ 'docs/gull.md': '# Gull\n\nGulls nest on the gallery.' });
    const asked = embeddings.hold('Gull');
    const { statusId } = await client('one', 'admin-key').startUpdate();
    const killed = await asked;
    const survivor = killed === 'one' ? 'other' : 'one';
    assert.equal((await fetch(`${urls[killed]}/readyz`)).status, 200, 'ready while it builds the next index');
    commands[killed].signal('SIGKILL');
    await commands[killed].outcome;
    assert.equal((await client(survivor, 'admin-key').getUpdate(statusId)).status, 'in_progress');
    await isFound(survivor, 'match');
    embeddings.release();
    const update = await endOf(survivor, statusId);
    assert.equal(update.status, 'success');
    assert.ok(update.logs.some((line) => line.includes('Attempt 2')));
    await isFound(survivor, 'gallery');
    await start(killed);
    await isFound(killed, 'gallery');
  });

  it('go on when the database was away', async () => {
    await postgres.stop();
    const answered = await ask('one', 'assistant-key');
    assert.equal(answered.status, 200);
    await answered.text();
    await postgres.start();
    for (const name of NAMES) await isFound(name, 'gallery');
    await folder.write({ 'docs/tide.md': '# Tide\n\nThe tide is read twice a day.' });
    const { statusId } = await client('one', 'admin-key').startUpdate();
    assert.equal((await endOf('other', statusId)).status, 'success');
    for (const name of NAMES) await isFound(name, 'twice');
  });
});
