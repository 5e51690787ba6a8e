import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  describeAddress,
  readBranch,
  readGitAddress,
  readRepositoryFolder,
} from '../../../src/service/deploy/git-address.ts';
import { createGitSource } from '../../../src/service/deploy/git-source.ts';
import { openDocsSource } from '../../../src/service/deploy/open-docs-source.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { createRepository } from './git-repository.ts';

const { signal } = new AbortController();

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true });
  return entries.filter((name) => /\.\w+$/.test(name) && !name.startsWith('.')).toSorted();
}

describe('a git source', () => {
  it('brings the newest commit of the branch, and tells of it', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': '# A' });
    const sha = await repository.commit(
      { 'b/c.mdx': '# C', 'logo.png': 'no page' },
      'Add C\n\nIt was missing.',
    );
    const source = openDocsSource({ repository: repository.path, branch: 'main' }, data.path);
    assert.deepEqual(await source.readHead(signal), { branch: 'main', commit: sha });
    await using state = await source.fetch(signal);
    assert.deepEqual(state.commit, { sha, ref: 'refs/heads/main', message: 'Add C\n\nIt was missing.' });
    assert.equal(state.author, 'Ada Writer');
    assert.deepEqual(await filesOf(state.dir), ['a.md', 'b/c.mdx']);
    assert.equal(await readFile(join(state.dir, 'b/c.mdx'), 'utf8'), '# C');
  });

  it('takes the main branch of the repository when none is named', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': '# A' }, 'trunk');
    const source = openDocsSource({ repository: repository.path }, data.path);
    assert.equal((await source.readHead(signal))!.branch, 'trunk');
    await using state = await source.fetch(signal);
    assert.equal(state.commit!.ref, 'refs/heads/trunk');
  });

  it('takes built pages as well as Markdown, and nothing else', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({
      'a.md': 'A',
      'index.html': '<p>B</p>',
      'site.css': 'p {}',
      'x/c.htm': '<p>C</p>',
    });
    await using state = await openDocsSource({ repository: repository.path }, data.path).fetch(signal);
    assert.deepEqual(await filesOf(state.dir), ['a.md', 'index.html', 'x/c.htm']);
  });

  it('takes what pages include, too, from its folder', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({
      'docs/a.md':
        'A\n\n<<< @/code/fire.py\n\n{{#include parts/one.txt}}\n\n--8<-- "../outside.txt"\n\n{{#include .env}}',
      'docs/code/fire.py': 'fire()',
      'docs/code/other.py': 'other()',
      'docs/parts/one.txt': 'One.\n{{#include two.txt}}',
      'docs/parts/two.txt': 'Two.',
      'docs/.env': 'KEY=1',
      'outside.txt': 'no',
    });
    const source = openDocsSource({ repository: repository.path, folder: 'docs' }, data.path);
    await using state = await source.fetch(signal);
    assert.deepEqual(await filesOf(state.dir), ['a.md', 'code/fire.py', 'parts/one.txt', 'parts/two.txt']);
  });

  it('takes an address as well as a path', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': '# A' });
    const source = openDocsSource({ repository: `file://${repository.path}` }, data.path);
    await using state = await source.fetch(signal);
    assert.deepEqual(await filesOf(state.dir), ['a.md']);
  });

  it('keeps what is being read apart from what is fetched next, and throws it away afterwards', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'old' });
    const source = openDocsSource({ repository: repository.path }, data.path);
    const state = await source.fetch(signal);
    await repository.commit({ 'a.md': 'new' });
    await createGitSource({ repository: repository.path }, data.path).readHead(signal);
    assert.equal(await readFile(join(state.dir, 'a.md'), 'utf8'), 'old');
    await state[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(join(data.path, 'checkouts')), []);
  });

  it('tells what changed since a commit, a moved file as one removed and one added', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A', 'old name.md': 'moved', 'gone.md': 'x' });
    const source = openDocsSource({ repository: repository.path }, data.path);
    const before = (await source.fetch(signal)).commit!.sha;
    await repository.commit({ 'a.md': 'B', 'old name.md': null });
    await repository.commit({ 'gone.md': null, 'new näme.md': 'moved' });
    const after = (await source.fetch(signal)).commit!.sha;
    assert.deepEqual(await source.compare(before, after, signal), {
      added: ['new näme.md'],
      modified: ['a.md'],
      removed: ['gone.md', 'old name.md'],
    });
    assert.deepEqual(await source.compare(null, after, signal), {
      added: ['a.md', 'new näme.md'],
      modified: [],
      removed: [],
    });
  });

  it('compares with a commit that its mirror has lost, or says that it cannot', async () => {
    await using repository = await createRepository({ 'a.md': 'A' });
    const before = repository.git('rev-parse', 'HEAD');
    await repository.commit({ 'b.md': 'B' });
    await using data = await temporaryFolder();
    const source = openDocsSource({ repository: repository.path }, data.path);
    const after = (await source.fetch(signal)).commit!.sha;
    assert.deepEqual(await source.compare(before, after, signal), {
      added: ['b.md'],
      modified: [],
      removed: [],
    });
    assert.equal(await source.compare('0'.repeat(40), after, signal), null);
    assert.equal(await source.compare('--output=x', after, signal), null);
  });

  it('follows a branch that was rewritten', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A' });
    const source = openDocsSource({ repository: repository.path }, data.path);
    const before = (await source.fetch(signal)).commit!.sha;
    repository.git('commit', '--quiet', '--amend', '-m', 'Rewritten');
    const state = await source.fetch(signal);
    assert.equal(state.commit!.message, 'Rewritten');
    assert.deepEqual(await source.compare(before, state.commit!.sha, signal), {
      added: [],
      modified: [],
      removed: [],
    });
  });

  it('takes one folder of the repository, and hears of changes there alone', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({
      'docs/a.md': 'A',
      'docs2/x.md': 'X',
      'README.md': 'R',
    });
    const source = openDocsSource({ repository: repository.path, folder: './docs/' }, data.path);
    const first = await source.fetch(signal);
    assert.deepEqual(await filesOf(first.dir), ['a.md']);
    await repository.commit({ 'docs/b.md': 'B', 'README.md': 'changed' });
    const second = await source.fetch(signal);
    assert.deepEqual(await source.compare(first.commit!.sha, second.commit!.sha, signal), {
      added: ['docs/b.md'],
      modified: [],
      removed: [],
    });
  });

  it('mends a mirror that a crash has left locked or broken', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A' });
    const source = openDocsSource({ repository: repository.path }, data.path);
    await source.fetch(signal);
    const mirror = join(data.path, 'repository.git');
    const damages = [
      () => writeFile(join(mirror, 'shallow.lock'), ''),
      () => writeFile(join(mirror, 'HEAD'), ''),
      async () => {
        for (const name of await readdir(join(mirror, 'objects/pack'))) {
          await chmod(join(mirror, 'objects/pack', name), 0o600);
          await writeFile(join(mirror, 'objects/pack', name), 'x');
        }
      },
    ];
    for (const [number, damage] of damages.entries()) {
      await damage();
      await using same = await source.fetch(signal);
      assert.deepEqual(await filesOf(same.dir), ['a.md']);
      await damage();
      const sha = await repository.commit({ 'a.md': `after damage ${number}` });
      await using state = await source.fetch(signal);
      assert.equal(state.commit!.sha, sha);
    }
  });

  it('runs nothing that a repository holds', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A' });
    const proof = join(data.path, 'proof');
    await repository.commit({ '.gitattributes': '*.md filter=run', 'b.md': 'B' });
    await mkdir(join(repository.path, '.git/hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-auto-gc']) {
      await writeFile(join(repository.path, '.git/hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, {
        mode: 0o755,
      });
    }
    repository.git('config', 'filter.run.smudge', `touch ${proof}`);
    repository.git('config', 'core.fsmonitor', `touch ${proof}`);
    repository.git('config', 'uploadpack.packObjectsHook', `touch ${proof}`);
    const inPlace = openDocsSource({ folder: repository.path }, data.path);
    await using state = await openDocsSource({ repository: repository.path }, data.path).fetch(signal);
    assert.deepEqual(await filesOf(state.dir), ['a.md', 'b.md']);
    const { commit } = await inPlace.fetch(signal);
    await inPlace.compare(null, commit!.sha, signal);
    assert.equal(existsSync(proof), false);
  });

  it('does not follow a link that stands in place of its folder', async () => {
    await using data = await temporaryFolder();
    await using elsewhere = await temporaryFolder({ 'secret.md': 'secret' });
    await using repository = await createRepository({ 'a.md': 'A' });
    await repository.link(elsewhere.path, 'docs');
    await repository.link(elsewhere.path, 'docs.md');
    await repository.commit({});
    for (const folder of ['docs', 'docs/deeper', 'docs.md']) {
      const source = openDocsSource({ repository: repository.path, folder }, data.path);
      await assert.rejects(source.fetch(signal), {
        name: 'SourceFailure',
        message: /no Markdown, MDX or HTML files/,
      });
    }
  });

  const failures: [title: string, options: (path: string) => object, complaint: RegExp][] = [
    [
      'a branch that is not there',
      (repository) => ({ repository, branch: 'gone' }),
      /no branch of that name/,
    ],
    [
      'a repository that is not there',
      (path) => ({ repository: `${path}/gone`, branch: 'main' }),
      /no repository at/,
    ],
    [
      'a folder that is not there',
      (repository) => ({ repository, folder: 'gone' }),
      /no Markdown, MDX or HTML files in the folder "gone"/,
    ],
    [
      'a host that is not there',
      () => ({ repository: 'https://user:password@127.0.0.1:9/docs.git', branch: 'main' }),
      /cannot be reached/,
    ],
  ];
  for (const [title, options, complaint] of failures) {
    it(`says what to do about ${title}`, async () => {
      await using data = await temporaryFolder();
      await using repository = await createRepository({ 'a.md': 'A' });
      const source = openDocsSource(options(repository.path) as { repository: string }, data.path);
      await assert.rejects(source.fetch(signal), (error: Error) => {
        assert.equal(error.name, 'SourceFailure');
        assert.match(error.message, complaint);
        assert.doesNotMatch(error.message, /password/);
        return true;
      });
    });
  }

  it('takes no more than its limits', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A'.repeat(5000), 'b.bin': '' });
    const fetchWith = (limits: { repositoryBytes: number; docsBytes: number }) =>
      createGitSource({ repository: repository.path }, data.path, limits).fetch(signal);
    await assert.rejects(fetchWith({ repositoryBytes: 1e9, docsBytes: 4999 }), /have 5000 bytes together/);
    await assert.rejects(fetchWith({ repositoryBytes: 100, docsBytes: 5000 }), /more than 100 bytes/);
    assert.equal(existsSync(join(data.path, 'repository.git')), false);
  });

  it('ends at once when it is told to', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': 'A' });
    const source = openDocsSource({ repository: repository.path }, data.path);
    const reason = new Error('The service stops');
    await assert.rejects(source.fetch(AbortSignal.abort(reason)), reason);
  });
});

