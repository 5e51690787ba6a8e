import { detectLanguage } from '../../engine/language/detect-language.ts';
import { pathWithoutScope } from '../../engine/sections/page-key.ts';
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
