import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROBLEMS = new Map([
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'it is on a file system that is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EEXIST', 'there is a file of that name'],
]);
/** Enough for the file system to take a block. */
const PROBE = new Uint8Array(4096);

/**
 * Make sure that the folder for index, keys and conversations can be written, before anything else is begun.
 *
 * @throws Error that says why it cannot, and what to do
 */
export function prepareDataFolder(folder: string): void {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, PROBE);
    rmSync(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = PROBLEMS.get(code) ?? code;
    throw new Error(
      `The folder ${folder} for index and keys cannot be written: ${problem}. Name another with --data, or make room.`,
      { cause: error },
    );
  }
}
