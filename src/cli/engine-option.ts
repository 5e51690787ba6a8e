import { resolve } from 'node:path';
import { openLanceDbEngine } from '../service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../service/search/search-engine.ts';
import { UsageError } from './usage-error.ts';

/** Option of the commands that build or search an index. */
export const ENGINE_OPTIONS = { engine: { type: 'string' } } as const;

/** Help for {@link ENGINE_OPTIONS}. */
export const ENGINE_HELP = `  --engine lancedb:PLACE search in LanceDB in a folder, or at s3://BUCKET/FOLDER, which several processes share (default: each
                         process searches files of its own)`;

/** Form of the option, and of the field of a configuration file. */
export const ENGINE_FORM = /^lancedb:./;

/** Read the place of LanceDB. @param folder where relative paths begin @throws UsageError */
export function readEnginePlace(given: string, folder: string): string {
  if (!ENGINE_FORM.test(given)) {
    throw new UsageError('--engine must be lancedb: and a folder or an s3:// address.');
  }
  const place = given.slice('lancedb:'.length);
  return place.includes('://') ? place : resolve(folder, place);
}

/** Open the engine of the settings. @returns `undefined` for the default one @throws Error when its packages are missing */
export async function openSettingsEngine({
  enginePlace,
}: {
  enginePlace?: string;
}): Promise<SearchEngine | undefined> {
  return enginePlace === undefined ? undefined : openLanceDbEngine(enginePlace);
}
