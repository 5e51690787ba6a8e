import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AgentSession, AgentSessionList } from '../../src/client.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { createRepository, type GitRepository } from '../service/deploy/git-repository.ts';
import { ADMIN_KEY, startService, type RunningService } from '../service/http-service.ts';
import { runCommand } from './command.ts';

const PROJECT = ['--project', 'project-1'];
const FILES = {
  'docs/index.md':
    '# Start\n\nSee [routing](guides/routng.md), [setup](setup.md) and [more](/lost/entirely).\n',
  'docs/guides/routing.md': '# Routing\n\n[Usage](#usag) and [the start](../index.md).\n\n## Usage\n',
  'docs/linux/setup.md': '# Setup\n',
  'docs/mac/setup.md': '# Setup\n',
  'README.md': '[outside](nowhere.md)\n',
};

let service: RunningService;

before(async () => {
  service = await startService();
});

after(async () => {
  await service[Symbol.asyncDispose]();
});

function run(...args: string[]) {
  return runCommand(['job', ...args, '--endpoint', service.url], { DOCS_ADMIN_KEY: ADMIN_KEY });
}

async function json<T>(...args: string[]): Promise<T> {
  const { stdout, stderr, code } = await run(...args, '--json');
  assert.notEqual(code, 2, stderr);
  return JSON.parse(stdout) as T;
}

async function latestSession(): Promise<AgentSession> {
  const { allSessions } = await json<AgentSessionList>('list', ...PROJECT);
  return allSessions[0]!;
}

function todosOf({ todos }: AgentSession): string[] {
  return todos.map(({ status, priority, content }) => `${status} ${priority} ${content}`);
}

describe('docs-assistant job', () => {
  it('reports a session of any agent from its start to its end', async () => {
    const started = await run(
      'start',
      ...PROJECT,
      '--branch',
      'docs/new',
      '--todo',
      'in_progress: Write the page',
    );
    assert.equal(started.code, 0, started.stderr);
    const id = started.stdout.trim();
    const end = ['--message', 'Written.', '--pull-request', 'https://git.example/1', '--halt', 'completed'];
    const reported = await run('report', id, ...PROJECT, ...end, '--todo', 'completed: Write the page');
    assert.equal(reported.code, 0, reported.stderr);
    const shown = await run('show', id, ...PROJECT);
    assert.match(
      shown.stdout,
      /^[\da-f-]{36}  halted: completed, started \S+\nbranch docs\/new\npull request https:\/\/git\.example\/1\nWritten\.\n\[completed\] Write the page \(medium\)\n$/,
    );
    const { stdout } = await run('list', ...PROJECT);
    assert.match(stdout, new RegExp(`^${id}  \\S+  halted: completed  docs/new  1/1\\n`));

    const { allSessions } = await json<AgentSessionList>('list', ...PROJECT);
    assert.deepEqual(await json('show', id, ...PROJECT), allSessions[0]);
  });

  it('lists as many sessions as are wanted, and says that there are more', async () => {
    for (const branch of ['docs/one', 'docs/two']) await run('start', ...PROJECT, '--branch', branch);
    const some = await run('list', ...PROJECT, '--take', '1');
    assert.match(some.stdout, /^[^\n]+ docs\/two\n$/);
    assert.match(some.stderr, /There are older sessions, too: --take 2 lists more\./);
    const all = await run('list', ...PROJECT);
    assert.match(all.stdout, /docs\/two\n[^\n]+docs\/one\n/);
    assert.equal(all.stderr, '');
  });

  it('says what the service has against a report', async () => {
    const { code, stderr } = await run('start', ...PROJECT, '--halt', 'bored');
    assert.equal(code, 1);
    assert.match(stderr, /haultReason must be one of completed, github_missconfigured, error/);
  });

  const wrong: [why: RegExp, ...args: string[]][] = [
    [/Use list, show, start, report, prompt, message, status or check-links/, 'dance'],
    [/Name the project/, 'list'],
    [/Use job show SESSION-ID\./, 'show', ...PROJECT],
    [/takes options only/, 'list', 'x', ...PROJECT],
    [/--todo takes a status and a text/, 'start', ...PROJECT, '--todo', 'Write'],
    [/--todos takes JSON/, 'start', ...PROJECT, '--todos', '{'],
    [/not both/, 'check-links', '.', '--repository', 'x'],
    [/--branch and --folder require --repository/, 'check-links', '.', '--branch', 'x'],
    [/is not a folder/, 'check-links', 'nothing-here'],
  ];
  for (const [why, ...args] of wrong) {
    it(`turns "job ${args.join(' ')}" down`, async () => {
      const { code, stderr } = await run(...args);
      assert.equal(code, 2);
      assert.match(stderr, why);
    });
  }
});

