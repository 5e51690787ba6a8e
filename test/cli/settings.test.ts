import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { configurationRows } from '../package/generate/configuration-reference.ts';
import { OPTIONS, ANSWER_VARIABLES, VARIABLES } from '../../src/cli/options.ts';
import type { Option, Variable } from '../../src/cli/read-option.ts';
import { readDataOptions } from '../../src/cli/settings.ts';
import { temporaryFolder } from '../service/docs-folder.ts';

const FILE = {
  projects: [{ dir: '.' }],
  dataDir: 'kept',
  port: 1,
  host: 'file.example',
  drainSeconds: 2,
  insights: { days: 3, minimumCount: 4 },
  databaseUrl: 'postgres://file.example',
  logQuestions: true,
};

test('options take precedence over the environment, the environment over the file, the file over defaults', async () => {
  await using folder = await temporaryFolder();
  const config = join(folder.path, 'service.json');
  writeFileSync(config, JSON.stringify(FILE));
  const read = (values: object) => readDataOptions({ config, data: undefined, ...values });

  const plain = read({ 'log-questions': false });
  assert.equal(plain.dataDir, join(folder.path, 'kept'));
  assert.equal(plain.logQuestions, true, 'a switch that is not given changes nothing');
  assert.equal(plain.databaseUrl, 'postgres://file.example');
  assert.deepEqual([plain.port, plain.host, plain.drainSeconds], [1, 'file.example', 2]);

  process.env['DATABASE_URL'] = 'postgres://environment.example';
  try {
    const given = read({ data: '/elsewhere', port: 5, drain: 0, insights: 6, watch: true });
    assert.equal(given.databaseUrl, 'postgres://environment.example');
    assert.deepEqual([given.dataDir, given.port, given.drainSeconds], ['/elsewhere', 5, 0]);
    assert.deepEqual(given.insights, { days: 6, minimumCount: 4 });
    assert.equal(given.host, 'file.example');
    assert.ok(!('watch' in given), 'what is no setting is left to the command');
  } finally {
    delete process.env['DATABASE_URL'];
  }

  const { dataDir } = readDataOptions({ config: undefined, data: undefined });
  assert.equal(dataDir, resolve(OPTIONS.data.default));
});

test('each setting of an option or a variable is a field of configuration files', () => {
  const fields = new Set(configurationRows().map(([field]) => field!.replaceAll('`', '')));
  // The place of the engine without the engine's name.
  fields.add('enginePlace');
  const rows = Object.entries<Option | Variable>({ ...OPTIONS, ...ANSWER_VARIABLES, ...VARIABLES });
  const settings = rows.flatMap(([name, { setting }]) => (setting === undefined ? [] : [[name, setting]]));
  assert.ok(settings.length > 30);
  assert.deepEqual(
    settings.filter(([, setting]) => !fields.has(setting!)),
    [],
  );
});
