import { chooseFallback } from '../ranking/language-fallback.ts';
import type { IndexScope } from '../sections/index-facts.ts';
import { compareVersions, isRelease } from '../sections/scope-names.ts';

/** What a documentation says of its main version and language. */
export interface MainScopeOptions {
  /** Version that is preferred; `null`: that of the pages without one. */
  version?: string | null | undefined;
  /** Languages that are preferred, the first that has pages. */
  languages: readonly (string | undefined)[];
}

/**
 * Return the version and language that programs get which ask for none: the language in which pages are searched that have no
 * translation, and in it the preferred version, else `latest`, `stable` or `current`, else the highest number, else the one with
 * most sections.
 *
 * @returns `null` for an empty index
 */
export function mainScope(
  scopes: readonly IndexScope[],
  { version: preferred, languages }: MainScopeOptions,
): IndexScope | null {
  const language = chooseFallback(scopes, languages);
  const own = scopes.filter((scope) => scope.language === language);
  const [newest] = own
    .filter(({ version }) => version !== null && isRelease(version))
    .toSorted((a, b) => compareVersions(a.version!, b.version!));
  return (
    own.find(({ version }) => version === preferred) ??
    newest ??
    own.toSorted((a, b) => b.last - b.first - (a.last - a.first))[0] ??
    null
  );
}
