import { asString, isRecord, type UnknownRecord } from '../protocol/record.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { createRecordSource, LEVELS, type RecordFields } from './docsearch-record.ts';
import type { HttpOptions } from './http-address.ts';
import { MARKS } from './marked-text.ts';

/** A collection of Typesense with the records of DocSearch. */
export interface TypesenseOptions extends RecordFields, Pick<HttpOptions, 'fetch'> {
  /** Address of the server: `https://search.example.com`. */
  url: string;
  /** The key for searches alone: everybody can read it in the page. */
  apiKey: string;
  /** Name of the collection, or its alias. */
  collection: string;
}

/** Search a collection of Typesense that its fork of the scraper of DocSearch has filled. */
export function createTypesenseSource({
  url,
  apiKey,
  collection,
  ...options
}: TypesenseOptions): SearchSource {
  const [highlight_start_tag, highlight_end_tag] = MARKS;
  const fields = [...LEVELS.map((level) => `hierarchy.lvl${level}`), 'content'];
  return createRecordSource({
    ...options,
    url: `${url.replace(/\/+$/, '')}/multi_search`,
    headers: { 'x-typesense-api-key': apiKey },
    write: ({ query, pageSize }, filters) => ({
      searches: [
        {
          collection,
          q: query,
          query_by: fields.join(),
          per_page: pageSize,
          // In backticks, any character but a backtick is the value's.
          filter_by: filters
            .map(([field, value]) => `${field}:=\`${value.replaceAll('`', '')}\``)
            .join(' && '),
          highlight_start_tag,
          highlight_end_tag,
        },
      ],
    }),
    read(answer) {
      const [result] = isRecord(answer) && Array.isArray(answer.results) ? (answer.results as unknown[]) : [];
      return isRecord(result) ? result.hits : undefined;
    },
    readFields: (hit) => hit.document,
    readText({ document, highlights }, level) {
      const field = level === null ? 'content' : `hierarchy.lvl${level}`;
      const found = (Array.isArray(highlights) ? highlights : [])
        .filter(isRecord)
        .find((one: UnknownRecord) => one.field === field);
      return asString(found?.snippet) ?? (isRecord(document) ? document[field] : undefined);
    },
  });
}
