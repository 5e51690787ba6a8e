import { readdir, rm } from 'node:fs/promises';

import { join } from 'node:path';
import { createFolder } from '../storage/create-folder.ts';
import { hashFile } from '../storage/generation-file.ts';
import type { Generation, GenerationStore } from '../storage/service-store.ts';

const FILE_NAME = /^generation-(\d{10})\.sqlite/;

/** Copy a generation into a local folder, unless it is there. @returns the path of its file */
export async function fetchGeneration(
  store: Pick<GenerationStore, 'fetch'>,
  generation: Generation,
  folder: string,
): Promise<string> {
  createFolder(folder);
  const path = join(folder, `generation-${String(generation.number).padStart(10, '0')}.sqlite`);
  const found = await hashFile(path).catch(() => null);
  if (found?.hash !== generation.hash) await store.fetch(generation, path);
  return path;
}

/** Remove the generations before one, and unfinished copies of them. Processes that have them open are not affected. */
export async function removeEarlierGenerations(folder: string, generation: Generation): Promise<void> {
  for (const name of await readdir(folder)) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number !== undefined && Number(number) < generation.number) {
      // Windows refuses to remove an open file: a later generation removes it.
      await rm(join(folder, name), { force: true }).catch(() => {});
    }
  }
}
