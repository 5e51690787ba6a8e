import { isRecord } from '../protocol/record.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { createRecordSource, type RecordFields } from './docsearch-record.ts';
import type { HttpOptions } from './http-address.ts';
import { MARKS } from './marked-text.ts';

/** An index of Algolia with the records of DocSearch. */
export interface AlgoliaOptions extends RecordFields, Pick<HttpOptions, 'fetch'> {
  /** Id of the application. */
  appId: string;
  /** The key for searches alone: everybody can read it in the page. */
  apiKey: string;
  /** Name of the index. */
  indexName: string;
  /** Address of the queries. Default: that of the application at Algolia. */
  url?: string;
}

const SNIPPET_WORDS = 30;

/** Search an index of Algolia that the crawler of DocSearch has filled. */
export function createAlgoliaSource({
  appId,
  apiKey,
  indexName,
  url,
  ...options
}: AlgoliaOptions): SearchSource {
  const [highlightPreTag, highlightPostTag] = MARKS;
  return createRecordSource({
    ...options,
    url: url ?? `https://${encodeURIComponent(appId)}-dsn.algolia.net/1/indexes/*/queries`,
    headers: { 'x-algolia-application-id': appId, 'x-algolia-api-key': apiKey },
    write: ({ query, pageSize }, filters) => ({
      requests: [
        {
          indexName,
          query,
          hitsPerPage: pageSize,
          facetFilters: filters.map(([field, value]) => `${field}:${value}`),
          attributesToSnippet: [`content:${SNIPPET_WORDS}`],
          snippetEllipsisText: '…',
          highlightPreTag,
          highlightPostTag,
        },
      ],
    }),
    read(answer) {
      const [result] = isRecord(answer) && Array.isArray(answer.results) ? (answer.results as unknown[]) : [];
      return isRecord(result) ? result.hits : undefined;
    },
    readText(hit, level) {
      if (level === null) return valueAt(hit._snippetResult, 'content') ?? hit.content;
      const { hierarchy } = hit;
      const marked = isRecord(hit._highlightResult) ? hit._highlightResult.hierarchy : undefined;
      return valueAt(marked, `lvl${level}`) ?? (isRecord(hierarchy) ? hierarchy[`lvl${level}`] : undefined);
    },
  });
}

/** Read the text of a highlighted or cut field. */
function valueAt(fields: unknown, name: string): unknown {
  const field = isRecord(fields) ? fields[name] : undefined;
  return isRecord(field) ? field.value : undefined;
}
