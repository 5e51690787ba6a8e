import type { Boost, IndexScope } from '../engine/sections/index-facts.ts';
import type { IndexContent } from '../service/index/index-content.ts';
import { compareKeys } from '../static-index/format/index-keys.ts';
import { FORMAT, MAX_BOOSTS } from '../static-index/format/limits.ts';
import type { StaticPart } from '../static-index/format/manifest.ts';
import { IndexFolder, type KindFigures } from './index-folder.ts';
import { partOf, writePart, type WriteMeaning } from './write-part.ts';

/** Options of {@link writeStaticIndex}. */
export interface StaticIndexOptions {
  /** Folder of the index. Created when missing. */
  folder: string;
  /** Program and version for the manifest. */
  generator: string;
  /** Language of the pages that are not translated into all languages. Default: the main one, else that with most sections, which pages find. */
  fallbackLanguage?: string | undefined;
  /** Writes the files for search by meaning. Default: search by words only. */
  writeMeaning?: WriteMeaning | undefined;
  /** Called before each part. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** What was written. */
export interface StaticIndexReport {
  parts: readonly StaticPart[];
  /** Figures by the kind of the files. */
  kinds: ReadonlyMap<string, KindFigures>;
}

/**
 * Write the files of a static index. The same content gives the same bytes.
 *
 * @throws Error when the folder cannot be written: then an earlier index in it stays as it was
 */
export async function writeStaticIndex(
  content: IndexContent,
  { folder, generator, fallbackLanguage, writeMeaning, onProgress }: StaticIndexOptions,
): Promise<StaticIndexReport> {
  const { scopes, mainVersion, mainLanguage, boosts = [], commonWords } = content.facts;
  const files = await IndexFolder.open(folder);
  const parts: StaticPart[] = [];
  for (const [at, scope] of scopes.entries()) {
    onProgress?.({ done: at, total: scopes.length });
    const part = await writePart(partOf(content, scope), files, writeMeaning ?? null);
    const own = boosts.filter(({ first, last }) => scope.first <= last && first <= scope.last);
    parts.push(
      own.length === 0
        ? part
        : { ...part, boosts: own.slice(0, MAX_BOOSTS).map((boost) => within(scope, boost)) },
    );
  }
  await files.finish({
    format: FORMAT,
    generator,
    parts,
    ...((fallbackLanguage ?? mainLanguage) !== undefined && {
      fallbackLanguage: fallbackLanguage ?? mainLanguage,
    }),
    ...(mainVersion !== undefined && { mainVersion }),
    commonWords: commonWords.toSorted(compareKeys),
  });
  return { parts, kinds: files.figures };
}

/** Number the sections of a range from 0 within a part. */
function within({ first, last }: IndexScope, boost: Boost): Boost {
  return {
    first: Math.max(boost.first, first) - first,
    last: Math.min(boost.last, last) - first,
    factor: boost.factor,
  };
}
