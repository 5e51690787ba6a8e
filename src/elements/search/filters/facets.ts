import type { SearchSnapshot } from '../../../state/search/search-snapshot.ts';
import { FACET_NAMES, isFacetValue, type FacetName } from './facet-names.ts';

/** Most values of one facet that are offered: a longer list is of no use, and a server may send any number. */
const MAX_VALUES = 50;

/** Collect the versions and languages that occur in answers, and count the results of each. */
export class Facets {
  readonly #found = { version: new Set<string>(), language: new Set<string>() };
  /** For each facet, the last answer that it did not restrict: its question, and its results by value. */
  readonly #counted: Partial<
    Record<FacetName, { readonly question: string; readonly counts: Map<string, number> }>
  > = {};

  /** Read an answer. */
  observe(snapshot: SearchSnapshot): void {
    for (const name of FACET_NAMES) {
      const counts = new Map<string, number>();
      for (const { metadata } of snapshot.results) {
        const value = metadata[name];
        if (!isFacetValue(value)) continue;
        counts.set(value, (counts.get(value) ?? 0) + 1);
        if (this.#found[name].size < MAX_VALUES) this.#found[name].add(value);
      }
      // Only a whole answer can be counted.
      if (!snapshot.filter[name] && !snapshot.hasMore)
        this.#counted[name] = { question: questionOf(snapshot, name), counts };
    }
  }

  /** List the values to offer: those given, or else those found once there are two; always with the chosen one. */
  list(name: FacetName, given: readonly string[], chosen: string | undefined): readonly string[] {
    const found = [...this.#found[name]].toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    const values = given.length > 0 ? given : name === 'version' ? found : found.toReversed();
    const all = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];
    return given.length > 0 || all.length > 1 ? all : [];
  }

  /** Count the results with a value; `undefined` when that is unknown. */
  count(snapshot: SearchSnapshot, name: FacetName, value: string): number | undefined {
    const counted = this.#counted[name];
    return snapshot.resultsFor && counted?.question === questionOf(snapshot, name)
      ? (counted.counts.get(value) ?? 0)
      : undefined;
  }
}

/** Identify a question, without the filter of this facet. */
function questionOf({ resultsFor, filter }: SearchSnapshot, name: FacetName): string {
  return JSON.stringify([resultsFor.trim(), { ...filter, [name]: null }]);
}
