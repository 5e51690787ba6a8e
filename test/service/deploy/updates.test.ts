import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { RequestFailure, type DocsClient, type UpdateStatus } from '../../../src/client.ts';
import { serveHandler } from '../../../src/node.ts';
import { hideFolders } from '../../../src/service/deploy/update-worker.ts';
import { boundChangedFiles, UpdateLog } from '../../../src/service/deploy/update-log.ts';
import { findChromium } from '../../support/browser.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { createRepository, type GitRepository } from './git-repository.ts';
import { ASSISTANT_KEY, DOCS, startService } from '../http-service.ts';
import { STORE_KINDS } from '../storage/stores.ts';
import { adminOf, followUpdate, linesOf, serveProject } from './update-service.ts';

for (const { name, skip, create } of STORE_KINDS)
  describe(`an update in ${name}`, { skip }, () => {
    const serveRepository = async (repository: GitRepository) => {
      const place = await create();
      const source = { repository: repository.path, branch: 'main' };
      const service = await serveProject({ source }, place.options);
      return {
        ...service,
        async [Symbol.asyncDispose]() {
          await service[Symbol.asyncDispose]();
          await place[Symbol.asyncDispose]();
        },
      };
    };

    it('brings what was committed into the search, and tells what it did', async () => {
      await using repository = await createRepository({
        'a.md': '# Alpha\n\nalbatross',
        'b.md': '# Beta\n\nbittern',
      });
      await using service = await serveRepository(repository);
      assert.deepEqual(await service.search('albatross'), ['albatross']);
      const before = repository.git('rev-parse', 'HEAD');
      const sha = await repository.commit(
        { 'a.md': '# Alpha\n\ncormorant', 'b.md': null, 'c/new.md': '# Gamma\n\ngoldfinch' },
        'Change the birds',
      );
      const update = await service.update();
      assert.equal(update.status, 'success');
      assert.equal(update.projectId, 'project-1');
      assert.equal(update.subdomain, 'lighthouse');
      assert.equal(update.source, 'api');
      assert.equal(update.author, 'Ada Writer');
      assert.deepEqual(update.commit, {
        sha,
        ref: 'refs/heads/main',
        message: 'Change the birds',
        filesChanged: { added: ['c/new.md'], modified: ['a.md'], removed: ['b.md'] },
      });
      const counts = 'Pages: 1 added, 1 changed, 1 removed, 0 as before.';
      assert.equal(update.summary, `Deployed commit ${sha.slice(0, 7)}. ${counts}`);
      assert.ok(update.createdAt <= update.endedAt!);
      assert.ok(update.logs.every((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \S/.test(line)));
      assert.deepEqual(linesOf(update), [
        `Fetching branch main of ${basename(repository.path)}.`,
        `Commit ${sha} of refs/heads/main by Ada Writer: Change the birds`,
        `Files since ${before}: 1 added, 1 modified, 1 removed.`,
        `The new index is in service as generation 2. ${counts}`,
        'The update has ended well.',
      ]);
      assert.deepEqual(await service.search('albatross'), []);
      assert.deepEqual(await service.search('bittern'), []);
      assert.deepEqual(await service.search('cormorant'), ['cormorant']);
      assert.deepEqual(await service.search('goldfinch'), ['goldfinch']);
    });

    it('ends in failure with what to do about it, and the search goes on', async () => {
      await using repository = await createRepository({ 'a.md': '# Alpha\n\nalbatross' });
      await using service = await serveRepository(repository);
      repository.git('branch', '--move', 'main', 'trunk');
      const update = await service.update();
      assert.equal(update.status, 'failure');
      assert.match(update.summary!, /branch main of .*: it has no branch of that name\. Name one it has/);
      assert.match(update.logs.at(-1)!, /The update has failed: Cannot fetch branch main/);
      assert.deepEqual(await service.search('albatross'), ['albatross']);
      repository.git('branch', '--move', 'trunk', 'main');
      assert.equal((await service.update()).status, 'success');
    });

    it('warns of files that are broken in part, and takes the rest', async () => {
      await using repository = await createRepository({ 'a.md': '# Alpha' });
      await using service = await serveRepository(repository);
      await repository.commit({ 'broken.md': '---\ntitle: [\n---\n\n# Broken\n\nbullfinch' });
      const update = await service.update();
      assert.equal(update.status, 'success');
      assert.match(update.summary!, /1 warnings, see the log\.$/);
      assert.ok(linesOf(update).some((line) => line.startsWith('Warning: broken.md: ')));
      assert.deepEqual(await service.search('bullfinch'), ['bullfinch']);
    });

    it('says so when nothing has changed', async () => {
      await using repository = await createRepository({ 'a.md': '# Alpha' });
      await using service = await serveRepository(repository);
      // The first index is in service a moment before its update has ended: until then another trigger joins that.
      await service.update();
      const update = await service.update();
      assert.deepEqual(
        [update.status, update.summary],
        ['success', 'Nothing has changed since the last update.'],
      );
      assert.deepEqual(update.commit!.filesChanged, { added: [], modified: [], removed: [] });
    });

    it('is joined by triggers of the same commit', async () => {
      await using repository = await createRepository({ 'a.md': '# Alpha' });
      await using service = await serveRepository(repository);
      await repository.commit({ 'a.md': '# Beta' });
      const triggers = await Promise.all(Array.from({ length: 5 }, () => service.admin.startUpdate()));
      assert.equal(new Set(triggers.map(({ statusId }) => statusId)).size, 1);
      assert.equal((await service.follow(triggers[0]!.statusId)).status, 'success');
    });

    it('waits for the one before', async () => {
      await using repository = await createRepository({ 'a.md': '# Alpha' });
      await using service = await serveRepository(repository);
      const statusIds: string[] = [];
      for (const bird of ['auk', 'booby', 'coot']) {
        await repository.commit({ 'a.md': `# ${bird}` });
        statusIds.push((await service.admin.startUpdate()).statusId);
      }
      const updates = await Promise.all(statusIds.map((id) => service.follow(id)));
      assert.deepEqual(
        updates.map(({ status }) => status),
        ['success', 'success', 'success'],
      );
      for (const [at, { logs }] of updates.entries()) {
        if (at > 0) assert.ok(updates[at - 1]!.endedAt! <= logs[0]!.split(' ', 1)[0]!);
      }
      assert.equal(updates[2]!.commit!.sha, repository.git('rev-parse', 'HEAD'));
    });
  });

describe('an update', () => {
  it('runs by itself when a service starts, and counts all files of the first deployment as added', async () => {
    await using data = await temporaryFolder();
    await using repository = await createRepository({ 'a.md': '# A', 'b.md': '# B' });
    const source = { repository: repository.path };
    for (const [word, added] of [
      ['curlew', ['a.md', 'b.md', 'curlew.md']],
      ['dunlin', ['dunlin.md']],
    ] as const) {
      await repository.commit({ [`${word}.md`]: `# C\n\n${word}` });
      await using service = await serveProject({ source }, { dataDir: data.path });
      while ((await service.search(word)).length === 0);
      // A second one is done when the first one is.
      await service.update();
      const update = readUpdates(data.path).findLast(({ source }) => source === 'internal')!;
      assert.deepEqual([update.status, update.commit!.filesChanged.added], ['success', added]);
    }
  });

  it('takes a folder as it is, and tells its commit where it is a work tree', async () => {
    await using folder = await temporaryFolder({ 'a.md': '# Alpha' });
    await using service = await serveProject({ dir: folder.path });
    await folder.write({ 'b.md': '# Beta\n\nbittern' });
    const { status, summary, commit } = await service.update();
    assert.deepEqual(
      [status, summary, commit],
      ['success', 'Deployed the folder. Pages: 1 added, 0 changed, 0 removed, 1 as before.', null],
    );
    assert.deepEqual(await service.search('bittern'), ['bittern']);

    await using repository = await createRepository({ 'docs/a.md': '# Alpha' });
    await using tracked = await serveProject({ dir: join(repository.path, 'docs') });
    const sha = await repository.commit({ 'docs/b.md': '# Beta' });
    const update = await tracked.update();
    assert.equal(update.commit!.sha, sha);
    assert.deepEqual(update.commit!.filesChanged.added, ['docs/b.md']);
  });
});

describe('the status of an update', () => {
  it('is told to the keys of its project alone', async () => {
    await using folder = await temporaryFolder({ 'a.md': '# Alpha' });
    const project = (name: string) => ({
      dir: folder.path,
      domain: name,
      keys: { assistant: `assistant-${name}`, admin: `admin-${name}` },
    });
    await using service = await startService({ projects: [project('one'), project('two')] });
    const one = adminOf(service.url, 'one', 'admin-one');
    const two = adminOf(service.url, 'two', 'admin-two');
    const { statusId } = await one.startUpdate();
    assert.equal((await followUpdate(one, statusId)).projectId, 'one');
    const refusal = async (client: DocsClient, id: string) => {
      const failure = await client.getUpdate(id).catch((error: unknown) => error);
      assert.ok(failure instanceof RequestFailure);
      // What was asked for is repeated, which says nothing of what there is.
      const { message, ...rest } = failure.toJSON();
      return { ...rest, message: message.replace(id, '…') };
    };
    const foreign = await refusal(two, statusId);
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, await refusal(two, 'unknown'));
    await assert.rejects(adminOf(service.url, 'one', 'admin-two').startUpdate(), { status: 404 });
    await assert.rejects(adminOf(service.url, 'one', ASSISTANT_KEY).startUpdate(), { status: 401 });
    await assert.rejects(adminOf(service.url, 'one', 'assistant-one').startUpdate(), { status: 403 });
  });
});

