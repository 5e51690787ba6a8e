import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createFake } from '../../src/fake/create-fake.ts';
import { serveHandler } from '../../src/node.ts';
import { createProxy } from '../../src/proxy.ts';
import * as http from '../service/http-service.ts';
import { PLATFORM_ADMIN_KEY, PLATFORM_KEY, startPlatform, type Platform } from '../support/platform.ts';
import { ADMIN_KEY, check, KEY, namesOf, seenBy } from './run.ts';

const KEYS = { key: PLATFORM_KEY, adminKey: PLATFORM_ADMIN_KEY, projectId: 'p1' };

let platform: Platform;

before(async () => {
  platform = await startPlatform();
});

after(async () => {
  await platform[Symbol.asyncDispose]();
});

describe('the profile of the hosted platform', () => {
  it('has no check that the platform fails', async () => {
    const options = { ...KEYS, adminUrl: platform.adminUrl, profile: 'platform' } as const;
    const reports = await check(platform.url, options);
    assert.deepEqual(namesOf(reports, 'fail'), []);
    assert.deepEqual(namesOf(reports, 'skipped'), [
      'page.preflight',
      'page.readable',
      'jobs.assistant-key',
      'message.limit',
    ]);
    assert.match(seenBy(reports, 'message.thread-key'), /^pass: status 404/);
    assert.match(seenBy(reports, 'update.start'), /^pass: status 202/);
  });

  it('has no check that a proxy in front of the platform fails', async () => {
    const handler = createProxy({
      upstream: platform.url,
      adminUpstream: platform.adminUrl,
      keys: { assistant: PLATFORM_KEY, admin: PLATFORM_ADMIN_KEY },
      domains: ['docs'],
      authorize: () => true,
    });
    const proxy = await serveHandler(handler, { closeWithin: 0 });
    const reports = await check(proxy.url, {
      ...{ key: null, adminKey: null, isPublic: true, projectId: 'p1' },
      profile: 'platform',
    });
    await proxy.close();
    assert.deepEqual(namesOf(reports, 'fail'), []);
  });

  it('says of each check that differs what the platform says', async () => {
    const reports = await check(platform.url, { ...KEYS, projectId: null, profile: 'platform' });
    const { contract } = reports.find(({ name }) => name === 'message.thread-id')!;
    assert.match(contract, /^Platform, message: /);
  });

  it('accepts what the contract says, too', async () => {
    await using service = await http.startService();
    await service.service.ready;
    const ofService = await check(service.url, {
      domain: 'lighthouse',
      key: http.ASSISTANT_KEY,
      adminKey: http.ADMIN_KEY,
      query: 'compression',
      question: 'Which algorithm do I choose for compression?',
      filter: http.ENGLISH,
      profile: 'platform',
    });
    assert.deepEqual(namesOf(ofService, 'fail'), []);
    const handler = createFake({ origins: [], delay: 0, keys: { assistant: KEY, admin: ADMIN_KEY } });
    const fake = await serveHandler(handler, { closeWithin: 0 });
    const ofFake = await check(fake.url, { profile: 'platform' });
    await fake.close();
    assert.deepEqual(namesOf(ofFake, 'fail'), []);
  });
});

/** What is wrong with a server that is else the platform. */
const MUTATIONS: [
  name: string,
  mutate: (body: string, path: string) => { body?: string; path?: string; status?: number },
][] = [
  ['search.more-fields', (body) => (body.includes('scoreThreshold') ? { status: 400 } : {})],
  ['message.more-fields', (body) => (body.includes('currentPath') ? { status: 400 } : {})],
  [
    'message.thread-key',
    (body) => (body.includes('threadKey') ? {} : { body: body.replace('"threadId"', '"unknown"') }),
  ],
  ['jobs.pages', (_, path) => ({ path: path.replace(/[?].*/, '') })],
];

for (const [name, mutate] of MUTATIONS) {
  it(`${name} fails for a server that does otherwise`, async () => {
    const server = await serveHandler(
      async (request) => {
        const { pathname, search } = new URL(request.url);
        const sent = await request.text();
        const { body = sent, path = pathname + search, status } = mutate(sent, pathname + search);
        if (status) return Response.json({ error: 'no' }, { status });
        const { method, headers } = request;
        return fetch(platform.adminUrl + path, {
          method,
          headers: {
            authorization: headers.get('authorization') ?? '',
            'content-type': 'application/json',
          },
          ...(body !== '' && { body }),
        });
      },
      { closeWithin: 0 },
    );
    const options = { ...KEYS, adminUrl: server.url, profile: 'platform' } as const;
    const reports = await check(`${server.url}/discovery`, options);
    await server.close();
    assert.deepEqual(namesOf(reports, 'fail'), [name], seenBy(reports, name));
  });
}

describe('the profile of the contract', () => {
  it('names what the platform has otherwise', async () => {
    const reports = await check(platform.url, { ...KEYS, adminUrl: platform.adminUrl });
    assert.deepEqual(namesOf(reports, 'fail'), [
      'message.thread-id',
      'jobs.sessions',
      'update.start',
      'update-status.fields',
    ]);
  });
});
