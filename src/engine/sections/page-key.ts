import { readLanguage, versionNumber } from './scope-names.ts';
import type { VersionAndLanguage } from './scopes.ts';

/** Folders that show the version of most readers under another name, and that of Docusaurus for what it calls `current`. */
const NAMED_VERSION = /^(?:latest|stable|current|next)$/i;
const TAG_START = /^[a-z]{2,3}(?:$|[-_])/i;
/** Countries that sites take for their language. */
const LANGUAGE_OF_COUNTRY: Readonly<Record<string, string>> = {
  ...{ br: 'pt', cn: 'zh', cz: 'cs', dk: 'da', gr: 'el', hk: 'zh', il: 'he', ir: 'fa', jp: 'ja' },
  ...{ kr: 'ko', no: 'nb', se: 'sv', tw: 'zh', ua: 'uk', vn: 'vi' },
};

/** Return the path that all versions and translations of a page share: without the folders that name its own. */
export function pathWithoutScope(path: string, { version, language }: VersionAndLanguage): string {
  return withoutLanguage(withoutVersion(path, version), language);
}

/** Return a path without the folder that names the version of the page; the same where there is none. */
export function withoutVersion(path: string, version: string | null | undefined): string {
  if (!version) return path;
  const number = versionNumber(version);
  return withoutFolder(path, [
    (folder) => versionNumber(folder) === number,
    (folder) => NAMED_VERSION.test(folder),
  ]);
}

/** Return a path without the folder that names the language of the page: `zh` and `cn` for `zh-CN`, too. */
export function withoutLanguage(path: string, language: string | null | undefined): string {
  if (!language) return path;
  const primary = primaryOf(language);
  // Most folders are no tags, which is found out sooner than by an exception.
  const tagOf = (folder: string) => (TAG_START.test(folder) ? readLanguage(folder) : undefined);
  return withoutFolder(path, [
    (folder) => tagOf(folder) === language,
    (folder) => primaryOf(tagOf(folder)) === primary,
    (folder) => LANGUAGE_OF_COUNTRY[folder.toLowerCase()] === primary,
  ]);
}

function primaryOf(language: string | undefined): string | undefined {
  return language?.split('-', 1)[0];
}

/** Return a path without its first folder that passes a test, the likeliest test first. */
function withoutFolder(path: string, tests: readonly ((folder: string) => boolean)[]): string {
  const folders = path.split('/');
  for (const test of tests) {
    const at = folders.findIndex((folder) => test(folder));
    if (at !== -1) return folders.toSpliced(at, 1).join('/');
  }
  return path;
}
