import { openLanceDbEngine } from '../service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../service/search/search-engine.ts';

/** Option of the commands that build or search an index. */
export const ENGINE_OPTIONS = { engine: { type: 'string' } } as const;

/** Help for {@link ENGINE_OPTIONS}. */
export const ENGINE_HELP = `  --engine lancedb:PLACE search in LanceDB in a folder, or at s3://BUCKET/FOLDER, which several processes share (default: each
                         process searches files of its own)`;

/** Open the engine of the settings. @returns `undefined` for the default one @throws Error when its packages are missing */
export async function openSettingsEngine({
  enginePlace,
}: {
  enginePlace?: string;
}): Promise<SearchEngine | undefined> {
  return enginePlace === undefined ? undefined : openLanceDbEngine(enginePlace);
}
