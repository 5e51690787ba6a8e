import { isRecord } from '../protocol/record.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { createRecordSource, type RecordFields } from './docsearch-record.ts';
import type { HttpOptions } from './http-address.ts';
import { MARKS } from './marked-text.ts';

/** An index of Meilisearch with the records of its scraper. */
export interface MeilisearchOptions extends RecordFields, Pick<HttpOptions, 'fetch'> {
  /** Address of the server: `https://search.example.com`. */
  url: string;
  /** The key for searches alone: everybody can read it in the page. */
  apiKey: string;
  /** Uid of the index. */
  indexUid: string;
}

const CROP_WORDS = 30;

/** Search an index of Meilisearch that its `docs-scraper` has filled. */
export function createMeilisearchSource({
  url,
  apiKey,
  indexUid,
  ...options
}: MeilisearchOptions): SearchSource {
  const [highlightPreTag, highlightPostTag] = MARKS;
  return createRecordSource({
    ...options,
    url: `${url.replace(/\/+$/, '')}/indexes/${encodeURIComponent(indexUid)}/search`,
    headers: { authorization: `Bearer ${apiKey}` },
    write: ({ query, pageSize }, filters) => ({
      q: query,
      limit: pageSize,
      filter: filters.map(([field, value]) => `${field} = ${JSON.stringify(value)}`),
      attributesToHighlight: ['*'],
      attributesToCrop: ['content'],
      cropLength: CROP_WORDS,
      cropMarker: '…',
      highlightPreTag,
      highlightPostTag,
    }),
    read: (answer) => (isRecord(answer) ? answer.hits : undefined),
    readText(hit, level) {
      const field = level === null ? 'content' : `hierarchy_lvl${level}`;
      const { _formatted: formatted } = hit;
      return (isRecord(formatted) ? formatted[field] : undefined) ?? hit[field];
    },
  });
}
