import { readLanguage } from './scope-names.ts';
import type { IndexScope } from './index-facts.ts';
import type { SectionRange } from './section.ts';

export interface VersionAndLanguage {
  version?: string | null | undefined;
  language?: string | null | undefined;
}

/** Return the versions of a documentation, sorted. */
export function versionsOf(scopes: readonly IndexScope[]): string[] {
  return sortedNames(scopes.map(({ version }) => version));
}

/** Return the languages of a documentation, sorted. */
export function languagesOf(scopes: readonly IndexScope[]): string[] {
  return sortedNames(scopes.map(({ language }) => language));
}

/**
 * Return the scopes of a version and a language. One without version or language passes every filter. The filter `en`
 * includes `en-US`; `en-US` includes `en` if there is no `en-US` (RFC 4647, 3.4); `6` and `v6` are the same version.
 */
export function scopesOf(
  scopes: readonly IndexScope[],
  { version, language }: VersionAndLanguage,
): IndexScope[] {
  const isVersion = versionMatcher(version);
  const isLanguage = languageMatcher(language, languagesOf(scopes));
  return scopes.filter((scope) => isVersion(scope.version) && isLanguage(scope.language));
}

/** Return the sections of a version and a language; see {@link scopesOf}. */
export function rangesOf(scopes: readonly IndexScope[], wanted: VersionAndLanguage): SectionRange[] {
  const ranges: SectionRange[] = [];
  for (const scope of scopesOf(scopes, wanted)) {
    const before = ranges.at(-1);
    if (before?.last === scope.first - 1) before.last = scope.last;
    else ranges.push({ first: scope.first, last: scope.last });
  }
  return ranges;
}

function versionMatcher(wanted: string | null | undefined): (version: string | null) => boolean {
  if (!wanted) return () => true;
  const plain = (version: string) =>
    version
      .trim()
      .toLowerCase()
      .replace(/^v(?=\d)/, '');
  return (version) => version === null || plain(version) === plain(wanted);
}

/** Return which languages of a documentation a filter includes; see `scopesOf`. */
export function languageMatcher(
  wanted: string | null | undefined,
  languages: readonly string[],
): (language: string | null) => boolean {
  if (!wanted) return () => true;
  const canonical = readLanguage(wanted) ?? wanted;
  const isIn = (range: string) => (language: string | null) =>
    language === null || language === range || language.startsWith(`${range}-`);
  for (let range = canonical; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    if (languages.some(isIn(range))) return isIn(range);
  }
  return isIn(canonical);
}

function sortedNames(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].toSorted();
}
