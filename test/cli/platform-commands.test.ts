import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AgentJob, PreviewTrigger } from '../../src/client.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { createProxy } from '../../src/proxy.ts';
import { PLATFORM_ADMIN_KEY, PLATFORM_KEY, startPlatform, type Platform } from '../support/platform.ts';
import { runCommand } from './command.ts';

/** The commands for what only the hosted platform has. */

const PROJECT = ['--project', 'p1'];
const STATE =
  'j1  active, started 2026-08-21T12:00:00.000Z\nrepository acme/docs docs/retries\nmodel large\n';

let platform: Platform;
let proxy: RunningServer;

before(async () => {
  platform = await startPlatform();
  const handle = createProxy({
    upstream: platform.url,
    adminUpstream: platform.adminUrl,
    keys: { assistant: PLATFORM_KEY, admin: PLATFORM_ADMIN_KEY },
    domains: ['docs'],
    authorize: (request) => request.headers.get('authorization') === `Bearer ${PLATFORM_ADMIN_KEY}`,
  });
  proxy = await serveHandler(handle, { closeWithin: 0 });
});

beforeEach(() => {
  platform.received.length = 0;
});

after(async () => {
  await proxy.close();
  await platform[Symbol.asyncDispose]();
});

function run(endpoint: string, ...args: string[]) {
  return runCommand([...args, '--endpoint', endpoint], { DOCS_ADMIN_KEY: PLATFORM_ADMIN_KEY });
}

for (const [kind, endpointOf] of [
  ['the platform', () => platform.adminUrl],
  ['a proxy', () => proxy.url],
] as const) {
  describe(`the commands at ${kind}`, () => {
    it('give its agent a task, and more of it, and show how far it is', async () => {
      const endpoint = endpointOf();
      const started = await run(endpoint, 'job', 'prompt', 'Describe retries.', ...PROJECT);
      assert.deepEqual([started.stdout, started.stderr, started.code], ['j1\n', '', 0]);
      const told = await run(endpoint, 'job', 'message', 'j1', 'With a table.', ...PROJECT);
      assert.deepEqual([told.stdout, told.stderr, told.code], [STATE, '', 0]);
      const shown = await run(endpoint, 'job', 'status', 'j1', ...PROJECT);
      assert.deepEqual([shown.stdout, shown.stderr, shown.code], [STATE, '', 0]);
      assert.deepEqual(
        platform.received.map(({ method, path, body }) => [method, path, body]),
        [
          ['POST', '/v2/agent/p1/job', { prompt: 'Describe retries.' }],
          ['POST', '/v2/agent/p1/job/j1/message', { prompt: 'With a table.' }],
          ['GET', '/v2/agent/p1/job/j1', null],
        ],
      );
    });

    it('start a preview, and print its id and its address', async () => {
      const { stdout, stderr, code } = await run(
        endpointOf(),
        'update',
        'preview',
        'docs/retries',
        ...PROJECT,
      );
      assert.deepEqual([stdout, stderr, code], ['u1\nhttps://acme-docs/retries.preview.example\n', '', 0]);
      assert.deepEqual(
        platform.received.map(({ path, body }) => [path, body]),
        [['/v1/project/preview/p1', { branch: 'docs/retries' }]],
      );
    });

    it('print JSON', async () => {
      const json = async (...args: string[]): Promise<unknown> =>
        JSON.parse((await run(endpointOf(), ...args, ...PROJECT, '--json')).stdout);
      const job = (await json('job', 'prompt', 'Describe retries.')) as AgentJob;
      assert.deepEqual([job.id, job.status, job.source.ref], ['j1', 'active', 'docs/retries']);
      assert.deepEqual(await json('job', 'message', 'j1', 'More.'), job);
      assert.deepEqual(await json('job', 'status', 'j1'), job);
      const preview = (await json('update', 'preview', 'retries')) as PreviewTrigger;
      assert.deepEqual(preview, { statusId: 'u1', previewUrl: 'https://acme-retries.preview.example' });
    });

    it('say that there is no such job', async () => {
      const { code, stderr } = await run(endpointOf(), 'job', 'status', 'none', ...PROJECT);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /: there is no such job, or no agent at all, which only the hosted platform has \(404/,
      );
    });
  });
}

