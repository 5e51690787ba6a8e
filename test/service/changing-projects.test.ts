import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProjectOptions } from '../../src/service.ts';
import { temporaryFolder, type TemporaryFolder } from './docs-folder.ts';
import { startService, type RunningService } from './http-service.ts';

/** Between two searches, so that no limit is reached. */
const POLL_MILLISECONDS = 100;

const project = (docs: TemporaryFolder, name: string): ProjectOptions => ({
  dir: `${docs.path}/${name}`,
  domain: name,
  projectId: `id-of-${name}`,
  keys: { assistant: `key-of-${name}` },
});

/** A folder with a page for each name. */
async function writeDocs(names: readonly string[]): Promise<TemporaryFolder> {
  return temporaryFolder(
    Object.fromEntries(names.map((name) => [`${name}/index.md`, `# ${name}\n\nAll about ${name}.`])),
  );
}

async function search(service: RunningService, name: string): Promise<number> {
  const headers = { authorization: `Bearer key-of-${name}` };
  return (await service.post(`/v1/search/${name}`, { query: name }, headers)).status;
}

test('a project that is added is searched without a restart, and the others are not interrupted', async () => {
  await using docs = await writeDocs(['apples', 'pears']);
  const projects = ['apples', 'pears'].map((name) => project(docs, name));
  await using service = await startService({ keys: {}, projects: projects.slice(0, 1) });
  await service.service.ready;
  assert.equal(await search(service, 'pears'), 401);
  const statuses: number[] = [];
  let isChanged = false;
  const searching = (async () => {
    while (!isChanged) statuses.push(await search(service, 'apples'));
  })();
  await service.service.setProjects(projects);
  assert.equal(await search(service, 'pears'), 200);
  isChanged = true;
  await searching;
  assert.ok(statuses.length > 0 && statuses.every((status) => status === 200));
  assert.deepEqual(service.failures, []);
});

test('a project that is removed is gone with its keys', async () => {
  await using docs = await writeDocs(['apples', 'pears']);
  const projects = ['apples', 'pears'].map((name) => project(docs, name));
  await using service = await startService({ keys: {}, projects });
  await service.service.ready;
  await service.service.setProjects(projects.slice(0, 1));
  assert.equal(await search(service, 'pears'), 401);
  assert.equal(await search(service, 'apples'), 200);
});

test('a project that is changed is read anew', async () => {
  await using docs = await writeDocs(['apples', 'apples-new']);
  await using service = await startService({ keys: {}, projects: [project(docs, 'apples')] });
  await service.service.ready;
  const changed = { ...project(docs, 'apples'), dir: `${docs.path}/apples-new` };
  await service.service.setProjects([changed]);
  const found = async () => {
    const headers = { authorization: 'Bearer key-of-apples' };
    const response = await service.post('/v1/search/apples', { query: 'new' }, headers);
    return ((await response.json()) as unknown[]).length;
  };
  while ((await found()) !== 1) await wait(POLL_MILLISECONDS);
});

test('projects that are wrong change nothing', async () => {
  await using docs = await writeDocs(['apples']);
  const right = project(docs, 'apples');
  await using service = await startService({ keys: {}, projects: [right] });
  await service.service.ready;
  const { setProjects } = service.service;
  await assert.rejects(setProjects([]), /name at least one project/);
  await assert.rejects(setProjects([right, right]), /same domain/);
  await assert.rejects(
    setProjects([{ ...right, siteUrl: 'https://docs.example.com/?v=2' }]),
    /siteUrl of .* must be an address that begins with http: or https:, without a query/,
  );
  await assert.rejects(setProjects([right, { domain: 'pears' }]), /give either dir or source for pears/);
  assert.equal(await search(service, 'apples'), 200);
});
