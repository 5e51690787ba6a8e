import { readdir, rm, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { EmbeddingModelOptions } from '../../../src/service/models/open-embedder.ts';
import { openStaticIndex } from '../open-static-index.ts';
import { readPages, repeatPages } from '../repeated-pages.ts';
import type { Documentation } from './documentations.ts';
import { createMiniSearch, writePagefind } from './peer-indexes.ts';

/** Sections up to which the model is asked as well: it reads some 50 to 100 of them a second on two cores. */
const MODEL_SECTIONS = 5_000;

/** Print what building an index takes as its documentation grows, and what it weighs. Pages are repeated with other words in them. */
export async function printGrowth(
  { dir, language }: Documentation,
  sizes: readonly number[],
  { data, model }: { data: string; model: EmbeddingModelOptions },
): Promise<void> {
  const pages = await readPages(dir);
  console.log(
    '\nsections  index                         s (CPU s, this process)          MB    files    load',
  );
  for (const size of sizes) {
    const dataDir = join(data, `growth-${size}`);
    const docs = join(dataDir, 'docs');
    await rm(dataDir, { recursive: true, force: true });
    await repeatPages(pages, size, docs);
    const build = (withModel: boolean) => () =>
      openStaticIndex({
        dir: docs,
        dataDir: join(dataDir, withModel ? 'meaning' : 'words'),
        model: withModel ? model : null,
        defaultLanguage: language,
      });
    const byWords = await timed(build(false));
    const { sections } = byWords.value;
    const tell = async (name: string, took: Timed<unknown>, weight: Weight): Promise<void> =>
      console.log(
        [
          String(sections.length).padStart(8),
          name.padEnd(28),
          `${took.wall.toFixed(1)} (${took.cpu.toFixed(1)})`.padStart(22),
          (weight.bytes / 1e6).toFixed(2).padStart(10),
          String(weight.files).padStart(7),
          loadavg()[0]!.toFixed(1).padStart(6),
        ].join('  '),
      );
    await tell('static index, words alone', byWords, await weigh(byWords.value.folder));
    const pagefind = join(dataDir, 'pagefind');
    await tell(
      'Pagefind',
      await timed(() => writePagefind(sections, language, pagefind)),
      await weigh(pagefind),
    );
    const miniSearch = await timed(async () => JSON.stringify(createMiniSearch(sections)));
    const bytes = brotliCompressSync(miniSearch.value).length;
    await tell('MiniSearch, with brotli', miniSearch, { bytes, files: 1 });
    if (sections.length > 1.1 * MODEL_SECTIONS) continue;
    const first = await timed(build(true));
    await tell('static index', first, await weigh(first.value.folder));
    await tell('static index, once more', await timed(build(true)), await weigh(first.value.folder));
  }
}

interface Timed<Value> {
  value: Value;
  /** Seconds. */
  wall: number;
  /** Seconds of all threads of this process; Pagefind works in another one. */
  cpu: number;
}

async function timed<Value>(work: () => Promise<Value>): Promise<Timed<Value>> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, wall: (performance.now() - startedAt) / 1_000, cpu: (user + system) / 1e6 };
}

interface Weight {
  bytes: number;
  files: number;
}

async function weigh(folder: string): Promise<Weight> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}
