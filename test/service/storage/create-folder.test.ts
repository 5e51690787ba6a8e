import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createFolder } from '../../../src/service/storage/create-folder.ts';
import { readSources, withoutComments } from '../../package/source-files.ts';
import { temporaryFolder } from '../docs-folder.ts';

const SOURCE = new URL('../../../src/service/storage/create-folder.ts', import.meta.url).href;
const WITHOUT_PROC = !existsSync('/proc/self') && 'no /proc';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
  return 'none';
};

describe('a folder', () => {
  it('is created with those above it, and the first of them is told', async () => {
    await using folder = await temporaryFolder({});
    const path = join(folder.path, 'a/b/c');
    assert.equal(createFolder(path), join(folder.path, 'a'));
    assert.ok((await stat(path)).isDirectory());
    assert.equal(createFolder(path), undefined);
    assert.equal(createFolder(join(path, '..', 'd')), join(folder.path, 'a/b/d'));
  });

  it('has the permissions that are wanted', { skip: process.platform === 'win32' }, async () => {
    await using folder = await temporaryFolder({});
    createFolder(join(folder.path, 'a/b'), 0o700);
    for (const name of ['a', 'a/b']) assert.equal((await stat(join(folder.path, name))).mode & 0o777, 0o700);
  });

  it('is there where a link leads to one', { skip: process.platform === 'win32' }, async () => {
    await using folder = await temporaryFolder({});
    createFolder(join(folder.path, 'a'));
    await symlink(join(folder.path, 'a'), join(folder.path, 'link'));
    await symlink(join(folder.path, 'none'), join(folder.path, 'broken'));
    assert.equal(createFolder(join(folder.path, 'link')), undefined);
    assert.equal(createFolder(join(folder.path, 'link/b')), join(folder.path, 'link/b'));
    assert.equal(
      codeOf(() => createFolder(join(folder.path, 'broken'))),
      'EEXIST',
    );
  });

  it('is refused below a file, in the place of one, and where nobody may write', async () => {
    await using folder = await temporaryFolder({});
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    assert.equal(
      codeOf(() => createFolder(file)),
      'EEXIST',
    );
    assert.equal(
      codeOf(() => createFolder(join(file, 'a/b'))),
      'ENOTDIR',
    );
    if (process.getuid?.() === 0 || process.platform === 'win32') return;
    createFolder(join(folder.path, 'closed'));
    await chmod(join(folder.path, 'closed'), 0o500);
    assert.equal(
      codeOf(() => createFolder(join(folder.path, 'closed/a/b'))),
      'EACCES',
    );
  });

  for (const path of ['/proc/docs-assistant', '/proc/docs-assistant/a/b'])
    it(`is refused at ${path}, in a moment`, { skip: WITHOUT_PROC }, () => {
      const script = `import { createFolder } from '${SOURCE}';
        try { createFolder('${path}') } catch (error) { process.stdout.write(error.code) }`;
      const args = ['--input-type=module', '--eval', script];
      const { stdout, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 });
      assert.deepEqual([stdout, signal], ['ENOENT', null]);
    });
});

describe('the program', () => {
  it('creates folders by it alone, so that no command tries for ever', () => {
    const found = readSources().filter(({ text }) =>
      /\b(?:mkdir|mkdirSync)\([^;]*recursive/.test(withoutComments(text)),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });
});
