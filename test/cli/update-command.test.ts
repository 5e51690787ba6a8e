import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { UpdateStatus } from '../../src/client.ts';
import { serveHandler } from '../../src/node.ts';
import { openServiceStore } from '../../src/service/storage/open-store.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { createRepository, type GitRepository } from '../service/deploy/git-repository.ts';
import { ADMIN_KEY } from '../service/http-service.ts';
import { serveProject, type UpdatedService } from '../service/deploy/update-service.ts';
import { runCommand, startCommand } from './command.ts';

let repository: GitRepository;
let service: UpdatedService;

before(async () => {
  repository = await createRepository({ 'a.md': '# Alpha' });
  service = await serveProject({ source: { repository: repository.path, branch: 'main' } });
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await repository[Symbol.asyncDispose]();
});

function run(...args: string[]) {
  return runCommand(['update', ...args, '--endpoint', service.url], { DOCS_ADMIN_KEY: ADMIN_KEY });
}

describe('docs-assistant update', () => {
  it('starts an update and tells what it does until it has ended', async () => {
    const sha = await repository.commit({ 'b.md': '# Beta' }, 'Add Beta');
    const { code, stdout, stderr } = await run('start', '--project', 'project-1', '--follow');
    assert.equal(code, 0, stderr);
    const [statusId, state, , commit, files] = stdout.split('\n');
    assert.match(statusId!, /^[\da-f-]{36}$/);
    assert.match(state!, /^success: Deployed commit/);
    assert.equal(commit, `commit ${sha} of refs/heads/main by Ada Writer: Add Beta`);
    assert.equal(files, 'files: 1 added, 0 modified, 0 removed');
    assert.match(stderr, /Z Fetching branch main of[^]*Z The update has ended well\.\n/);
  });

  it('prints JSON: the id, what is new each time, and the whole status at the end', async () => {
    await repository.commit({ 'b.md': '# Gamma' });
    const { code, stdout, stderr } = await run('start', '--project', 'project-1', '--follow', '--json');
    assert.deepEqual([code, stderr], [0, '']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Partial<UpdateStatus>);
    const last = lines.at(-1) as UpdateStatus;
    assert.deepEqual(lines[0], { statusId: last._id });
    assert.equal(last.status, 'success');
    assert.deepEqual(
      lines.slice(1, -1).flatMap(({ logs }) => logs),
      last.logs,
    );
  });

  it('tells the status of an update, once', async () => {
    const start = await run('start', '--project', 'project-1');
    assert.equal(start.code, 0);
    const statusId = start.stdout.trim();
    await service.follow(statusId);
    const { code, stdout } = await run('status', statusId);
    assert.equal(code, 0);
    assert.match(stdout, /^success: Nothing has changed since the last update\.\nstarted .* by api, ended /);
    const json = await run('status', statusId, '--json');
    assert.equal((JSON.parse(json.stdout) as UpdateStatus)._id, statusId);
  });

  it('fails when the update does, and says why', async () => {
    repository.git('branch', '--move', 'main', 'trunk');
    const { code, stdout } = await run('start', '--project', 'project-1', '--follow');
    repository.git('branch', '--move', 'trunk', 'main');
    assert.equal(code, 1);
    assert.match(stdout, /\nfailure: Cannot fetch branch main of .*: it has no branch of that name/);
  });

  it('goes on after a failure of the service, and obeys nothing that a service sends', async () => {
    const status = { _id: 'u1', projectId: 'p1', createdAt: '2026-11-21T00:00:00Z', status: 'in_progress' };
    const answers = [
      Response.json({ ...status, logs: ['one \u001b[2Jline'] }),
      Response.json({ code: 'unavailable', error: 'Starting.' }, { status: 503 }),
      Response.json({ ...status, status: 'success', logs: ['one \u001b[2Jline', 'another'] }),
    ];
    const server = await serveHandler(() => answers.shift()!);
    const { code, stdout, stderr } = await runCommand(
      ['update', 'status', 'u1', '--follow', '--endpoint', server.url],
      { DOCS_ADMIN_KEY: 'key' },
    );
    await server.close();
    assert.equal(code, 0);
    assert.equal(stderr, 'one  [2Jline\nin_progress\nanother\n');
    assert.equal(stdout, 'success\nstarted 2026-11-21T00:00:00Z\n');
  });

  const misunderstood: [args: string[], complaint: RegExp, key?: string][] = [
    [[], /Use start, preview with a branch, or status with the id/],
    [['status'], /Use start, preview with a branch, or status with the id/],
    [['start', 'now'], /Use start, preview with a branch, or status with the id/],
    [['start'], /Name the project with --project/],
    [['status', 'x', '--endpoint', 'nowhere'], /--endpoint takes the base address/],
    [['status', 'x'], /DOCS_ADMIN_KEY/, ''],
  ];
  for (const [args, complaint, key = ADMIN_KEY] of misunderstood) {
    it(`says what is wrong with "update ${args.join(' ')}"`, async () => {
      const { code, stderr } = await runCommand(['update', ...args], { DOCS_ADMIN_KEY: key });
      assert.equal(code, 2);
      assert.match(stderr, complaint);
    });
  }

  it('says what the service answers to a wrong key or an unknown id', async () => {
    const wrong = await runCommand(['update', 'status', 'x', '--endpoint', service.url], {
      DOCS_ADMIN_KEY: 'wrong',
    });
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [
        1,
        `docs-assistant update: ${service.url}: Send a valid API key as a bearer token. It is read from DOCS_ADMIN_KEY.\n`,
      ],
    );
    const unknown = await run('status', 'unknown');
    assert.deepEqual(
      [unknown.code, unknown.stderr],
      [1, `docs-assistant update: ${service.url}: There is no update "unknown".\n`],
    );
  });
});

describe('docs-assistant serve --watch', () => {
  it('updates the index when a file changes', async () => {
    await using folder = await temporaryFolder({ 'docs/a.md': '# Alpha' });
    const config = join(folder.path, 'config.json');
    await writeFile(
      config,
      JSON.stringify({ projects: [{ dir: 'docs' }], dataDir: 'data', embeddings: null }),
    );
    await using served = startCommand(['serve', '--config', config, '--port', '0', '--watch'], {
      DOCS_ASSISTANT_KEY: 'assistant-key',
      DOCS_ADMIN_KEY: 'admin-key',
    });
    await served.url;
    const store = await openServiceStore({ dataDir: join(folder.path, 'data') });
    const reach = async (number: number) => {
      while (((await store.generations.current('docs'))?.number ?? 0) < number) await setImmediate();
    };
    await reach(1);
    await folder.write({ 'docs/b.md': '# Beta' });
    await reach(2);
    await store.close();
    served.signal('SIGINT');
    assert.equal((await served.outcome).code, 0);
  });
});
