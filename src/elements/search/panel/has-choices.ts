import type { DocsFilter } from '../../../protocol/api.ts';
import type { SearchHost } from '../context.ts';

/** A property that results can be filtered by. */
export type FacetName = keyof DocsFilter;

export const FACET_NAMES: readonly FacetName[] = ['version', 'language'];

/** Whether attributes of the host list versions or languages to choose from. */
export function hasGivenChoices({ withoutFilters, versions, languages }: SearchHost): boolean {
  return !withoutFilters && versions.length + languages.length > 0;
}

/** Whether two tags name one language in one script: `en` and `en-US`, or `zh-CN` and `zh-Hans`, but not `zh-CN` and `zh-TW`. */
export function isSameLanguage(...tags: readonly [string, string]): boolean {
  const [one, other] = tags.map((tag) => {
    try {
      const { language, script } = new Intl.Locale(tag.replace(/_/g, '-')).maximize();
      return language + script;
    } catch {
      // Not a language tag, but a name that the site uses.
      return tag;
    }
  });
  return one === other;
}
