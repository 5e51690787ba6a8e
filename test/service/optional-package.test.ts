import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  installCommand,
  isInstalled,
  loadOptional,
  missingPackages,
} from '../../src/service/optional-package.ts';

test('a missing package is named with what it is for', async () => {
  const name = 'no-such-package';
  const missing = () => import(name);
  await assert.rejects(loadOptional('Reading tea leaves', ['tea', 'leaves'], missing), {
    message: 'Reading tea leaves needs more packages: npm install tea leaves',
  });
});

test('what several features miss is one command', () => {
  const { message } = missingPackages(['Reading tea leaves', 'Pouring'], ['tea', 'kettle']);
  assert.equal(message, 'Reading tea leaves, Pouring need more packages: npm install tea kettle');
  assert.deepEqual([isInstalled('no-such-package'), isInstalled('lit')], [false, true]);
});

describe('the command that installs a package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  test.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project/package.json'), '{}');

  const commandIn = (...place: string[]) =>
    installCommand(['pg'], join(folder, ...place, 'dist/service/service.js'), ['serve', './my docs']);

  test('installs into the project that has this package', () => {
    assert.equal(commandIn('project', 'node_modules/docs-assistant'), 'npm install pg');
  });

  test('installs globally beside a global installation', () => {
    assert.equal(commandIn('lib', 'node_modules/docs-assistant'), 'npm install --global pg');
  });

  test('starts npx again with the package, because npx runs from a folder of its own', () => {
    assert.equal(
      commandIn('_npx', '1f2e', 'node_modules/docs-assistant'),
      "npx -p docs-assistant -p pg docs-assistant serve './my docs'",
    );
  });

  test('installs into a clone', () => {
    assert.equal(commandIn('clone'), 'npm install pg');
  });
});
