import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serveHandler } from '../../src/node.ts';
import { fetchModel } from '../../src/service/index/fetch-model.ts';
import { openModel } from '../../src/service/index/open-model.ts';
import { defaultEmbeddingModel } from '../../src/service/index/open-embedder.ts';
import { MODEL_FILES, MODEL_NAME } from '../../src/service/index/sentence-model-files.ts';
import { startCommand } from '../cli/command.ts';
import { MODEL, temporaryFolder } from './docs-folder.ts';

const WEIGHTS = 'onnx/model_quantized.onnx';

interface ModelServer extends AsyncDisposable {
  url: string;
  /** Path and `Range` of each request. */
  asked: string[];
}

/** Serves the files of the model as a file server does; `answer` may answer otherwise. */
async function serveModel(
  answer: (path: string, bytes: Uint8Array<ArrayBuffer>) => Response | null = () => null,
): Promise<ModelServer> {
  const asked: string[] = [];
  const server = await serveHandler(async (request) => {
    const path = new URL(request.url).pathname.replace('/files/', '');
    const range = request.headers.get('range');
    asked.push(range === null ? path : `${path} ${range}`);
    const bytes = new Uint8Array(await readFile(join(MODEL, path)));
    const other = answer(path, bytes);
    if (other) return other;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    return new Response(bytes.subarray(from), { status: range === null ? 200 : 206 });
  });
  return { url: `${server.url}/files`, asked, [Symbol.asyncDispose]: () => server.close() };
}

describe('fetching the model', () => {
  it('brings every file, and nothing that is there already', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder();
    const to = join(folder.path, 'model');
    assert.equal(await fetchModel({ from: server.url, to }), MODEL_FILES.length);
    for (const { path } of MODEL_FILES) {
      assert.ok((await readFile(join(to, path))).equals(await readFile(join(MODEL, path))), path);
    }
    assert.deepEqual(
      server.asked,
      MODEL_FILES.map(({ path }) => path),
    );
    assert.equal(await fetchModel({ from: server.url, to }), 0);
    assert.equal(server.asked.length, MODEL_FILES.length);
  });

  it('goes on where it was broken off', async () => {
    await using server = await serveModel();
    await using folder = await temporaryFolder();
    const weights = await readFile(join(MODEL, WEIGHTS));
    await folder.write({ [`${WEIGHTS}.part`]: weights.subarray(0, 20_000_000) });
    await fetchModel({ from: server.url, to: folder.path });
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
    const options = { from: server.url, to: folder.path };
    await assert.rejects(fetchModel(options), /could not be fetched: .*Run the command again to go on/);
    const { size } = await stat(join(folder.path, `${WEIGHTS}.part`));
    await fetchModel(options);
    assert.equal(server.asked.at(-1), size > 0 ? `${WEIGHTS} bytes=${size}-` : WEIGHTS);
    await assert.rejects(stat(join(folder.path, `${WEIGHTS}.part`)), { code: 'ENOENT' });
  });

  it('takes the whole file of a server that knows no ranges', async () => {
    await using server = await serveModel((_, bytes) => new Response(bytes));
    await using folder = await temporaryFolder({ [`${WEIGHTS}.part`]: 'of another try' });
    await fetchModel({ from: server.url, to: folder.path });
    assert.equal((await stat(join(folder.path, WEIGHTS))).size, 22_972_370);
  });

  it('keeps nothing that is another file', async () => {
    await using server = await serveModel((path, bytes) =>
      path === WEIGHTS ? new Response(bytes.with(1_000, 1)) : null,
    );
    await using folder = await temporaryFolder();
    const options = { from: server.url, to: folder.path };
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
    await assert.rejects(fetchModel({ from: server.url, to: folder.path }), /it is larger than 65536 bytes/);
  });

  const failures: [title: string, answer: () => Response, reason: RegExp, timeout?: number][] = [
    [
      'refuses',
      () => new Response('no', { status: 403 }),
      /config\.json could not be fetched: the server answered with status 403/,
    ],
    ['is silent', () => new Response(new ReadableStream()), /nothing came for 0\.05 seconds/, 50],
    ['answers with a page', () => new Response('<html>'), /config\.json is not the file/],
  ];
  for (const [title, answer, reason, timeout] of failures) {
    it(`says what to do when the server ${title}`, async () => {
      await using server = await serveModel(answer);
      await using folder = await temporaryFolder();
      await assert.rejects(
        fetchModel({ from: server.url, to: folder.path, ...(timeout && { timeout }) }),
        (error: Error) => {
          assert.match(error.message, reason);
          return /--from/.test(error.message);
        },
      );
    });
  }

  it('says so when nobody answers, or a folder has no such files', async () => {
    await using folder = await temporaryFolder();
    const to = join(folder.path, 'model');
    await assert.rejects(fetchModel({ from: 'http://127.0.0.1:9/', to }), /could not be fetched: \w+/);
    await assert.rejects(
      fetchModel({ from: folder.path, to }),
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
    const folder = modelFolder(data.path);
    assert.deepEqual(defaultEmbeddingModel(data.path, {}), { folder });
    const { embedder } = await openModel(undefined, data.path);
    const [vector] = await embedder!.embed(['a lighthouse']);
    await embedder!.close();
    assert.equal(vector!.length, 384);
    const again = await startCommand(['model', 'fetch', '--from', MODEL, '--data', data.path]).outcome;
    assert.match(again.stdout, /is there already/);
  });

  it('leaves aside a model of which a file is missing', async () => {
    await using data = await temporaryFolder();
    const folder = modelFolder(data.path);
    await startCommand(['model', 'fetch', '--from', MODEL, '--to', folder]).outcome;
    assert.deepEqual(defaultEmbeddingModel(data.path, {}), { folder });
    await rm(join(folder, 'config.json'));
    assert.notDeepEqual(defaultEmbeddingModel(data.path, {}), { folder });
  });

  it('tells what went wrong, and ends with 1', async () => {
    await using data = await temporaryFolder();
    const args = ['model', 'fetch', '--from', join(data.path, 'nowhere'), '--data', data.path];
    const { code, stderr } = await startCommand(args).outcome;
    assert.equal(code, 1);
    assert.match(stderr, /^docs-assistant model: .*cannot be read/m);
    assert.equal((await startCommand(['model', 'burn']).outcome).code, 2);
  });
});
