import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../service/docs-folder.ts';
import { runCommand, searchPages, startCommand, WITHOUT_FILE_LIMIT } from './command.ts';

/** Blocks that a file may have: more than what is kept beside the index takes, less than the index of {@link LARGE}. */
const ROOM = 2_200;
const SMALL = { 'docs/lamps.md': '# Lamps\n\nThe lamp is lit at dusk.' };
/** 700 KB of words that are all different. */
const LARGE = Object.fromEntries(
  Array.from({ length: 10 }, (_, file) => [
    `docs/page-${file}.md`,
    Array.from({ length: 100 }, (__, line) => `## Part ${line}\n\n${words(file * 100 + line)}\n`).join('\n'),
  ]),
);

function words(seed: number): string {
  return Array.from({ length: 100 }, (_, at) => `w${(seed * 100 + at).toString(36)}rd`).join(' ');
}

/** Files below a folder, without those of databases that stay. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
}

describe('a disk that is full', { skip: WITHOUT_FILE_LIMIT }, () => {
  for (const command of ['index', 'serve']) {
    it(`is told at the start of "${command}", before anything is written`, async () => {
      await using folder = await temporaryFolder(SMALL);
      const data = join(folder.path, 'data');
      const args = [command, join(folder.path, 'docs'), '--no-model', '--data', data];
      if (command === 'serve') args.push('--port', '0');
      const { code, stdout, stderr } = await runCommand(args, {}, [], 100);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^docs-assistant \w+: The folder .* for index and keys cannot be written: .* Name another with --data, or make room\.\n$/,
      );
      assert.deepEqual(await filesOf(data), []);
    });
  }

  it('while the first index is written ends the command, and leaves nothing half done', async () => {
    await using folder = await temporaryFolder({ ...SMALL, ...LARGE });
    const data = join(folder.path, 'data');
    const args = ['index', join(folder.path, 'docs'), '--no-model', '--data', data];
    const { code, stdout, stderr } = await runCommand(args, {}, [], ROOM);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /\ndocs-assistant index: The disk .*full.*: make room, or name a folder on another disk with --data\.\n$/,
    );
    assert.deepEqual(await filesOf(data), ['.gitignore', 'limits.sqlite', 'state.sqlite']);
    // With room, the same command goes through.
    assert.equal((await runCommand(args)).code, 0);
  });

  it('while the first index is written ends a server', async () => {
    await using folder = await temporaryFolder({ ...SMALL, ...LARGE });
    const args = ['serve', join(folder.path, 'docs'), '--no-model', '--port', '0'];
    const data = join(folder.path, 'data');
    const { code, stderr } = await runCommand([...args, '--data', data], {}, [], ROOM);
    assert.equal(code, 1);
    assert.match(stderr, /The disk [^.]*full[^.]*: make room/);
    assert.deepEqual(
      (await filesOf(data)).filter((name) => /build|unfinished/.test(name)),
      [],
    );
  });

  it('during an update leaves the index before it in service', async () => {
    await using folder = await temporaryFolder(SMALL);
    const place = [join(folder.path, 'docs'), '--no-model', '--data', join(folder.path, 'data')];
    assert.equal((await runCommand(['index', ...place])).code, 0);
    await folder.write(LARGE);
    await using service = startCommand(['serve', ...place, '--port', '0'], {}, [], ROOM);
    await service.told(': make room, or name a folder');
    assert.deepEqual(await searchPages(await service.url, 'lamp'), ['lamps']);
    const left = (await filesOf(join(folder.path, 'data'))).filter((name) => /build|unfinished/.test(name));
    assert.deepEqual(left, []);
    service.signal('SIGINT');
    assert.equal((await service.outcome).code, 0);
  });
});

describe(
  'a place that takes no folder, as below /proc',
  { skip: !existsSync('/proc/self') && 'no /proc' },
  () => {
    const nowhere = '/proc/docs-assistant/data';
    const build = (data: string, ...more: string[]) => ['build', '--no-model', '--data', data, ...more];
    const refused = (purpose: string, option: string) =>
      new RegExp(
        ` ${purpose} cannot be written: no folder can be created there\\. Name another with ${option}`,
      );
    const ways: [title: string, argsOf: (data: string) => string[], complaint: RegExp][] = [
      [
        'the data folder of "index"',
        () => ['index', '--no-model', '--data', nowhere],
        refused('for index and keys', '--data'),
      ],
      [
        'the data folder of "serve"',
        () => ['serve', '--no-model', '--port', '0', '--data', nowhere],
        refused('for index and keys', '--data'),
      ],
      [
        'the folder of "build"',
        (data) => build(data, '--out', nowhere),
        refused('for the files of the index', '--out'),
      ],
      [
        'the Markdown of "build"',
        (data) => build(data, '--out', `${data}-out`, '--no-elements', '--markdown', nowhere),
        refused('for pages as Markdown', '--markdown'),
      ],
    ];
    for (const [title, argsOf, complaint] of ways)
      it(`is refused for ${title}`, { timeout: 60_000 }, async () => {
        await using folder = await temporaryFolder(SMALL);
        const [command = '', ...args] = argsOf(join(folder.path, 'data'));
        const { code, stderr } = await runCommand([command, join(folder.path, 'docs'), ...args]);
        assert.equal(code, 1);
        assert.match(stderr, complaint);
      });
  },
);
