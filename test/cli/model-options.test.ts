import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DocsClient } from '../../src/client.ts';
import { MULTILINGUAL } from '../../src/service/models/known-models.ts';
import { MODEL, temporaryFolder } from '../service/docs-folder.ts';
import { serveModel } from '../service/answer/model-server.ts';
import { findFreePort } from '../support/free-port.ts';
import { runCommand, startCommand } from './command.ts';

const PAGES = {
  'docs/ship.md': '# Ships\n\nA vessel sails across the ocean.',
  'docs/bread.md': '# Bread\n\nFlour and water are baked.',
};
const KEYS = { DOCS_ASSISTANT_KEY: 'assistant-key', DOCS_ADMIN_KEY: 'admin-key' };

async function openPlace() {
  const folder = await temporaryFolder(PAGES);
  const place = [join(folder.path, 'docs'), '--data', join(folder.path, 'data')];
  return {
    serve: ['serve', ...place, '--port', '0', '--log', 'text'],
    index: ['index', ...place],
    environment: { ...KEYS, DOCS_EMBEDDINGS_CACHE: join(folder.path, 'cache') },
    cache: join(folder.path, 'cache'),
    folder,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** What a command told, line by line, when it is stopped after `text`. */
async function linesUntil(text: string, ...options: Parameters<typeof startCommand>): Promise<string[]> {
  await using command = startCommand(...options);
  await command.url;
  await command.told(text);
  command.signal('SIGINT');
  const { stderr } = await command.outcome;
  return stderr.split('\n').filter((line) => line !== '' && !/ info stopping/.test(line));
}

describe('a first start without a model', () => {
  it('fetches it for this user, tells its size and how far it is, and finds by meaning', async () => {
    await using place = await openPlace();
    await using server = await serveModel();
    const environment = { ...place.environment, DOCS_EMBEDDINGS_MIRROR: server.url };
    await using service = startCommand(place.serve, environment);
    const url = await service.url;
    await service.told('docs: ready, 2 pages, 2 sections, model all-MiniLM-L6-v2 (');
    const client = new DocsClient({
      endpoint: url,
      domain: 'docs',
      headers: { authorization: 'Bearer assistant-key' },
    });
    const results = await client.search({ query: 'a boat at sea' });
    assert.equal(results[0]?.path, 'ship');
    service.signal('SIGINT');
    const { stderr } = await service.outcome;
    const lines = stderr.split('\n').filter((line) => line.startsWith('fetching'));
    assert.ok(lines.length >= 2 && lines.length <= 5, stderr);
    assert.match(
      lines.at(-1)!,
      /^fetching the model for search by meaning from 127\.0\.0\.1:\d+: \d+ of 24 MB \(\d+ %\)$/,
    );
  });

  it('fetches it once for all projects', async () => {
    await using server = await serveModel();
    await using first = await openPlace();
    await using second = await openPlace();
    const environment = { ...first.environment, DOCS_EMBEDDINGS_MIRROR: server.url };
    assert.equal((await runCommand(first.index, environment)).code, 0);
    const asked = server.asked.length;
    const { code, stderr } = await runCommand(second.index, environment);
    assert.equal(code, 0);
    assert.match(stderr, /model all-MiniLM-L6-v2/);
    assert.equal(server.asked.length, asked);
  });

  it('answers by words while the model is on its way', async () => {
    await using place = await openPlace();
    const held = Promise.withResolvers<Response>();
    await using server = await serveModel((path) =>
      path === 'config.json' ? new Response(new ReadableStream({ start: () => held.promise })) : null,
    );
    await using service = startCommand([...place.serve, '--model', server.url], place.environment);
    const url = await service.url;
    const headers = { authorization: 'Bearer assistant-key' };
    const results = await new DocsClient({ endpoint: url, domain: 'docs', headers }).search({
      query: 'flour',
    });
    assert.equal(results[0]?.path, 'bread');
    assert.equal((await fetch(`${url}/readyz`)).status, 503);
    service.signal('SIGINT');
    // Stopping does not wait for the model.
    assert.equal((await service.outcome).code, 0);
  });

  it('says so in one line where there is no network, goes on by words, and tries again at the next start', async () => {
    await using place = await openPlace();
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    const { code, stderr } = await runCommand(place.index, {
      ...place.environment,
      DOCS_EMBEDDINGS_MIRROR: nowhere,
    });
    assert.equal(code, 0);
    assert.deepEqual(
      stderr.split('\n').filter((line) => /network|model/.test(line)),
      [
        `docs: ready, 2 pages, 2 sections, search by words only: The model for search by meaning (24 MB) could not be fetched from ${nowhere.slice(7)}: no network (ECONNREFUSED). Search by words goes on; the next start tries again.`,
      ],
    );
    const again = await runCommand(place.index, { ...place.environment, DOCS_EMBEDDINGS_MIRROR: MODEL });
    assert.match(again.stderr, /docs: ready, 2 pages, 2 sections, model all-MiniLM-L6-v2/);
  });

  it('is ready by words when the model cannot be fetched or kept', async () => {
    await using place = await openPlace();
    await place.folder.write({ cache: 'a file, not a folder' });
    const environment = { ...place.environment, DOCS_EMBEDDINGS_MIRROR: MODEL };
    await using service = startCommand(place.serve, environment);
    const url = await service.url;
    await service.told('the folder cannot be written (E');
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  });
});

describe('--no-model', () => {
  it('fetches nothing, and is no failure', async () => {
    await using place = await openPlace();
    await using server = await serveModel();
    const environment = { ...place.environment, DOCS_EMBEDDINGS_MIRROR: server.url };
    const { code, stderr } = await runCommand([...place.index, '--no-model'], environment);
    assert.equal(code, 0);
    assert.match(stderr, /docs: ready, 2 pages, 2 sections, search by words only/);
    assert.doesNotMatch(stderr, /fetch/);
    assert.deepEqual(server.asked, []);
  });

  it('is refused together with --model', async () => {
    await using place = await openPlace();
    const { code, stderr } = await runCommand([...place.index, '--no-model', '--model', MODEL]);
    assert.equal(code, 2);
    assert.match(stderr, /Use either --model or --no-model\./);
  });
});

describe('--model', () => {
  it('uses a folder in its place', async () => {
    await using place = await openPlace();
    const { stderr } = await runCommand([...place.index, '--model', MODEL], place.environment);
    assert.match(stderr, /docs: ready, 2 pages, 2 sections, model all-MiniLM-L6-v2/);
  });

  it('refuses a folder without a model', async () => {
    await using place = await openPlace();
    const { code, stderr } = await runCommand([...place.index, '--model', place.folder.path]);
    assert.equal(code, 2);
    assert.match(stderr, /--model: .* is no folder of a model: it holds no tokenizer\.json\./);
  });
});

describe('a restart without changes', () => {
  it('is ready at once, says nothing else and embeds nothing', async () => {
    await using place = await openPlace();
    const environment = { ...place.environment, DOCS_EMBEDDINGS_CACHE: join(MODEL, '..') };
    const first = await linesUntil('docs: ready', place.serve, environment);
    assert.ok(first.some((line) => line.startsWith('docs: embedding')));
    await using second = startCommand(place.serve, environment);
    const url = await second.url;
    await second.told('docs: ready, 2 pages, 2 sections');
    // Updates run one after the other: that of the start has ended before this one.
    const update = await runCommand(
      ['update', 'start', '--project', 'docs', '--endpoint', url, '--follow'],
      KEYS,
    );
    assert.equal(update.code, 0, update.stderr);
    second.signal('SIGINT');
    const { stderr } = await second.outcome;
    assert.deepEqual(
      stderr.split('\n').filter((line) => line !== '' && !/ info (?:stopping|request)/.test(line)),
      ['docs: ready, 2 pages, 2 sections'],
    );
  });
});

describe('a documentation that is mostly not in English', () => {
  const GERMAN = {
    'docs/ship.md': '# Schiffe\n\nEin Schiff fährt über das Meer, und es ist nicht allein.',
    'docs/bread.md': '# Brot\n\nMehl und Wasser werden mit dem Salz gebacken.',
    'docs/note.md': '# Note\n\nThis is in English, and it is the only one of them.',
  };

  it('is told how to get the multilingual model', async () => {
    await using place = await openPlace();
    await place.folder.write(GERMAN);
    const { stderr } = await runCommand(place.index, { ...place.environment, DOCS_EMBEDDINGS_MIRROR: MODEL });
    assert.match(
      stderr,
      /66 % of the pages are not in English: "docs-assistant model fetch --multilingual" gets a model for them \(135 MB\)/,
    );
    assert.match(stderr, /docs: ready, 3 pages, 3 sections, model all-MiniLM-L6-v2/);
  });

  it('gets the multilingual model where it is there', async () => {
    await using place = await openPlace();
    await place.folder.write(GERMAN);
    // Files of the right sizes stand for the real ones, which are too large for a test.
    for (const { path, maxBytes } of MULTILINGUAL.files) {
      await place.folder.write({ [`cache/${MULTILINGUAL.name}/${path}`]: '' });
      await truncate(join(place.cache, MULTILINGUAL.name, path), maxBytes);
    }
    const { stderr } = await runCommand(place.index, place.environment);
    assert.match(
      stderr,
      /The model is multilingual-e5-small, because 66 % of the pages are not in English\./,
    );
    assert.match(stderr, /multilingual-e5-small.config\.json is no JSON/);
  });

  it('keeps the model that is named for it', async () => {
    await using place = await openPlace();
    await place.folder.write(GERMAN);
    const { stderr } = await runCommand([...place.index, '--model', MODEL], place.environment);
    assert.doesNotMatch(stderr, /English/);
  });
});
