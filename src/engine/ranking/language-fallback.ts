import { MAX_PAGE_SIZE, type DocsFilter } from '../../protocol/api.ts';
import type { IndexScope } from '../sections/index-facts.ts';
import { readLanguage, compareVersions } from '../sections/scope-names.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { pathWithoutScope } from '../sections/page-key.ts';
import { languageMatcher, languagesOf, scopesOf, type VersionAndLanguage } from '../sections/scopes.ts';
import type { Section } from '../sections/section.ts';
import { answerOdds, certaintyOf } from './certainty.ts';
import { readPageSize } from './rank-sections.ts';
import type { QueryMeaning, SearchIndex, SearchOptions, SectionHit } from './search-index.ts';

/** Returns the meaning of a query for sections in a language. */
type MeaningIn = (language: string | undefined) => QueryMeaning | null;

/** A page in one version and language. */
type Edition = Pick<Section, 'path' | 'version' | 'language'>;

/** What is searched in several languages. */
type FallbackIndex = Pick<SearchIndex, 'facts' | 'search' | 'pagePaths'>;

/**
 * Hits in the fallback language, or in several editions, per requested one. Only when too many of them are translated, or are the same
 * page, all are looked up, because weighing them is most of such a search.
 */
const FALLBACK_FACTOR = 2;
/** Minimum score of a page beside that of its best version. With less, another version answers something else. */
const MIN_SCORE = 0.5;
/** A version that no page has: the filter for pages without one. */
const NO_VERSION = '\u0000';

/** Hits in one page, or in versions and translations of it. */
interface PageHits {
  best: SectionHit;
  kept: SectionHit;
}

/** The languages and versions of one index: of each page one is found, also where a documentation is translated in part. */
export class LanguageFallback {
  readonly #index: FallbackIndex;
  readonly #languages: readonly string[];
  /** The language with all pages. `null` in a documentation without languages. */
  readonly #fallback: string | null;
  /** By scopes: their pages, by the paths that all editions share. */
  readonly #pages = new Map<string, Promise<ReadonlySet<string>>>();

  /** @param configured see {@link chooseFallback} */
  constructor(index: FallbackIndex, configured: readonly (string | undefined)[]) {
    this.#index = index;
    const { scopes, mainLanguage } = index.facts;
    this.#languages = languagesOf(scopes);
    this.#fallback = chooseFallback(scopes, [...configured, mainLanguage]);
  }

  /**
   * Search in the asked language, and in the fallback those pages that have no translation. What answers comes first, in the asked
   * language before the fallback; then what does not, in the same order. Where no language is asked for, hits name their translations.
   */
  async search(options: SearchOptions, meaningIn: MeaningIn, signal?: AbortSignal): Promise<SectionHit[]> {
    const hits = await this.#search(options, meaningIn, signal);
    if (options.filter?.language || this.#languages.length < 2) return hits;
    return Promise.all(hits.map((hit) => this.#withTranslations(hit)));
  }

  async #search(options: SearchOptions, meaningIn: MeaningIn, signal?: AbortSignal): Promise<SectionHit[]> {
    const asked = options.filter?.language;
    const searchIn = (language: string | undefined, more: Partial<SearchOptions>): Promise<SectionHit[]> => {
      const filter = { ...options.filter, ...(language && { language }) };
      return this.#searchPages({ ...options, ...more, filter }, (one) =>
        this.#index.search(one, meaningIn(language), signal),
      );
    };
    const fallback = this.#fallbackFor(asked);
    if (!asked || fallback === null) return searchIn(asked, {});
    const pageSize = readPageSize(options.pageSize);
    const [own, first, translated] = await Promise.all([
      searchIn(asked, { pageSize, withEvidence: true }),
      searchIn(fallback, {
        pageSize: Math.min(MAX_PAGE_SIZE, FALLBACK_FACTOR * pageSize),
        withEvidence: true,
      }),
      this.#pagesOf(
        { language: asked, version: options.filter?.version },
        (scope) => scope.language !== null,
      ),
    ]);
    const found = new Set(own.map(({ section }) => section.place));
    const withoutTranslation = (hits: readonly SectionHit[]): SectionHit[] =>
      hits.filter(({ section }) => !found.has(section.place) && !translated.has(keyOf(section)));
    let others = withoutTranslation(first);
    if (others.length < pageSize && first.length >= FALLBACK_FACTOR * pageSize) {
      others = withoutTranslation(await searchIn(fallback, { pageSize: MAX_PAGE_SIZE, withEvidence: true }));
    }
    const answers = ({ evidence }: SectionHit): boolean =>
      evidence !== undefined && certaintyOf(answerOdds(evidence)) !== 'none';
    // Pages without a language pass every filter, those that are translated too.
    const asAsked = own.filter(
      ({ section }) => section.language !== undefined || !translated.has(keyOf(section)),
    );
    return [asAsked, others]
      .map((hits) => hits.filter(answers))
      .concat([asAsked, others].map((hits) => hits.filter((hit) => !answers(hit))))
      .flat()
      .slice(0, pageSize);
  }