describe('a watched folder', () => {
  it('leads to an update when a file is written, also by an editor that saves by renaming', async () => {
    await using folder = await temporaryFolder({ 'guide/a.md': '# Alpha\n\nalbatross' });
    const dataDir = join(folder.path, 'data');
    await using service = await serveProject({ dir: folder.path, watch: true }, { dataDir });
    const isFound = async (word: string) => {
      while ((await service.search(word)).length === 0);
    };
    for (const word of ['bittern', 'cormorant']) {
      await writeFile(join(folder.path, 'guide/a.md~'), `# Alpha\n\n${word}`);
      await rename(join(folder.path, 'guide/a.md~'), join(folder.path, 'guide/a.md'));
      await isFound(word);
    }
    await writeFile(join(folder.path, 'guide/a.md'), '# Alpha\n\ndunlin');
    await isFound('dunlin');
    await folder.write({ 'new/deep/b.md': '# Beta\n\negret' });
    await isFound('egret');
    await folder.remove('guide/a.md');
    while ((await service.search('dunlin')).length > 0);
    assert.deepEqual(await service.search('egret'), ['egret']);
  });
});

describe('screenshots', () => {
  /** Where the browser that runs the other tests is. */
  async function withBrowser(path: string, work: () => Promise<void>): Promise<void> {
    const before = process.env['DOCS_BROWSER'];
    process.env['DOCS_BROWSER'] = path;
    try {
      await work();
    } finally {
      if (before === undefined) delete process.env['DOCS_BROWSER'];
      else process.env['DOCS_BROWSER'] = before;
    }
  }

  it('are taken of the page in light and in dark', async () => {
    const seen: string[] = [];
    await using page = await servePage((path) => {
      if (path.startsWith('/seen/')) seen.push(path.slice('/seen/'.length));
      return PAGE;
    });
    const { executablePath } = (await findChromium()).launchOptions;
    await withBrowser(executablePath!, async () => {
      await using service = await serveProject({ dir: DOCS, pageUrl: page.url });
      const update = await service.update();
      assert.equal(update.status, 'success');
      assert.ok(linesOf(update).includes(`Took screenshots of ${page.url}, light and dark.`));
      const images = [update.screenshotLight, update.screenshotDark].map((address) => {
        const [, base64 = ''] = /^data:image\/webp;base64,(.+)$/.exec(address!) ?? [];
        return Buffer.from(base64, 'base64');
      });
      for (const image of images) assert.equal(image.toString('latin1', 8, 12), 'WEBP');
      assert.notDeepEqual(images[0], images[1]);
      assert.equal(update.screenshot, update.screenshotLight);
    });
    assert.deepEqual(seen.slice(-2), ['light', 'dark']);
  });

  const absences: [title: string, browser: string | null, pageUrl: (url: string) => string, line: RegExp][] =
    [
      [
        'there is no browser',
        '/nowhere/chromium',
        (url) => url,
        /^No screenshots: there is no browser.*Install Chromium/,
      ],
      [
        'the page is not there',
        null,
        (url) => `${url}/gone`,
        /^No screenshots: .*\/gone answers with status 404/,
      ],
      [
        'nobody answers',
        null,
        () => 'http://127.0.0.1:9',
        /^No screenshots: http:\/\/127\.0\.0\.1:9 does not answer/,
      ],
      ['the browser fails', '/bin/false', (url) => url, /^No screenshots: the browser failed/],
    ];
  for (const [title, browser, pageUrl, line] of absences) {
    it(`are left out, with a line in the log, when ${title}`, async () => {
      await using page = await servePage((path) => (path === '/' ? PAGE : null));
      await withBrowser(browser ?? process.execPath, async () => {
        await using service = await serveProject({ dir: DOCS, pageUrl: pageUrl(page.url) });
        const update = await service.update();
        assert.equal(update.status, 'success');
        assert.ok(
          linesOf(update).some((text) => line.test(text)),
          update.logs.join('\n'),
        );
        assert.deepEqual([update.screenshot, update.screenshotDark], [null, null]);
      });
    });
  }
});

