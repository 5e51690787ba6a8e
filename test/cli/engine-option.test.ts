import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { temporaryFolder } from '../service/docs-folder.ts';
import { startCommand } from './command.ts';

const KEY = 'assistant-key-0b51';
const ENVIRONMENT = { DOCS_ASSISTANT_KEY: KEY, DOCS_ADMIN_KEY: 'admin-key-c6e2' };

test('an index that one machine has put into LanceDB is searched by services on others', async () => {
  await using docs = await temporaryFolder({ 'lamps.md': '# Lamps\n\nTrim the wick every night.' });
  await using state = await temporaryFolder();
  await using place = await temporaryFolder();
  const options = [
    ...[docs.path, '--data', state.path, '--domain', 'lighthouse', '--no-model'],
    ...['--engine', `lancedb:${join(place.path, 'index')}`],
  ];
  await using indexing = startCommand(['index', ...options], ENVIRONMENT);
  const { code, stderr } = await indexing.outcome;
  assert.equal(code, 0, stderr);

  await using serving = startCommand(['serve', ...options, '--port', '0', '--no-updates'], ENVIRONMENT);
  const address = `${await serving.url}/v1/search/lighthouse`;
  const response = await fetch(address, {
    method: 'POST',
    body: JSON.stringify({ query: 'wick' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
  });
  const results = (await response.json()) as { path: string }[];
  assert.deepEqual(
    results.map(({ path }) => path),
    ['lamps'],
  );
});

for (const engine of ['elasticsearch', 'lancedb', 'lancedb:']) {
  test(`--engine ${engine} is refused with the form that it must have`, async () => {
    await using docs = await temporaryFolder({ 'a.md': 'x' });
    await using command = startCommand(['serve', docs.path, '--engine', engine]);
    const { code, stderr } = await command.outcome;
    assert.equal(code, 2);
    assert.match(stderr, /--engine must be lancedb: and a folder or an s3:\/\/ address/);
  });
}
