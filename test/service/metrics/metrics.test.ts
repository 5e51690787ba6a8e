import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { serveHandler } from '../../../src/node.ts';
import { fetchMetrics, readSamples } from '../../support/exposition.ts';
import { startPostgres, WITHOUT_POSTGRES } from '../../support/postgres.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { ADMIN_KEY, collect, find, question, startService, type RunningService } from '../http-service.ts';
import {
  endPieces,
  MODEL_KEY,
  sendCompletion,
  startModelEndpoint,
  writePieces,
  type ModelRequest,
} from '../answer/model-endpoint.ts';
import { STORE_KINDS } from '../storage/stores.ts';
import { adminOf, followUpdate } from '../deploy/update-service.ts';
import type { ServerResponse } from 'node:http';

const METRICS_KEY = 'metrics-key-0f3b';
const LOOK_INTERVAL = 25;
const PREFIX = 'docs_assistant_';

const readAll = async ({ url }: { url: string }) => readSamples(await fetchMetrics(url, METRICS_KEY));

/** Read one sample by its name without prefix. */
async function sample(service: { url: string }, name: string): Promise<number | undefined> {
  return (await readAll(service)).get(PREFIX + name);
}

/** Samples that are not zero, of metrics whose names begin so. */
async function nonZero(service: { url: string }, start: string): Promise<Record<string, number>> {
  const found = [...(await readAll(service))].filter(
    ([name, value]) => name.startsWith(PREFIX + start) && value !== 0,
  );
  return Object.fromEntries(found.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(LOOK_INTERVAL);
}

for (const { name, skip, create } of STORE_KINDS) {
  describe(`metrics of updates in ${name}`, { skip }, () => {
    it('say how many wait, for how long, how they ended and when, in every process', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
      const dir = join(docs.path, 'docs');
      const options = {
        ...place.options,
        projects: [{ dir, domain: 'lighthouse', projectId: 'project-1' }],
        metricsKey: METRICS_KEY,
      };
      await using waiting = await startService({ ...options, runUpdates: false });
      const admin = adminOf(waiting.url);
      const store = await place.open();
      const length = 'update_queue_length{project="project-1",state="queued"}';
      const running = 'update_queue_length{project="project-1",state="in_progress"}';
      const { statusId } = await admin.startUpdate();
      assert.equal(await sample(waiting, length), 1);
      // Older by the time that passes between two reads.
      const age = 'update_queue_oldest_age_seconds{project="project-1"}';
      const before = (await sample(waiting, age))!;
      await until(async () => (await sample(waiting, age))! > before);
      assert.equal(await sample(waiting, 'index_generation_timestamp_seconds{project="project-1"}'), 0);
      assert.equal(await sample(waiting, 'store_up'), 1);

      await using working = await startService(options);
      const success = await followUpdate(admin, statusId);
      assert.equal(success.status, 'success');
      await until(async () => (await sample(waiting, length)) === 0 && (await isIdle(working)));
      const counted = await nonZero(working, 'update');
      assert.ok(counted[count('success')]! >= 1);
      assert.equal(counted['update_duration_seconds_count{outcome="success"}'], counted[count('success')]);
      const { endedAt } = (await store.updates.lastSuccess('project-1'))!;
      const ended = 'update_last_success_timestamp_seconds{project="project-1"}';
      assert.deepEqual(await nonZero(waiting, 'update'), { [ended]: Date.parse(endedAt!) / 1000 });

      await rename(dir, `${dir}-gone`);
      const failure = await followUpdate(admin, (await admin.startUpdate()).statusId);
      assert.equal(failure.status, 'failure');
      await until(async () => (await sample(working, count('failure'))) === 1);
      assert.deepEqual(await nonZero(waiting, 'update'), {
        [ended]: Date.parse(endedAt!) / 1000,
        'update_last_failure_timestamp_seconds{project="project-1"}': Date.parse(failure.endedAt!) / 1000,
      });

      function count(outcome: string) {
        return `updates_total{project="project-1",outcome="${outcome}"}`;
      }
      async function isIdle(service: { url: string }) {
        return (await sample(service, running)) === 0;
      }
    });

    it('say since when the index in service is there', async () => {
      await using place = await create();
      await using docs = await temporaryFolder({ 'docs/lamp.md': '# Lamp\n\nLit at dusk.' });
      await using service = await startService({
        ...place.options,
        projects: [{ dir: join(docs.path, 'docs'), domain: 'lighthouse', projectId: 'project-1' }],
        metricsKey: METRICS_KEY,
      });
      await service.service.ready;
      const timestamp = 'index_generation_timestamp_seconds{project="project-1"}';
      const store = await place.open();
      const createdAt = async () => (await store.generations.current('project-1'))!.createdAt / 1000;
      const first = await createdAt();
      assert.equal(await sample(service, timestamp), first);
      await docs.write({ 'docs/horn.md': '# Horn\n\nBlown in mist.' });
      const admin = adminOf(service.url);
      await followUpdate(admin, (await admin.startUpdate()).statusId);
      assert.ok((await createdAt()) > first);
      assert.equal(await sample(service, timestamp), await createdAt());
    });
  });
}