describe('the log of an update', () => {
  it('keeps a text of several lines on one, without what a terminal would obey', () => {
    const log = new UpdateLog(undefined, () => 0);
    log.add('a\nb\u001b[31m\u202ec');
    assert.deepEqual(log.take(), ['1970-01-01T00:00:00.000Z a b [31m c']);
    assert.deepEqual(log.take(), []);
  });

  it('names no folder of the machine', () => {
    const folders = new Map([
      ['/srv/docs', 'docs'],
      ['/srv/docs/.data', 'the data folder'],
    ]);
    const log = new UpdateLog(hideFolders(folders), () => 0);
    log.add('Reading /srv/docs/guide.md into /srv/docs/.data/a');
    assert.deepEqual(log.take(), ['1970-01-01T00:00:00.000Z Reading docs/guide.md into the data folder/a']);
  });

  it('is bounded in lines, in the length of one and in all', () => {
    const many = new UpdateLog();
    for (let line = 0; line < 3000; line++) many.add('x');
    const lines = many.take();
    assert.equal(lines.length, 1000);
    assert.match(lines.at(-1)!, /Further lines are left out\.$/);

    const long = new UpdateLog(undefined, () => 0);
    for (let line = 0; line < 300; line++) long.add('x'.repeat(5000));
    const cut = long.take();
    assert.ok(cut.every((line) => line.length <= 1025));
    assert.ok(cut.join('').length < 210_000);
    assert.match(cut.at(-1)!, /Further lines are left out\.$/);
  });

  it('names no more than a thousand files of a kind', () => {
    const added = Array.from({ length: 1500 }, (_, index) => `${index}.md`);
    const modified = ['x'.repeat(90_000), 'y'.repeat(20_000)];
    const { files, leftOut } = boundChangedFiles({ added, modified, removed: ['gone.md'] });
    assert.deepEqual(
      [files.added.length, files.modified.length, files.removed, leftOut],
      [1000, 1, ['gone.md'], 501],
    );
  });
});

/** What the store holds; no endpoint lists updates. */
function readUpdates(dataDir: string): UpdateStatus[] {
  const database = new DatabaseSync(join(dataDir, 'state.sqlite'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT record FROM updates ORDER BY sequence').all();
    return rows.map((row) => JSON.parse(row['record'] as string) as UpdateStatus);
  } finally {
    database.close();
  }
}

const PAGE = `<!doctype html><title>Docs</title>
<style>body { background: white } @media (prefers-color-scheme: dark) { body { background: black } }</style>
<script>
  const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  fetch('/seen/' + scheme);
</script>`;

async function servePage(
  answer: (path: string) => string | null,
): Promise<AsyncDisposable & { url: string }> {
  const server = await serveHandler((request) => {
    const html = answer(new URL(request.url).pathname);
    return new Response(html, {
      status: html === null ? 404 : 200,
      headers: { 'content-type': 'text/html' },
    });
  });
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}
