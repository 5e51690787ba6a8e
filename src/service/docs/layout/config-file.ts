import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A configuration of a generator. */
export interface ConfigFile {
  name: string;
  text: string;
}

/** Largest configuration that is read. */
const MAX_CONFIG_BYTES = 256 * 1024;

/**
 * Read the first file of these names that there is. Links are followed inside the folder only, because it may be a stranger's.
 *
 * @returns `null` where there is none
 */
export async function readConfigFile(folder: string, names: readonly string[]): Promise<ConfigFile | null> {
  const root = await realpath(folder).catch(() => folder);
  for (const name of names) {
    const path = await realpath(join(folder, name)).catch(() => '');
    if (!path.startsWith(root + sep)) continue;
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile() || stats.size > MAX_CONFIG_BYTES) continue;
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) return { name, text };
  }
  return null;
}
