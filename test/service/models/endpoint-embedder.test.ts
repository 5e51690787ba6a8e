import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serveHandler, type RunningServer } from '../../../src/node.ts';
import { passages } from '../docs-folder.ts';
import { openEndpointEmbedder } from '../../../src/service/models/endpoint-embedder.ts';

const servers: RunningServer[] = [];
after(() => Promise.all(servers.map((server) => server.close())));

/** An OpenAI-compatible embeddings endpoint that answers as the test says; keeps the requests. */
async function startEndpoint(
  answer: (texts: string[], request: Request) => Response | Promise<Response>,
): Promise<{ url: string; requests: Request[] }> {
  const requests: Request[] = [];
  const server = await serveHandler(async (request) => {
    requests.push(request);
    const { input } = (await request.json()) as { input: string[] };
    return answer(input, request);
  });
  servers.push(server);
  return { url: `${server.url}/v1`, requests };
}

const vectorsOf = (texts: string[]) =>
  Response.json({ data: texts.map((text, index) => ({ index, embedding: [text.length, 1] })) });

test('vectors are put in the order of their texts and scaled to length 1', async () => {
  const { url, requests } = await startEndpoint(async (texts) => {
    const { data } = (await vectorsOf(texts).json()) as { data: unknown[] };
    return Response.json({ data: data.toReversed() });
  });
  const embedder = await openEndpointEmbedder({ url: `${url}/`, name: 'm', headers: { 'x-tenant': 't1' } });
  const [[short], [long]] = (await embedder.embedPassages([
    { place: 'a', text: 'a' },
    { place: 'Page', text: 'b'.repeat(50) },
  ])) as [[Float32Array], [Float32Array]];
  assert.deepEqual(
    Array.from(short, (value) => value.toFixed(3)),
    ['0.949', '0.316'],
  );
  assert.ok(long[0]! > 0.99);
  const [request] = requests;
  assert.equal(new URL(request!.url).pathname, '/v1/embeddings');
  assert.equal(request!.headers.get('authorization'), null);
  assert.equal(request!.headers.get('x-tenant'), 't1');
});

test('an endpoint that is busy or broken is asked again, as late as it says', async () => {
  const statuses = [429, 503, 500];
  const { url, requests } = await startEndpoint((texts) => {
    const status = statuses.shift();
    return status ? new Response('busy', { status, headers: { 'retry-after': '0' } }) : vectorsOf(texts);
  });
  const embedder = await openEndpointEmbedder({ url, name: 'm' });
  assert.equal((await embedder.embedPassages(passages('a'))).length, 1);
  assert.equal(requests.length, 4);
});

test('an endpoint that stays broken fails with its status, after four requests', async () => {
  const { url, requests } = await startEndpoint(
    () => new Response('secret of the server', { status: 503, headers: { 'retry-after': '0' } }),
  );
  const embedder = await openEndpointEmbedder({ url, name: 'm' });
  await assert.rejects(embedder.embedPassages(passages('a')), {
    message: 'The embeddings endpoint answered with status 503: the next update tries again.',
  });
  assert.equal(requests.length, 4);
});

for (const [status, advice] of [
  [401, ': check its key.'],
  [404, ': check its address and the name of the model.'],
  [400, '.'],
] as const) {
  test(`status ${status} is not tried again, and says what to do without what the server said`, async () => {
    const { url, requests } = await startEndpoint(() =>
      Response.json({ error: { message: 'bad key k-123' } }, { status }),
    );
    const embedder = await openEndpointEmbedder({ url, name: 'm', key: 'k-123' });
    await assert.rejects(embedder.embedPassages(passages('a')), (error: Error) => {
      assert.equal(error.message, `The embeddings endpoint answered with status ${status}${advice}`);
      assert.equal(error.cause, undefined);
      return true;
    });
    assert.equal(requests.length, 1);
  });
}

const NO_VECTORS: readonly [name: string, body: string, message: RegExp][] = [
  ['another number of vectors', '{"data":[]}', /Expected 1 embeddings, but received 0/],
  ['a text for a number', '{"data":[{"embedding":["x"]}]}', /invalid vectors/],
  ['a number beyond all', '{"data":[{"embedding":[1e999]}]}', /invalid vector/],
  ['NaN', '{"data":[{"embedding":[NaN]}]}', /invalid vectors/],
  ['an empty vector', '{"data":[{"embedding":[]}]}', /empty vector/],
  ['the vector of another text', '{"data":[{"index":7,"embedding":[1]}]}', /other texts/],
  ['no list', '{"data":"x"}', /invalid vectors/],
  ['no JSON', '<html>', /invalid vectors/],
];
for (const [name, body, message] of NO_VECTORS) {
  test(`an answer with ${name} is refused`, async () => {
    const { url } = await startEndpoint(() => new Response(body));
    const embedder = await openEndpointEmbedder({ url, name: 'm' });
    await assert.rejects(embedder.embedPassages(passages('a')), { message });
  });
}

test('an answer without end is refused', async () => {
  const { url } = await startEndpoint(() => {
    const piece = new Uint8Array(1 << 20).fill(32);
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }));
  });
  const embedder = await openEndpointEmbedder({ url, name: 'm' });
  await assert.rejects(embedder.embedPassages(passages('a')), {
    message: 'The embeddings endpoint sent a response that is too large.',
  });
});

test('a redirect is not followed: it would take the key elsewhere', async () => {
  const other = await startEndpoint(vectorsOf);
  const { url } = await startEndpoint(() => Response.redirect(`${other.url}/embeddings`, 307));
  const stop = new AbortController();
  const embedder = await openEndpointEmbedder({
    url,
    name: 'm',
    key: 'k-123',
    fetch: (input, init) => fetch(input, init).finally(() => setImmediate(() => stop.abort())),
  });
  await assert.rejects(embedder.embedPassages(passages('a'), { signal: stop.signal }));
  assert.equal(other.requests.length, 0);
});

test('a request under way ends when the caller aborts it, or the model is closed', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { url } = await startEndpoint(() => {
    resolve();
    return new Promise(() => {});
  });
  const embedder = await openEndpointEmbedder({ url, name: 'm' });
  const stop = new AbortController();
  const aborted = embedder.embedPassages(passages('a'), { signal: stop.signal });
  const closed = embedder.embedPassages(passages('b'));
  await asked;
  stop.abort(new Error('Enough'));
  await assert.rejects(aborted, { message: 'Enough' });
  await embedder.close();
  await assert.rejects(closed, { message: 'The embedding model was stopped' });
});
