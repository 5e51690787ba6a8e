import { createDeadline } from '../client/deadline.ts';
import { readSearchResults } from '../client/read-search-results.ts';
import { toRequestFailure } from '../client/sender.ts';
import { DEFAULT_SEARCH_PAGE_SIZE, type SearchExcerpt } from '../protocol/api.ts';
import { isRecord } from '../protocol/record.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { whenAborted } from './when-aborted.ts';

/** A query, as a backend gets it. */
export interface SearchCall {
  /** What the reader has typed. */
  readonly query: string;
  /** Maximum number of sections that are shown, 1 to 50. It is larger when the reader asks for more. */
  readonly pageSize: number;
  /** Version that the reader has chosen, or that of the page. Unset: all. */
  readonly version: string | undefined;
  /** Language that the reader has chosen, or that of the page. Unset: all. */
  readonly language: string | undefined;
  /** Aborted when the reader types on, and after 30 seconds. */
  readonly signal: AbortSignal;
}

/** A section that a backend has found. Only its address is required. */
export interface BackendSection {
  /** Address of the page with the fragment of the section: absolute, or relative to `link-base`. Without one, the section is left out. */
  readonly url: string;
  /** Title of the page. Default: the last segment of the address. */
  readonly title?: string | undefined;
  /** Headings below the title, outermost first; the last one is that of the section. Default none: the text before the first heading. */
  readonly headings?: readonly string[] | undefined;
  /** Text of the section, as Markdown, which the preview shows. The excerpt is created from it where there is none. */
  readonly content?: string | undefined;
  /** Plain text that shows why the section was found, and where it matches. */
  readonly excerpt?: SearchExcerpt | undefined;
  /** Version of the page, which the reader can choose then. */
  readonly version?: string | undefined;
  /** Language of the page, which the reader can choose then. */
  readonly language?: string | undefined;
}

/** Finds sections, best first. What it throws is shown as a failed search, with a button that tries again. */
export type SearchFunction = (call: SearchCall) => Promise<readonly BackendSection[]>;

/** Milliseconds after which a search has failed. */
const TIMEOUT = 30_000;

/**
 * Create a source of results from a function. At most 100 sections are read of what it returns; texts are cut at 2,000 characters, `content`
 * at 20,000. What is no section is left out, and what is no list is a failure.
 */
export function createSearchSource(find: SearchFunction): SearchSource {
  return {
    async search({ query, pageSize = DEFAULT_SEARCH_PAGE_SIZE, filter }, { signal: caller } = {}) {
      const deadline = createDeadline(caller);
      const { signal } = deadline;
      const { version, language } = filter ?? {};
      try {
        deadline.extend(TIMEOUT);
        signal.throwIfAborted();
        const aborted = whenAborted(signal);
        const found = await Promise.race([find({ query, pageSize, version, language, signal }), aborted]);
        const results = readSearchResults(Array.isArray(found) ? found.map(toResult) : found);
        return results.slice(0, pageSize);
      } catch (error) {
        throw toRequestFailure(error, signal);
      } finally {
        deadline.close();
      }
    },
  };
}

/** Bring a section into the form of a result, whose fields are checked afterwards. */
function toResult(section: unknown): unknown {
  if (!isRecord(section)) return section;
  const { url, content = '', title, headings, excerpt, version, language } = section;
  return { path: url, content, metadata: { title, headings, excerpt, version, language } };
}
