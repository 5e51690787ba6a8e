import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from './create-folder.ts';
import type { Generation } from './service-store.ts';

/** Extension of a file that is being written. A file without it is complete. */
export const UNFINISHED = '.unfinished';

/** Return the SHA-256 in hexadecimal and the size in bytes of a file. */
export async function hashFile(path: string): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { hash: hash.digest('hex'), size };
}

/** Flush a file to the disk, so that it survives a loss of power. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Give a file a second name, by a hard link where the file system has them. Links are safe because finished files are never
 * written to.
 */
export async function shareFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/**
 * Bring the file of a generation into place under its name, once it is complete and its hash is right.
 *
 * @param write writes the file to a path, and returns its SHA-256 in hexadecimal
 */
export async function putInPlace(
  { projectId, number, hash }: Generation,
  target: string,
  write: (path: string) => Promise<string>,
): Promise<void> {
  const unfinished = `${target}.${randomUUID()}${UNFINISHED}`;
  createFolder(dirname(target));
  try {
    if ((await write(unfinished)) !== hash)
      throw new Error(`Generation ${number} of ${projectId} is damaged: its hash is wrong`);
    await rename(unfinished, target);
  } finally {
    await rm(unfinished, { force: true });
  }
}
