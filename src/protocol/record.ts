/** An object of unknown content, as JSON.parse makes it. */
export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the value of `text`, or `undefined` when it is not JSON (which has no `undefined`) */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the sentence in an error body: a string, or the `message`, `error` or `errorText` of an object. */
export function readErrorMessage(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return null;
  const { errorText, message, error } = value;
  for (const candidate of [errorText, error, message, isRecord(error) ? error.message : null]) {
    if (typeof candidate === 'string' && candidate !== '') return candidate;
  }
  return null;
}

/** Levels down to which two values are merged; deeper ones are replaced as a whole. */
const MAX_MERGE_DEPTH = 16;
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Merges `update` into a copy of `base`: objects key by key, everything else replaced. Never touches a prototype. */
export function mergeRecords(base: UnknownRecord, update: UnknownRecord, depth = 0): UnknownRecord {
  const merged = { ...base };
  for (const [key, value] of Object.entries(update)) {
    if (UNSAFE_KEYS.has(key)) continue;
    const before = merged[key];
    merged[key] =
      isRecord(before) && isRecord(value) && depth < MAX_MERGE_DEPTH
        ? mergeRecords(before, value, depth + 1)
        : value;
  }
  return merged;
}
