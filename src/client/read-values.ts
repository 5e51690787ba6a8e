import { isString } from '../protocol/record.ts';

/** Readers of the values of an answer. What has another type is left out. */

/** Maximum number of sessions, todo items, log lines, files of one kind and counts of one list that are read from one response. */
export const MAX_ADMIN_ENTRIES = 5000;

export function stringOf(value: unknown): string | null {
  return isString(value) ? value : null;
}

export function readArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ADMIN_ENTRIES) : [];
}

export function readTexts(value: unknown): string[] {
  return readArray(value).filter(isString);
}
