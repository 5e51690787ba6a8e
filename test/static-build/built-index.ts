import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Section } from '../../src/engine/sections/section.ts';
import { buildContent, type FolderContent } from '../../src/static-build/build-content.ts';
import { decodeLexicon, type Lexicon } from '../../src/static-index/format/lexicon-file.ts';
import {
  decodeManifest,
  type StaticManifest,
  type StaticPart,
} from '../../src/static-index/format/manifest.ts';
import { decodeNames, sectionsOfPage } from '../../src/static-index/format/names-file.ts';
import { decodePages } from '../../src/static-index/format/pages-file.ts';
import { decodeCore, type PartCore, type SectionsFile } from '../../src/static-index/format/part-core.ts';
import { decodeTexts } from '../../src/static-index/format/texts-file.ts';
import { unpack } from '../../src/static-index/format/unpack.ts';
import { decodeWords, type Posting } from '../../src/static-index/format/word-file.ts';

/** Everything in the files of a part. */
export interface ReadPart {
  facts: StaticPart;
  core: PartCore;
  paths: string[];
  lexicon: Lexicon;
  /** As the service has them, with the numbers of the part from 1. */
  sections: Section[];
  words: ReadonlyMap<string, Posting[]>;
}

/** Read all files of an index. */
export async function readStaticIndex(
  folder: string,
): Promise<{ manifest: StaticManifest; parts: ReadPart[] }> {
  const manifest = decodeManifest(await readFile(join(folder, 'manifest.json')));
  const parts: ReadPart[] = [];
  for (const facts of manifest.parts) parts.push(await readPart(folder, facts));
  return { manifest, parts };
}

async function readPart(folder: string, facts: StaticPart): Promise<ReadPart> {
  const read = async (file: string) => unpack(Uint8Array.from(await readFile(join(folder, file))));
  const core = decodeCore(await read(facts.core), facts);
  const end = (files: readonly SectionsFile[], at: number) => files[at + 1]?.first ?? facts.sections;
  const sections: Section[] = [];
  const contents: string[] = [];
  for (const [at, { first, file }] of core.texts.entries()) {
    contents.push(...decodeTexts(await read(file), end(core.texts, at) - first));
  }
  for (const [at, { first, file }] of core.names.entries()) {
    for (const page of decodeNames(await read(file), end(core.names, at) - first)) {
      for (const section of sectionsOfPage(page, facts, sections.length + 1)) {
        sections.push({ ...section, content: contents[sections.length]! });
      }
    }
  }
  const words = new Map<string, Posting[]>();
  for (const { file } of core.words) {
    const own = decodeWords(await read(file), facts.sections);
    for (const [at, key] of own.keys.entries()) {
      const { sections: numbers, frequencies, places } = own.postings(at);
      words.set(
        key,
        Array.from(numbers, (section, place) => ({
          section,
          frequency: frequencies[place]!,
          places: places[place]!,
        })),
      );
    }
  }
  return {
    facts,
    core,
    paths: decodePages(await read(core.pagesFile), facts.pages),
    lexicon: decodeLexicon(await read(core.lexiconFile)),
    sections,
    words,
  };
}

/** Read a folder of documentation as `docs-assistant build` does. */
export function readDocs(dir: string, workDir: string): Promise<FolderContent> {
  return buildContent({ dir, workDir, embedder: null, signal: new AbortController().signal });
}

/** Return the bytes of all files of a folder, by their names. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')] as const),
    ),
  );
}
