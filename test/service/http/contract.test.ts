import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { DEFAULT_CONTRACT_LIMITS } from '../../../src/limits/contract-limits.ts';
import { DEFAULT_ENDPOINT_LIMITS } from '../../../src/limits/endpoint-limits.ts';
import { Contract, isBeyondSchema, type DescribedEndpoint } from './contract.ts';
import { DOCS, ENGLISH, question, startService, type RunningService } from '../http-service.ts';
import { changed } from './schema-values.ts';

const METRICS_KEY = 'metrics-key-5b1f';
const WEBHOOK_SECRET = 'webhook-secret-02d7';
const OWN = { assistant: 'assistant-key-one', admin: 'admin-key-one' };
const FOREIGN = { assistant: 'assistant-key-two', admin: 'admin-key-two' };
const PROJECTS = [
  { dir: DOCS, domain: 'lighthouse', projectId: 'project-1', keys: OWN, webhookSecret: WEBHOOK_SECRET },
  { dir: DOCS, domain: 'other', projectId: 'project-2', keys: FOREIGN },
];
const LIMITS = { ...DEFAULT_CONTRACT_LIMITS, ...DEFAULT_ENDPOINT_LIMITS };
const everyLimit = (limit: number) => Object.fromEntries(Object.keys(LIMITS).map((name) => [name, limit]));
const OPTIONS = {
  projects: PROJECTS,
  metricsKey: METRICS_KEY,
  insights: {},
  rateLimits: everyLimit(1_000_000),
};
/** Bodies that are tried at each endpoint. */
const BODIES = Number(process.env['TEST_RUNS'] ?? 150);
const REDOCLY = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

interface Input {
  parameters?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  key?: string | null;
  query?: string;
}

let service: RunningService;
let contract: Contract;
let document: ConstructorParameters<typeof Contract>[0];

before(async () => {
  service = await startService(OPTIONS);
  await service.service.ready;
  document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as typeof document;
  contract = new Contract(document);
});

after(async () => {
  await service[Symbol.asyncDispose]();
});

