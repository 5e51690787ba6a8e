import type { Boost, IndexScope } from '../engine/sections/index-facts.ts';
import type { IndexContent } from '../service/index/index-content.ts';
import { compareKeys } from '../static-index/format/index-keys.ts';
import { FORMAT, MAX_BOOSTS } from '../static-index/format/limits.ts';
import type { StaticPart } from '../static-index/format/manifest.ts';
import { BuildRecord } from './build-record.ts';
import { IndexFolder } from './index-folder.ts';
import type { StaticIndexReport } from './static-index-report.ts';
import { partOf, writePart, type WriteMeaning } from './write-part.ts';

/** Changes when the same content would be written otherwise than before, so that a record of it is not used. A test tells when. */
const WRITER_VERSION = 1;

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
  /**
   * Folder for a record of what was written: the same content, with the same options, is not written again. Content that changes
   * removes the record, see `buildContent`. Default: everything is written.
   */
  workDir?: string | undefined;
  /** What `writeMeaning` depends on, for the record. Default `''`. */
  meaningKey?: string | undefined;
  /** Called before each part. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/**
 * Write the files of a static index. The same content gives the same bytes.
 *
 * @throws Error when the folder cannot be written: then an earlier index in it stays as it was
 */
export async function writeStaticIndex(
  content: IndexContent,
  options: StaticIndexOptions,
): Promise<StaticIndexReport> {
  const { folder, generator, fallbackLanguage, writeMeaning, workDir, meaningKey = '', onProgress } = options;
  const key = JSON.stringify([WRITER_VERSION, generator, fallbackLanguage ?? null, meaningKey]);
  const record = workDir === undefined ? null : new BuildRecord(workDir, key);
  const known = await record?.find(folder);
  if (known) return known;
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
  const report = { parts, kinds: files.figures };
  // A part whose meaning could not be written is tried again.
  if (!writeMeaning || parts.every(({ meaning }) => meaning !== null))
    await record?.write(files.digests, report);
  return report;
}

/** Number the sections of a range from 0 within a part. */
function within({ first, last }: IndexScope, boost: Boost): Boost {
  return {
    first: Math.max(boost.first, first) - first,
    last: Math.min(boost.last, last) - first,
    factor: boost.factor,
  };
}
