import { RequestFailure } from '../protocol/failures/failure.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { readMarked } from './marked-text.ts';
import { createSearchSource, type BackendSection } from './search-function.ts';

/** A Pagefind index, as `pagefind --site` writes it. */
export interface PagefindOptions {
  /** Address of its folder. Default `/pagefind/`. */
  url?: string;
  /** Filter of the index that holds the version. Default `version`. Not applied where the index has no such filter. */
  versionField?: string;
  /** Filter of the index that holds the language. Default `language`. Not applied where the index has no such filter. */
  languageField?: string;
}

/** The part of Pagefind's module that is used; in all versions from 1.0. */
interface Pagefind {
  filters(): Promise<Readonly<Record<string, unknown>>>;
  search(
    query: string,
    options: { filters: Readonly<Record<string, string>> },
  ): Promise<{ results: readonly { data(): Promise<PagefindPage> }[] }>;
}

/** What newer versions have: an instance that starts no worker. */
interface PagefindModule extends Pagefind {
  createInstance?(options: { noWorker: boolean }): Pagefind;
}

interface PagefindPage {
  readonly url: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly sub_results: readonly PagefindSection[];
}

interface PagefindSection {
  readonly url: string;
  readonly title: string;
  readonly excerpt: string;
  readonly locations: readonly number[];
}

/** Pages whose texts are fetched at a time, and most sections of one page: both as in Pagefind's own interface. */
const PAGE_BATCH = 5;
const MAX_PAGE_SECTIONS = 3;

/**
 * Search a Pagefind index. Its module is loaded with the first search, from the folder of the index; a page with a policy has to allow
 * `'wasm-unsafe-eval'`. Pagefind has an index for each language of the site and opens that of the page, so that readers cannot choose another one.
 */
export function createPagefindSource({
  url = '/pagefind/',
  versionField = 'version',
  languageField = 'language',
}: PagefindOptions = {}): SearchSource {
  let opened: Promise<Pagefind> | undefined;
  let failures = 0;
  return createSearchSource(async ({ query, pageSize, version, language, signal }) => {
    // As `fetch` resolves it. `import()` would resolve it against the address of this module.
    const folder = new Request(url.replace(/\/*$/, '/')).url;
    try {
      const pagefind = await (opened ??= open(folder, failures));
      const known = version || language ? await pagefind.filters() : {};
      const wanted = { [versionField]: version, [languageField]: language };
      const filters = Object.fromEntries(
        Object.entries(wanted).filter((entry): entry is [string, string] => !!entry[1] && entry[0] in known),
      );
      const { results } = await pagefind.search(query, { filters });
      const found: BackendSection[] = [];
      for (let next = 0; next < results.length && found.length < pageSize; next += PAGE_BATCH) {
        signal.throwIfAborted();
        const batch = results.slice(next, next + PAGE_BATCH);
        for (const page of await Promise.all(batch.map((result) => result.data())))
          found.push(...readSections(page, folder, versionField, languageField));
      }
      return found;
    } catch (cause) {
      signal.throwIfAborted();
      // An instance that could not read its index never does.
      opened = undefined;
      failures++;
      const message = `The Pagefind index at ${url} cannot be read.`;
      throw new RequestFailure({ code: 'network', retryable: true, message }, { cause });
    }
  });
}

async function open(folder: string, failures: number): Promise<Pagefind> {
  // Firefox remembers for the life of the page that a module did not load.
  const address = `${folder}pagefind.js${failures > 0 ? `?${failures}` : ''}`;
  const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as PagefindModule;
  // The Trusted Types of a page refuse the worker, and report it.
  return module.createInstance?.({ noWorker: true }) ?? module;
}

/** Read the sections of a page that match most often, in their order on the page. */
function readSections(
  { url, meta, filters, sub_results: sections }: PagefindPage,
  folder: string,
  versionField: string,
  languageField: string,
): BackendSection[] {
  const best = sections
    .toSorted((a, b) => b.locations.length - a.locations.length)
    .slice(0, MAX_PAGE_SECTIONS);
  return sections
    .filter((section) => best.includes(section))
    .map((section) => ({
      url: new URL(section.url, folder).href,
      title: meta['title'],
      headings: section.url === url ? [] : [section.title],
      excerpt: readMarked(section.excerpt, ['<mark>', '</mark>'], decodeBrackets),
      version: filters[versionField]?.[0],
      language: filters[languageField]?.[0],
    }));
}

/** Decode the two characters that Pagefind escapes in what is plain text otherwise. */
function decodeBrackets(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
