import { copyFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';
import {
  COPY_OF_BUILT,
  describeSurvey,
  isBuiltSite,
  surveyDocs,
  type DocsReaderOptions,
} from '../docs/docs-survey.ts';
import { PageIncludes } from '../docs/includes/include-files.ts';
import { isHtmlFile, listDocsFiles, type DocsFile } from '../docs/list-docs-files.ts';
import type { PageScope } from '../docs/page-scope.ts';
import type { Page, PageReading } from '../docs/read-page.ts';
import { requirePages } from '../docs/require-pages.ts';
import { countMissingVectors } from '../storage/vector-store.ts';
import { passageHash, passageOf } from './section-passage.ts';
import { findMarkdownCopies } from './markdown-copies.ts';
import { createIndexFile, openIndexFile } from './index-file.ts';
import {
  findMainLanguage,
  findMainVersion,
  leaveOutUntranslated,
  nameRootLanguage,
  readNamedLanguages,
} from './main-edition.ts';
import { PageReaders, type Parse, type ReadFile } from './page-readers.ts';
import { KnownReadings } from './known-readings.ts';
import { ReadingJournal } from './reading-journal.ts';
import { separateWords, wordsOf } from '../../engine/words/searchable-text.ts';
import { columnsOf } from '../../engine/sections/section-columns.ts';
import { WordFrequencies } from './word-frequencies.ts';

/** In the place of the hash of a file that is to be read again next time. */
const NO_FILE_HASH = Uint8Array.of(0);

export interface BuildOptions extends DocsReaderOptions {
  dir: string;
  /** File of an earlier index, to take everything from that has not changed. */
  before: string | null;
  /** The file to write. */
  target: string;
  /** File that tells what is being parsed, also after the program has ended. */
  journal: string;
  /** Whether to fail where a page takes too much time or memory, instead of leaving it out. */
  needsAllPages: boolean;
}

/** Report on a pass over the folder. */
export interface BuildReport {
  /** Whether the folder equals the earlier index. */
  isSame: boolean;
  /** Of the earlier index: its vector space, and the number of sections without a vector. */
  vectorsBefore: { space: string | null; missing: number };
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  problems: DocsProblem[];
}

const README = /(?:^|\/)readme\.[^/]*$/i;

/** Number of files that were read, of all. */
export interface BuildProgress {
  done: number;
  total: number;
}

interface FileReading extends PageReading {
  file: string;
  hash: Uint8Array;
  change: 'added' | 'changed' | 'unchanged';
}

/**
 * Write the index of a folder: unchanged files are copied from the previous index, the others parsed. Vectors are added later,
 * unless nothing changed.
 *
 * @throws Error when the folder cannot be read or a package is missing
 */
export async function buildIndex(
  options: BuildOptions,
  onProgress: (progress: BuildProgress) => void,
): Promise<BuildReport> {
  const { dir, target } = options;
  const listing = await listDocsFiles(dir, options.limits, options);
  requirePages(dir, listing);
  const { files, problems } = listing;
  const survey = await surveyDocs(listing, options);
  const { fingerprint, checkAddresses } = describeSurvey(survey);

  const before = options.before === null ? undefined : openIndexFile(options.before);
  try {
    const known = before && new KnownReadings(before, fingerprint);
    const same = known && (await copySame(before, known, files, options));
    if (same) {
      onProgress({ done: files.length, total: files.length });
      return same;
    }
    const readings: FileReading[] = [];
    const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
    let done = 0;
    const report = () => onProgress({ done, total: files.length });
    report();
    const includes = await PageIncludes.open(dir, options.limits);
    const readOne: ReadFile = async (file, at, parse) => {
      const reading = await readFileOrProblem(file, parse, known, includes, options);
      readings[at] = reading;
      counts[reading.change]++;
      done++;
      report();
    };
    using journal = new ReadingJournal(options.journal);
    const readers = new PageReaders(files, survey, readOne, journal, options.needsAllPages);
    await readers.run();
    if (isBuiltSite(survey)) leaveOutCopies(readings);
    leaveOutDuplicatePaths(readings);
    leaveOutTooMuchText(readings, options.limits.totalBytes);
    nameRootLanguage(readings, survey.scopes);
    const mainLanguage = findMainLanguage(
      readings.flatMap(({ page }) => page ?? []),
      await readNamedLanguages(dir),
    );
    if (mainLanguage !== undefined) leaveOutUntranslated(readings, mainLanguage);
    problems.push(
      ...checkAddresses(readings.flatMap(({ file, page }) => (page ? { file, path: page.path } : []))),
    );
    counts.removed = known?.missing(files) ?? 0;

    writeIndex(target, { fingerprint, mainLanguage, readings, problems });
    return {
      isSame: false,
      ...counts,
      vectorsBefore: before ? readVectors(before) : { space: null, missing: Infinity },
      problems: [...problems, ...readings.flatMap((reading) => reading.problems)],
    };
  } finally {
    before?.close();
  }
}

/** Copy the earlier index, if the folder equals it. @returns `null` if it does not */
async function copySame(
  before: DatabaseSync,
  known: KnownReadings,
  files: readonly DocsFile[],
  options: BuildOptions,
): Promise<BuildReport | null> {
  const problems = await known.findSame(files, options);
  if (problems === null) return null;
  await copyFile(options.before!, options.target);
  const counts = { added: 0, changed: 0, removed: 0, unchanged: files.length };
  return { isSame: true, ...counts, vectorsBefore: readVectors(before), problems };
}

async function readFileOrProblem(
  { file, absolute }: DocsFile,
  parse: Parse,
  known: KnownReadings | undefined,
  includes: PageIncludes,
  { needsAllPages }: Pick<BuildOptions, 'needsAllPages'>,
): Promise<FileReading> {
  const { bytes, hash, problems } = await includes.read(file, absolute);
  const before = known?.read(file, hash);
  // Another machine, or an earlier version, may have left out what is needed.
  const same = needsAllPages && before?.problems.some(({ code }) => code === 'too-slow') ? undefined : before;
  const change = same ? 'unchanged' : known?.has(file) ? 'changed' : 'added';
  // A duplicate may have been resolved because the other file is gone, so that its reading is not final.
  const isFinal = same && !same.problems.some(({ code }) => code === 'duplicate-path' || code === 'skipped');
  if (isFinal) return { file, hash, change, ...same };
  if (bytes === null) {
    const problem: DocsProblem = { file, code: 'unreadable', message: 'The file cannot be opened.' };
    return { file, hash, change, page: null, problems: [problem] };
  }
  const { isUnfinished = false, ...reading } = await parse({ file, bytes, hash });
  problems.push(...reading.problems);
  return { file, hash: isUnfinished ? NO_FILE_HASH : hash, change, page: reading.page, problems };
}

/** Leave out Markdown with the text of a built page, which is what the site shows. */
function leaveOutCopies(readings: readonly FileReading[]): void {
  const pages = (isBuilt: boolean) =>
    readings.flatMap(({ file, page }) => (page !== null && isHtmlFile(file) === isBuilt ? [page] : []));
  const copies = findMarkdownCopies(pages(false), pages(true));
  for (const reading of readings) {
    if (reading.page === null || !copies.has(reading.page)) continue;
    reading.problems.push({
      file: reading.file,
      code: 'skipped',
      message: `The page is left out: ${COPY_OF_BUILT}.`,
    });
    reading.page = null;
  }
}

/**
 * Leave out all but one file per path, because only one can be linked: a built page if there is one, else the first by name, and a
 * README, which is often for those who edit the folder, last.
 */
function leaveOutDuplicatePaths(readings: readonly FileReading[]): void {
  const fileOf = new Map<string, string>();
  const [built = [], written = []] = [true, false].map((isBuilt) =>
    readings.filter(({ file }) => isHtmlFile(file) === isBuilt),
  );
  const [readmes = [], others = []] = [true, false].map((isReadme) =>
    written.filter(({ file }) => README.test(file) === isReadme),
  );
  for (const reading of [...built, ...others, ...readmes]) {
    if (reading.page === null) continue;
    const other = fileOf.get(reading.page.path);
    if (other === undefined) fileOf.set(reading.page.path, reading.file);
    else {
      reading.problems.push({
        file: reading.file,
        code: 'duplicate-path',
        message: `The page is left out: ${other} has the path "${reading.page.path}" too.`,
      });
      reading.page = null;
    }
  }
}

/**
 * Leave out pages beyond the limit of text. The size of HTML files says little about their text, and the text of all pages is in
 * memory.
 */
function leaveOutTooMuchText(readings: readonly FileReading[], most: number): void {
  let length = 0;
  for (const reading of readings) {
    if (reading.page === null || !isHtmlFile(reading.file)) continue;
    for (const { content } of reading.page.sections) length += content.length;
    if (length <= most) continue;
    reading.problems.push({
      file: reading.file,
      code: 'too-many',
      message: `The page is left out: all pages together have more than ${most} characters of text.`,
    });
    reading.page = null;
  }
}

function readVectors(database: DatabaseSync): BuildReport['vectorsBefore'] {
  const space = database.prepare("SELECT value FROM meta WHERE key = 'space'").get()?.['value'];
  return { space: (space as string | undefined) ?? null, missing: countMissingVectors(database) };
}

function writeIndex(
  target: string,
  {
    fingerprint,
    mainLanguage,
    readings,
    problems,
  }: {
    fingerprint: string;
    mainLanguage: string | undefined;
    readings: readonly FileReading[];
    problems: readonly DocsProblem[];
  },
): void {
  const index = createIndexFile(target);
  try {
    const { database } = index;
    const insertMeta = database.prepare('INSERT INTO meta VALUES (?, ?)');
    insertMeta.run('fingerprint', fingerprint);
    insertMeta.run('problems', JSON.stringify(problems));
    const pages = readings
      .flatMap(({ page }) => page ?? [])
      .toSorted((a, b) => compareScopes(a, b) || compare(a.path, b.path));
    const mainVersion = findMainVersion(pages);
    if (mainVersion !== undefined) insertMeta.run('mainVersion', JSON.stringify(mainVersion));
    if (mainLanguage !== undefined) insertMeta.run('mainLanguage', mainLanguage);
    const pageIds = new Map(pages.map((page, at) => [page, at + 1]));
    const insertFile = database.prepare('INSERT INTO files VALUES (?, ?, ?, ?)');
    for (const { file, hash, page, problems } of readings) {
      insertFile.run(file, hash, page && pageIds.get(page)!, JSON.stringify(problems));
    }
    writeSections(database, pages);
    index.finish();
  } catch (error) {
    index.discard();
    throw error;
  }
}

/** Write pages, their sections and the words of them. The pages are in the order of `compareScopes`. */
export function writeSections(database: DatabaseSync, pages: Iterable<Page>): void {
  const insertScope = database.prepare('INSERT INTO scopes VALUES (?, ?, ?, ?)');
  const insertPage = database.prepare('INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertSection = database.prepare('INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertWords = database.prepare(
    'INSERT INTO section_words (rowid, title, heading, body, context) VALUES (?, ?, ?, ?, ?)',
  );
  const frequencies = new WordFrequencies();
  let number = 0;
  let section = 0;
  let scope: { of: Page; first: number } | undefined;
  const endScope = () => {
    if (scope) insertScope.run(scope.of.version ?? null, scope.of.language ?? null, scope.first, section);
  };

  for (const page of pages) {
    number++;
    if (scope === undefined || compareScopes(scope.of, page) !== 0) {
      endScope();
      scope = { of: page, first: section + 1 };
    }
    insertPage.run(
      number,
      page.path,
      page.title,
      page.description ?? null,
      page.version ?? null,
      page.language ?? null,
      page.boost ?? 1,
    );
    const names = new Map<string, number>();
    for (const { headings, anchor, content } of page.sections) {
      section++;
      const isFirst = names.size === 0;
      const place = anchor === undefined ? page.path : `${page.path}#${anchor}`;
      const part = (names.get(place) ?? 0) + 1;
      names.set(place, part);
      const { title, heading, body, context } = columnsOf(page, { headings, content }, isFirst);
      insertSection.run(
        section,
        number,
        part === 1 ? place : `${place}~${part}`,
        JSON.stringify(headings),
        anchor ?? null,
        content,
        passageHash(passageOf(page, { headings, content })),
      );
      insertWords.run(section, ...[title, heading, body, context].map(separateWords));
      frequencies.add(page.language ?? '', wordsOf(`${title} ${heading} ${body}`));
    }
  }
  endScope();
  frequencies.write(database);
}

function compareScopes(a: PageScope, b: PageScope): number {
  return compare(a.version ?? '', b.version ?? '') || compare(a.language ?? '', b.language ?? '');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
