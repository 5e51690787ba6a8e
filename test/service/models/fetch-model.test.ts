import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { fetchModel } from '../../../src/service/models/fetch-model.ts';
import { openModel } from '../../../src/service/models/open-model.ts';
import { defaultEmbeddingModel } from '../../../src/service/models/open-embedder.ts';
import { dataModelFolder, userModelFolder } from '../../../src/service/models/model-folders.ts';
import {
  ENGLISH,
  MULTILINGUAL,
  RERANKER,
  type KnownModel,
} from '../../../src/service/models/known-models.ts';
import { readModelDescription } from '../../../src/service/models/model-description.ts';
import { serveHandler } from '../../../src/node.ts';
import { COMMAND, runCommand, startCommand } from '../../cli/command.ts';
import { findFreePort } from '../../support/free-port.ts';
import { MODEL, temporaryFolder } from '../docs-folder.ts';
import { serveModel } from '../answer/model-server.ts';
import { smallModel } from './small-models.ts';

test('a user has one folder for fetched models, where the system has its caches', () => {
  const folder = (platform: NodeJS.Platform, environment: Record<string, string>) =>
    userModelFolder(ENGLISH, environment, platform).replace(homedir(), '~').replaceAll('\\', '/');
  assert.equal(folder('linux', {}), '~/.cache/docs-assistant/models/all-MiniLM-L6-v2');
  assert.equal(folder('linux', { XDG_CACHE_HOME: '/c' }), '/c/docs-assistant/models/all-MiniLM-L6-v2');
  assert.equal(folder('darwin', {}), '~/Library/Caches/docs-assistant/models/all-MiniLM-L6-v2');
  assert.equal(folder('win32', { LOCALAPPDATA: '/l' }), '/l/docs-assistant/Cache/models/all-MiniLM-L6-v2');
  assert.equal(folder('linux', { DOCS_EMBEDDINGS_CACHE: '/d' }), '/d/all-MiniLM-L6-v2');
});

const WEIGHTS = 'onnx/model_quantized.onnx';

