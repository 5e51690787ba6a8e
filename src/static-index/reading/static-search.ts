import { contentWords } from '../../engine/ranking/keyword-query.ts';
import { LanguageFallback } from '../../engine/ranking/language-fallback.ts';
import { missingWords } from '../../engine/ranking/missing-words.ts';
import { findPagesByKey } from '../../engine/ranking/ranked-index.ts';
import {
  addMeaning,
  rankByWords,
  readHits,
  type RankedCandidates,
} from '../../engine/ranking/rank-sections.ts';
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
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { OpenedIndex } from './opened-index.ts';
import { aborted, toReadingFailure } from './reading-failure.ts';
import { StaticSections } from './static-sections.ts';

/** Where the files are, and how they are searched. */
export interface StaticSearchOptions extends FileStoreOptions {
  /** Language of the pages that have no translation. Default: that of the index, else the one with most sections. */
  fallbackLanguage?: string | undefined;
}

/**
 * Milliseconds from the names on the screen to the request of what follows them. Texts and vectors are ten times what words and names
 * are, and the next key, which stops the search, needs others.
 */
const TEXTS_PAUSE = 150;
/**
 * Milliseconds until words are requested while there are results of earlier keys. What is there already is searched at once. Longer than
 * from one key to the next of somebody who types fast: the search of the next key stops this one before it requests words for nothing.
 */
const WORDS_PAUSE = 120;
/**
 * Maximum number of milliseconds that words wait for those of earlier keys: keys that come faster than the answers of the host ask for one after another
 * of them, and the last one needs few.
 */
const WORDS_TURN = 500;

/**
 * Called with the sections that were found so far, best first: by words while their texts are on their way, so that `content` is empty,
 * then with their texts while their meaning is.
 */
type OnInterim = (hits: SectionHit[]) => void;

/** Searches a static index, which is opened by the first use and again after a failure. */
export class StaticSearch implements AnswerSearch {
  readonly #store: FileStore;
  readonly #options: StaticSearchOptions;
  #opening: Promise<OpenedIndex> | undefined;
  /** Whether any search has found something. */
  #hasFound = false;
  #hasWarned = false;

  constructor(options: StaticSearchOptions) {
    this.#options = options;
    this.#store = new FileStore(options);
  }

  /** Open the index, once. @throws RequestFailure */
  open(): Promise<OpenedIndex> {
    this.#opening ??= this.#store.manifest(decodeManifest).then(
      (manifest) => {
        const opened = new OpenedIndex(this.#store, manifest);
        opened.prefetch();
        return opened;
      },
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
  async search(given: SearchOptions, signal?: AbortSignal, onInterim?: OnInterim): Promise<SectionHit[]> {
    const options = { ...given, query: given.query.slice(0, MAX_QUERY_LENGTH) };
    const asked = options.filter?.language;
    const once = (pause: () => Promise<void>): (() => Promise<void>) => {
      let pausing: Promise<void> | undefined;
      // Nobody types where nothing is shown in between.
      return async () => onInterim && (pausing ??= unlessAborted(pause(), signal));
    };
    // Results are drawn in another task than that in which they were ranked, so that neither takes long.
    const ownTask = (): Promise<void> => unlessAborted(yieldToEventLoop(), signal);
    const beforeTexts = once(() => wait(TEXTS_PAUSE));
    const beforeWords = once(() => this.#waitForTurn());
    return this.#use({ signal, beforeWords }, async (opened, sections) => {
      const index = createSearchIndex(opened, sections, async ({ language, hits }) => {
        if (hits.length > 0) this.#hasFound = true;
        if (onInterim && language === asked) {
          await ownTask();
          onInterim(languages.foldEditions(hits, options));
        }
        await beforeTexts();
      });
      const { fallbackLanguage } = this.#options;
      const languages: LanguageFallback = new LanguageFallback(index, [
        fallbackLanguage,
        opened.fallbackLanguage,
      ]);
      // Each part has vectors of its own: the index learns the meaning of the query itself.
      const hits = await languages.search(options, () => null, signal);
      await ownTask();
      return hits;
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

  /** Wait until words may be requested. */
  async #waitForTurn(): Promise<void> {
    if (this.#hasFound) await wait(WORDS_PAUSE);
    await Promise.race([this.#store.settled('words'), wait(WORDS_TURN)]);
  }

  /** Do something with the index, once more if that has been replaced meanwhile. */
  async #use(
    reading: { signal: AbortSignal | undefined; beforeWords: () => Promise<void> },
    work: (opened: OpenedIndex, sections: StaticSections) => Promise<SectionHit[]>,
    mayBeReplaced = true,
  ): Promise<SectionHit[]> {
    const { signal, beforeWords } = reading;
    const opening = this.open();
    const opened = await unlessAborted(opening, signal);
    const sections = new StaticSections(opened, signal, beforeWords);
    const hits = await work(opened, sections);
    const [failure] = sections.failures;
    if (!failure) return hits;
    // The files of an earlier edition are gone, or HTML stands in their place.
    if (sections.failures.some(({ code }) => code === 'bad-content')) {
      if (this.#opening === opening) this.#opening = undefined;
      const next = await unlessAborted(this.open(), signal).catch(() => null);
      if (signal?.aborted) throw aborted();
      if (mayBeReplaced && next && next.edition !== opened.edition) return this.#use(reading, work, false);
    }
    this.#warn(failure);
    if (hits.length === 0) throw failure;
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
  /** Show what was found so far. @returns when the rest may be fetched */
  show: (found: { language: string | undefined; hits: SectionHit[] }) => Promise<void>,
): Pick<SearchIndex, 'facts' | 'search' | 'pagePaths'> {
  return {
    facts: opened.facts,
    async search(options) {
      const language = options.filter?.language;
      const byWords = await rankByWords(sections, options);
      const numbers = byWords.best.map(({ section }) => section);
      const { mode = 'hybrid', query } = options;
      const isMeaningKnown = mode === 'keyword' || sections.isMeaningKnown(query, byWords);
      if (!isMeaningKnown || !sections.areTextsKnown(numbers)) {
        await show({ language, hits: await nameHits(sections, byWords) });
      }
      if (mode === 'keyword') return readHits(sections, byWords, options, null);
      const reading = sections.embedQuery(query, byWords);
      // Whoever is stopped before waiting for it has that failure already.
      reading.catch(() => {});
      if (!isMeaningKnown) {
        // The vectors of the sections are larger than everything else.
        const hits = await readHits(sections, byWords, options, null);
        await show({ language, hits });
      }
      const meaning = await reading;
      return readHits(sections, await addMeaning(sections, byWords, options, meaning), options, meaning);
    },
    pagePaths: (range) => sections.pagePaths(range),
  };
}

async function nameHits(
  sections: StaticSections,
  { best, keywords }: RankedCandidates,
): Promise<SectionHit[]> {
  const [names, missing] = await Promise.all([
    sections.names(best.map(({ section }) => section)),
    missingWords(sections, keywords, best),
  ]);
  return best.flatMap(({ section, score }, at): SectionHit[] => {
    const name = names.get(section);
    const words = missing[at]!;
    const hit = { score, cosine: null, ranges: [], ...(words.length > 0 && { missing: words }) };
    return name ? [{ section: { ...name, content: '' }, ...hit }] : [];
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Wait until that is aborted, for what others may wait for, too. */
function unlessAborted<Value>(waiting: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return waiting;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
