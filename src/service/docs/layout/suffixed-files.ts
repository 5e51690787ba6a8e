import { readLanguage } from '../../../engine/sections/scope-names.ts';
import { isCommonLanguage, isLanguage, type FilePlace } from '../page-scope.ts';

/** `page.fr.md`, as Hugo and the plugins of MkDocs have it. */
const SUFFIXED = /^((?:.*\/)?[^/]*[^/.])\.([a-z]{2}(?:[-_][a-z0-9]{2,4}){0,2})(\.[a-z]+)$/i;
/** Folder of all pages, in which the site has the folders of its languages. */
const CONTENT_FOLDER = /^(?:docs|content)\//;

interface Suffixed {
  file: string;
  stem: string;
  language: string;
  ending: string;
}

/**
 * Place files that have their language in their name in its folder, as sites show them: `guide.fr.md` at `fr/guide`. A language is
 * one that a page beside it has not: `config.ts.md` beside `config.js.md` are no translations.
 *
 * @param configured language of files without one
 */
export function placeSuffixed(
  files: readonly string[],
  places: Map<string, FilePlace>,
  configured: string | undefined,
): void {
  const pathOf = (file: string) => places.get(file)?.path ?? file;
  const suffixed = files.flatMap((file): Suffixed[] => {
    const [, stem, language, ending] = SUFFIXED.exec(pathOf(file)) ?? [];
    const isPlaced = places.get(file)?.language !== undefined;
    if (isPlaced || stem === undefined || !isLanguage(language!)) return [];
    return [{ file, stem, language: language!.toLowerCase(), ending: ending! }];
  });
  const bare = new Set(files.map((file) => pathOf(file).replace(/\.[a-z]+$/i, '')));
  const languages = translatedLanguages(suffixed, bare);
  const translations = suffixed.filter(({ language }) => languages.has(language));
  if (translations.length === 0) return;
  const main = configured?.toLowerCase() ?? mainLanguage(translations, bare);
  const [folder = ''] = CONTENT_FOLDER.exec(pathOf(files[0]!)) ?? [];
  const root = files.every((file) => pathOf(file).startsWith(folder)) ? folder : '';
  for (const { file, stem, language, ending } of translations) {
    const inFolder = language === main ? '' : `${language}/`;
    const path = `${root}${inFolder}${stem.slice(root.length)}${ending}`;
    places.set(file, { path, language: readLanguage(language)! });
  }
}

/** Return the languages that are one of several of a page: all of them if one is no other word. */
function translatedLanguages(suffixed: readonly Suffixed[], bare: ReadonlySet<string>): Set<string> {
  const languages = new Set<string>();
  for (const [stem, pages] of Map.groupBy(suffixed, (one) => one.stem)) {
    const own = pages.map(({ language }) => language);
    const isTranslated = own.length > 1 || bare.has(stem);
    if (isTranslated && own.some(isCommonLanguage)) for (const language of own) languages.add(language);
  }
  return languages;
}

/** Return the language that a site shows in no folder, if no page has none: that of most pages, English before others. */
function mainLanguage(translations: readonly Suffixed[], bare: ReadonlySet<string>): string | undefined {
  if (translations.some(({ stem }) => bare.has(stem))) return undefined;
  const counts = Map.groupBy(translations, ({ language }) => language);
  const sizeOf = (language: string) => (language === 'en' ? Infinity : counts.get(language)!.length);
  return [...counts.keys()].toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}
