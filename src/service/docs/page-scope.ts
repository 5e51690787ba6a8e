import { readLanguage } from '../../engine/sections/scope-names.ts';

/** The version and the language of a page. */
export interface PageScope {
  version?: string;
  language?: string;
}

/** The place of a file on its site, where its generator shows it elsewhere than its folder says. */
export interface FilePlace extends PageScope {
  /** Path as the site shows it, with the ending of the file: `de/docs/1.0/fire.md`. */
  path: string;
  /** Folder in which a slug with a slash at its start begins. Default: the folders of version and language. */
  root?: string;
  /** Folder in which another slug is. Default: that of the path. */
  slugFolder?: string;
  /** Generator by whose rules fields of the frontmatter are the path. */
  generator?: 'docusaurus' | 'hugo' | 'starlight';
  /** Whether its generator reads Markdown as MDX. */
  isMdx?: boolean;
  /** Whether it is the page of its folder, whose name other fields do not change. */
  isFolderPage?: boolean;
  /** Whether the folder has its name, and is nothing but this page: a leaf bundle of Hugo. */
  isBundle?: boolean;
  /** Folder of the language on the site. */
  languageFolder?: string;
  /** Address of the pages of its section, with placeholders: `permalinks` of Hugo. */
  pattern?: string;
  /** Why the generator does not show it, as half a sentence. */
  leftOut?: string;
}

/** What is known of the versions and languages of files. */
export interface ScopeNames {
  /** Names of folders that are versions and languages, in their original spelling. */
  versions: ReadonlySet<string>;
  languages: ReadonlySet<string>;
  /** Files that are elsewhere on the site. Default: none. */
  places?: ReadonlyMap<string, FilePlace>;
}

/** The version and language of a file, and where its folders are. */
export interface ScopedFile {
  scope: PageScope;
  /** Path of the file as the site shows it. */
  path: string;
  /** Number of leading folders of the path that are version and language. */
  depth: number;
  /** Those folders in their original spelling. */
  folders: { version?: string | undefined; language?: string | undefined };
  /** Its place, where the generator of the site is known. */
  place?: FilePlace | undefined;
}

/** Numbered versions: `v6`, `v1.2.3`, `2.1`, `3.x`, `version-4.0`, `3.0-SNAPSHOT`. Not a bare number, which may be a chapter. */
const NUMBERED_VERSION =
  /^(?:v|version-)\d+(?:\.\d+)*(?:\.x)*(?:-[a-z]+(?:\.\d+)?)?$|^\d+(?:\.\d+)+(?:\.x)?(?:[-.]?(?:alpha|beta|rc|snapshot|dev|pre)[-.]?\d*)?$|^\d+(?:\.x)+$/i;
/** Names that are versions only beside a numbered one. */
const NAMED_VERSION =
  /^(?:latest|next|stable|current|canary|nightly|alpha|beta|preview|unstable|dev(?:el(?:op(?:ment)?)?)?|main|master|trunk|edge|lts|legacy)$/i;
const LANGUAGE_TAG = /^[a-z]{2}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i;
/** Languages that are recognised without another one beside them. Other codes are often plain words. */
const COMMON_LANGUAGES = new Set(
  'ar cs da de el en es fa fi fr he hu it ja ko nb nl pl pt ro ru sv tr uk vi zh'.split(' '),
);

/** Maximum depth of a folder that is recognised by its pages, counted from 0. */
const MAX_LANGUAGE_DEPTH = 5;
const MAX_VERSION_DEPTH = 1;
/** Minimum share of the pages of a folder that are in another version or language, too. */
const MIN_SHARED = 0.5;
/** Folders in which versions are those of an interface, whose pages are no editions of each other. */
const API_FOLDER = /(?:^|\/)(?:apis?|rest|graphql|reference|endpoints?)$/i;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Recognise versions and languages in the folders of a documentation: `v6/en/…`, `en/v6/…`, `v6/…` or `en/…`, also below folders
 * that all pages share (`src/content/docs/en/…`), and elsewhere if their pages are also in other versions or languages. A language
 * is a known two-letter code, optionally with region or script, that has another language beside it or is a common one.
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
    versions: new Set([
      ...versions,
      ...versionsAmong(below(languages)),
      ...editionFolders(files, MAX_VERSION_DEPTH, versionsAmong),
    ]),
    languages: new Set([
      ...languages,
      ...languagesAmong(below(versions)),
      ...editionFolders(files, MAX_LANGUAGE_DEPTH, languagesAmong),
    ]),
  };
}