describe('fetching the model', () => {
  it('brings every file, and nothing that is there already', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder();
    const to = join(folder.path, 'model');
    assert.equal(await fetchModel({ model: ENGLISH, from: server.url, to }), ENGLISH.files.length);
    for (const { path } of ENGLISH.files) {
      assert.ok((await readFile(join(to, path))).equals(await readFile(join(MODEL, path))), path);
    }
    assert.deepEqual(
      server.asked,
      ENGLISH.files.map(({ path }) => path),
    );
    assert.equal(await fetchModel({ model: ENGLISH, from: server.url, to }), 0);
    assert.equal(server.asked.length, ENGLISH.files.length);
  });

  it('goes on where it was broken off', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder();
    const weights = await readFile(join(MODEL, WEIGHTS));
    await folder.write({ [`${WEIGHTS}.part`]: weights.subarray(0, 20_000_000) });
    await fetchModel({ model: ENGLISH, from: server.url, to: folder.path });
    assert.equal(server.asked.at(-1), `${WEIGHTS} bytes=20000000-`);
    assert.ok((await readFile(join(folder.path, WEIGHTS))).equals(weights));
  });

  it('keeps what came before the connection broke', async () => {
    const half = 10_000_000;
    let breaks = true;
    await using server = await serveModel((path, bytes) => {
      if (path !== WEIGHTS || !breaks) return null;
      breaks = false;
      let isSent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) controller.error(new Error('broken'));
          else controller.enqueue(bytes.subarray(0, half));
          isSent = true;
        },
      });
      return new Response(body, { headers: { 'content-length': String(bytes.length) } });
    });
    await using folder = await temporaryFolder();
    const options = { model: ENGLISH, from: server.url, to: folder.path };
    await assert.rejects(
      fetchModel(options),
      /could not be fetched from 127\.0\.0\.1:\d+: the connection broke/,
    );
    const { size } = await stat(join(folder.path, `${WEIGHTS}.part`));
    await fetchModel(options);
    assert.equal(server.asked.at(-1), size > 0 ? `${WEIGHTS} bytes=${size}-` : WEIGHTS);
    await assert.rejects(stat(join(folder.path, `${WEIGHTS}.part`)), { code: 'ENOENT' });
  });

  it('takes the whole file of a server that knows no ranges', async () => {
    await using server = await serveModel((_, bytes) => new Response(bytes));
    await using folder = await temporaryFolder({ [`${WEIGHTS}.part`]: 'of another try' });
    await fetchModel({ model: ENGLISH, from: server.url, to: folder.path });
    assert.equal((await stat(join(folder.path, WEIGHTS))).size, 22_972_370);
  });

  it('keeps nothing that is another file', async () => {
    await using server = await serveModel((path, bytes) =>
      path === WEIGHTS ? new Response(bytes.with(1_000, 1)) : null,
    );
    await using folder = await temporaryFolder();
    const options = { model: ENGLISH, from: server.url, to: folder.path };
    await assert.rejects(
      fetchModel(options),
      /model_quantized\.onnx is not the file that belongs to this model/,
    );
    for (const name of [WEIGHTS, `${WEIGHTS}.part`]) {
      await assert.rejects(stat(join(folder.path, name)), { code: 'ENOENT' });
    }
  });

  it('reads no more than a file may have', async () => {
    const piece = new Uint8Array(1_000_000);
    await using server = await serveModel(
      () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) })),
    );
    await using folder = await temporaryFolder();
    await assert.rejects(
      fetchModel({ model: ENGLISH, from: server.url, to: folder.path }),
      /config\.json is larger than 65536 bytes/,
    );
  });

  const failures: [title: string, answer: () => Response, reason: RegExp, timeout?: number][] = [
    [
      'refuses',
      () => new Response('no', { status: 403 }),
      /from 127\.0\.0\.1:\d+: the server answered to config\.json with status 403\.$/,
    ],
    ['is silent', () => new Response(new ReadableStream()), /nothing came for 0\.05 seconds\.$/, 50],
    ['answers with a page', () => new Response('<html>'), /config\.json is not the file/],
  ];
  for (const [title, answer, reason, timeout] of failures) {
    it(`says so in one sentence when the server ${title}`, async () => {
      await using server = await serveModel(answer);
      await using folder = await temporaryFolder();
      await assert.rejects(
        fetchModel({ model: ENGLISH, from: server.url, to: folder.path, ...(timeout && { timeout }) }),
        reason,
      );
    });
  }

  it('goes on after a file that ended too early', async () => {
    let isCut = true;
    await using server = await serveModel((path, bytes) => {
      if (path !== WEIGHTS || !isCut) return null;
      isCut = false;
      return new Response(bytes.subarray(0, 5_000_000));
    });
    await using folder = await temporaryFolder();
    const options = { model: ENGLISH, from: server.url, to: folder.path };
    await assert.rejects(
      fetchModel(options),
      /model_quantized\.onnx ended after 5000000 of 22972370 bytes\.$/,
    );
    await fetchModel(options);
    assert.equal(server.asked.at(-1), `${WEIGHTS} bytes=5000000-`);
  });

  it('begins again after a part of another file', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder({ [`${WEIGHTS}.part`]: 'of another file' });
    const options = { model: ENGLISH, from: server.url, to: folder.path };
    await assert.rejects(fetchModel(options), /is not the file that belongs to this model/);
    await fetchModel(options);
    assert.equal(server.asked.at(-1), WEIGHTS);
  });

  it('can be done by several at once, and leaves nothing but the model', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder();
    const options = { model: ENGLISH, from: server.url, to: folder.path };
    await Promise.all([fetchModel(options), fetchModel(options), fetchModel(options)]);
    assert.ok((await readFile(join(folder.path, WEIGHTS))).equals(await readFile(join(MODEL, WEIGHTS))));
    assert.deepEqual(await readdir(join(folder.path, 'onnx')), ['model_quantized.onnx']);
    assert.deepEqual((await readdir(folder.path)).toSorted(), [
      'config.json',
      'onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
  });

  it('tells that the folder cannot be written', async () => {
    await using folder = await temporaryFolder({ model: 'a file' });
    const to = join(folder.path, 'model');
    await assert.rejects(
      fetchModel({ model: ENGLISH, from: MODEL, to }),
      /cannot be kept in .*model: the folder cannot be written \(E\w+\)\.$/,
    );
  });

  it('ends at once when it is told to', async () => {
    await using server = await serveModel(() => new Response(new ReadableStream()));
    await using folder = await temporaryFolder();
    const stopped = new AbortController();
    const fetching = fetchModel({
      model: ENGLISH,
      from: server.url,
      to: folder.path,
      signal: stopped.signal,
    });
    stopped.abort(new Error('stopped'));
    await assert.rejects(fetching, /^Error: stopped$/);
  });

  it('says so when nobody answers, or a folder has no such files', async () => {
    await using folder = await temporaryFolder();
    const to = join(folder.path, 'model');
    const from = `http://127.0.0.1:${await findFreePort()}/`;
    await assert.rejects(
      fetchModel({ model: ENGLISH, from, to }),
      /could not be fetched from .*: no network \(ECONNREFUSED\)\.$/,
    );
    await assert.rejects(
      fetchModel({ model: ENGLISH, from: folder.path, to }),
      /config\.json cannot be read\. Name a folder/,
    );
  });
});

