import type { IndexScope } from '../engine/sections/index-facts.ts';
import type { IndexContent, IndexedSection } from '../service/index/index-content.ts';
import { isWordKey } from '../static-index/format/index-keys.ts';
import { encodeLexicon } from '../static-index/format/lexicon-file.ts';
import type { StaticPart } from '../static-index/format/manifest.ts';
import { encodeNames, type NamedPage, type NamedSection } from '../static-index/format/names-file.ts';
import { encodePages } from '../static-index/format/pages-file.ts';
import {
  encodeCore,
  type SectionsFile,
  type WordsFile,
  filesOfPrefix,
  MAX_PREFIX_FILES,
} from '../static-index/format/part-core.ts';
import { encodeTexts } from '../static-index/format/texts-file.ts';
import { encodeWords, type WordEntry, type Posting } from '../static-index/format/word-file.ts';
import type { IndexFolder } from './index-folder.ts';
import { PartWords } from './part-words.ts';

/** Unpacked bytes from which a file of words ends before the next word: some 2 kB packed, because a question reads some twenty of them. */
const WORDS_BYTES = 6_000;
/** Unpacked bytes from which it ends before any key, because a word may have very many phrases. */
const MAX_WORDS_BYTES = 2 * WORDS_BYTES;
/** Sections from which a file of names ends after a page. One file is enough for most documentations. */
const NAMES_SECTIONS = 5_000;
/** UTF-16 units from which a file of texts ends: some 1.3 kB packed, because a page reads the texts of ten results from ten files. */
const TEXTS_LENGTH = 2_500;

/** The sections of one version and language, for further files about them. */
export interface PartContent {
  scope: IndexScope;
  /** Iterate over the sections of the part, in order. */
  sections(): Iterable<IndexedSection>;
}

/**
 * Writes the files for search by meaning of a part.
 *
 * @returns the name of the file that the manifest has; `null` when the part can be searched by words only
 */
export type WriteMeaning = (part: PartContent, folder: Pick<IndexFolder, 'put'>) => Promise<string | null>;

/** Return the content of one version and language. */
export function partOf(content: IndexContent, scope: IndexScope): PartContent {
  return { scope, sections: () => content.sections(scope) };
}

/** Write the files of a part. @returns what the manifest says of it */
export async function writePart(
  part: PartContent,
  folder: Pick<IndexFolder, 'put'>,
  writeMeaning: WriteMeaning | null,
): Promise<StaticPart> {
  const { version, language } = part.scope;
  const words = new PartWords();
  const isFirst: number[] = [];
  const paths: string[] = [];
  const names = new SectionFiles<NamedPage>(NAMES_SECTIONS, (pages) =>
    folder.put('names', encodeNames(pages)),
  );
  const texts = new SectionFiles<string>(TEXTS_LENGTH, (own) => folder.put('texts', encodeTexts(own)));
  for (const page of pagesOf(part.sections())) {
    const { path, title, description } = page[0]!.section;
    paths.push(path);
    await names.add(
      { path, title, ...(description !== undefined && { description }), sections: page.map(nameOf) },
      { sections: page.length, size: page.length },
    );
    for (const section of page) {
      isFirst.push(section.isFirst ? 1 : 0);
      words.add(section);
      const { content } = section.section;
      await texts.add(content, { sections: 1, size: content.length });
    }
  }
  const entries = words.entries();
  const wordFiles = await writeWords(entries, folder);
  const core = encodeCore({
    lengths: Uint32Array.from(words.lengths),
    nameLengths: Uint32Array.from(words.nameLengths),
    isFirst: Uint8Array.from(isFirst),
    words: wordFiles,
    prefixes: await writePrefixes(wordFiles, entries, folder),
    names: await names.finish(),
    texts: await texts.finish(),
    pagesFile: await folder.put('pages', encodePages(paths)),
    lexiconFile: await folder.put('lexicon', encodeLexicon(words.lexicon())),
  });
  return {
    version,
    language,
    pages: paths.length,
    sections: isFirst.length,
    words: words.lengths.reduce((sum, length) => sum + length, 0),
    core: await folder.put('core', core),
    meaning: writeMeaning && (await writeMeaning(part, folder)),
  };
}

