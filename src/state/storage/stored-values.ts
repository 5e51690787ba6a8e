import type { DocsFilter } from '../../protocol/api.ts';
import { isRecord } from '../../protocol/record.ts';
import type { ValueReader } from './storage.ts';

/** Maximum length of a version or language that is kept and sent. */
export const MAX_FILTER_VALUE_LENGTH = 64;

/** The reader's choice in a filter: a value, `null` for "all of them", or nothing, in which case the page's own value counts. */
export interface FilterChoice {
  readonly version?: string | null;
  readonly language?: string | null;
}

/** Read a text of at most `maxLength` UTF-16 units; an empty one counts as none. */
export function readStoredText(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null;
}

/** Read the items of an array; bad ones are dropped. */
export function readStoredList<T>(value: unknown, read: ValueReader<T>): T[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== null) : [];
}

export const readUuid: ValueReader<string> = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : null;

export const readFilterChoice: ValueReader<FilterChoice> = (value) => {
  if (!isRecord(value)) return null;
  const choice: Record<string, string | null> = {};
  for (const name of ['version', 'language']) {
    const text = readStoredText(value[name], MAX_FILTER_VALUE_LENGTH);
    if (text !== null || value[name] === null) choice[name] = text;
  }
  return choice;
};

/** Return the filter of a choice: "all of them" is no filter. */
export function toFilter({
  version,
  language,
}: { readonly [name in keyof FilterChoice]?: string | null | undefined }): DocsFilter {
  return { ...(version && { version }), ...(language && { language }) };
}