/** Sends a request and checks whatever comes back against the description. */
async function exchange(endpoint: DescribedEndpoint, input: Input, url = service.url) {
  const { parameters = {}, body, headers = {}, key = keyOf(endpoint, OWN), query = '' } = input;
  const path = endpoint.template.replace(/\{\+?(\w+)\}/g, (_, name: string) => parameters[name] ?? 'unknown');
  const response = await fetch(url + path + query, {
    method: endpoint.method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.deepEqual(await contract.check(endpoint, response, text), []);
  return { status: response.status, text, headers: response.headers };
}

/** Key that the endpoint takes. */
function keyOf({ security }: DescribedEndpoint, keys: typeof OWN): string | null {
  const [name] = Object.keys(security[0] ?? {});
  return name === undefined ? null : name === 'metrics' ? METRICS_KEY : keys[name as keyof typeof OWN];
}

const pathOf = { domain: 'lighthouse', projectId: 'project-1' };

function endpointOf(operationId: string): DescribedEndpoint {
  const endpoint = contract.endpoints.find((candidate) => candidate.operationId === operationId);
  assert.ok(endpoint, `There is no endpoint ${operationId}`);
  return endpoint;
}

async function startJob(url = service.url): Promise<string> {
  const { text } = await exchange(endpointOf('start-job'), { parameters: pathOf, body: {} }, url);
  return JSON.parse(text).sessionId;
}

async function startUpdate(url = service.url): Promise<string> {
  const { text } = await exchange(endpointOf('update'), { parameters: pathOf }, url);
  return JSON.parse(text).statusId;
}

function signed(body: string): Input {
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'push' };
  return { parameters: pathOf, body, headers };
}

const PUSH = JSON.stringify({
  ref: 'refs/heads/main',
  after: 'a'.repeat(40),
  repository: { default_branch: 'main' },
  pusher: { name: 'somebody' },
});

/** A request to every endpoint that is answered well. */
const GOOD: Record<string, (url?: string) => Promise<Input> | Input> = {
  assistant: () => ({ parameters: pathOf }),
  message: () => ({
    parameters: pathOf,
    body: question('What is brotli?', { retrievalPageSize: 5, threadId: null, threadKey: 'key' }),
  }),
  search: () => ({ parameters: pathOf, body: { query: 'brotli', pageSize: 2, filter: ENGLISH } }),
  pages: () => ({ parameters: { ...pathOf, file: 'llms.txt' } }),
  job: async (url) => ({ parameters: { ...pathOf, id: await startJob(url) } }),
  jobs: () => ({ parameters: pathOf }),
  'start-job': () => ({
    parameters: pathOf,
    body: {
      branch: 'docs/fix',
      haulted: true,
      haultReason: 'error',
      pullRequestLink: 'https://git.example.com/pull/1',
      messageToUser: 'It did not work.',
      todos: [{ id: '1', content: 'Look', status: 'completed', priority: 'high' }],
    },
  }),
  'report-job': async (url) => ({
    parameters: { ...pathOf, id: await startJob(url) },
    body: { haulted: true, haultReason: 'completed' },
  }),
  update: () => ({ parameters: pathOf }),
  'update-status': async (url) => ({ parameters: { statusId: await startUpdate(url) } }),
  'latest-update': () => ({ parameters: pathOf }),
  'update-webhook': () => signed(PUSH),
  insights: () => ({ parameters: pathOf, query: '?days=7&version=v2&limit=5' }),
  'insights-follow': () => ({
    parameters: pathOf,
    body: { path: 'v2/en/guides/install' },
  }),
  'insights-feedback': () => ({
    parameters: pathOf,
    body: {
      messageId: null,
      page: 'https://docs.example.com/v2/en/guides/install',
      rating: 'positive',
      reasons: ['clear'],
      note: 'Thanks',
    },
  }),
  health: () => ({}),
  readiness: () => ({}),
  metrics: () => ({}),
  openapi: () => ({}),
};

/** Calls for every endpoint of the description; tests are made before it is there. */
async function forEach(work: (endpoint: DescribedEndpoint) => Promise<void>, count = 1): Promise<void> {
  const { length } = contract.endpoints;
  assert.ok(length >= count);
  for (const endpoint of contract.endpoints) await work(endpoint);
}

/** A message without what it repeats of the request, which says nothing of what there is. */
const withoutNames = (text: string) => text.replace(/\\"[^"]*\\"/g, '…');
const takesKey = ({ security }: DescribedEndpoint) => security.length > 0;
const takesProjectKey = (endpoint: DescribedEndpoint) =>
  takesKey(endpoint) && !('metrics' in endpoint.security[0]!);
const isStrict = (endpoint: DescribedEndpoint) => takesKey(endpoint) && endpoint.requestBody !== undefined;

describe('the OpenAPI description', () => {
  it('is valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    // An endpoint that is open to all and takes nothing has no error of the sender’s.
    const args = ['lint', file, '--skip-rule=operation-4xx-response', '--format=json'];
    const { stdout, stderr } = spawnSync(process.execPath, [REDOCLY, ...args], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    await rm(folder, { recursive: true });
    assert.ok(stdout.startsWith('{'), stderr);
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: { message: string }[] };
    assert.deepEqual([totals, problems], [{ errors: 0, warnings: 0, ignored: 0 }, []]);
  });

  it('marks what the contract of the API does not say', async () => {
    const beyond = [
      'assistant',
      'start-job',
      'report-job',
      'update-webhook',
      'health',
      'readiness',
      'metrics',
      'openapi',
    ];
    for (const name of beyond) assert.equal(endpointOf(name)['x-implementation-choice'], true, name);
  });

  it('has examples of bodies that are what it says', async () => {
    let examples = 0;
    await forEach(async (endpoint) => {
      const { schema, example } = endpoint.requestBody?.content['application/json'] ?? {};
      if (schema === undefined || example === undefined) return;
      examples++;
      assert.equal(contract.matches(schema, example), null, endpoint.operationId);
    });
    assert.ok(examples >= 4);
  });
});

