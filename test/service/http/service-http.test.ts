import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createService } from '../../../src/service.ts';
import type { SearchResult } from '../../../src/client.ts';
import {
  ADMIN_KEY,
  ASSISTANT_KEY,
  DOCS,
  ENGLISH,
  question,
  startService,
  type RunningService,
} from '../http-service.ts';

let service: RunningService;

before(async () => {
  service = await startService();
  await service.service.ready;
});

after(async () => {
  await service[Symbol.asyncDispose]();
});

const ADMIN_REQUESTS: [method: string, path: string][] = [
  ['GET', '/v1/agent/project-1/job/job-1'],
  ['GET', '/v1/agent/project-1/jobs'],
  ['POST', '/v1/project/update/project-1'],
  ['GET', '/v1/project/update-status/status-1'],
];
const ASSISTANT_PATHS = ['/v1/assistant/lighthouse/message', '/v1/search/lighthouse'];

async function call(
  method: string,
  path: string,
  authorization?: string,
): Promise<[status: number, code: string]> {
  const response = await fetch(service.url + path, {
    method,
    headers: authorization ? { authorization } : {},
  });
  return [response.status, (await response.json()).code];
}

describe('keys', () => {
  const wrong = [
    undefined,
    'Bearer wrong',
    `Basic ${ASSISTANT_KEY}`,
    `Bearer ${ASSISTANT_KEY} x`,
    ASSISTANT_KEY,
    'Bearer ',
  ];
  for (const [method, path] of [
    ...ADMIN_REQUESTS,
    ...ASSISTANT_PATHS.map((path) => ['POST', path] as const),
  ]) {
    it(`are needed for ${method} ${path}`, async () => {
      for (const authorization of wrong) {
        assert.deepEqual(await call(method, path, authorization), [401, 'unauthorized'], authorization);
      }
    });
  }

  it('of the assistant open no project endpoint', async () => {
    for (const [method, path] of ADMIN_REQUESTS) {
      assert.deepEqual(await call(method, path, `Bearer ${ASSISTANT_KEY}`), [403, 'forbidden'], path);
    }
  });

  it('of the administrator open no assistant endpoint', async () => {
    for (const path of ASSISTANT_PATHS) {
      assert.deepEqual(await call('POST', path, `Bearer ${ADMIN_KEY}`), [403, 'forbidden'], path);
    }
  });

  it('ask for a bearer token', async () => {
    const response = await fetch(`${service.url}/v1/search/lighthouse`, { method: 'POST' });
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
  });

  it('may be several of a kind', async () => {
    await using several = await startService({
      keys: { assistant: ['old-key', 'new-key'], admin: ADMIN_KEY },
    });
    for (const key of ['old-key', 'new-key']) {
      const response = await several.post(
        '/v1/search/lighthouse',
        { query: 'x' },
        { authorization: `Bearer ${key}` },
      );
      assert.equal(response.status, 200);
    }
  });
});

describe('the project endpoints', () => {
  it('do not know other projects', async () => {
    assert.deepEqual(await call('GET', '/v1/agent/other/jobs', `Bearer ${ADMIN_KEY}`), [404, 'not-found']);
  });
});

describe('several projects', () => {
  it('answer for another one’s domain as for one that does not exist', async () => {
    await using service = await startService({
      projects: [
        { dir: DOCS, domain: 'one', keys: { assistant: 'key-one', admin: 'admin-one' } },
        { dir: join(DOCS, 'v1'), domain: 'two', keys: { assistant: 'key-two', admin: 'admin-two' } },
      ],
    });
    const search = async (domain: string, key: string) => {
      const response = await service.post(
        `/v1/search/${domain}`,
        { query: 'install' },
        { authorization: `Bearer ${key}` },
      );
      // What was asked for is repeated, which says nothing of what there is.
      return [response.status, (await response.text()).replaceAll(domain, '…')] as const;
    };
    assert.equal((await search('one', 'key-one'))[0], 200);
    const foreign = await search('two', 'key-one');
    assert.equal(foreign[0], 404);
    assert.deepEqual(foreign, await search('three', 'key-one'));
  });
});

