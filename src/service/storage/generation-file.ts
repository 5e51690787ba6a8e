import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';

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