describe('every endpoint', () => {
  it('answers a good request as described', async () => {
    await forEach(async (endpoint) => {
      const create = GOOD[endpoint.operationId];
      assert.ok(create, `There is no good request for ${endpoint.operationId}`);
      const { status } = await exchange(endpoint, await create());
      assert.ok(status < 300, `${endpoint.operationId} ${status}`);
    });
    assert.deepEqual(
      Object.keys(GOOD).toSorted(),
      contract.endpoints.map(({ operationId }) => operationId).toSorted(),
    );
  });

  it('wants its key, and no key of another kind', async () => {
    await forEach(async (endpoint) => {
      if (!takesKey(endpoint)) return;
      const input = await GOOD[endpoint.operationId]!();
      for (const key of [null, 'wrong', `${keyOf(endpoint, OWN)}x`]) {
        assert.equal(
          (await exchange(endpoint, { ...input, key: key ?? '' })).status,
          401,
          endpoint.operationId,
        );
      }
      if (!takesProjectKey(endpoint)) return;
      const other = keyOf(endpoint, OWN) === OWN.admin ? OWN.assistant : OWN.admin;
      assert.equal((await exchange(endpoint, { ...input, key: other })).status, 403, endpoint.operationId);
    });
  });

  it('answers for another project’s names and ids as for those that do not exist', async () => {
    let compared = 0;
    await forEach(async (endpoint) => {
      if (!takesProjectKey(endpoint) || !endpoint.template.includes('{')) return;
      const input = await GOOD[endpoint.operationId]!();
      const key = keyOf(endpoint, FOREIGN);
      const withPath = (parameters: Record<string, string>) =>
        exchange(endpoint, { ...input, key, parameters: { ...input.parameters, ...parameters } });
      const foreign = await withPath({});
      assert.equal(foreign.status, 404, endpoint.operationId);
      // With the own project, and the other one's id in it.
      const own = endpoint.template.includes('{id}')
        ? await withPath({ domain: 'other', projectId: 'project-2' })
        : foreign;
      for (const [name, value] of Object.entries({
        domain: 'nowhere',
        projectId: 'nothing',
        id: 'none',
        statusId: 'none',
      })) {
        if (!endpoint.template.includes(`{${name}}`)) continue;
        const isProject = name === 'domain' || name === 'projectId';
        const known = isProject ? foreign : own;
        const unknown = await withPath({
          ...(!isProject && own !== foreign && { domain: 'other', projectId: 'project-2' }),
          [name]: value,
        });
        assert.deepEqual([unknown.status, withoutNames(unknown.text)], [404, withoutNames(known.text)]);
        compared++;
      }
    });
    assert.ok(compared >= 9);
  });

  it('lists nothing of another project', async () => {
    await startJob();
    const { text } = await exchange(endpointOf('jobs'), {
      parameters: { projectId: 'project-2' },
      key: FOREIGN.admin,
    });
    assert.deepEqual(JSON.parse(text), { allSessions: [] });
  });

  it('refuses bodies that are too large, no JSON, or something else', async () => {
    await forEach(async (endpoint) => {
      if (!isStrict(endpoint)) return;
      const input = await GOOD[endpoint.operationId]!();
      const statusOf = async (more: Input) => (await exchange(endpoint, { ...input, ...more })).status;
      assert.equal(await statusOf({ body: JSON.stringify('x'.repeat(262_144)) }), 413, endpoint.operationId);
      assert.equal(await statusOf({ headers: { 'content-type': 'text/plain' } }), 415, endpoint.operationId);
      assert.equal(await statusOf({ headers: { 'content-encoding': 'gzip' } }), 415, endpoint.operationId);
      assert.equal(await statusOf({ body: '{' }), 400, endpoint.operationId);
    });
  });

  it('takes the bodies that it says it takes, and refuses the others', async () => {
    await forEach(async (endpoint) => {
      const schema = contract.bodySchema(endpoint);
      if (schema === undefined || !isStrict(endpoint)) return;
      const input = await GOOD[endpoint.operationId]!();
      await fc.assert(
        fc.asyncProperty(changed(input.body), async (body) => {
          const complaint = contract.matches(schema, body);
          const { status, text } = await exchange(endpoint, { ...input, body });
          const isRefused = status === 400;
          if (isRefused && complaint === null && isBeyondSchema(JSON.parse(text).error)) return;
          assert.equal(
            isRefused,
            complaint !== null,
            `${JSON.stringify(body)}: ${complaint} ${text.slice(0, 200)}`,
          );
        }),
        { numRuns: BODIES },
      );
    });
  });

  it('answers with 405 to methods that it does not describe', async () => {
    const templates = new Set(contract.endpoints.map(({ template }) => template));
    for (const template of templates) {
      const known = contract.endpoints.filter((endpoint) => endpoint.template === template);
      const method = ['PUT', 'GET', 'POST'].find(
        (name) => !known.some((endpoint) => endpoint.method === name),
      )!;
      const response = await fetch(service.url + template.replace(/\{\w+\}/g, 'x'), { method });
      assert.equal(response.status, 405, template);
      assert.equal(contract.matches({ $ref: '#/components/schemas/Error' }, await response.json()), null);
      assert.equal(response.headers.get('allow'), known.map((endpoint) => endpoint.method).join(', '));
    }
  });

  it('says when a limit is used up, and when to come back', async () => {
    // Ids are made where there are no such limits, in the same folder.
    await using limited = await startService({
      ...OPTIONS,
      dataDir: service.dataDir,
      rateLimits: everyLimit(0),
    });
    await forEach(async (endpoint) => {
      if (!('429' in endpoint.responses)) return;
      const { status, headers } = await exchange(endpoint, await GOOD[endpoint.operationId]!(), limited.url);
      assert.equal(status, 429, endpoint.operationId);
      assert.ok(Number(headers.get('retry-after')) > 0);
      assert.equal(headers.get('ratelimit-remaining'), '0');
    });
  });

  it('tells how much is left when it is limited', async () => {
    await forEach(async (endpoint) => {
      if (!('429' in endpoint.responses) || endpoint.operationId === 'update-webhook') return;
      const { headers } = await exchange(endpoint, await GOOD[endpoint.operationId]!());
      assert.ok(Number(headers.get('ratelimit-remaining')) > 0, endpoint.operationId);
    });
  });
});

