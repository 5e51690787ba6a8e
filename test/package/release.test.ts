import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createNotes } from './release/notes.ts';
import { readSection, releaseSection } from './release/changelog.ts';
import { readJson, root } from './source-files.ts';

const CHANGELOG = `# Changelog

## Unreleased

### Added

- a thing

## 0.1.0 - 2026-01-02

- the first
`;

test('a release takes the unreleased changes, and leaves an empty section for the next', () => {
  const released = releaseSection(CHANGELOG, '0.2.0', '2026-03-04');
  assert.match(released, /^## Unreleased\n\n## 0\.2\.0 - 2026-03-04\n\n### Added\n/m);
  assert.equal(readSection(released, '0.2.0'), '### Added\n\n- a thing');
  assert.equal(readSection(released, '0.1.0'), '- the first');
});

test('there is no release without a change that is written down', () => {
  const released = releaseSection(CHANGELOG, '0.2.0', '2026-03-04');
  assert.throws(() => releaseSection(released, '0.3.0', '2026-03-05'), /nothing below "## Unreleased"/);
  assert.throws(() => readSection(CHANGELOG, '9.0.0'), /nothing below "## 9\.0\.0"/);
});

test('the notes of a release are its changes and the hashes of the files that pages name', () => {
  const integrity = readJson('dist/cdn/integrity.json') as Record<string, string>;
  const notes = createNotes(releaseSection(CHANGELOG, '0.2.0', '2026-03-04'), '0.2.0', integrity);
  assert.match(notes, /^### Added\n\n- a thing\n\n### Hashes\n/);
  assert.ok(notes.includes(`| \`docs-assistant.js\` | \`${integrity['docs-assistant.js']}\` |`));
  const named = [...notes.matchAll(/^\| `(.+?)`/gm)].map(([, name]) => name);
  assert.deepEqual(named, [
    'admin.js',
    'assistant.js',
    'docs-assistant.classic.js',
    'docs-assistant.js',
    'page-actions.js',
    'page-feedback.js',
    'search.js',
  ]);
});

describe('the packed package', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('has the same bytes wherever and whenever it is packed', async () => {
    const digests: string[] = [];
    for (const name of ['first', 'second']) {
      const place = join(folder, name);
      await mkdir(place);
      execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place], {
        cwd: root,
      });
      const [archive] = globSync('*.tgz', { cwd: place });
      digests.push(
        createHash('sha512')
          .update(readFileSync(join(place, archive!)))
          .digest('hex'),
      );
      // The next copy has other times of its files.
      utimesSync(join(root, 'dist/index.js'), new Date(), new Date());
    }
    assert.equal(digests[0], digests[1]);
  });
});
