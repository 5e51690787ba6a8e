import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { KnownModel } from './known-models.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Return the folder below a service's data folder that is searched for a model first. */
export function dataModelFolder({ name }: KnownModel, dataDir: string): string {
  return join(dataDir, 'models', name);
}

/**
 * Return the folder of the model that all projects of a user share: `DOCS_EMBEDDINGS_CACHE`, else the cache folder of the system.
 */
export function userModelFolder(
  { name }: KnownModel,
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const { DOCS_EMBEDDINGS_CACHE: given } = environment;
  const folder = given ? resolve(given) : join(userCacheFolder(environment, platform), 'models');
  return join(folder, name);
}

/** Return the folder of a complete downloaded model, `null` when there is none. */
export function findModel(
  model: KnownModel,
  dataDir: string | null,
  environment: Environment = process.env,
): string | null {
  const folders = [
    ...(dataDir === null ? [] : [dataModelFolder(model, dataDir)]),
    userModelFolder(model, environment),
  ];
  return folders.find((folder) => isWhole(model, folder)) ?? null;
}

/** Return the cache folder of the system for this user. */
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

/** Check the files, because a copy made by hand may be incomplete. */
function isWhole({ files }: KnownModel, folder: string): boolean {
  return files.every(({ path, maxBytes, isExact }) => {
    const size = statSync(join(folder, path), { throwIfNoEntry: false })?.size;
    return size !== undefined && (!isExact || size === maxBytes);
  });
}