describe('docs-assistant model fetch', () => {
  it('puts the model where the service with the same data folder finds it', async () => {
    await using data = await temporaryFolder();
    const { code, stdout } = await startCommand(['model', 'fetch', '--from', MODEL, '--data', data.path])
      .outcome;
    assert.equal(code, 0);
    assert.match(stdout, /all-MiniLM-L6-v2 fetched, 4 of 4 files/);
    const folder = dataModelFolder(ENGLISH, data.path);
    assert.deepEqual(defaultEmbeddingModel(data.path, {}), { folder });
    const { embedder } = await openModel(undefined, data.path);
    const [vector] = await embedder!.embedQueries(['a lighthouse']);
    await embedder!.close();
    assert.equal(vector!.length, 384);
    const again = await startCommand(['model', 'fetch', '--from', MODEL, '--data', data.path]).outcome;
    assert.match(again.stdout, /is there already/);
  });

  it('leaves aside a model of which a file is missing', async () => {
    await using data = await temporaryFolder();
    const folder = dataModelFolder(ENGLISH, data.path);
    await startCommand(['model', 'fetch', '--from', MODEL, '--to', folder]).outcome;
    assert.deepEqual(defaultEmbeddingModel(data.path, {}), { folder });
    await rm(join(folder, 'config.json'));
    assert.notDeepEqual(defaultEmbeddingModel(data.path, {}), { folder });
  });

  it('puts it into the cache folder of the user, for all projects', async () => {
    await using cache = await temporaryFolder();
    const environment = { DOCS_EMBEDDINGS_CACHE: cache.path, DOCS_EMBEDDINGS_MIRROR: MODEL };
    const { stdout } = await runCommand(['model', 'fetch', '--json'], environment);
    const folder = join(cache.path, 'all-MiniLM-L6-v2');
    assert.deepEqual(JSON.parse(stdout), { model: 'all-MiniLM-L6-v2', folder, fetched: 4 });
    assert.deepEqual(defaultEmbeddingModel(null, environment), { folder });
  });

  it('goes on where it was killed', async () => {
    await using cache = await temporaryFolder();
    const held = Promise.withResolvers<void>();
    await using server = await serveModel((path, bytes) => {
      if (path !== WEIGHTS || server.asked.filter((asked) => asked.startsWith(WEIGHTS)).length > 1)
        return null;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes.subarray(0, 12_000_000)),
        pull: () => held.promise,
      });
      return new Response(body, { headers: { 'content-length': String(bytes.length) } });
    });
    const args = ['model', 'fetch', '--from', server.url];
    const environment = { DOCS_EMBEDDINGS_CACHE: cache.path };
    {
      await using killed = startCommand(args, environment);
      await killed.told('(50 %)');
    }
    held.resolve();
    const { code } = await runCommand(args, environment);
    assert.equal(code, 0);
    assert.match(server.asked.at(-1)!, /^onnx\/model_quantized\.onnx bytes=\d{8}-$/);
    assert.deepEqual(await readdir(join(cache.path, 'all-MiniLM-L6-v2/onnx')), ['model_quantized.onnx']);
  });

  it('tells that the disk is full', { skip: process.platform === 'win32' && 'no ulimit' }, async () => {
    await using cache = await temporaryFolder();
    // The system refuses to write on beyond a limit as it does on a full disk.
    const limited = ['-c', 'ulimit -f 4000 && exec "$@"', 'sh', process.execPath, COMMAND];
    const { status, stderr } = spawnSync('sh', [...limited, 'model', 'fetch', '--from', MODEL], {
      env: { ...process.env, DOCS_EMBEDDINGS_CACHE: cache.path },
      encoding: 'utf8',
    });
    assert.equal(status, 1, stderr);
    assert.match(
      stderr,
      /^docs-assistant model: The disk is full: the model \(24 MB\) could not be kept in /m,
    );
  });

  it('tells what went wrong, and ends with 1', async () => {
    await using data = await temporaryFolder();
    const args = ['model', 'fetch', '--from', join(data.path, 'nowhere'), '--data', data.path];
    const { code, stderr } = await startCommand(args).outcome;
    assert.equal(code, 1);
    assert.match(stderr, /^docs-assistant model: .*cannot be read.*name another source with --from/m);
    assert.equal((await startCommand(['model', 'burn']).outcome).code, 2);
  });
});