describe('a folder source', () => {
  it('tells the commit that is checked out there', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'docs/a.md': 'A', 'README.md': 'R' });
    const folder = join(repository.path, 'docs');
    const source = openDocsSource({ folder }, data.path);
    assert.equal(await source.readHead(signal), null);
    const before = await source.fetch(signal);
    assert.equal(before.dir, folder);
    assert.equal(before.commit!.message, 'Begin');
    assert.equal(before.commit!.ref, 'refs/heads/main');
    const sha = await repository.commit({ 'docs/b.md': 'B', 'README.md': 'S' });
    assert.deepEqual(await source.compare(before.commit!.sha, sha, signal), {
      added: ['docs/b.md'],
      modified: [],
      removed: [],
    });
    repository.git('checkout', '--quiet', '--detach');
    const { commit, author } = await source.fetch(signal);
    assert.deepEqual([commit!.sha, commit!.ref, author], [sha, 'HEAD', 'Ada Writer']);
  });

  it('has no commit outside of git, and before the first one', async () => {
    await using folder = await temporaryFolder({ 'a.md': 'A' });
    const source = openDocsSource({ folder: folder.path }, folder.path);
    const state = await source.fetch(signal);
    assert.deepEqual([state.commit, state.author], [null, null]);
    await using repository = await createRepository();
    const unborn = await openDocsSource({ folder: repository.path }, folder.path).fetch(signal);
    assert.deepEqual([unborn.commit, unborn.author], [null, null]);
    assert.equal(await source.compare(null, '0'.repeat(40), signal), null);
  });
});

