import { MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { IndexScope } from '../sections/index-facts.ts';
import { readLanguage } from '../sections/scope-names.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { languageMatcher, languagesOf } from '../sections/scopes.ts';
import { answerOdds, certaintyOf } from './certainty.ts';
import { readPageSize } from './rank-sections.ts';
import type { QueryMeaning, SearchIndex, SearchOptions, SectionHit } from './search-index.ts';

/** Returns the meaning of a query for sections in a language. */
type MeaningIn = (language: string | undefined) => QueryMeaning | null;

/** What is searched in several languages. */
type FallbackIndex = Pick<SearchIndex, 'facts' | 'search' | 'pagePaths'>;

/**
 * Hits in the fallback language per requested one. Only when too many of them are translated, all are looked up, because weighing
 * them is most of such a search.
 */
const FALLBACK_FACTOR = 2;

/** The languages of one index, to search a documentation that is translated in part. */
export class LanguageFallback {
  readonly #index: FallbackIndex;
  readonly #languages: readonly string[];
  /** The language with all pages. `null` in a documentation without languages. */
  readonly #fallback: string | null;
  /** By asked language: the pages that are translated into it, by their paths without their language. */
  readonly #translated = new Map<string, Promise<ReadonlySet<string>>>();

  /** @param configured see {@link chooseFallback} */
  constructor(index: FallbackIndex, configured: readonly (string | undefined)[]) {
    this.#index = index;
    const { scopes } = index.facts;
    this.#languages = languagesOf(scopes);
    this.#fallback = chooseFallback(scopes, configured);
  }

  /**
   * Search in the asked language, and in the fallback those pages that have no translation. What answers comes first, in the asked
   * language before the fallback; then what does not, in the same order.
   */
  async search(options: SearchOptions, meaningIn: MeaningIn, signal?: AbortSignal): Promise<SectionHit[]> {
    const asked = options.filter?.language;
    if (!asked) return this.#searchAll(options, (all) => this.#index.search(all, meaningIn(asked), signal));
    const fallback = this.#fallbackFor(asked);
    if (fallback === null) return this.#index.search(options, meaningIn(asked), signal);
    const searchIn = (language: string, pageSize: number): Promise<SectionHit[]> => {
      const filter = { ...options.filter, language };
      return this.#index.search(
        { ...options, pageSize, filter, withEvidence: true },
        meaningIn(language),
        signal,
      );
    };
    const pageSize = readPageSize(options.pageSize);
    const [own, first, translated] = await Promise.all([
      searchIn(asked, pageSize),
      searchIn(fallback, Math.min(MAX_PAGE_SIZE, FALLBACK_FACTOR * pageSize)),
      this.#translatedPages(asked),
    ]);
    const found = new Set(own.map(({ section }) => section.place));
    const withoutTranslation = (hits: readonly SectionHit[]): SectionHit[] =>
      hits.filter(
        ({ section: { place, path, language } }) =>
          !found.has(place) && !translated.has(pathWithoutLanguage(path, language ?? null)),
      );
    let others = withoutTranslation(first);
    if (others.length < pageSize && first.length >= FALLBACK_FACTOR * pageSize) {
      others = withoutTranslation(await searchIn(fallback, MAX_PAGE_SIZE));
    }
    const answers = ({ evidence }: SectionHit): boolean =>
      evidence !== undefined && certaintyOf(answerOdds(evidence)) !== 'none';
    // Pages without a language pass every filter, those that are translated too.
    const asAsked = own.filter(
      ({ section: { path, language } }) => language !== undefined || !translated.has(path),
    );
    return [asAsked, others]
      .map((hits) => hits.filter(answers))
      .concat([asAsked, others].map((hits) => hits.filter((hit) => !answers(hit))))
      .flat()
      .slice(0, pageSize);
  }

  /**
   * Keep one translation of each page: in the language of the query, else in the fallback, else the best one. It takes the place of
   * the best one.
   */
  foldTranslations(hits: readonly SectionHit[], { query, pageSize }: SearchOptions): SectionHit[] {
    const wanted = [detectLanguage(query), this.#fallback];
    const keyOf = ({ section: { path, version, language } }: SectionHit): string =>
      `${version ?? ''} ${pathWithoutLanguage(path, language ?? null)}`;
    const rankOf = ({ section: { language } }: SectionHit): number =>
      language !== undefined && wanted.includes(language) ? wanted.indexOf(language) : wanted.length;
    const kept = new Map<string, SectionHit>();
    for (const hit of hits) {
      const other = kept.get(keyOf(hit));
      if (!other || rankOf(hit) < rankOf(other)) kept.set(keyOf(hit), hit);
    }
    const folded = new Map<SectionHit, SectionHit>();
    for (const hit of hits) {
      const best = kept.get(keyOf(hit))!;
      if (!folded.has(best)) folded.set(best, { ...best, score: hit.score });
      else if (hit !== best && hit.section.path === best.section.path) folded.set(hit, hit);
    }
    return [...folded.values()].slice(0, readPageSize(pageSize));
  }

  /** Search in all languages. Of translations one is kept, so that more hits are looked up than are wanted. */
  async #searchAll(
    options: SearchOptions,
    search: (options: SearchOptions) => Promise<SectionHit[]>,
  ): Promise<SectionHit[]> {
    if (this.#languages.length < 2) return search(options);
    const wanted = readPageSize(options.pageSize);
    const few = Math.min(MAX_PAGE_SIZE, FALLBACK_FACTOR * wanted);
    const hits = await search({ ...options, pageSize: few });
    const folded = this.foldTranslations(hits, options);
    if (folded.length >= wanted || hits.length < few || few === MAX_PAGE_SIZE) return folded;
    return this.foldTranslations(await search({ ...options, pageSize: MAX_PAGE_SIZE }), options);
  }

  /** Return the language in which pages are searched that have no translation into the asked one; `null`: in none. */
  #fallbackFor(asked: string | undefined): string | null {
    if (!asked || this.#fallback === null) return null;
    return languageMatcher(asked, this.#languages)(this.#fallback) ? null : this.#fallback;
  }

  #translatedPages(asked: string): Promise<ReadonlySet<string>> {
    const isAsked = languageMatcher(asked, this.#languages);
    // The asked language is a stranger's text, and must not fill the memory.
    const key = this.#languages.filter(isAsked).join();
    let pages = this.#translated.get(key);
    if (!pages) {
      pages = this.#readTranslated(isAsked);
      this.#translated.set(key, pages);
      pages.catch(() => this.#translated.delete(key));
    }
    return pages;
  }

  async #readTranslated(isAsked: (language: string | null) => boolean): Promise<ReadonlySet<string>> {
    const scopes = this.#index.facts.scopes.filter(({ language }) => language !== null && isAsked(language));
    const paths = await Promise.all(
      scopes.map(async (scope) =>
        (await this.#index.pagePaths(scope)).map((path) => pathWithoutLanguage(path, scope.language)),
      ),
    );
    return new Set(paths.flat());
  }
}

/**
 * Return the language with all pages; `null` in a documentation without languages.
 *
 * @param configured languages to fall back to, the first that has pages. Default the one with most sections
 */
export function chooseFallback(
  scopes: readonly IndexScope[],
  configured: readonly (string | undefined)[],
): string | null {
  const languages = languagesOf(scopes);
  const wanted = configured.flatMap((name) => readLanguage(name) ?? []);
  return wanted.find((language) => languages.includes(language)) ?? largestLanguage(scopes) ?? null;
}

function largestLanguage(scopes: readonly IndexScope[]): string | undefined {
  const sections = new Map<string, number>();
  for (const { language, first, last } of scopes) {
    if (language !== null) sections.set(language, (sections.get(language) ?? 0) + last - first + 1);
  }
  return [...sections].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))[0]?.[0];
}

/** Return the path that translations of a page share: without the folder that names the language. */
function pathWithoutLanguage(path: string, language: string | null): string {
  const folders = path.split('/');
  const at = language === null ? -1 : folders.findIndex((folder) => readLanguage(folder) === language);
  return folders.filter((_, place) => place !== at).join('/');
}
