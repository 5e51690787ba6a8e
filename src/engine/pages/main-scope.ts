import { chooseFallback } from '../ranking/language-fallback.ts';
import type { IndexScope } from '../sections/index-facts.ts';

/** Names for the version of most readers, the first that a documentation has. */
const CURRENT_NAMES = ['latest', 'stable', 'current'];
const NUMBERED = /^v?\d/i;
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What a documentation says of its main version and language. */
export interface MainScopeOptions {
  /** Version that is preferred. */
  version?: string | undefined;
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
  const named = (wanted: string | undefined) => own.find(({ version }) => version === wanted);
  const numbered = own.filter(({ version }) => version !== null && NUMBERED.test(version));
  return (
    named(preferred) ??
    CURRENT_NAMES.map(named).find((scope) => scope !== undefined) ??
    numbered.toSorted((a, b) => compare(strip(b.version!), strip(a.version!)))[0] ??
    own.toSorted((a, b) => b.last - b.first - (a.last - a.first))[0] ??
    null
  );
}

function strip(version: string): string {
  return version.replace(/^v/i, '');
}
