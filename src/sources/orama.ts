import { asString, isRecord, isString } from '../protocol/record.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { createSearchSource } from './search-function.ts';

/** What Orama's `search(db, parameters)` is called with. */
export interface OramaParameters {
  term: string;
  limit: number;
  where: Record<string, { eq: string }>;
}

/** A database of Orama in the page. */
export interface OramaOptions {
  /** Search it: `(parameters) => search(db, parameters)`. It may load the database with the first search. */
  search: (parameters: OramaParameters) => unknown;
  /** Field of the address of the section. Default `url`. */
  urlField?: string;
  /** Field of the title of the page. Default `title`. */
  titleField?: string;
  /** Field of the headings below the title, a text or a list. Default `headings`. */
  headingsField?: string;
  /** Field of the text, as Markdown. Default `content`. */
  contentField?: string;
  /** Field of the type `enum` that holds the version. Empty: not applied. Default `version`. */
  versionField?: string;
  /** Field of the type `enum` that holds the language. Empty: not applied. Default `language`. */
  languageField?: string;
}

/** Search a database of Orama. The package is the page's own: none of it is loaded here. */
export function createOramaSource({
  search,
  urlField = 'url',
  titleField = 'title',
  headingsField = 'headings',
  contentField = 'content',
  versionField = 'version',
  languageField = 'language',
}: OramaOptions): SearchSource {
  return createSearchSource(async ({ query, pageSize, version, language }) => {
    const where: OramaParameters['where'] = {};
    if (versionField && version) where[versionField] = { eq: version };
    if (languageField && language) where[languageField] = { eq: language };
    const answer = await search({ term: query, limit: pageSize, where });
    const hits = isRecord(answer) ? answer.hits : undefined;
    if (!Array.isArray(hits)) return hits as never;
    return hits
      .map((hit: unknown) => (isRecord(hit) ? hit.document : undefined))
      .filter(isRecord)
      .map((document) => ({
        url: asString(document[urlField])!,
        title: asString(document[titleField]),
        headings: [document[headingsField] ?? []].flat().filter((text) => isString(text)),
        content: asString(document[contentField]),
        version: asString(document[versionField]),
        language: asString(document[languageField]),
      }));
  });
}