function* pagesOf(sections: Iterable<IndexedSection>): Generator<IndexedSection[]> {
  let page: IndexedSection[] = [];
  for (const section of sections) {
    if (section.isFirst && page.length > 0) {
      yield page;
      page = [];
    }
    page.push(section);
  }
  if (page.length > 0) yield page;
}

function nameOf({ section: { headings, anchor } }: IndexedSection): NamedSection {
  return { headings, ...(anchor !== undefined && { anchor }) };
}

async function writeWords(
  entries: readonly WordEntry[],
  folder: Pick<IndexFolder, 'put'>,
): Promise<WordsFile[]> {
  const files: WordsFile[] = [];
  let own: WordEntry[] = [];
  let bytes = 0;
  const end = async () => {
    if (own.length > 0) files.push({ first: own[0]!.key, file: await folder.put('words', encodeWords(own)) });
    own = [];
    bytes = 0;
  };
  for (const entry of entries) {
    if (bytes >= MAX_WORDS_BYTES || (bytes >= WORDS_BYTES && isWordKey(entry.key))) await end();
    own.push(entry);
    bytes += encodeWords([entry]).length;
  }
  await end();
  return files;
}

async function writePrefixes(
  files: readonly WordsFile[],
  entries: readonly WordEntry[],
  folder: Pick<IndexFolder, 'put'>,
): Promise<WordsFile[]> {
  const lists: WordsFile[] = [];
  for (const prefix of longPrefixes(files)) {
    const bytes = encodeWords([prefixEntry(prefix, entries)]);
    lists.push({ first: prefix, file: await folder.put('words', bytes) });
  }
  return lists;
}

/** Files about consecutive sections, each of which ends after the item that makes it large enough. */
class SectionFiles<Item> {
  readonly #size: number;
  readonly #put: (items: readonly Item[]) => Promise<string>;
  readonly #files: SectionsFile[] = [];
  #items: Item[] = [];
  #first = 0;
  #next = 0;
  #sum = 0;

  constructor(size: number, put: (items: readonly Item[]) => Promise<string>) {
    this.#size = size;
    this.#put = put;
  }

  async add(item: Item, { sections, size }: { sections: number; size: number }): Promise<void> {
    this.#items.push(item);
    this.#next += sections;
    this.#sum += size;
    if (this.#sum >= this.#size) await this.#end();
  }

  async finish(): Promise<SectionsFile[]> {
    if (this.#items.length > 0) await this.#end();
    return this.#files;
  }

  async #end(): Promise<void> {
    this.#files.push({ first: this.#first, file: await this.#put(this.#items) });
    this.#items = [];
    this.#first = this.#next;
    this.#sum = 0;
  }
}

/** Minimum length of a beginning of a word that is searched for, in UTF-16 units. */
const MIN_PREFIX_LENGTH = 2;
/** Maximum number of sections of a list, some 10 kB packed: all of most documentations. */
const MAX_PREFIX_SECTIONS = 5_000;

/** Return the beginnings of words that are in more files than a page fetches, in order. */
function longPrefixes(files: readonly WordsFile[]): string[] {
  const prefixes = new Set<string>();
  for (const { first } of files) {
    const word = /^[^ !]*/.exec(first)![0];
    for (let end = MIN_PREFIX_LENGTH; end <= word.length; end++) prefixes.add(word.slice(0, end));
  }
  return [...prefixes].filter((prefix) => filesOfPrefix(files, prefix).length > MAX_PREFIX_FILES).sort();
}

/**
 * Return the sections of all words that begin so, as one entry. Of very many sections, those that have the words in their names or most
 * often.
 *
 * @param entries in order
 */
function prefixEntry(prefix: string, entries: readonly WordEntry[]): WordEntry {
  const found = new Map<number, Posting>();
  for (const { key, postings } of entries) {
    if (!key.startsWith(prefix) || !isWordKey(key)) continue;
    for (const { section, frequency, places } of postings) {
      const one = found.get(section);
      if (one) {
        one.frequency += frequency;
        one.places |= places;
      } else found.set(section, { section, frequency, places });
    }
  }
  const best = [...found.values()].sort(
    (a, b) => b.places - a.places || b.frequency - a.frequency || a.section - b.section,
  );
  const postings = best.slice(0, MAX_PREFIX_SECTIONS).sort((a, b) => a.section - b.section);
  return { key: prefix, postings };
}
