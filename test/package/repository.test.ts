import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readJson, root } from './source-files.ts';

/** What a file may not name: places of one machine, and the registry that an install happened to use. */
const STRANGERS: readonly RegExp[] = [
  /(?<![\w.:/-])\/(?:work|home|root|Users)\/[\w.]/,
  /(?<![\w.:/-])\/tmp\/[\w.]/,
  /https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\/(?:npm|registry)/,
  /registry\.(?:npmjs|yarnpkg)\.(?:org|com)/,
  /"resolved": "http/,
];

const files = globSync('**/*', {
  cwd: root,
  withFileTypes: true,
  exclude: (entry) => ['node_modules', 'dist', '.git', '.docs-assistant', 'coverage'].includes(entry.name),
})
  .filter((entry) => entry.isFile() && !/\.(?:png|webp|onnx|tgz|bin)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

test('no file names a place of one machine or a package registry', () => {
  const found = files
    .filter((file) => file !== import.meta.filename)
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return STRANGERS.flatMap((stranger) => {
        const [match] = stranger.exec(text) ?? [];
        return match === undefined ? [] : [`${file.slice(root.length)}: ${match}`];
      });
    });
  assert.deepEqual(found, []);
});

test('nothing stands at the top but the card of the project', () => {
  const top = globSync('*', { cwd: root, exclude: ['node_modules', 'dist', 'coverage'] });
  assert.deepEqual(top.toSorted(), [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'demo',
    'package-lock.json',
    'package.json',
    'rollup.config.mjs',
    'src',
    'test',
    'tsconfig.json',
  ]);
});

for (const lockfile of [
  'package-lock.json',
  'test/recipes/runtimes/package-lock.json',
  'test/hosts/generators/package-lock.json',
]) {
  test(`${lockfile} has every package of every platform, so that npm ci takes it wherever it runs`, () => {
    const { packages } = readJson(lockfile) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const isLocked = (from: string, name: string): boolean =>
      `${from}node_modules/${name}` in packages ||
      (from !== '' && isLocked(from.slice(0, from.lastIndexOf('node_modules/', from.length - 2)), name));
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(path && `${path}/`, name))
        .map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(missing, []);
  });
}