describe('the commands at a server that refuses', () => {
  const same = (meaning: RegExp) => [meaning, meaning] as const;
  const noAgent = /: there is no such job, or no agent at all, which only the hosted platform has \(/;
  const noPreviews = /: there are no previews, which only the hosted platform has \(/;
  const answers: [status: number, body: object, job: RegExp, preview: RegExp][] = [
    [400, { error: 'branch' }, ...same(/: this is refused \(400: branch\)\.\n$/)],
    [
      401,
      { error: 'Unauthorized' },
      ...same(/: the key is unknown or has expired, check DOCS_ADMIN_KEY \(401/),
    ],
    [403, { error: 'Forbidden' }, ...same(/DOCS_ADMIN_KEY may not do this, or not from this address \(403/)],
    [404, { message: 'Not found' }, noAgent, noPreviews],
    [
      429,
      { error: 'Slow down.' },
      /: too many requests, the hosted platform takes 100 an hour for a project \(429: Slow down\)\. Try again in 30 seconds\.\n$/,
      /: too many requests, the hosted platform takes 5 a minute \(429: Slow down\)\. Try again in 30 seconds\.\n$/,
    ],
    [200, { ok: true }, noAgent, noPreviews],
    [500, { error: 'Broken' }, ...same(/^docs-assistant \w+: http:\S+: Broken\.\n$/)],
  ];
  for (const [status, body, ofJob, ofPreview] of answers) {
    it(`with ${status} say what that means`, async () => {
      const headers = status === 429 ? { 'retry-after': '30' } : {};
      const server = await serveHandler(() => Promise.resolve(Response.json(body, { status, headers })));
      try {
        for (const args of [
          ['prompt', 'Describe retries.'],
          ['message', 'j1', 'More.'],
          ['status', 'j1'],
        ]) {
          const { code, stderr } = await run(server.url, 'job', ...args, ...PROJECT);
          assert.equal(code, 1);
          assert.match(stderr, ofJob);
        }
        const { code, stderr } = await run(server.url, 'update', 'preview', 'retries', ...PROJECT);
        assert.equal(code, 1);
        assert.match(stderr, ofPreview);
      } finally {
        await server.close();
      }
    });
  }
});

describe('the commands', () => {
  const wrong: [why: RegExp, ...args: string[]][] = [
    [/Name the project/, 'job', 'prompt', 'Describe retries.'],
    [/Use job prompt TEXT, with the text in quotes/, 'job', 'prompt', 'Describe', 'retries', ...PROJECT],
    [/Use job message JOB-ID TEXT/, 'job', 'message', 'j1', ...PROJECT],
    [/Use job status JOB-ID/, 'job', 'status', ...PROJECT],
    [/The text is blank/, 'job', 'prompt', ' ', ...PROJECT],
    [/has 10001 characters: at most 10000/, 'job', 'message', 'j1', 'x'.repeat(10_001), ...PROJECT],
    [/Name the project/, 'update', 'preview', 'retries'],
    [/Use start, preview with a branch/, 'update', 'preview', ...PROJECT],
    [/Use start, preview with a branch/, 'update', 'preview', 'a', 'b', ...PROJECT],
    [/"a\.\.b" is no name of a branch/, 'update', 'preview', 'a..b', ...PROJECT],
  ];
  for (const [why, ...args] of wrong) {
    it(`turn "${args.join(' ').slice(0, 60)}" down, and send nothing`, async () => {
      const { code, stderr } = await run(platform.adminUrl, ...args);
      assert.equal(code, 2);
      assert.match(stderr, why);
      assert.deepEqual(platform.received, []);
    });
  }
});