describe('fetching another model', () => {
  /** A small model as the known ones are: every file with its size and SHA-256. */
  async function describeModel(folder: string): Promise<KnownModel> {
    const paths = ['config.json', 'tokenizer_config.json', 'tokenizer.json', WEIGHTS];
    const files = paths.map(async (path) => {
      const bytes = await readFile(join(folder, path));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { path, maxBytes: bytes.length, isExact: true, sha256 };
    });
    return {
      name: 'small',
      purpose: 'the small model',
      address: '',
      mirror: 'NONE',
      bytes: 1_000,
      size: '1 kB',
      files: await Promise.all(files),
      description: { queryPrefix: 'query: ', passagePrefix: 'passage: ', maxTokens: 32 },
    };
  }

  it('verifies its bytes, goes on after a break, and describes it in its folder', async () => {
    await using source = await smallModel();
    await using target = await temporaryFolder();
    const model = await describeModel(source.path);
    const asked: string[] = [];
    let isCut = true;
    const server = await serveHandler(async (request) => {
      const path = new URL(request.url).pathname.slice(1);
      const range = /bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1];
      asked.push(range ? `${path} from ${range}` : path);
      const bytes = new Uint8Array(await readFile(join(source.path, path)));
      if (path !== WEIGHTS) return new Response(bytes);
      if (range) return new Response(bytes.subarray(Number(range)), { status: 206 });
      return new Response(isCut ? bytes.subarray(0, 100) : bytes);
    });
    await using _ = { [Symbol.asyncDispose]: () => server.close() };
    const options = { model, from: server.url, to: target.path };
    await assert.rejects(
      fetchModel(options),
      /^Error: The small model \(1 kB\) could not be fetched from .*ended after 100 of \d+ bytes\.$/,
    );
    isCut = false;
    assert.equal(await fetchModel(options), 1);
    assert.deepEqual(asked.slice(-2), [WEIGHTS, `${WEIGHTS} from 100`]);
    const { queryPrefix, passagePrefix, maxTokens } = await readModelDescription(target.path);
    assert.deepEqual({ queryPrefix, passagePrefix, maxTokens }, model.description);
    const { embedder } = await openModel({ folder: target.path });
    assert.equal((await embedder!.embedQueries(['a red sea'])).length, 1);
    await embedder!.close();
  });

  it('leaves a description alone that is there, and takes no JSON with other formatting', async () => {
    await using source = await smallModel();
    await using target = await temporaryFolder({ 'docs-assistant.json': '{ "maxTokens": 16 }' });
    const model = await describeModel(source.path);
    await fetchModel({ model, from: source.path, to: target.path });
    assert.equal((await readModelDescription(target.path)).maxTokens, 16);
    await source.write({ 'config.json': '{ }' });
    await rm(join(target.path, 'config.json'));
    await assert.rejects(
      fetchModel({ model, from: source.path, to: target.path }),
      /config\.json ended after 3 of|is not the file that belongs to this model/,
    );
  });

  for (const model of [MULTILINGUAL, RERANKER]) {
    const option = model === RERANKER ? '--reranker' : '--multilingual';
    it(`is ${model.name} with ${option}, of which nothing else is kept`, async () => {
      await using source = await smallModel();
      await using cache = await temporaryFolder();
      const environment = { DOCS_EMBEDDINGS_CACHE: cache.path, [model.mirror]: source.path };
      const { code, stderr } = await runCommand(['model', 'fetch', option], environment);
      assert.equal(code, 1);
      assert.match(stderr, /config\.json (?:is not the file that belongs to this model|ended after)/);
      assert.deepEqual(
        (await readdir(join(cache.path, model.name))).filter((name) => !name.endsWith('.part')),
        [],
      );
    });
  }

  it('is one at a time', async () => {
    const { code, stderr } = await runCommand(['model', 'fetch', '--multilingual', '--reranker']);
    assert.equal(code, 2);
    assert.match(stderr, /Use either --multilingual or --reranker\./);
  });
});