describe('search', () => {
  it('answers with sections, their pages and where they match', async () => {
    const response = await service.post('/v1/search/lighthouse', {
      query: 'brotli compression',
      pageSize: 1,
      filter: ENGLISH,
    });
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const [result, ...more] = (await response.json()) as SearchResult[];
    assert.deepEqual(more, []);
    const { score, ranges, excerpt, ...metadata } = result!.metadata;
    assert.deepEqual(metadata, {
      title: 'Compression',
      headings: ['Choose an algorithm'],
      anchor: 'choose-an-algorithm',
      version: 'v2',
      language: 'en',
      href: 'v2/en/guides/compression#choose-an-algorithm',
    });
    assert.equal(result!.path, 'v2/en/guides/compression');
    assert.ok(score! > 0);
    const words = ranges!.map(([start, end]) => result!.content.slice(start, end).toLowerCase());
    assert.ok(words.includes('brotli') && words.includes('compression'), words.join());
    const marked = excerpt!.ranges.map(([start, end]) => excerpt!.text.slice(start, end).toLowerCase());
    assert.ok(marked.includes('brotli'), excerpt!.text);
    assert.doesNotMatch(excerpt!.text, /[*`\n]/);
  });

  it('keeps to the version, and to the language where pages are translated', async () => {
    const paths = async (filter: object) => {
      const response = await service.post('/v1/search/lighthouse', { query: 'install package', filter });
      return [...new Set(((await response.json()) as SearchResult[]).map(({ path }) => path))];
    };
    assert.deepEqual(await paths({ version: 'v1' }), ['v1/en/guides/install']);
    assert.deepEqual(await paths({ version: 'v2', language: 'de' }), ['v2/de/guides/install', 'v2/en']);
  });

  const refused: [
    title: string,
    body: unknown,
    field: string | undefined,
    headers?: Record<string, string>,
    status?: number,
  ][] = [
    ['no query', {}, 'query'],
    ['a query of blanks', { query: '  ' }, 'query'],
    ['a page size of 51', { query: 'x', pageSize: 51 }, 'pageSize'],
    ['a filter that is no object', { query: 'x', filter: 'v2' }, 'filter'],
    ['a version that is no string', { query: 'x', filter: { version: 2 } }, 'filter.version'],
    ['a body that is not JSON', '{', undefined],
    ['another media type', '{}', undefined, { 'content-type': 'text/plain' }, 415],
    ['a body that is too large', { query: 'x', padding: 'x'.repeat(262_144) }, undefined, {}, 413],
  ];
  for (const [title, body, field, headers = {}, status = 400] of refused) {
    it(`refuses ${title}`, async () => {
      const response = await service.post('/v1/search/lighthouse', body, headers);
      assert.deepEqual([response.status, (await response.json()).field], [status, field]);
    });
  }
});

describe('what is no endpoint', () => {
  it('is not found', async () => {
    for (const path of ['/', '/v1', '/v1/search/lighthouse/x', '/v2/search/lighthouse']) {
      assert.deepEqual(await call('POST', path, `Bearer ${ASSISTANT_KEY}`), [404, 'not-found'], path);
    }
  });

  it('is not allowed with another method', async () => {
    const response = await fetch(`${service.url}/v1/search/lighthouse`);
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST']);
  });
});

describe('health', () => {
  it('is told to everybody', async () => {
    const response = await fetch(`${service.url}/healthz`);
    assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }]);
  });

  it('is told by headers alone, too', async () => {
    const response = await fetch(`${service.url}/healthz`, { method: 'HEAD' });
    assert.deepEqual([response.status, await response.text()], [200, '']);
  });

  it('is not readiness: that waits for the first index', async () => {
    await using starting = await startService();
    const ask = () => starting.service.fetch(new Request('http://service/readyz'));
    const before = await ask();
    assert.equal(before.status, 503);
    assert.equal((await before.json()).ready, false);
    await starting.service.ready;
    const after = await ask();
    assert.equal(after.status, 200);
    assert.deepEqual(await after.json(), {
      ready: true,
      status: 'ok',
      store: true,
      inMemory: [],
      indexes: [
        {
          phase: 'ready',
          pages: { done: 6, total: 6 },
          sections: 10,
          vectors: { done: 0, total: 0 },
          problems: 0,
        },
      ],
    });
  });

  it('ends when the folder cannot be read', async () => {
    await using broken = await startService({
      projects: [{ dir: join(DOCS, 'missing'), domain: 'lighthouse' }],
    });
    await assert.rejects(broken.service.ready);
    assert.equal((await fetch(`${broken.url}/readyz`)).status, 503);
    for (const [path, body] of [
      ['/v1/search/lighthouse', { query: 'x' }],
      ['/v1/assistant/lighthouse/message', question('x')],
    ] as const) {
      const response = await broken.post(path, body);
      assert.deepEqual([response.status, (await response.json()).code], [503, 'unavailable']);
    }
  });
});

describe('options that cannot be', () => {
  const good = { dir: DOCS, domain: 'one' };
  const keys = { assistant: 'a', admin: 'b' };
  const wrong = {
    'keys that would open two projects': { projects: [good, { ...good, domain: 'two' }], keys },
    'no project': { projects: [], keys },
    'an empty key': { projects: [good], keys: { assistant: '', admin: 'b' } },
    'one key for both kinds': { projects: [good], keys: { assistant: 'a', admin: 'a' } },
    'a key with a blank': { projects: [good], keys: { assistant: 'a b', admin: 'b' } },
    'a domain with a slash': { projects: [{ ...good, domain: 'a/b' }], keys },
    'two projects of one domain': { projects: [good, good] },
    'two projects of one id': { projects: [good, { ...good, domain: 'two', projectId: 'one' }] },
  };
  for (const [title, options] of Object.entries(wrong)) {
    it(`are refused before anything is made: ${title}`, async () => {
      await assert.rejects(createService({ dataDir: join(DOCS, 'never-made'), ...options }), TypeError);
    });
  }
});
