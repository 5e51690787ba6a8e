import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../service/docs-folder.ts';
import { startCommand } from './command.ts';

/** Between two searches, so that no limit is reached. */
const POLL_MILLISECONDS = 100;

const project = (name: string) => ({ dir: name, domain: name, keys: { assistant: `key-of-${name}` } });
const serve = (folder: string, more: readonly string[] = []) =>
  startCommand([
    ...['serve', '--config', join(folder, 'docs-assistant.json'), '--data', join(folder, 'data')],
    ...['--port', '0', '--no-model', '--log', 'json', '--drain', '0', ...more],
  ]);
const file = (...names: string[]) => JSON.stringify({ projects: names.map(project) });

test('a project that is added to the configuration file is served without a restart', async () => {
  await using folder = await temporaryFolder({
    'apples/index.md': '# Apples',
    'pears/index.md': '# Pears',
    'docs-assistant.json': file('apples'),
  });
  await using serving = serve(folder.path, ['--site', 'https://docs.example.com']);
  const url = await serving.url;
  const search = async (path: string, headers: Record<string, string>) => {
    const init = { method: 'POST', body: '{"query":"pears"}' };
    return fetch(url + path, { ...init, headers: { 'content-type': 'application/json', ...headers } });
  };
  await folder.write({ 'docs-assistant.json': '{"projects": 1}' });
  await serving.told('is not a configuration');
  await folder.write({ 'docs-assistant.json': file('apples', 'pears') });
  await serving.told('"projects":2');
  const count = async () => {
    const response = await search('/v1/search/pears', { authorization: 'Bearer key-of-pears' });
    return response.status === 200 ? ((await response.json()) as unknown[]).length : 0;
  };
  while ((await count()) !== 1) await wait(POLL_MILLISECONDS);
  const origin = { origin: 'https://docs.example.com' };
  assert.equal((await search('/docs-api/v1/search/pears', origin)).status, 200);

  await folder.write({ 'docs-assistant.json': file('pears') });
  await serving.told('"projects":1');
  assert.notEqual((await search('/docs-api/v1/search/apples', origin)).status, 200);
});

test('keys that are added to the configuration file are not written to the log', async () => {
  await using folder = await temporaryFolder({
    'apples/index.md': '# Apples',
    'pears/index.md': '# Pears',
    'docs-assistant.json': file('apples'),
  });
  await using serving = serve(folder.path);
  await serving.url;
  // The log names the domain of a project that is indexed.
  const added = { ...project('pears'), domain: 'key-of-pears' };
  await folder.write({ 'docs-assistant.json': JSON.stringify({ projects: [project('apples'), added] }) });
  await serving.told('[hidden]');
});
