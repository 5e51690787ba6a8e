import { readLanguage } from '../../engine/sections/scope-names.ts';

/** The version and the language of a page. */
export interface PageScope {
  version?: string;
  language?: string;
}

/** Names of folders that are versions and languages, in their original spelling. */
export interface ScopeNames {
  versions: ReadonlySet<string>;
  languages: ReadonlySet<string>;
}

/** Numbered versions: `v6`, `v1.2.3`, `2.1`, `3.x`, `version-4.0`. Not a bare number, which may be a chapter. */
const NUMBERED_VERSION =
  /^(?:v|version-)\d+(?:\.\d+)*(?:\.x)?(?:-[a-z]+(?:\.\d+)?)?$|^\d+(?:\.\d+)+(?:\.x)?$|^\d+\.x$/i;
/** Names that are versions only beside a numbered one. */
const NAMED_VERSION = /^(?:latest|next|stable|current|canary|nightly|beta|dev|main|edge|legacy)$/i;
const LANGUAGE_TAG = /^[a-z]{2}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;
/** Languages that are recognised without another one beside them. Other codes are often plain words. */
const COMMON_LANGUAGES = new Set(
  'ar cs da de el en es fa fi fr he hu it ja ko nb nl pl pt ro ru sv tr uk vi zh'.split(' '),
);

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Recognise versions and languages in the folders of a documentation: `v6/en/…`, `en/v6/…`, `v6/…` or `en/…`, also below folders
 * that all pages share (`src/content/docs/en/…`). A language is a known two-letter code, optionally with region or script, that
 * has another language beside it or is a common one.
 */
export function detectScopeNames(files: readonly string[]): ScopeNames {
  // Ignore files of the root, such as a README beside the folders.
  const folders = files.map((file) => file.split('/').slice(0, -1)).filter((segments) => segments.length > 0);
  const shared = sharedDepth(folders);
  const first = namesAt(folders, shared);
  const languages = languagesAmong(first);
  const versions = versionsAmong(first);
  const below = (parents: ReadonlySet<string>) =>
    namesAt(
      folders.filter((segments) => parents.has(segments[shared] ?? '')),
      shared + 1,
    );
  return {
    versions: new Set([...versions, ...versionsAmong(below(languages))]),
    languages: new Set([...languages, ...languagesAmong(below(versions))]),
  };
}

/**
 * Recognise versions and languages in the folders of a site, at any depth: a site shows `versioned_docs/version-1.0` and
 * `i18n/de/docusaurus-plugin-content-docs/current` at `docs/1.0` and `de/docs`.
 */
export function detectSiteScopeNames(folders: Iterable<string>): ScopeNames {
  const names = new Set([...folders].flatMap((folder) => folder.split('/')));
  return { versions: versionsAmong(names), languages: languagesAmong(names) };
}

/**
 * Return the first folders of a path that are a version and a language, with their original spelling. The whole path is searched
 * for both, outermost first.
 */
export function pathScope(
  file: string,
  names: ScopeNames,
): PageScope & { depth: number; folders: { version?: string | undefined; language?: string | undefined } } {
  const folders = file.split('/').slice(0, -1);
  const versionAt = folders.findIndex((name) => names.versions.has(name));
  const languageAt = folders.findIndex((name) => names.languages.has(name));
  const version = folders[versionAt];
  const language = readLanguage(folders[languageAt]);
  return {
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
    depth: Math.max(versionAt, languageAt) + 1,
    folders: { version, language: folders[languageAt] },
  };
}

/** Return the number of leading folders that all files share and that are neither version nor language. */
function sharedDepth(folders: readonly string[][]): number {
  const [first = []] = folders;
  const differs = first.findIndex(
    (name, depth) =>
      NUMBERED_VERSION.test(name) ||
      isLanguage(name) ||
      !folders.every((segments) => segments[depth] === name),
  );
  return differs === -1 ? first.length : differs;
}

function namesAt(folders: readonly string[][], depth: number): ReadonlySet<string> {
  return new Set(folders.map((segments) => segments[depth]).filter((name) => name !== undefined));
}

function versionsAmong(names: ReadonlySet<string>): Set<string> {
  const numbered = [...names].filter((name) => NUMBERED_VERSION.test(name));
  const named = [...names].filter((name) => NAMED_VERSION.test(name));
  return new Set(numbered.length > 0 ? [...numbered, ...named] : []);
}

function languagesAmong(names: ReadonlySet<string>): Set<string> {
  const languages = [...names].filter(isLanguage);
  const [only = ''] = languages;
  const trusted = languages.length > 1 || COMMON_LANGUAGES.has(only.slice(0, 2).toLowerCase());
  return new Set(trusted ? languages : []);
}

function isLanguage(name: string): boolean {
  return LANGUAGE_TAG.test(name) && languageNames.of(name.slice(0, 2)) !== undefined;
}
