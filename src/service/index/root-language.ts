import { detectLanguage } from '../../engine/language/detect-language.ts';
import { readLanguage } from '../../engine/sections/scope-names.ts';
import { pathScope, type ScopeNames } from '../docs/page-scope.ts';
import type { Page } from '../docs/read-page.ts';

/** UTF-16 units of text from which its language is detected. */
const MAX_SAMPLE_LENGTH = 20_000;

/**
 * Name the language of the pages outside the folders of languages, where those have translations of some of them: `guides/log`
 * beside `de/guides/log`. It is that of their text, unless that has a folder of its own or cannot be told.
 */
export function nameRootLanguage(
  readings: readonly { file: string; page: Page | null }[],
  scopes: ScopeNames,
): void {
  if (scopes.languages.size === 0) return;
  const languageOf = new Map(readings.map(({ file }) => [file, pathScope(file, scopes).folders.language]));
  const root = new Set(readings.filter(({ file }) => !languageOf.get(file)).map(({ file }) => file));
  const isTranslated = [...languageOf].some(
    ([file, language]) => language !== undefined && root.has(file.replace(`${language}/`, '')),
  );
  if (!isTranslated) return;
  const own = readings.flatMap(({ file, page }) => (page && root.has(file) ? page : []));
  const text = own
    .flatMap(({ title, sections }) => [title, ...sections.map(({ content }) => content)])
    .reduce((all, one) => (all.length < MAX_SAMPLE_LENGTH ? `${all}\n${one}` : all), '');
  const language = detectLanguage(text.slice(0, MAX_SAMPLE_LENGTH));
  if (language === undefined || new Set([...languageOf.values()].map(readLanguage)).has(language)) return;
  for (const page of own) page.language ??= language;
}
