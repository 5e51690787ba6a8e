import { createSender } from '../client/sender.ts';
import { requestJson } from '../client/request-json.ts';
import type { SearchSource } from '../protocol/sources.ts';
import { asString, isRecord, isString, type UnknownRecord } from '../protocol/record.ts';
import { addressOf, type HttpOptions } from './http-address.ts';
import { readMarked } from './marked-text.ts';
import { createSearchSource, type BackendSection, type SearchCall } from './search-function.ts';

/** Fields of the records that hold version and language. */
export interface RecordFields {
  /** Field that holds the version, which the index has to allow as a filter. Empty: not applied. Default `version`. */
  versionField?: string;
  /** Field that holds the language, which the index has to allow as a filter. Empty: not applied. Default `language`. */
  languageField?: string;
}

/** Levels of headings in a record of DocSearch: category, title of the page, and the headings on it. */
export const LEVELS = [0, 1, 2, 3, 4, 5, 6] as const;

/** What the search engines differ in. */
interface RecordSearch extends HttpOptions, RecordFields {
  /** Write the request. @param filters the fields that have to have these values */
  write(call: SearchCall, filters: readonly (readonly [field: string, value: string])[]): object;
  /** Read the hits of the answer; anything but a list is bad content. */
  read(answer: unknown): unknown;
  /** Read the text of a field of a hit, with marks around what matches. Level `null` is the text of the section. */
  readText(hit: UnknownRecord, level: number | null): unknown;
  /** Read the fields of a hit. Default: the hit itself. */
  readFields?(hit: UnknownRecord): unknown;
}

/** Create a source over an engine that has the records of DocSearch. */
export function createRecordSource({
  url,
  headers,
  fetch,
  versionField = 'version',
  languageField = 'language',
  write,
  read,
  readText,
  readFields = (hit) => hit,
}: RecordSearch): SearchSource {
  const sender = createSender({ endpoint: url, ...(headers && { headers }), ...(fetch && { fetch }) });
  return createSearchSource(async (call) => {
    const wanted = [
      [versionField, call.version],
      [languageField, call.language],
    ] as const;
    const filters = wanted.filter((pair): pair is [string, string] => !!pair[0] && !!pair[1]);
    const { signal } = call;
    const answer = await requestJson(sender, addressOf(url, 'search'), {}, { signal }, write(call, filters));
    const hits = read(answer);
    if (!Array.isArray(hits)) return hits as BackendSection[];
    return hits.filter(isRecord).map((hit) => {
      const fields = readFields(hit);
      const record = isRecord(fields) ? fields : {};
      const texts = LEVELS.map((level) => toExcerpt(readText(hit, level)));
      const [category, title = category, ...headings] = texts;
      const matched = headings.findLast((heading) => heading !== undefined) ?? title;
      const content = toExcerpt(readText(hit, null));
      return {
        url: asString(record.url)!,
        title: title?.text,
        headings: headings.flatMap((heading) => heading?.text ?? []),
        excerpt: { text: '', ranges: [], ...content, headingRanges: matched?.ranges ?? [] },
        version: readFirst(record[versionField]),
        language: readFirst(record[languageField]),
      };
    });
  });
}

/** Read a text with marks. It is HTML, as DocSearch shows it, so that a few characters are escaped. */
function toExcerpt(value: unknown): ReturnType<typeof readMarked> | undefined {
  return isString(value) && value !== '' ? readMarked(value, undefined, decodeReferences) : undefined;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

function decodeReferences(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|#x27|amp);/g, (reference) => REFERENCES[reference]!);
}

/** Read a value that may be one of several. */
function readFirst(value: unknown): string | undefined {
  return asString(Array.isArray(value) ? value[0] : value);
}
