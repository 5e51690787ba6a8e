import { contentWords } from '../../engine/ranking/keyword-query.ts';
import { LanguageFallback } from '../../engine/ranking/language-fallback.ts';
import { findPagesByKey } from '../../engine/ranking/ranked-index.ts';
import { rankCandidates, readHits } from '../../engine/ranking/rank-sections.ts';
import {
  MAX_QUERY_LENGTH,
  type SearchIndex,
  type SearchOptions,
  type SectionHit,
} from '../../engine/ranking/search-index.ts';
import { pageKey } from '../../engine/sections/site-path.ts';
import type { AnswerSearch } from '../../engine/answer/answer-search.ts';
import type { RequestFailure } from '../../protocol/failures/failure.ts';
import { decodeManifest } from '../format/manifest.ts';
import { FileStore, type FileStoreOptions } from './file-store.ts';
import { OpenedIndex } from './opened-index.ts';
import { aborted, toReadingFailure } from './reading-failure.ts';
import { StaticSections } from './static-sections.ts';

/** Where the files are, and how they are searched. */
export interface StaticSearchOptions extends FileStoreOptions {
  /** Language of the pages that have no translation. Default: that of the index, else the one with most sections. */
  fallbackLanguage?: string | undefined;
}

/** Called with the sections that were found, best first, while their texts are on their way: `content` is empty. */
type OnNames = (hits: SectionHit[]) => void;

/** Searches a static index, which is opened by the first use and again after a failure. */
export class StaticSearch implements AnswerSearch {
  readonly #store: FileStore;
  readonly #options: StaticSearchOptions;
  #opening: Promise<OpenedIndex> | undefined;
  #hasWarned = false;

  constructor(options: StaticSearchOptions) {
    this.#options = options;
    this.#store = new FileStore(options);
  }

  /** Open the index, once. @throws RequestFailure */
  open(): Promise<OpenedIndex> {
    this.#opening ??= this.#store.manifest(decodeManifest).then(
      (manifest) => new OpenedIndex(this.#store, manifest),
      (error: unknown) => {
        this.#opening = undefined;
        const failure = toReadingFailure(error);
        this.#warn(failure);
        throw failure;
      },
    );
    return this.#opening;
  }

  /**
   * Return hits, best first. What cannot be read is left out.
   *
   * @throws RequestFailure when nothing is found because of that, or the search is aborted
   */
  async search(given: SearchOptions, signal?: AbortSignal, onNames?: OnNames): Promise<SectionHit[]> {
    const options = { ...given, query: given.query.slice(0, MAX_QUERY_LENGTH) };
    return this.#use(signal, async (opened, sections) => {
      const asked = options.filter?.language;
      const index = createSearchIndex(opened, sections, (found) => {
        if (onNames && found.language === asked) onNames(found.hits);
      });
      const { fallbackLanguage } = this.#options;
      const languages = new LanguageFallback(index, [fallbackLanguage, opened.fallbackLanguage]);
      return languages.search(options, () => null, signal);
    });
  }

  async contentWords(query: string, language?: string): Promise<readonly string[]> {
    const { commonWords } = await this.open();
    return contentWords(query, { isCommon: (word) => commonWords.has(word) }, language);
  }

  async findPages(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map();
    const index = await this.open();
    // A link leads into the same index: without the paths it is left as it is.
    const paths = await index.pagePaths(index.facts.scopes).catch(() => []);
    return findPagesByKey(addresses, new Map(paths.map((path) => [pageKey(path), path])));
  }

  async #use(
    signal: AbortSignal | undefined,
    work: (opened: OpenedIndex, sections: StaticSections) => Promise<SectionHit[]>,
  ): Promise<SectionHit[]> {
    const opening = this.open();
    const sections = new StaticSections(await unlessAborted(opening, signal), signal);
    const hits = await work(await opening, sections);
    const [failure] = sections.failures;
    if (failure) {
      this.#warn(failure);
      // A new edition of the documentation may have replaced the files.
      if (sections.failures.some(({ status }) => status === 404) && this.#opening === opening) {
        this.#opening = undefined;
      }
      if (hits.length === 0) throw failure;
    }
    return hits;
  }

  /** Tell the developer of the page, once. */
  #warn(failure: RequestFailure): void {
    if (this.#hasWarned || failure.code === 'aborted') return;
    this.#hasWarned = true;
    console.warn(`docs-assistant: ${failure.message} (${this.#options.index})`);
  }
}

function createSearchIndex(
  opened: OpenedIndex,
  sections: StaticSections,
  onNames: (found: { language: string | undefined; hits: SectionHit[] }) => void,
): Pick<SearchIndex, 'facts' | 'search' | 'pagePaths'> {
  return {
    facts: opened.facts,
    async search(options, meaning) {
      const ranked = await rankCandidates(sections, options, meaning);
      const numbers = ranked.best.map(({ section }) => section);
      if (!sections.areTextsKnown(numbers)) {
        const names = await sections.names(numbers);
        const hits = ranked.best.flatMap(({ section, score }): SectionHit[] => {
          const name = names.get(section);
          return name ? [{ section: { ...name, content: '' }, score, cosine: null, ranges: [] }] : [];
        });
        onNames({ language: options.filter?.language, hits });
      }
      return readHits(sections, ranked, options, meaning);
    },
    pagePaths: (range) => opened.pagePaths([range]),
  };
}

/** Wait for the index, which others may wait for, too. */
function unlessAborted<Value>(waiting: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return waiting;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