describe('metrics of the language model', () => {
  const ASKED = question('Which compression algorithm makes the smaller files?');
  type Respond = (response: ServerResponse, request: ModelRequest) => void;

  async function ask(respond: Respond, timeout = 30_000): Promise<Record<string, number>> {
    await using endpoint = await startModelEndpoint(respond);
    // Both deadlines of a model, whichever it has: until its first text, and between two pieces.
    const deadlines = { firstTokenTimeout: timeout, timeout };
    const model = { url: endpoint.url, name: 'test-model', key: MODEL_KEY, ...deadlines };
    await using service = await startService({ model, metricsKey: METRICS_KEY });
    await collect(service.client.answer(ASKED));
    return await nonZero(service, 'model_');
  }
  const calls = (outcome: string, purpose = 'answer') =>
    `model_calls_total{purpose="${purpose}",outcome="${outcome}"}`;
  const outcomes = (samples: Record<string, number>) =>
    Object.fromEntries(Object.entries(samples).filter(([name]) => name.startsWith('model_calls_total')));

  it('count its calls and tokens, and the time until its first word', async () => {
    const samples = await ask((response) => {
      writePieces(response, 'Take ', 'Brotli.');
      endPieces(response, 'stop', [1200, 34]);
    });
    assert.deepEqual(outcomes(samples), { [calls('ok')]: 1 });
    assert.equal(samples['model_tokens_total{purpose="answer",kind="prompt"}'], 1200);
    assert.equal(samples['model_tokens_total{purpose="answer",kind="completion"}'], 34);
    assert.equal(samples['model_first_token_seconds_count'], 1);
    assert.equal(samples['model_call_duration_seconds_count{purpose="answer"}'], 1);
    assert.ok(samples['model_first_token_seconds_sum']! > 0);
  });

  it('count the questions that it rewrites by themselves', async () => {
    await using endpoint = await startModelEndpoint((response, { stream }) => {
      if (!stream) return sendCompletion(response, 'How are files excluded?', [90, 7]);
      writePieces(response, 'An answer.');
      endPieces(response);
    });
    const model = { url: endpoint.url, name: 'test-model' };
    await using service = await startService({ model, metricsKey: METRICS_KEY });
    const events = await collect(service.client.answer(ASKED));
    const threadId = find(events, 'thread')!.threadId!;
    await collect(service.client.answer(question('And to exclude some?', { threadId })));
    const samples = await nonZero(service, 'model_');
    assert.deepEqual(outcomes(samples), { [calls('ok')]: 2, [calls('ok', 'rewrite')]: 1 });
    assert.equal(samples['model_tokens_total{purpose="rewrite",kind="prompt"}'], 90);
    assert.equal(samples['model_tokens_total{purpose="answer",kind="prompt"}'], undefined);
  });

  const refusal = (status: number) => (response: ServerResponse) =>
    void response.writeHead(status, { 'retry-after': '0' }).end('{"error":{"message":"no"}}');
  const failures: [title: string, respond: Respond, outcome: string][] = [
    ['refuses the key', refusal(401), 'unauthorized'],
    ['forbids the model', refusal(403), 'unauthorized'],
    ['is over its limit', refusal(429), 'rate_limited'],
    ['fails', refusal(500), 'server_error'],
    ['is overloaded', refusal(503), 'server_error'],
    ['does not know the model', refusal(404), 'rejected'],
    ['breaks off before its first word', (response) => void response.destroy(), 'unreachable'],
    ['answers with no text', (response) => (writePieces(response), endPieces(response)), 'invalid'],
    ['answers with a page', (response) => void response.writeHead(200).end('<html>'), 'invalid'],
    [
      'breaks off in its answer',
      (response) => {
        writePieces(response, 'Take ');
        setImmediate(() => response.destroy());
      },
      'unreachable',
    ],
  ];
  for (const [title, respond, outcome] of failures) {
    it(`say ${outcome} of one that ${title}, for each time that it is asked`, async () => {
      let requests = 0;
      const counting: Respond = (...call) => (requests++, respond(...call));
      assert.deepEqual(outcomes(await ask(counting)), { [calls(outcome)]: requests });
    });
  }

  it('say timeout of one that falls silent, at its start or in its answer', async () => {
    assert.deepEqual(outcomes(await ask(() => {}, 50)), { [calls('timeout')]: 1 });
    const samples = await ask((response) => writePieces(response, 'Take '), 50);
    assert.deepEqual(outcomes(samples), { [calls('timeout')]: 1 });
  });

  it('say aborted of an answer whose reader leaves', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'Word ');
      resolve();
    });
    const model = { url: endpoint.url, name: 'test-model' };
    await using service = await startService({ model, metricsKey: METRICS_KEY });
    const reader = new AbortController();
    const reply = collect(service.client.answer(ASKED, { signal: reader.signal }));
    await asked;
    reader.abort();
    await assert.rejects(reply, { code: 'aborted' });
    await until(async () => (await sample(service, calls('aborted'))) === 1);
    assert.deepEqual(outcomes(await nonZero(service, 'model_')), { [calls('aborted')]: 1 });
  });
});

