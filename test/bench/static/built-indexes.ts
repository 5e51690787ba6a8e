import { join } from 'node:path';
import type { Section } from '../../../src/engine/sections/section.ts';
import type { EmbeddingModelOptions } from '../../../src/service/models/open-embedder.ts';
import { openStaticIndex, type StaticIndexOnDisk } from '../open-static-index.ts';
import type { Documentation } from './documentations.ts';
import { writePagefind } from './peer-indexes.ts';

/** The indexes of one documentation. */
export interface BuiltIndexes {
  own: StaticIndexOnDisk;
  /** Folder of the files of ours. */
  indexFolder: string;
  pagefindFolder: string;
  /** What all of them were built from. */
  sections: readonly Section[];
  /** Folder in which the vectors of the sections are kept. */
  dataDir: string;
}

/** Build the indexes of a documentation, ours as `docs-assistant build` does. */
export async function buildIndexes(
  { name, dir, language }: Documentation,
  { data, model }: { data: string; model: EmbeddingModelOptions },
): Promise<BuiltIndexes> {
  const dataDir = join(data, name.replaceAll('/', '-'));
  const own = await openStaticIndex({ dir, dataDir, model, defaultLanguage: language });
  const { folder, sections } = own;
  const pagefindFolder = join(dataDir, 'pagefind');
  await writePagefind(sections, language, pagefindFolder);
  return { own, indexFolder: folder, pagefindFolder, sections, dataDir };
}
