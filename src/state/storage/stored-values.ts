import type { DocsFilter } from '../../protocol/api.ts';
import { isRecord, type UnknownRecord } from '../../protocol/record.ts';
import type { ValueReader } from './storage.ts';

/** Maximum length of a version or language that is kept and sent. */
export const MAX_FILTER_VALUE_LENGTH = 64;

/** The reader's choice in a filter: a value, `null` for "all of them", or nothing, in which case the page's own value counts. */
export interface FilterChoice {
  readonly version?: string | null;
  readonly language?: string | null;
}

/** Return a reader of texts of at most this many UTF-16 units; an empty one counts as none. */
export function textUpTo(maxLength: number): ValueReader<string> {
  return (value) => (typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null);
}

/** Read a count, or a time in milliseconds. */
export const readWhole: ValueReader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** Return a reader of certain values. */
export function oneOf<T>(values: readonly T[]): ValueReader<T> {
  return (value) => values.find((known) => known === value) ?? null;
}

/** Readers of the fields of an object. */
type FieldReaders<T> = { readonly [Name in keyof T]-?: ValueReader<T[Name]> };

/**
 * Return a reader of objects with these fields. It rejects one whose needed fields are not all usable.
 *
 * @param base what stands for optional fields that are not usable. Default nothing
 */
export function recordOf<T, Optional extends keyof T = never>(
  needed: FieldReaders<Omit<T, Optional>>,
  optional?: FieldReaders<Pick<T, Optional>>,
  base?: Partial<T>,
): ValueReader<T> {
  const readers = Object.entries<ValueReader<unknown>>({ ...needed, ...optional });
  return (value) => {
    const record: Record<string, unknown> = { ...base };
    for (const [name, read] of readers) {
      const field = read((value as UnknownRecord | null)?.[name]);
      if (field !== null) record[name] = field;
      else if (name in needed) return null;
    }
    return record as T;
  };
}

/** Return a reader of arrays, which drops bad items; any other value counts as an empty one. */
export function listOf<T>(read: ValueReader<T>): (value: unknown) => T[] {
  return (value) => (Array.isArray(value) ? value.map(read).filter((item) => item !== null) : []);
}

export const readUuid: ValueReader<string> = (value) =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : null;

export const readFilterChoice: ValueReader<FilterChoice> = (value) => {
  if (!isRecord(value)) return null;
  const choice: Record<string, string | null> = {};
  for (const name of ['version', 'language']) {
    const text = textUpTo(MAX_FILTER_VALUE_LENGTH)(value[name]);
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
