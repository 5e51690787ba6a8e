import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { root } from './source-files.ts';

interface Failure {
  readonly code: number;
  readonly stderr: string;
}

/** Runs the gallery with an option that selects nothing. */
async function failWith(...options: string[]): Promise<Failure> {
  const run = promisify(execFile)(process.execPath, [join(root, 'test/gallery/run.ts'), ...options]);
  return run.then(
    () => assert.fail('It succeeded.'),
    (error: unknown) => error as Failure,
  );
}

describe('the gallery', () => {
  it('names the looks that there are', async () => {
    const { code, stderr } = await failWith('--look', 'noon');
    assert.equal(code, 1);
    assert.match(stderr, /^No look has "noon" in its name: use one of light, dark, .*reduced motion\.\n$/);
  });

  it('names the browsers that there are', async () => {
    const { code, stderr } = await failWith('--browser', 'mosaic');
    assert.equal(code, 1);
    assert.match(stderr, /^There is no browser "mosaic" here: use one of Chromium\b.*\.\n$/);
  });

  it('says where the scenes are', async () => {
    const { code, stderr } = await failWith('--browser', 'chromium', '--look', 'light', '--scene', 'no such');
    assert.equal(code, 1);
    assert.match(stderr, /^No scene has "no such" in its name: see the names in test\/support\/scenes\.$/m);
  });

  it('refuses an option that it does not have', async () => {
    const { code, stderr } = await failWith('--theme', 'dark');
    assert.equal(code, 1);
    assert.match(stderr, /^Unknown option '--theme'/);
    assert.doesNotMatch(stderr, /\n {4}at /);
  });
});