describe('metrics of the embedding model', () => {
  it('count texts of sections and of queries, and those that failed', async () => {
    let isBroken = false;
    await using endpoint = await serveEmbeddings(() => isBroken);
    await using service = await startService({
      embeddings: { url: endpoint.url, name: 'm' },
      metricsKey: METRICS_KEY,
    });
    await service.service.ready;
    const texts = (purpose: string, outcome: string) =>
      `embedding_texts_total{purpose="${purpose}",outcome="${outcome}"}`;
    const sections = (await sample(service, 'index_sections{project="project-1"}'))!;
    const learnt = (await sample(service, texts('section', 'ok')))!;
    assert.ok(learnt > 0 && learnt <= sections, `${learnt} of ${sections}`);
    await service.post('/v1/search/lighthouse', { query: 'lamp' });
    isBroken = true;
    await service.post('/v1/search/lighthouse', { query: 'horn' });
    const samples = await nonZero(service, 'embedding_');
    assert.deepEqual([samples[texts('query', 'ok')], samples[texts('query', 'failed')]], [1, 1]);
    assert.equal(samples['embedding_duration_seconds_count{purpose="query"}'], 2);
    assert.equal(samples[texts('section', 'failed')], undefined);
  });
});

describe('metrics of a service whose database is gone', { skip: WITHOUT_POSTGRES }, () => {
  it('are there all the same, and say what lives in memory', async () => {
    await using server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    await using service = await startService({ databaseUrl, metricsKey: METRICS_KEY, onOutage: () => {} });
    await service.service.ready;
    const search = () => service.post('/v1/search/lighthouse', { query: 'lamp' });
    await search();
    const inMemory = 'state_in_memory{part="limits"}';
    assert.deepEqual([await sample(service, inMemory), await sample(service, 'store_up')], [0, 1]);
    const queue = 'update_queue_length{project="project-1",state="queued"}';
    assert.equal(await sample(service, queue), 0);

    await server.stop();
    await search();
    const down = await readAll(service);
    const read = (name: string) => down.get(PREFIX + name);
    assert.deepEqual([read(inMemory), read('store_up')], [1, 0]);
    assert.equal(read('state_outages_total{part="limits"}'), 1);
    assert.equal(read('state_outages_total{part="threads"}'), 0);
    assert.equal(read(queue), undefined, 'what is not known has no value');
    assert.ok(read('requests_total{operation="search",status="200",end="complete"}')! >= 2);

    await server.start();
    await until(async () => (await search(), (await sample(service, inMemory)) === 0));
    await until(async () => (await sample(service, 'store_up')) === 1);
    assert.equal(await sample(service, 'state_outages_total{part="limits"}'), 1);
  });
});

describe('the series of a service', () => {
  it('do not grow with what strangers send', async () => {
    await using service = await startService({ metricsKey: METRICS_KEY });
    await service.service.ready;
    await strangers(service, 'stranger');
    // Reading metrics is a request like any other.
    await readAll(service);
    const seriesOf = async () =>
      [...(await readAll(service)).keys()].filter((name) => name.startsWith(PREFIX));
    const before = await seriesOf();
    for (let round = 0; round < 10; round++) await strangers(service, `stranger-${round}`);
    assert.deepEqual(await seriesOf(), before);
    assert.doesNotMatch(before.join('\n'), /stranger/);
  });

  /** Calls with names, keys and methods that the service does not know. */
  async function strangers({ url, post }: RunningService, name: string): Promise<void> {
    await post(`/v1/search/${name}`, { query: name });
    await post(`/v1/assistant/${name}/message`, question(name));
    await post(`/v1/project/update/${name}`, {}, { authorization: `Bearer ${ADMIN_KEY}` });
    await post(`/v1/project/webhook/${name}`, {});
    await post('/v1/search/lighthouse', { query: name }, { authorization: `Bearer ${name}` });
    await fetch(`${url}/${name}/${name}?${name}`, { method: 'DELETE', headers: { traceparent: name } });
    await fetch(`${url}/v1/search/lighthouse`, { method: `${name}X`.replaceAll('-', '') });
  }
});

/** An embeddings endpoint. It refuses all texts while `isBroken`. */
async function serveEmbeddings(isBroken: () => boolean): Promise<{ url: string } & AsyncDisposable> {
  const server = await serveHandler(async (request) => {
    const { input } = (await request.json()) as { input: string[] };
    if (isBroken()) return new Response('broken', { status: 500 });
    return Response.json({ data: input.map((text, index) => ({ index, embedding: [text.length, 1] })) });
  });
  return { url: `${server.url}/v1`, [Symbol.asyncDispose]: () => server.close() };
}
