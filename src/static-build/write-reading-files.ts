import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readWrittenFiles, WRITTEN_LIST } from '../service/docs/written-files.ts';
import type { ReadingFiles } from '../service/pages/reading-files.ts';

/** What was written. */
export interface ReadingFilesReport {
  /** Number of files. */
  files: number;
  /** Names of files that were there and are of something else. They stay as they are. */
  kept: readonly string[];
}

/**
 * Write the files for reading programs into the folder of a site, beside its pages. Files of earlier builds are replaced or removed;
 * a list in the folder names them. The same index gives the same bytes.
 *
 * @throws Error when the folder cannot be written
 */
export async function writeReadingFiles(files: ReadingFiles, folder: string): Promise<ReadingFilesReport> {
  const before = await readWrittenFiles(folder);
  const own = new Set<string>();
  const kept: string[] = [];
  for (const name of files.names()) {
    if (before.has(name) || !(await exists(join(folder, name)))) own.add(name);
    else kept.push(name);
  }
  const list = join(folder, WRITTEN_LIST);
  // Names are listed before their files are there, so that a build that is killed leaves none behind that the next one does not know.
  await writeChanged(list, toJson([...own, ...before]));
  for (const name of own) await writeChanged(join(folder, name), files.read(name)!);
  for (const name of before) if (!own.has(name)) await rm(join(folder, name), { force: true });
  await writeChanged(list, toJson([...own]));
  return { files: own.size, kept };
}

function toJson(names: readonly string[]): string {
  return `${JSON.stringify([...new Set(names)].toSorted(), null, 2)}\n`;
}

/** Write a file, unless it is the same, so that its date does not change. */
async function writeChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before === text) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
