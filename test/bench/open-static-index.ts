import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Section } from '../../src/engine/sections/section.ts';
import type { ReadingOptions } from '../../src/service/docs/reading-options.ts';
import { openEmbedder, type EmbeddingModelOptions } from '../../src/service/models/open-embedder.ts';
import { buildContent } from '../../src/static-build/build-content.ts';
import { openMeaningWriter } from '../../src/static-build/write-meaning.ts';
import { writeStaticIndex } from '../../src/static-build/write-static-index.ts';
import { StaticSearch } from '../../src/static-index/reading/static-search.ts';

/** A static index that is searched without a server, and what it has read. */
export interface StaticIndexOnDisk extends StaticSearch, AsyncDisposable {
  /** Name and size of each file that was fetched, in order. */
  log: { name: string; bytes: number }[];
}

/** A static index with what it was built from. */
interface BuiltStaticIndex extends StaticIndexOnDisk {
  /** Folder of its files. */
  folder: string;
  sections: readonly Section[];
}

/** Build the static index of a folder as `docs-assistant build` does, and search it as a page does. */
export async function openStaticIndex({
  dir,
  dataDir,
  model,
  ...reading
}: {
  dir: string;
  dataDir: string;
  /** `null`: words only. */
  model: EmbeddingModelOptions | null;
} & ReadingOptions): Promise<BuiltStaticIndex> {
  const embedder = model && (await openEmbedder(model));
  const folder = join(dataDir, 'files');
  const { signal } = new AbortController();
  try {
    using read = await buildContent({ dir, workDir: dataDir, ...reading, embedder, signal });
    using meaning = embedder && openMeaningWriter({ embedder, workDir: dataDir, signal });
    await writeStaticIndex(read.content, {
      folder,
      generator: 'bench',
      ...(meaning && { writeMeaning: meaning.write }),
    });
    meaning?.finish();
    const sections = Array.from(read.content.sections(), ({ section }) => section);
    return Object.assign(searchStaticIndex(folder), { folder, sections });
  } finally {
    await embedder?.close();
  }
}

/** Search the files of a static index as a page does. */
export function searchStaticIndex(folder: string): StaticIndexOnDisk {
  const log: StaticIndexOnDisk['log'] = [];
  const search = new StaticSearch({
    index: 'http://static.invalid/docs-index/',
    async fetch(address) {
      const name = new URL(address as URL).pathname.split('/').at(-1)!;
      const bytes = await readFile(join(folder, name)).catch(() => null);
      log.push({ name, bytes: bytes?.length ?? 0 });
      return new Response(bytes && Uint8Array.from(bytes), { status: bytes ? 200 : 404 });
    },
  });
  return Object.assign(search, { log, [Symbol.asyncDispose]: async () => {} });
}