describe('what a configuration names', () => {
  it('may be a path or an address that git takes over https, ssh and files', () => {
    for (const [repository, expected = repository] of [
      ['https://example.com/docs.git'],
      ['ssh://git@example.com:2222/docs.git'],
      ['git@example.com:owner/docs.git'],
      ['/srv/docs'],
      ['../docs', '/srv/docs'],
      ['file:///srv/docs.git'],
    ] as [string, string?][]) {
      assert.equal(readGitAddress(repository, '/srv/service'), expected);
    }
  });

  it('is no other protocol and no option', () => {
    for (const repository of [
      '',
      '--upload-pack=touch x',
      '-oProxyCommand=x',
      'ext::sh -c x',
      'fd::17',
      'http://example.com/docs.git',
      'git://example.com/docs.git',
      'ftp://example.com/docs.git',
      'ssh://-oProxyCommand=x/docs',
      'https://',
      'file://host/docs',
      '/srv/docs\n',
      'x'.repeat(3000),
    ]) {
      assert.throws(() => readGitAddress(repository), TypeError, repository);
    }
  });

  it('is no slip of the pen, which git would take for a host of ssh', () => {
    for (const repository of [
      'https:host/x',
      'HTTPS:host/x',
      'https:/host/x',
      'file:etc',
      'data:,x',
      'ssh:host',
      'C:\\docs',
      'host:docs',
      'user:secret@host/x',
      'secret@host/x',
      'user:secret@host:x',
      'user@https://host/x',
      'https://user:sec ret@host/x',
    ]) {
      assert.throws(
        () => readGitAddress(repository),
        (error: Error) =>
          error instanceof TypeError && !/sec|ret/.test(error.message.replace('repository', '')),
        repository,
      );
    }
    for (const repository of ['git@alias:docs.git', 'example.com:docs.git', 'git@example.com:~me/docs.git'])
      assert.equal(readGitAddress(repository), repository);
    assert.equal(readGitAddress('./a:b', '/srv'), '/srv/a:b');
    assert.equal(readGitAddress('docs/@scope/x', '/srv'), '/srv/docs/@scope/x');
  });

  it('is shown without user, password, query and fragment, or not at all', () => {
    for (const [address, shown] of [
      ['https://user:secret@example.com:8443/docs.git', 'https://example.com:8443/docs.git'],
      ['https://secret@example.com/docs.git', 'https://example.com/docs.git'],
      ['https://user:sec@ret@example.com/docs.git', 'https://example.com/docs.git'],
      ['https://user:%73ecret%40@example.com/docs.git', 'https://example.com/docs.git'],
      ['https://example.com/docs.git?token=secret#secret', 'https://example.com/docs.git'],
      ['ssh://secret:secret@example.com:22/docs.git', 'ssh://example.com:22/docs.git'],
      ['http://user:secret@example.com/', 'http://example.com/'],
      ['git@example.com:owner/docs.git?token=secret', 'example.com:owner/docs.git'],
      ['secret@example.com:docs.git', 'example.com:docs.git'],
      ['https://user:12/secret@example.com/docs.git', null],
      ['https://user:sec/ret@example.com/docs.git', null],
      ['https://user:12#secret@example.com/docs.git', null],
      ['https://user:12?secret@example.com/docs.git', null],
      ['https://user:12\\secret@example.com/docs.git', null],
      ['https://sec/ret@example.com/docs.git', null],
      ['https:user:secret@example.com/docs.git', null],
      ['user:secret@example.com/docs.git', null],
      ['user:secret@example.com:docs.git', null],
      ['//user:sec@ret/w@example.com/docs.git', null],
      ['//example.com/docs.git?token=secret', null],
      ['/user:secret@example.com/docs.git', null],
      ['https:\\\\user:secret@example.com/docs.git', null],
      ['/srv/docs', '/srv/docs'],
      ['/srv/@scope/docs@2', '/srv/@scope/docs@2'],
      ['../docs', '../docs'],
    ] as const)
      assert.equal(describeAddress(address), shown, address);
  });

  it('is masked in what git says, however git reads it', async () => {
    for (const repository of [
      'https://user:pa55@w0rd@127.0.0.1:9/docs.git',
      'https://user:pa55%2Fw0rd@127.0.0.1:9/docs.git?token=w0rd',
      'https://pa55@127.0.0.1:9/docs.git',
      'https://127.0.0.1:9/docs.git?pa55@x',
      'ssh://pa55:w0rd@127.0.0.1:9/docs.git',
    ]) {
      await using data = await temporaryFolder();
      const source = openDocsSource({ repository, branch: 'main' }, data.path);
      assert.doesNotMatch(source.description, /pa55|w0rd/, repository);
      for (const attempt of [() => source.fetch(signal), () => source.readHead(signal)])
        await assert.rejects(attempt, (error: Error) => {
          const { message, cause } = error;
          assert.doesNotMatch(`${message} ${(cause as Error | undefined)?.message}`, /pa55|w0rd/, repository);
          return true;
        });
    }
  });

  it('may be any branch that git takes', () => {
    for (const branch of ['main', 'release/2.x', 'docs+next', 'größe', 'v1.0']) {
      assert.equal(readBranch(branch), branch);
    }
    for (const branch of [
      '',
      '-f',
      'a..b',
      'a b',
      'a:b',
      'a~1',
      'a^',
      'x.lock',
      'a/',
      '/a',
      '@',
      'a@{1}',
      'a\\b',
      '*',
      '.a',
      'a/.b',
      'a\nb',
      'x'.repeat(300),
    ]) {
      assert.throws(() => readBranch(branch), TypeError, branch);
    }
  });

  it('may be a folder inside the repository only', () => {
    assert.equal(readRepositoryFolder('./docs//en/'), 'docs/en');
    assert.equal(readRepositoryFolder(''), '');
    for (const folder of ['..', 'docs/../..', '/etc', 'a\\b', 'a\0b']) {
      assert.throws(() => readRepositoryFolder(folder), TypeError, folder);
    }
  });
});
