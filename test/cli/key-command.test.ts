import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand, startCommand } from './command.ts';

const DOCS = fileURLToPath(new URL('../service/fixtures-http', import.meta.url));
let folder: string;
let place: string[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  place = ['--data', join(folder, 'data')];
});

after(async () => {
  await rm(folder, { recursive: true });
});

async function keyCommand(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['key', ...args, ...place]);
  return { code, stderr, stdout, result: () => JSON.parse(stdout) };
}

describe('docs-assistant key', () => {
  it('makes a key and prints it alone, for a script to take', async () => {
    const { code, stdout, stderr } = await keyCommand('create', 'admin', '--project', 'one', '--label', 'ci');
    assert.equal(code, 0);
    assert.match(stdout, /^docs_admin_[0-9A-Za-z]{49}\n$/);
    assert.match(stderr, /^The key is shown only once\. Its id is key_[\da-f]{12}\.\n$/);
  });

  it('lists what there is without telling it', async () => {
    const made = (await keyCommand('create', 'assistant', '--project', 'two', '--json')).result();
    const { keys } = (await keyCommand('list', '--project', 'two', '--json')).result();
    const { createdAt, ...key } = keys[0];
    const expected = { kind: 'assistant', projectId: 'two', label: '', usedAt: null, revokedAt: null };
    assert.deepEqual([keys.length, key], [1, { id: made.id, ...expected }]);
    assert.ok(!Number.isNaN(Date.parse(createdAt)));
    const { stdout } = await keyCommand('list');
    assert.match(stdout, new RegExp(`^${made.id}  assistant  two  made \\S+  used never\n`));
    assert.match(stdout, /  admin  one  .*  ci\n/);
    assert.ok(!stdout.includes(made.key));
  });

  it('revokes a key, once', async () => {
    const { id } = (await keyCommand('create', 'admin', '--project', 'one', '--json')).result();
    assert.deepEqual((await keyCommand('revoke', id, '--json')).result(), { id, revoked: true });
    assert.match((await keyCommand('list')).stdout, new RegExp(`${id} .* revoked \\S+\n`));
    const { code, stderr } = await keyCommand('revoke', id);
    assert.equal(code, 1);
    assert.match(stderr, /There is no valid key with that id\. Run "docs-assistant key list"/);
  });

  it('takes the project from a configuration file, and knows no others then', async () => {
    const file = join(folder, 'one.json');
    await writeFile(file, JSON.stringify({ projects: [{ dir: DOCS, domain: 'docs', projectId: 'p1' }] }));
    const made = await keyCommand('create', 'admin', '--config', file, '--json');
    assert.equal(made.result().projectId, 'p1');
    const { code, stderr } = await keyCommand('create', 'admin', '--config', file, '--project', 'p2');
    assert.equal(code, 2);
    assert.match(stderr, /There is no project "p2" in the configuration\. It has: p1\./);
  });

  const misunderstood: [args: string[], complaint: RegExp][] = [
    [[], /Use create, list or revoke/],
    [['make'], /Use create, list or revoke/],
    [['create', '--project', 'x'], /Name the kind/],
    [['create', 'root', '--project', 'x'], /Name the kind/],
    [['create', 'admin'], /Name the project with --project/],
    [['create', 'admin', '--project', 'x', '--label', 'x'.repeat(101)], /--label takes at most 100/],
    [['list', 'x'], /key list takes options only/],
    [['revoke'], /Name one key by its id/],
  ];
  for (const [args, complaint] of misunderstood) {
    it(`says what is wrong with "${args.join(' ').slice(0, 50)}"`, async () => {
      const { code, stdout, stderr } = await keyCommand(...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });
  }

  it('is heard by a service that runs', async () => {
    await using service = startCommand(['serve', DOCS, '--domain', 'docs', '--port', '0', ...place]);
    const url = await service.url;
    const { id, key } = (await keyCommand('create', 'assistant', '--project', 'docs', '--json')).result();
    const status = async () => {
      const { status } = await fetch(`${url}/v1/search/docs`, {
        method: 'POST',
        body: '{"query":"compression"}',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      return status;
    };
    // The test's own time limit ends a wait that is in vain.
    while ((await status()) !== 200);
    await keyCommand('revoke', id);
    while ((await status()) !== 401);
  });
});
