import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DocsClient } from '../../src/client.ts';
import { createFake } from '../../src/fake/create-fake.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { createProxy } from '../../src/proxy.ts';
import * as http from '../service/http-service.ts';
import { ADMIN_KEY, check, KEY, namesOf, seenBy } from './run.ts';

const ORIGIN = 'http://localhost:3000';
const FORMATS = ['text/event-stream', 'text/plain'];
/** Options for the documentation of the real service. */
const SERVICE = {
  domain: 'lighthouse',
  key: http.ASSISTANT_KEY,
  adminKey: http.ADMIN_KEY,
  query: 'compression',
  question: 'Which algorithm do I choose for compression?',
  filter: http.ENGLISH,
};

let service: http.RunningService;
let proxy: RunningServer;
let fake: RunningServer;

before(async () => {
  service = await http.startService();
  await service.service.ready;
  const authorization = `Bearer ${http.ADMIN_KEY}`;
  const admin = new DocsClient({ endpoint: service.url, projectId: 'project-1', headers: { authorization } });
  await admin.startJob({ branch: 'docs/links', todos: [{ content: 'Find broken links' }] });
  await admin.startJob({ haulted: true, haultReason: 'completed', messageToUser: 'Done.' });
  const handler = createProxy({
    upstream: service.url,
    keys: { assistant: http.ASSISTANT_KEY },
    domains: ['lighthouse'],
    origins: [ORIGIN],
  });
  proxy = await serveHandler(handler, { closeWithin: 0 });
  const keys = { assistant: KEY, admin: ADMIN_KEY };
  fake = await serveHandler(createFake({ origins: [ORIGIN], delay: 0, keys }), { closeWithin: 0 });
});

after(async () => {
  await proxy.close();
  await fake.close();
  await service[Symbol.asyncDispose]();
});

for (const accept of FORMATS) {
  describe(`with answers in ${accept}`, () => {
    it('the service passes every check', async () => {
      const reports = await check(service.url, { ...SERVICE, accept });
      assert.deepEqual(namesOf(reports, 'fail'), []);
      assert.deepEqual(namesOf(reports, 'skipped'), ['page.preflight', 'page.readable', 'message.limit']);
    });

    it('the proxy passes every check but those of keys and of the endpoints that pages do not call', async () => {
      const options = { ...SERVICE, accept, isPublic: true, origin: ORIGIN, projectId: null };
      const reports = await check(proxy.url, options);
      assert.deepEqual(namesOf(reports, 'fail'), []);
      const rest = namesOf(reports, 'skipped').filter((name) => !/-key$|^jobs?\.|^update/.test(name));
      assert.deepEqual(rest, ['message.limit']);
    });

    it('the fake passes every check', async () => {
      const reports = await check(fake.url, { accept, origin: ORIGIN });
      assert.deepEqual(namesOf(reports, 'fail'), []);
      assert.deepEqual(namesOf(reports, 'skipped'), ['message.limit']);
    });
  });
}

describe('what is not asked for', () => {
  it('no project is read and no update started without its option', async () => {
    const reports = await check(fake.url, { projectId: null });
    assert.equal(seenBy(reports, 'jobs.status'), 'skipped: Name the project with --project.');
    const withProject = await check(fake.url, { startsUpdate: false });
    assert.match(seenBy(withProject, 'update.start'), /^skipped: .*--start-update/);
    assert.match(seenBy(withProject, 'update-status.status'), /^skipped: .*--update/);
  });

  it('no more than four questions are answered', async () => {
    let answered = 0;
    const own = createFake({ origins: [], delay: 0, keys: { assistant: KEY, admin: ADMIN_KEY } });
    const server = await serveHandler(
      async (request) => {
        const response = await own(request);
        if (request.url.endsWith('/message') && response.ok) answered++;
        return response;
      },
      { closeWithin: 0 },
    );
    await check(server.url);
    await server.close();
    assert.equal(answered, 4);
  });

  it('an update that is named is read', async () => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const { statusId } = await new DocsClient({
      endpoint: fake.url,
      projectId: 'project-1',
      headers,
    }).startUpdate();
    const reports = await check(fake.url, { startsUpdate: false, statusId });
    assert.match(seenBy(reports, 'update-status.id'), /^pass/);
  });

  it('a limit that is named is used up', async () => {
    await using limited = await http.startService({ rateLimits: { perKeyAndMonth: 8 } });
    await limited.service.ready;
    const reports = await check(limited.url, { ...SERVICE, projectId: null, limit: 8 });
    assert.match(seenBy(reports, 'message.limit'), /^pass: status 429 at question \d/);
    assert.deepEqual(namesOf(reports, 'fail'), []);
  });

  it('agent jobs and updates may be at another address', async () => {
    const reports = await check(fake.url, { adminUrl: 'http://127.0.0.1:9' });
    assert.match(seenBy(reports, 'jobs.status'), /^fail: no answer/);
    assert.match(seenBy(reports, 'search.status'), /^pass/);
  });
});
