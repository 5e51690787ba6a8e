import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../service/storage/create-folder.ts';

const PROBLEMS = new Map([
  ['EACCES', 'this user has no permission to write there'],
  ['EPERM', 'this user has no permission to write there'],
  ['EROFS', 'it is on a file system that is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the size of files is limited (ulimit -f)'],
  ['ENOTDIR', 'a part of its path is a file'],
  ['EEXIST', 'there is a file of that name'],
  ['ENOENT', 'no folder can be created there'],
]);
/** What the folder of an option is for. */
const PURPOSES = {
  '--out': 'for the files of the index',
  '--markdown': 'for pages as Markdown',
  '--elements': 'for the files of the elements',
} as const;
/** Reserve for data beside the index. A disk with less would be full before the first page is indexed. */
const PROBE = new Uint8Array(1024 * 1024);

/**
 * Create the folder for index, keys and conversations, which git ignores, and check that it is writable, before any work starts.
 *
 * @throws Error with the reason and a remedy
 */
export function prepareDataFolder(folder: string): void {
  prepareFolder(folder, {
    purpose: 'for index and keys',
    remedy: 'Name another with --data, or make room.',
    // Only a folder of our own is kept out of git, as a whole: others may hold files of their users.
    onNew: () => writeFileSync(join(folder, '.gitignore'), '*\n'),
  });
}

/**
 * Create the folder that an option names for what is built, and check likewise that it is writable.
 *
 * @throws Error with the reason and a remedy
 */
export function prepareOutFolder(folder: string, option: keyof typeof PURPOSES = '--out'): void {
  prepareFolder(folder, {
    purpose: PURPOSES[option],
    remedy: `Name another with ${option}, or make room.`,
  });
}

function prepareFolder(
  folder: string,
  { purpose, remedy, onNew }: { purpose: string; remedy: string; onNew?: () => void },
): void {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    const isNew = createFolder(folder) !== undefined;
    try {
      writeFileSync(probe, PROBE);
    } finally {
      rmSync(probe, { force: true });
    }
    if (isNew) onNew?.();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const problem = PROBLEMS.get(code) ?? code;
    throw new Error(`The folder ${folder} ${purpose} cannot be written: ${problem}. ${remedy}`, {
      cause: error,
    });
  }
}
