import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RequestEntry } from '../../src/service.ts';
import { ADMIN_KEY, question, startService } from './http-service.ts';
import { stopClock } from '../support/stop-clock.ts';

const METRICS_KEY = 'metrics-key-77aa';
const METRICS = { authorization: `Bearer ${METRICS_KEY}` };

/** Collects entries; `next` resolves with the next one. */
function collectEntries() {
  const entries: RequestEntry[] = [];
  const waiting: ((entry: RequestEntry) => void)[] = [];
  return {
    entries,
    onRequest: (entry: RequestEntry) => {
      entries.push(entry);
      waiting.shift()?.(entry);
    },
    next: () => new Promise<RequestEntry>((resolve) => waiting.push(resolve)),
  };
}

describe('the log of requests', () => {
  it('tells of a search what it was and how it went, and not what was asked or with which key', async () => {
    const { onRequest, next } = collectEntries();
    await using service = await startService({ onRequest });
    const told = next();
    const response = await service.post('/v1/search/lighthouse?x=secret-address', { query: 'secret-query' });
    const { seconds, firstByteSeconds, keyId, requestId, ...entry } = await told;
    assert.deepEqual(entry, {
      operation: 'search',
      method: 'POST',
      route: '/v1/search/{domain}',
      status: 200,
      projectId: 'project-1',
      end: 'complete',
    });
    assert.equal(requestId, response.headers.get('x-request-id'));
    assert.match(keyId!, /^[\da-f]{16}$/);
    assert.ok(seconds >= firstByteSeconds && firstByteSeconds >= 0);
  });

  it('tells of an answer when it has ended, and carries the question only where that is wanted', async () => {
    const { onRequest, next } = collectEntries();
    await using service = await startService({ onRequest, logQuestions: true });
    const told = next();
    const response = await service.post('/v1/assistant/lighthouse/message', question('What is brotli?'));
    await response.text();
    const entry = await told;
    assert.deepEqual(
      [entry.operation, entry.end, entry.question],
      ['message', 'complete', 'What is brotli?'],
    );
  });

  it('tells that a reader has left', async () => {
    const { onRequest, next } = collectEntries();
    await using service = await startService({ onRequest });
    const told = next();
    const response = await service.post('/v1/assistant/lighthouse/message', question('What is brotli?'));
    await response.body!.cancel();
    assert.equal((await told).end, 'left');
  });

  it('tells of refusals with their code, and of what is no endpoint', async () => {
    const { onRequest, next } = collectEntries();
    await using service = await startService({ onRequest });
    const refused = next();
    await service.post('/v1/search/other', { query: 'x' });
    const { operation, status, code } = await refused;
    assert.deepEqual([operation, status, code], ['search', 404, 'not-found']);
    const unknown = next();
    await fetch(`${service.url}/v1/secret-path`);
    const { operation: none, route } = await unknown;
    assert.deepEqual([none, route], [null, null]);
  });

  it('names the trace that a request belongs to, if its header is a valid one', async () => {
    const { onRequest, next } = collectEntries();
    await using service = await startService({ onRequest });
    const traceOf = async (traceparent: string) => {
      const told = next();
      await fetch(`${service.url}/healthz`, { headers: { traceparent } });
      return (await told).traceId;
    };
    const trace = '0af7651916cd43dd8448eb211c80319c';
    assert.equal(await traceOf(`00-${trace}-b7ad6b7169203331-01`), trace);
    assert.equal(await traceOf(`cc-${trace}-b7ad6b7169203331-01-future`), trace);
    for (const wrong of [
      `ff-${trace}-b7ad6b7169203331-01`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
      'nonsense',
    ]) {
      assert.equal(await traceOf(wrong), undefined, wrong);
    }
  });
});

describe('metrics', () => {
  it('count requests by endpoint and status, and tell how the index stands', async () => {
    await using service = await startService({ metricsKey: METRICS_KEY });
    await service.service.ready;
    await service.post('/v1/search/lighthouse', { query: 'x' });
    await service.post('/v1/search/lighthouse', {});
    const response = await fetch(`${service.url}/metrics`, { headers: METRICS });
    assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    const requests = (status: number) =>
      value(`docs_assistant_requests_total{operation="search",status="${status}",end="complete"}`);
    assert.deepEqual([requests(200), requests(400)], [1, 1]);
    assert.equal(value('docs_assistant_request_duration_seconds_count{operation="search"}'), 2);
    assert.equal(value('docs_assistant_index_sections{project="project-1"}'), 10);
    assert.equal(value('docs_assistant_open_streams'), 0);
    assert.ok(value('process_resident_memory_bytes') > 0);
    assert.doesNotMatch(text, /lighthouse/);
  });

  it('are for who has their key, which opens nothing else', async () => {
    await using service = await startService({ metricsKey: METRICS_KEY });
    for (const authorization of ['Bearer wrong', `Bearer ${ADMIN_KEY}`, '']) {
      assert.equal((await fetch(`${service.url}/metrics`, { headers: { authorization } })).status, 401);
    }
    assert.equal((await service.post('/v1/search/lighthouse', { query: 'x' }, METRICS)).status, 401);
  });

  it('are closed to all where no key was set', async () => {
    await using service = await startService();
    assert.equal((await fetch(`${service.url}/metrics`, { headers: METRICS })).status, 401);
  });
});

describe('limits of endpoints that the API states none for', () => {
  stopClock();
  const LIMITS = {
    searchesPerKeyAndHour: 2,
    jobCallsPerKeyAndMinute: 2,
    updatesPerProjectAndHour: 2,
    statusReadsPerKeyAndMinute: 2,
  };

  it('answer 429 with what is left and when to come back, refused requests costing nothing', async () => {
    await using service = await startService({ rateLimits: LIMITS });
    const search = async (body: object) => {
      const { status, headers } = await service.post('/v1/search/lighthouse', body);
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
    };
    assert.deepEqual(await search({ query: 'x' }), [200, '2', '1']);
    assert.deepEqual(await search({}), [400, null, null]);
    assert.deepEqual(await search({ query: 'x' }), [200, '2', '0']);
    const refused = await service.post('/v1/search/lighthouse', { query: 'x' });
    assert.deepEqual([refused.status, (await refused.json()).code], [429, 'rate-limited']);
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 3600, String(wait));
    assert.equal(refused.headers.get('ratelimit-reset'), String(wait));
  });

  it('hold over a restart', async () => {
    await using first = await startService({ rateLimits: LIMITS });
    for (let use = 0; use < 2; use++) await first.post('/v1/search/lighthouse', { query: 'x' });
    // Two services on one folder count together, as one does with the one before it.
    await using second = await startService({ rateLimits: LIMITS, dataDir: first.dataDir });
    assert.equal((await second.post('/v1/search/lighthouse', { query: 'x' })).status, 429);
  });
});
