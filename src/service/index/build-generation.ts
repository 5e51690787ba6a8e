import { randomUUID } from 'node:crypto';

import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createFolder } from '../storage/create-folder.ts';
import { readSitemap } from '../docs/addresses/read-sitemap.ts';
import { DEFAULT_DOCS_LIMITS } from '../docs/docs-limits.ts';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';
import { readLanguage, readVersion } from '../../engine/sections/scope-names.ts';
import type { ReadingOptions } from '../docs/reading-options.ts';
import type { IndexProgress } from './index-progress.ts';
import { VectorStore } from '../storage/vector-store.ts';
import { DocsIndex } from './docs-index.ts';
import { calibrate } from './calibration.ts';
import { embedSections } from './embed-sections.ts';
import type { Embedder } from '../models/embedder.ts';
import { markPreliminary } from './index-file.ts';
import { embeddingProblem } from './read-facts.ts';
import { findUnknownTexts, exportVectors, readFolder } from './index-thread.ts';

export interface GenerationOptions extends ReadingOptions {
  /** The folder with Markdown, MDX and HTML files. */
  dir: string;
  /** Folder for temporary files, created when missing. Vectors of texts stay in it for the next build. */
  workDir: string;
  /** Index file to take everything from that has not changed. */
  before: string | null;
  /** The model for vectors; `null`: search by words only. The folder is read while the model is loaded. */
  embedder: Embedder | null | Promise<Embedder | null>;
  /**
   * Called with an index for search by words while its vectors are computed: a copy that is removed when the promise resolves.
   * Omit it if there is an index already, which stays in service until the next one is complete.
   */
  onSearchable?: ((file: string) => Promise<void>) | undefined;
  /** Called with the progress of the build. */
  onProgress?: ((progress: Partial<IndexProgress>) => void) | undefined;
  /** Fail where a page takes too much time or memory, which depends on the machine. Default: it is left out. */
  needsAllPages?: boolean | undefined;
  signal: AbortSignal;
}

/** Report on the files of a folder. */
export interface GenerationReport {
  /** Files, compared with the previous index. */
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Files with problems, and failed embeddings. */
  problems: readonly DocsProblem[];
}

/** A finished index, to be published. Disposing of it removes its file. */
export interface BuiltGeneration extends AsyncDisposable {
  /** `null` if it equals the previous index. */
  file: string | null;
  report: GenerationReport;
}

const JOURNAL_FILE = 'reading.journal';
const VECTORS_FILE = 'vectors.sqlite';
const BUILD_FILE = /^build-[\da-f-]{36}\.sqlite(?:-journal)?$/;
/** Age in milliseconds from which a temporary file counts as left behind by a crash. */
const ABANDONED = 86_400_000;

/**
 * Build the index of a folder as one file: sections, words and vectors. Only changed files are parsed, only changed sections
 * embedded. A build that is killed leaves its vectors for the next one.
 *
 * @throws Error when the folder cannot be read, a package is missing, or `signal` is aborted
 */
export async function buildGeneration(options: GenerationOptions): Promise<BuiltGeneration> {
  const { before, signal, onProgress = () => {} } = options;
  const workDir = resolve(options.workDir);
  createFolder(workDir);
  await removeAbandoned(workDir);
  const target = join(workDir, `build-${randomUUID()}.sqlite`);
  const discard = () => rm(target, { force: true });
  const journal = join(workDir, JOURNAL_FILE);
  try {
    onProgress({ phase: 'reading', problems: [] });
    const { isSame, vectorsBefore, problems, ...counts } = await readFolder(
      { ...(await readingOptions(options)), before, target, journal },
      ({ done, total }) => onProgress({ pages: { done, total } }),
      signal,
    ).finally(() => rm(journal, { force: true }));
    // Without a model, this index is already complete.
    const known = await Promise.race([options.embedder, yieldToEventLoop()]);
    if (options.onSearchable && known !== null) {
      const copy = join(workDir, `build-${randomUUID()}.sqlite`);
      await copyFile(target, copy);
      markPreliminary(copy);
      await options.onSearchable(copy).finally(() => rm(copy, { force: true }));
    }
    const embedder = await options.embedder;
    const isEmbedded =
      embedder === null || (vectorsBefore.space === embedder.space && vectorsBefore.missing === 0);
    const vectors =
      isSame && isEmbedded
        ? null
        : embedder && (await embed(target, embedder, { ...options, workDir, onProgress }));
    const isNew =
      !isSame ||
      (vectors !== null &&
        (vectors.missing < vectorsBefore.missing || vectorsBefore.space !== embedder!.space));
    if (!isNew) await discard();
    return {
      file: isNew ? target : null,
      report: {
        ...counts,
        problems: vectors?.failure ? [...problems, embeddingProblem(vectors.failure)] : problems,
      },
      [Symbol.asyncDispose]: discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function readingOptions(
  options: GenerationOptions,
): Promise<Omit<Parameters<typeof readFolder>[0], 'before' | 'target' | 'journal'>> {
  const version = readVersion(options.defaultVersion);
  const language = readLanguage(options.defaultLanguage);
  const { rule, built, sitemap } = options.addresses ?? {};
  return {
    dir: resolve(options.dir),
    versions: options.versions,
    languages: options.languages,
    defaults: { ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
    limits: { ...DEFAULT_DOCS_LIMITS, ...options.limits },
    exclude: options.exclude,
    boost: options.boost,
    html: options.html ?? {},
    needsAllPages: options.needsAllPages ?? false,
    addresses: {
      rule,
      built: built === undefined ? undefined : resolve(built),
      sitemap:
        sitemap === undefined
          ? null
          : { name: [sitemap].flat().join(', '), addresses: await readSitemap(sitemap, options.signal) },
    },
  };
}

/** @returns how many sections have no vector, and why */
async function embed(
  target: string,
  embedder: Embedder,
  options: Pick<GenerationOptions, 'workDir' | 'before' | 'signal'> & {
    onProgress: (progress: Partial<IndexProgress>) => void;
  },
): Promise<{ missing: number; failure: string | null }> {
  const { signal, onProgress } = options;
  const file = join(options.workDir, VECTORS_FILE);
  let failure: string | null = null;
  const index = DocsIndex.open(target);
  if (!index) throw new Error('The index cannot be read back');
  const size = index.facts.sections;
  const store = VectorStore.open(file, embedder.space);
  const task = { target, store: file, space: embedder.space };
  try {
    onProgress({ phase: 'embedding' });
    const texts = await findUnknownTexts({ ...task, before: options.before }, signal);
    const report = (done: number) =>
      onProgress({ vectors: { done: size - texts.length + done, total: size } });
    report(0);
    try {
      await embedSections(index, texts, embedder, store, report, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error instanceof Error ? error.message : String(error);
    }
  } finally {
    store.close();
    index.close();
  }
  const missing = await exportVectors({ ...task, failure }, signal);
  // Without calibration, answers are judged by their words.
  await calibrate(target, embedder, signal).catch(() => signal.throwIfAborted());
  return { missing, failure };
}

async function removeAbandoned(workDir: string): Promise<void> {
  for (const name of await readdir(workDir)) {
    const path = join(workDir, name);
    const status = BUILD_FILE.test(name) ? await stat(path).catch(() => null) : null;
    if (status && Date.now() - status.mtimeMs > ABANDONED) await rm(path, { force: true });
  }
}
