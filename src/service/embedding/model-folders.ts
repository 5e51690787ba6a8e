import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { MODEL_FILES, MODEL_NAME } from './sentence-model-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Return the folder below a service's data folder in which it looks for the model first. */
export function dataModelFolder(dataDir: string): string {
  return join(dataDir, 'models', MODEL_NAME);
}

/**
 * Return the folder of the model that all projects of a user share: in the cache folder of the system, or in the one that
 * `DOCS_EMBEDDINGS_CACHE` names.
 */
export function userModelFolder(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { DOCS_EMBEDDINGS_CACHE: given } = environment;
  const folder = given ? resolve(given) : join(userCacheFolder(environment, platform), 'models');
  return join(folder, MODEL_NAME);
}

/** Return the folder of the model that was fetched, `null` when there is none, or only a part of one. */
export function findModel(dataDir: string | null, environment: Environment = process.env): string | null {
  const folders = [...(dataDir === null ? [] : [dataModelFolder(dataDir)]), userModelFolder(environment)];
  return folders.find(isWhole) ?? null;
}

/** Return the folder for what is kept for a user and can be made or fetched again, in the place that the system has for it. */
export function userCacheFolder(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { LOCALAPPDATA: localData, XDG_CACHE_HOME: cache } = environment;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'docs-assistant');
  if (platform === 'win32') {
    return join(localData || join(homedir(), 'AppData', 'Local'), 'docs-assistant', 'Cache');
  }
  // XDG Base Directory Specification: a relative path is invalid.
  const base = cache && isAbsolute(cache) ? cache : join(homedir(), '.cache');
  return join(base, 'docs-assistant');
}

/** Files get their names when they are whole; a copy that somebody made may have been cut. */
function isWhole(folder: string): boolean {
  return MODEL_FILES.every(({ path, maxBytes, isExact }) => {
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size;
    return size !== undefined && (!isExact || size === maxBytes);
  });
}