describe('single endpoints', () => {
  it('answer in the line protocol where it is asked for', async () => {
    const input = await GOOD['message']!();
    const { headers } = await exchange(endpointOf('message'), {
      ...input,
      headers: { accept: 'text/plain' },
    });
    assert.match(headers.get('content-type')!, /^text\/plain/);
  });

  it('do not know the thread of another visitor', async () => {
    const input = await GOOD['message']!();
    const { headers } = await exchange(endpointOf('message'), input);
    const threadId = headers.get('x-thread-id')!;
    for (const body of [
      question('And gzip?', { threadId, fp: 'visitor-2' }),
      question('And gzip?', { threadId: 'no-such-thread' }),
    ]) {
      const { status, text } = await exchange(endpointOf('message'), { ...input, body });
      assert.deepEqual([status, JSON.parse(text).code], [404, 'thread-not-found']);
    }
  });

  it('hear of a push only from who knows the secret', async () => {
    const webhook = endpointOf('update-webhook');
    const { headers, ...push } = signed(PUSH);
    const refused = await exchange(webhook, push);
    assert.equal(refused.status, 401);
    const wrong = await exchange(webhook, {
      ...push,
      headers: { ...headers, 'x-hub-signature-256': 'sha256=00' },
    });
    const foreign = await exchange(webhook, {
      ...push,
      headers: headers!,
      parameters: { projectId: 'project-2' },
    });
    const unknown = await exchange(webhook, {
      ...push,
      headers: headers!,
      parameters: { projectId: 'nothing' },
    });
    for (const other of [wrong, foreign, unknown]) assert.deepEqual(other.text, refused.text);
    assert.equal((await exchange(webhook, signed('{'))).status, 400);
    assert.equal((await exchange(webhook, signed('x'.repeat(2 * 1024 * 1024 + 1)))).status, 413);
  });

  it('refuse a query that is out of range', async () => {
    for (const [name, query] of [
      ['insights', '?days=0'],
      ['jobs', '?take=101'],
    ] as const) {
      const { status } = await exchange(endpointOf(name), { parameters: pathOf, query });
      assert.equal(status, 400);
    }
  });

  it('say that they cannot answer when the documentation cannot be read', async () => {
    await using broken = await startService({
      ...OPTIONS,
      projects: [{ ...PROJECTS[0]!, dir: join(DOCS, 'missing') }],
    });
    await assert.rejects(broken.service.ready);
    for (const name of ['message', 'search', 'pages', 'readiness']) {
      const endpoint = endpointOf(name);
      assert.equal((await exchange(endpoint, await GOOD[name]!(), broken.url)).status, 503, name);
    }
  });
});

describe('the description, after all of that', () => {
  it('has told nothing that never comes', () => {
    assert.deepEqual(contract.unreached, []);
  });
});
