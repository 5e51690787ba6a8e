import { versionNumber } from '../../../engine/sections/scope-names.ts';
import { detectSiteScopeNames } from '../page-scope.ts';
import { looseKey } from './address-keys.ts';

/** Names that sites give a version instead of its number. */
const NAMED_VERSION = /^(?:latest|next|stable|current|canary|nightly|beta|dev|main|edge|legacy)$/i;

/** The names of versions, or those of languages: normalised segments with what they stand for. */
interface ScopeKeys {
  /** `v3` and `version3` are `3`. */
  numbers: ReadonlyMap<string, string>;
  /** Those in the folders of files, and in those of the site. */
  ofFiles: ReadonlySet<string>;
  ofSite: ReadonlySet<string>;
}

/** The versions and languages in the folders of files, and in those of the site. */
export interface Scopes {
  versions: ScopeKeys;
  languages: ScopeKeys;
}

/** Find the versions and languages of all folders. */
export function readScopes(files: Iterable<string>, addresses: Iterable<string>): Scopes {
  const [own, shown] = [foldersOf(files), foldersOf(addresses)];
  const { versions, languages } = detectSiteScopeNames([...own, ...shown]);
  const bare = bareVersions(own, shown);
  const keys = (names: Iterable<string>, read: (name: string) => string): ScopeKeys => {
    const numberOf = new Map([...names].map((name) => [looseKey(name), read(name)]));
    const among = (all: ReadonlySet<string>) =>
      new Set([...all].flatMap((name) => numberOf.get(looseKey(name)) ?? []));
    return { numbers: numberOf, ofFiles: among(own), ofSite: among(shown) };
  };
  return {
    versions: keys(
      [...versions, ...bare].filter((name) => !isNamedVersion(name)),
      versionNumber,
    ),
    languages: keys(languages, looseKey),
  };
}

/** Return the names of all folders in paths. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  return new Set([...paths].flatMap((path) => path.split('/').slice(0, -1)));
}

/** Return the folders of a site that are a version by the folder of the files: Docusaurus shows `version-3` at `3`. */
export function bareVersions(fileFolders: Iterable<string>, siteFolders: ReadonlySet<string>): string[] {
  return [...fileFolders].flatMap((name) => {
    const number = /^version-(\d+)$/.exec(name)?.[1];
    return number !== undefined && siteFolders.has(number) ? [number] : [];
  });
}

/**
 * Returns whether the pages of a folder can be at a place by their version and language, however many pages both have: version 2
 * is not in the folder of version 3, and a translation not beside the original, where the site has a folder for it.
 */
export function isOfScope(folder: string, place: string, { versions, languages }: Scopes): boolean {
  return isConsistent(folder, place, versions) && isConsistent(folder, place, languages);
}

function isConsistent(folder: string, place: string, { numbers, ofFiles, ofSite }: ScopeKeys): boolean {
  const read = (path: string) => {
    for (const segment of path.split('/')) {
      const number = numbers.get(segment);
      if (number !== undefined) return number;
    }
    return undefined;
  };
  const [own, shown] = [read(folder), read(place)];
  if (own === shown) return true;
  if (shown === undefined) return !ofSite.has(own!);
  return own === undefined && !ofFiles.has(shown);
}

export function isNamedVersion(name: string): boolean {
  return NAMED_VERSION.test(name);
}