  /**
   * Keep one translation and version of each page: in the language of the query, else in the fallback, else the best one; of its
   * versions that of most readers, beside which another one is kept that answers much better. It takes the place of the best one.
   */
  foldEditions(hits: readonly SectionHit[], { query, pageSize }: SearchOptions): SectionHit[] {
    const languages = [detectLanguage(query), this.#fallback];
    const { mainVersion } = this.#index.facts;
    const pages = new Map<string, PageHits[]>();
    const pageOf = new Map<string, PageHits>();
    for (const hit of hits) {
      const { path, version } = hit.section;
      const key = keyOf(hit.section);
      const editions = pages.get(key) ?? [];
      pages.set(key, editions);
      const isBetter = (other: SectionHit): boolean =>
        compareEditions(hit.section, other.section, { languages, mainVersion }) < 0;
      const page =
        pageOf.get(path) ??
        editions.find(
          ({ best, kept }) =>
            !isBetter(kept) || version === best.section.version || hit.score >= MIN_SCORE * best.score,
        ) ??
        newPage(editions, hit);
      if (isBetter(page.kept)) page.kept = hit;
      pageOf.set(path, page);
    }
    const folded = new Map<SectionHit, SectionHit>();
    for (const hit of hits) {
      const { kept } = pageOf.get(hit.section.path)!;
      if (!folded.has(kept)) folded.set(kept, { ...kept, score: hit.score });
      else if (hit !== kept && hit.section.path === kept.section.path) folded.set(hit, hit);
    }
    return [...folded.values()].slice(0, readPageSize(pageSize));
  }

  /** Search in all editions that are asked for. Of each page one is kept, so that more hits are looked up than are wanted. */
  async #searchPages(
    options: SearchOptions,
    search: (options: SearchOptions) => Promise<SectionHit[]>,
  ): Promise<SectionHit[]> {
    const filter = options.filter ?? {};
    const scopes = scopesOf(this.#index.facts.scopes, filter);
    if (scopes.length < 2) return search(options);
    const wanted = readPageSize(options.pageSize);
    const isWithoutVersion = ({ version }: IndexScope): boolean => version === null;
    // Pages without a version pass every filter, those that have the one asked for, too.
    const known =
      filter.version && scopes.some(isWithoutVersion)
        ? await this.#pagesOf(filter, (scope) => !isWithoutVersion(scope))
        : undefined;
    const isPage = ({ section }: SectionHit): boolean =>
      section.version !== undefined || !known?.has(keyOf(section));
    const pageSize = Math.min(MAX_PAGE_SIZE, FALLBACK_FACTOR * wanted);
    const hits = await search({ ...options, pageSize });
    if (hits.length < pageSize) return this.foldEditions(hits.filter(isPage), options);
    // Many may be editions of a few pages, and the one to be kept may be the next.
    const main = await search({ ...options, filter: this.#mainFilter(options) });
    const found = new Set(hits.map(({ section }) => section.place));
    const { score: last } = hits.at(-1)!;
    const others = main.flatMap((hit) =>
      found.has(hit.section.place) ? [] : { ...hit, score: Math.min(hit.score, last) },
    );
    return this.foldEditions([...hits, ...others].filter(isPage), options);
  }

  /** Name the other languages in which the page of a hit is, in the same version. */
  async #withTranslations(hit: SectionHit): Promise<SectionHit> {
    const { section } = hit;
    if (section.language === undefined) return hit;
    const key = keyOf(section);
    const scopes = this.#index.facts.scopes.filter(
      ({ version, language }) =>
        language !== null && language !== section.language && version === (section.version ?? null),
    );
    const pages = await Promise.all(scopes.map((scope) => this.#pagesIn([scope])));
    const translations = scopes.flatMap(({ language }, at) => (pages[at]!.has(key) ? language! : []));
    if (translations.length === 0) return hit;
    return { ...hit, section: { ...section, translations: translations.toSorted() } };
  }

  /** Return a filter with the version and the language of most readers, where it has none. */
  #mainFilter({ query, filter }: SearchOptions): DocsFilter {
    const { mainVersion } = this.#index.facts;
    const spoken = detectLanguage(query);
    const language = filter?.language || (this.#languages.find((one) => one === spoken) ?? this.#fallback);
    const version = filter?.version || (mainVersion === null ? NO_VERSION : mainVersion);
    return { ...(version && { version }), ...(language && { language }) };
  }

  /** Return the language in which pages are searched that have no translation into the asked one; `null`: in none. */
  #fallbackFor(asked: string | undefined): string | null {
    if (!asked || this.#fallback === null) return null;
    return languageMatcher(asked, this.#languages)(this.#fallback) ? null : this.#fallback;
  }

  /** Return the pages of the scopes of a filter that are of an edition, by their keys. */
  #pagesOf(
    filter: VersionAndLanguage,
    isOfEdition: (scope: IndexScope) => boolean,
  ): Promise<ReadonlySet<string>> {
    return this.#pagesIn(scopesOf(this.#index.facts.scopes, filter).filter(isOfEdition));
  }

  /** Return the pages of scopes, by their keys. */
  #pagesIn(scopes: readonly IndexScope[]): Promise<ReadonlySet<string>> {
    // What is asked for is a stranger's text, and must not fill the memory.
    const key = scopes.map(({ first }) => first).join();
    let pages = this.#pages.get(key);
    if (!pages) {
      pages = this.#readPages(scopes);
      this.#pages.set(key, pages);
      pages.catch(() => this.#pages.delete(key));
    }
    return pages;
  }

  async #readPages(scopes: readonly IndexScope[]): Promise<ReadonlySet<string>> {
    const paths = await Promise.all(
      scopes.map(async (scope) =>
        (await this.#index.pagePaths(scope)).map((path) => pathWithoutScope(path, scope)),
      ),
    );
    return new Set(paths.flat());
  }
}

function newPage(editions: PageHits[], hit: SectionHit): PageHits {
  const page = { best: hit, kept: hit };
  editions.push(page);
  return page;
}

/** Return what all editions of a page share. */
function keyOf({ path, version, language }: Edition): string {
  return pathWithoutScope(path, { version, language });
}

/** Compare editions of a page, that for most readers first. */
function compareEditions(
  a: Edition,
  b: Edition,
  {
    languages,
    mainVersion,
  }: { languages: readonly (string | null | undefined)[]; mainVersion: string | null | undefined },
): number {
  const rankOf = ({ language }: Edition): number =>
    language !== undefined && languages.includes(language) ? languages.indexOf(language) : languages.length;
  const isMain = ({ version }: Edition): number => Number((version ?? null) === mainVersion);
  const byMain = rankOf(a) - rankOf(b) || isMain(b) - isMain(a);
  if (byMain !== 0) return byMain;
  return a.version && b.version
    ? compareVersions(a.version, b.version)
    : Number(!a.version) - Number(!b.version);
}

/**
 * Return the language with all pages; `null` in a documentation without languages.
 *
 * @param configured languages to fall back to, the first that has pages. Default the main one, else that with most sections
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