describe('docs-assistant job check-links', () => {
  it('repairs what has one plausible target on a branch of its own, and records it all', async () => {
    await using repository = await createRepository(FILES);
    const index = join(repository.path, 'docs/index.md');
    await writeFile(index, 'being written: [x](nothing.md)');
    const { code, stdout, stderr } = await run('check-links', join(repository.path, 'docs'), ...PROJECT);
    assert.equal(code, 1, stderr);
    assert.match(
      stdout,
      /repaired {2}index\.md:3 {2}guides\/routng\.md {2}no page -> \.\/guides\/routing\.md\n/,
    );

    const session = await latestSession();
    assert.equal(session.haulted, true);
    assert.equal(session.haultReason, 'completed');
    assert.match(session.branch!, /^docs-assistant\/check-links-\d{4}-\d\d-\d\d-[\da-f]{6}$/);
    assert.equal(
      session.messageToUser,
      `5 links on 4 pages: 4 lead nowhere. 2 links repaired on the branch ${session.branch} of the repository, which is not pushed. 2 need a person.`,
    );
    assert.deepEqual(todosOf(session), [
      'completed high Read all pages and their headings',
      'completed high Find links that lead nowhere',
      'completed high index.md:3: guides/routng.md leads to no page. Repaired: ./guides/routing.md',
      'pending high index.md:3: setup.md leads to no page. Meant may be: ./linux/setup.md, ./mac/setup.md',
      'pending high index.md:3: /lost/entirely leads to no page.',
      'completed medium guides/routing.md:3: #usag leads to a page without that heading. Repaired: #usage',
    ]);
    assert.equal(
      repository.git('show', `${session.branch}:docs/index.md`),
      '# Start\n\nSee [routing](./guides/routing.md), [setup](setup.md) and [more](/lost/entirely).',
    );
    assert.match(repository.git('show', `${session.branch}:docs/guides/routing.md`), /\[Usage\]\(#usage\)/);
    assert.equal(repository.git('rev-list', '--count', `main..${session.branch}`), '1');
    // Nobody's own work is touched, and nothing is left behind.
    assert.equal(await readFile(index, 'utf8'), 'being written: [x](nothing.md)');
    assert.equal(repository.git('branch', '--show-current'), 'main');
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1);
  });

  it('finds nothing, makes no branch and exits with 0 where all links lead somewhere', async () => {
    await using repository = await createRepository({ 'a.md': '[b](b.md)', 'b.md': '[a](a.md)' });
    const check = await json<{ message: string; branch: string | null }>(
      'check-links',
      repository.path,
      ...PROJECT,
    );
    assert.equal(check.branch, null);
    assert.equal(check.message, '2 links on 2 pages: all of them lead somewhere.');
    assert.equal((await latestSession()).haultReason, 'completed');
    assert.equal(repository.git('branch', '--format=%(refname:short)'), 'main');
  });

  it('checks a folder that is in no repository, and repairs nothing there', async () => {
    await using folder = await temporaryFolder({ 'routing.md': 'x', 'a.md': '[x](routng.md)' });
    const { code, stdout } = await run('check-links', folder.path);
    assert.equal(code, 1);
    assert.match(stdout, /Nothing is repaired: the folder is in no git work tree\./);
    assert.equal(await readFile(join(folder.path, 'a.md'), 'utf8'), '[x](routng.md)');
  });

  it('clones a repository and pushes the branch', async () => {
    await using origin = await bareClone();
    const args = ['--repository', origin.path, '--branch', 'main', '--folder', 'docs', '--push'];
    const { branch } = await json<{ branch: string }>('check-links', ...args, ...PROJECT);
    assert.match(origin.git('show', `${branch}:docs/index.md`), /\.\/guides\/routing\.md/);
    assert.equal((await latestSession()).haultReason, 'completed');
  });

  it('says that the branch could not be pushed, and what to do', async () => {
    await using origin = await bareClone();
    await writeFile(join(origin.path, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await run('check-links', '--repository', origin.path, '--folder', 'docs', '--push', ...PROJECT);
    const session = await latestSession();
    assert.equal(session.haultReason, 'github_missconfigured');
    assert.match(
      session.messageToUser!,
      /could not be pushed to origin: .*Give this machine the right to push/,
    );
  });

  it('ends the session with the error where the documentation cannot be had', async () => {
    const { code, stderr } = await run('check-links', '--repository', '/nothing/here.git', ...PROJECT);
    assert.equal(code, 1);
    assert.match(stderr, /Cannot clone \/nothing\/here\.git/);
    const session = await latestSession();
    assert.deepEqual([session.haulted, session.haultReason], [true, 'error']);
    assert.match(session.messageToUser!, /^Cannot clone/);
  });
});

/** A bare repository with the files, as a git host keeps it. */
async function bareClone(): Promise<Pick<GitRepository, 'path' | 'git'> & AsyncDisposable> {
  await using repository = await createRepository(FILES);
  const folder = await temporaryFolder();
  execFileSync('git', ['clone', '--quiet', '--bare', repository.path, folder.path]);
  return {
    path: folder.path,
    git: (...args) => execFileSync('git', args, { cwd: folder.path, encoding: 'utf8' }).trim(),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
