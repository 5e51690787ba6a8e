import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '../../src/service/docs/read-page.ts';
import { read } from '../service/docs-folder.ts';

/** Words of prose that a repeated page has other ones for. */
const CHANGED_WORDS = 0.2;
/** Lines that are prose, not markup or code. */
const PROSE = /^(?:[-*] )?[A-Z][^<{`|]*$/gm;

/** A page of Markdown with its file. */
interface SourcePage extends Page {
  file: string;
  text: string;
}

/** Read the pages of a folder. */
export async function readPages(folder: string): Promise<SourcePage[]> {
  const files = (await readdir(folder, { recursive: true }))
    .filter((file) => /\.mdx?$/.test(file))
    .toSorted();
  const pages = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { file, text, page: read(file, text).page };
    }),
  );
  return pages.flatMap(({ page, ...rest }) => (page === null ? [] : { ...page, ...rest }));
}

/** Write pages into a folder, again and again with other words in them, until it has so many sections. */
export async function repeatPages(pages: readonly SourcePage[], size: number, folder: string): Promise<void> {
  const random = createRandom();
  const vocabulary = [...new Set(pages.flatMap(({ text }) => text.match(/[a-z]{5,}/g) ?? []))];
  let sections = 0;
  for (let copy = 0; sections < size; copy++) {
    for (const page of pages) {
      if (sections >= size) break;
      sections += page.sections.length;
      const file = join(folder, `copy-${copy}`, page.file);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, copy === 0 ? page.text : withOtherWords(page.text, vocabulary, random));
    }
  }
}

function withOtherWords(text: string, vocabulary: readonly string[], random: () => number): string {
  const another = (word: string) =>
    random() < CHANGED_WORDS ? vocabulary[Math.floor(random() * vocabulary.length)]! : word;
  return text.replace(PROSE, (line) => line.replace(/\b[a-z]{5,}\b/g, another));
}

/** The same numbers in every run (mulberry32). */
export function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
