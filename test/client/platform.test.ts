import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DocsClient, RequestFailure } from '../../src/client.ts';
import { PLATFORM_ADMIN_KEY, startPlatform, type Platform } from '../support/platform.ts';

let platform: Platform;
let client: DocsClient;

before(async () => {
  platform = await startPlatform();
  client = new DocsClient({
    endpoint: platform.url,
    adminEndpoint: platform.adminUrl,
    domain: 'docs',
    projectId: 'p1',
    headers: { authorization: `Bearer ${PLATFORM_ADMIN_KEY}` },
  });
});

after(async () => {
  await platform[Symbol.asyncDispose]();
});

describe('what only the hosted platform offers', () => {
  it('is an agent that takes a task, and more of it', async () => {
    const job = await client.startAgent('Describe retries.');
    assert.deepEqual(job, {
      id: 'j1',
      status: 'active',
      source: { repository: 'acme/docs', ref: 'docs/retries' },
      model: 'large',
      prLink: null,
      createdAt: '2026-08-21T12:00:00.000Z',
      archivedAt: null,
    });
    assert.deepEqual(await client.messageAgent(job.id, 'With a table.'), job);
    assert.deepEqual(await client.getAgent(job.id), job);
    assert.deepEqual(
      platform.received.map(({ method, path, body }) => [method, path, body]),
      [
        ['POST', '/v2/agent/p1/job', { prompt: 'Describe retries.' }],
        ['POST', '/v2/agent/p1/job/j1/message', { prompt: 'With a table.' }],
        ['GET', '/v2/agent/p1/job/j1', null],
      ],
    );
  });

  it('is a preview of a branch, whose progress is that of an update', async () => {
    const { statusId, previewUrl } = await client.startPreview('retries');
    assert.equal(previewUrl, 'https://acme-retries.preview.example');
    assert.equal((await client.getUpdate(statusId)).author, 'Ann');
  });

  it('is the text of a page', async () => {
    assert.deepEqual(await client.readPage('quickstart'), {
      path: 'quickstart',
      content: '# Install\nRun npm i',
    });
    await assert.rejects(
      client.readPage('none'),
      (error) => error instanceof RequestFailure && error.status === 404,
    );
  });

  it('is not there at another server, which is a failure', async () => {
    const other = new DocsClient({
      endpoint: platform.adminUrl,
      domain: 'docs',
      projectId: 'p1',
      headers: { authorization: `Bearer ${PLATFORM_ADMIN_KEY}` },
      // Answers everything with something else.
      fetch: async () => Response.json({}),
    });
    for (const call of [
      () => other.startAgent('a'),
      () => other.getAgent('a'),
      () => other.startPreview('a'),
      () => other.readPage('a'),
    ])
      await assert.rejects(
        call(),
        (error) => error instanceof RequestFailure && error.code === 'bad-content',
      );
  });
});
