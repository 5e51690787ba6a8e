import type { FilterScope } from '../../../state/filter/filter-scope.ts';
import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { MAX_FILTER_VALUE_LENGTH } from '../../../state/storage/stored-values.ts';
import { FACET_NAMES, type FacetName } from '../panel/has-choices.ts';
import type { FilterChangeDetail } from '../../shared/controllers/site-controller.ts';
import type { SearchContext } from '../context.ts';

/** Maximum number of values of a facet: a longer list is of no use, and a server may send any number. */
const MAX_VALUES = 50;

/** Collects the versions and languages that occur in answers, and counts the results of each. */
export class Facets {
  readonly #found = { version: new Set<string>(), language: new Set<string>() };
  /** Counts by facet, from the last answer without a filter for that facet, and the query of that answer. */
  readonly #counted: Partial<
    Record<FacetName, { readonly question: string; readonly counts: Map<string, number> }>
  > = {};

  /** Read an answer. */
  observe(snapshot: SearchSnapshot): void {
    for (const name of FACET_NAMES) {
      const counts = new Map<string, number>();
      for (const { metadata } of snapshot.results) {
        const value = metadata[name];
        if (!value || value.length > MAX_FILTER_VALUE_LENGTH) continue;
        counts.set(value, (counts.get(value) ?? 0) + 1);
        if (this.#found[name].size < MAX_VALUES) this.#found[name].add(value);
      }
      // Only a complete answer has all results to count.
      if (!snapshot.filter[name] && !snapshot.hasMore)
        this.#counted[name] = { question: questionOf(snapshot, name), counts };
    }
  }

  /**
   * List the values to choose from: the given ones, or those that were found; always with the chosen one, unless one of them stands for
   * it, as `en` for `en-US`.
   */
  list(name: FacetName, given: readonly string[], chosen: string | undefined): readonly string[] {
    const found = [...this.#found[name]].toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    const values = given.length > 0 ? given : name === 'version' ? found : found.toReversed();
    return chosen === undefined || findValue(name, values, chosen) ? values : [chosen, ...values];
  }

  /** Count the results with a value; `undefined` if unknown. */
  count(snapshot: SearchSnapshot, name: FacetName, value: string): number | undefined {
    const counted = this.#counted[name];
    return snapshot.resultsFor && counted?.question === questionOf(snapshot, name)
      ? (counted.counts.get(value) ?? 0)
      : undefined;
  }
}

/** Whether two tags name one language in one script: `en` and `en-US`, or `zh-CN` and `zh-Hans`, but not `zh-CN` and `zh-TW`. */
function isSameLanguage(...tags: readonly [string, string]): boolean {
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

/** Find the value that stands for another: itself, or the only one of its language. */
export function findValue(name: FacetName, values: readonly string[], wanted: string): string | undefined {
  if (values.includes(wanted) || name === 'version') return values.find((value) => value === wanted);
  const [found, another] = values.filter((value) => isSameLanguage(value, wanted));
  return another === undefined ? found : undefined;
}

/** Return a key for the query of an answer and its filter, without that of this facet. */
function questionOf({ resultsFor, filter }: SearchSnapshot, name: FacetName): string {
  return JSON.stringify([resultsFor.trim(), { ...filter, [name]: null }]);
}

/** Set the reader's choice for all elements of the site on this page, and dispatch it to the page. */
export function chooseFilter(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  choice: Parameters<FilterScope['set']>[0],
): void {
  site.filters.set(choice);
  // The filter alone may not have changed: to choose "all" is a choice as well, which can be reset.
  host.requestUpdate();
  host.emit('docs-filter-change', { filter: site.filters.snapshot } satisfies FilterChangeDetail);
}

/** Create a function that names languages in the language of the interface: `de` → "German". */
export function createLanguageNames(language: string): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      // Not a language tag, but a name that the site uses.
      return code;
    }
  };
}
