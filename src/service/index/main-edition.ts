import { join } from 'node:path';
import { readHtmlHeadOf } from '../docs/html/built-site.ts';
import { detectLanguage } from '../../engine/language/detect-language.ts';
import { pathWithoutScope, withoutLanguage, withoutVersion } from '../../engine/sections/page-key.ts';
import { wordsOf } from '../../engine/words/searchable-text.ts';
import { compareVersions, isRelease } from '../../engine/sections/scope-names.ts';
import type { Page, PageReading } from '../docs/read-page.ts';
import { pathScope, type ScopeNames } from '../docs/page-scope.ts';

/** What is known of a page for this. */
export type Edition = Pick<Page, 'path' | 'version' | 'language'>;

/** Maximum length of a text from which its language is detected, in UTF-16 units. */
const MAX_SAMPLE_LENGTH = 20_000;
/** Minimum share of the words of an untranslated page that the page of the main language has, too. */
const MIN_SHARED_WORDS = 0.9;
/** A fenced block of code, to the end where its fence is not closed. */
const CODE_BLOCK = /^[ \t]*(`{3,}|~{3,})[^]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![^]))/gm;

/**
 * Return the version of most readers: that which the site shows in no folder of its own, beside folders of others; else the newest.
 *
 * @returns `null` for that of the pages without a version; `undefined` without versions
 */
export function findMainVersion(pages: readonly Edition[]): string | null | undefined {
  const versions = new Set(pages.flatMap(({ version }) => version ?? []));
  if (versions.size === 0) return undefined;
  const shown = shownInNoFolder(
    pages,
    (page) => page.version ?? null,
    ({ path, version }) => withoutVersion(path, version) === path,
  );
  if (shown !== undefined) return shown;
  return [...versions].filter(isRelease).toSorted(compareVersions)[0];
}

/**
 * Return the language that others are translated from: that which the front page of the site names; else that which the site shows in
 * no folder of its own, beside folders of others; else that of the texts which several languages share, because nobody has translated
 * them; else that of most pages, English before others.
 *
 * @param named languages that the front page names, the likeliest first
 * @returns `undefined` of one language or none
 */
export function findMainLanguage(pages: readonly Page[], named: readonly string[] = []): string | undefined {
  const languages = new Set(pages.flatMap(({ language }) => language ?? []));
  if (languages.size < 2) return undefined;
  for (const name of named) {
    const primary = primaryOf(name);
    const own = languages.has(name) ? name : [...languages].find((one) => primaryOf(one) === primary);
    if (own !== undefined) return own;
  }
  const shown = shownInNoFolder(
    pages,
    ({ language }) => language,
    ({ path, language }) => withoutLanguage(path, language) === path,
  );
  if (shown !== undefined) return shown;
  const spoken = detectLanguage(sharedText(pages));
  if (spoken !== undefined && languages.has(spoken)) return spoken;
  const counts = Map.groupBy(pages, ({ language }) => language);
  const [most] = [...languages].toSorted(
    (a, b) =>
      counts.get(b)!.length - counts.get(a)!.length ||
      Number(/^en\b/.test(b)) - Number(/^en\b/.test(a)) ||
      (a < b ? -1 : 1),
  );
  return most;
}

/** Return the version, or the language, of most pages that are in no folder of theirs and in one of others. */
function shownInNoFolder<Name>(
  pages: readonly Edition[],
  nameOf: (page: Edition) => Name,
  isInNoFolder: (page: Edition) => boolean,
): Name | undefined {
  const inFolder: string[] = [];
  const inNone = new Map<string, Name>();
  for (const page of pages) {
    const key = pathWithoutScope(page.path, page);
    // A front page may stand above all editions.
    if (key === '' || key === '/') continue;
    if (isInNoFolder(page)) inNone.set(key, nameOf(page));
    else inFolder.push(key);
  }
  const counts = Map.groupBy(
    inFolder.filter((key) => inNone.has(key)),
    (key) => inNone.get(key)!,
  );
  const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0];
}

/** Return the languages that the front page of a built site names: of `x-default` or a redirect, and its own. */
export async function readNamedLanguages(folder: string): Promise<string[]> {
  const head = await readHtmlHeadOf(join(folder, 'index.html'));
  return [head?.mainLanguage, head?.lang].filter((language) => language !== undefined);
}

/**
 * Find the pages that a site shows in a language without a translation: they have the title of the page in the main language, and at
 * least 90 % of their words are in it. Generators translate what they put around a text, add a notice, and write dates and links in the
 * language. So it has to be outside of code alone, too, because a translation has the same code; and a page in another form of the main
 * language (`en-GB` beside `en`) is a copy only with the same words, because such editions differ in few of them.
 *
 * @param main language
 */
export function findUntranslated(pages: readonly Page[], main: string): Set<Page> {
  const keyOf = (page: Page) => JSON.stringify([page.version, pathWithoutScope(page.path, page)]);
  const originals = new Map(
    pages.filter(({ language }) => language === main).map((page) => [keyOf(page), page]),
  );
  const primary = primaryOf(main);
  return new Set(
    pages.filter((page) => {
      const { language } = page;
      if (language === undefined || language === main) return false;
      const original = originals.get(keyOf(page));
      if (original === undefined || !isSameTitle(page, original)) return false;
      return isCopy(page, original, primaryOf(language) === primary ? 1 : MIN_SHARED_WORDS);
    }),
  );
}

/** Whether a page has the words of another one, each as often, and those that are no code by themselves, too. */
function isCopy(page: Page, original: Page, minShared: number): boolean {
  const isShared = (wordsIn: (page: Page) => readonly string[]) =>
    hasWords(wordsIn(page), wordsIn(original), minShared);
  return isShared(wordsOfPage) && isShared((one) => wordsOf(textOf(one).replace(CODE_BLOCK, '')));
}

function hasWords(words: readonly string[], others: readonly string[], minShared: number): boolean {
  const counts = new Map<string, number>();
  for (const word of others) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared++;
  }
  return shared >= minShared * words.length && (minShared < 1 || words.length === others.length);
}

function isSameTitle(one: Page, other: Page): boolean {
  return one.title === other.title || wordsOf(one.title).join(' ') === wordsOf(other.title).join(' ');
}

function wordsOfPage(page: Page): string[] {
  return wordsOf(textOf(page));
}

function primaryOf(language: string): string {
  return language.split('-', 1)[0]!;
}

/** Leave out pages that are shown in a language without a translation: they are found in the main language. */
export function leaveOutUntranslated(
  readings: readonly (PageReading & { file: string })[],
  main: string,
): void {
  const copies = findUntranslated(
    readings.flatMap(({ page }) => page ?? []),
    main,
  );
  for (const reading of readings) {
    if (reading.page === null || !copies.has(reading.page)) continue;
    reading.problems.push({
      file: reading.file,
      code: 'skipped',
      message: `The page is left out: it is not translated, and found in the main language (${main}).`,
    });
    reading.page = null;
  }
}

/** Return the text of a page without the addresses of links, which lead to pages of its language. */
function textOf({ sections }: Page): string {
  return sections
    .map(({ headings, content }) => `${headings.at(-1) ?? ''}\n${content}`)
    .join('\n')
    .replace(/\]\([^()\s]*\)/g, '](');
}

/** Return some text of pages that are the same in several languages. */
function sharedText(pages: readonly Page[]): string {
  const texts = new Map<string, { language: string | undefined; text: string }>();
  let shared = '';
  for (const page of pages) {
    if (shared.length >= MAX_SAMPLE_LENGTH) break;
    const key = pathWithoutScope(page.path, page);
    const text = page.sections.map(({ content }) => content).join('\n');
    const other = texts.get(key);
    if (other === undefined) texts.set(key, { language: page.language, text });
    else if (other.language !== page.language && other.text === text) shared += `${text}\n`;
  }
  return shared.slice(0, MAX_SAMPLE_LENGTH);
}

/**
 * Name the language of the pages outside the folders of languages, where those have translations of some of them: `guides/log`
 * beside `de/guides/log`. It is that of their text, unless that has a folder of its own or cannot be told.
 */
export function nameRootLanguage(
  readings: readonly { file: string; page: Page | null }[],
  scopes: ScopeNames,
): void {
  const files = readings.map(({ file, page }) => ({ page, ...pathScope(file, scopes) }));
  const translations = files.filter(({ scope }) => scope.language !== undefined);
  if (translations.length === 0) return;
  const root = files.filter(({ scope }) => scope.language === undefined);
  const paths = new Set(root.map(({ path }) => path));
  if (!translations.some(({ path, scope: { language } }) => paths.has(pathWithoutScope(path, { language }))))
    return;
  const own = root.flatMap(({ page }) => page ?? []);
  const text = own
    .flatMap(({ title, sections }) => [title, ...sections.map(({ content }) => content)])
    .reduce((all, one) => (all.length < MAX_SAMPLE_LENGTH ? `${all}\n${one}` : all), '');
  const language = detectLanguage(text.slice(0, MAX_SAMPLE_LENGTH));
  if (language === undefined || translations.some(({ scope }) => scope.language === language)) return;
  for (const page of own) page.language ??= language;
}