/**
 * Find folders beside each other, or beside the pages themselves, that have the same pages: `docs/de/log` is an edition of `docs/log`,
 * and `kiln/1.0/log` of `kiln/2.0/log`.
 *
 * @param recognize returns which of the names beside each other are versions, or languages
 */
function editionFolders(
  files: readonly string[],
  depth: number,
  recognize: (names: ReadonlySet<string>) => Set<string>,
): Set<string> {
  const namesIn = new Map<string, Set<string>>();
  const foldersOf = (file: string) =>
    file
      .split('/')
      .slice(0, -1)
      .slice(0, depth + 1)
      .map((name, at, all) => ({ name, parent: all.slice(0, at).join('/') }));
  for (const file of files) {
    for (const { name, parent } of foldersOf(file)) {
      const names = namesIn.get(parent);
      if (names === undefined) namesIn.set(parent, new Set([name]));
      else names.add(name);
    }
  }
  const recognized = new Map([...namesIn].map(([parent, names]) => [parent, recognize(names)]));
  const editions = new Map<string, number>();
  const pages = files.flatMap((file) =>
    foldersOf(file).flatMap(({ name, parent }) => {
      if (!recognized.get(parent)!.has(name) || API_FOLDER.test(parent)) return [];
      const below = parent === '' ? '' : `${parent}/`;
      const page = `${below}${file.slice(below.length + name.length + 1)}`;
      editions.set(page, (editions.get(page) ?? 0) + 1);
      return [{ name, page }];
    }),
  );
  const all = new Set(files);
  const byName = Map.groupBy(pages, ({ name }) => name);
  return new Set(
    [...byName].flatMap(([name, own]) => {
      const shared = own.filter(({ page }) => all.has(page) || editions.get(page)! > 1);
      return shared.length >= own.length * MIN_SHARED ? name : [];
    }),
  );
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
 * Return the version and the language of a file: those of its place, else the first folders of its path that are one, outermost
 * first.
 */
export function pathScope(file: string, { versions, languages, places }: ScopeNames): ScopedFile {
  const place = places?.get(file);
  const path = place?.path ?? file;
  const folders = path.split('/').slice(0, -1);
  const versionAt = folders.findIndex((name) => versions.has(name) || name === place?.version);
  const languageAt = folders.findIndex(
    (name) =>
      (languages.has(name) && place?.language === undefined) ||
      (place?.language !== undefined && readLanguage(name) === place.language),
  );
  const version = place?.version ?? folders[versionAt];
  const language = place?.language ?? readLanguage(folders[languageAt]);
  const depth = Math.max(versionAt, languageAt) + 1;
  return {
    scope: { ...(version !== undefined && { version }), ...(language !== undefined && { language }) },
    path,
    depth: place?.root === undefined ? depth : place.root.split('/').filter(Boolean).length,
    folders: { version: folders[versionAt], language: folders[languageAt] },
    place,
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
  const trusted = languages.length > 1 || isCommonLanguage(only);
  return new Set(trusted ? languages : []);
}

/** Return whether a name is the tag of a language. */
export function isLanguage(name: string): boolean {
  return LANGUAGE_TAG.test(name) && languageNames.of(name.slice(0, 2)) !== undefined;
}

/** Return whether a tag is of a language that is recognised without another one beside it. */
export function isCommonLanguage(tag: string): boolean {
  return COMMON_LANGUAGES.has(tag.slice(0, 2).toLowerCase());
}
