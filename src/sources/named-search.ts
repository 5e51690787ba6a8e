import type { SearchSource } from '../protocol/sources.ts';
import type { AlgoliaOptions } from './algolia.ts';
import type { MeilisearchOptions } from './meilisearch.ts';
import { openNamed, type Kinds, type Options } from './named-source.ts';
import type { TypesenseOptions } from './typesense.ts';

const SEARCH_KINDS: Kinds<SearchSource> = {
  pagefind: {
    needs: [],
    create: async (options: Options) => (await import('./pagefind.ts')).createPagefindSource(options),
  },
  algolia: {
    needs: ['appId', 'apiKey', 'indexName'],
    create: async (options: AlgoliaOptions) => (await import('./algolia.ts')).createAlgoliaSource(options),
  },
  typesense: {
    needs: ['url', 'apiKey', 'collection'],
    create: async (options: TypesenseOptions) =>
      (await import('./typesense.ts')).createTypesenseSource(options),
  },
  meilisearch: {
    needs: ['url', 'apiKey', 'indexUid'],
    create: async (options: MeilisearchOptions) =>
      (await import('./meilisearch.ts')).createMeilisearchSource(options),
  },
};

/**
 * Create the source of results that the attribute `source` names: a kind and its options, `pagefind url=/pagefind/`. With an unknown kind,
 * or without an option that it needs, each search fails as `not-configured`. Rejects when the module of the kind cannot be loaded.
 */
export function openSearchSource(text: string): Promise<SearchSource> {
  return openNamed(text, SEARCH_KINDS, (failure) => ({ search: () => Promise.reject(failure) }));
}
