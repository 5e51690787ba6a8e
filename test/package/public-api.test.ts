import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPublicApi, RECORD } from './generate/public-api.ts';
import { readExports } from './generate/public-exports.ts';
import { root } from './source-files.ts';

test('the public API is the one that is recorded', async () => {
  const recorded = readFileSync(RECORD, 'utf8').split('\n');
  const actual = (await createPublicApi()).split('\n');
  const gone = recorded.filter((line) => !actual.includes(line));
  const added = actual.filter((line) => !recorded.includes(line));
  const changes = [...gone.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join('\n');
  assert.deepEqual(
    actual,
    recorded,
    `The public API has changed. If it is meant to, run "npm run public-api" and name it in CHANGELOG.md; a line that goes breaks \
programs of users and needs a new minor version before 1.0, a new major version after it.\n${changes}`,
  );
});

for (const name of ['client', 'state', 'proxy', 'service', 'node']) {
  test(`docs-assistant/${name}, as it is built, has the values that are recorded`, async () => {
    const module = (await import(join('docs-assistant', name))) as object;
    const exports = [...readExports(join(root, `src/${name}.ts`))];
    const values = exports.filter(([, kind]) => kind === 'value').map(([exported]) => exported);
    assert.deepEqual(Object.keys(module).toSorted(), values.toSorted());
  });
}
