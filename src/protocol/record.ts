/** An object of unknown content, as JSON.parse makes it. */
export type UnknownRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** @returns the value of `text`, or `undefined` when it is not JSON (which has no `undefined`) */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns `value` when it is a string, else `undefined` */
export function asString(value: unknown): string | undefined {
  return isString(value) ? value : undefined;
}

/** Finds the sentence in an error body: a string, or what an object has under one of the usual names. */
export function readErrorMessage(value: unknown): string | undefined {
  if (!isRecord(value)) return asString(value);
  const { errorText, error, message } = value;
  return [errorText, error, isRecord(error) && error.message, message].find(isString);
}

/** Levels down to which two values are merged; deeper ones are replaced as a whole. */
const MAX_MERGE_DEPTH = 16;

/** Merges `update` into a copy of `base`: objects key by key, everything else replaced. Never touches a prototype. */
export function mergeRecords(base: UnknownRecord, update: UnknownRecord, depth = 0): UnknownRecord {
  const merged = { ...base };
  for (const [key, value] of Object.entries(update)) {
    if (/^(?:__proto__|constructor|prototype)$/.test(key)) continue;
    const before = merged[key];
    const isMergeable = depth < MAX_MERGE_DEPTH && isRecord(before) && isRecord(value);
    merged[key] = isMergeable ? mergeRecords(before, value, depth + 1) : value;
  }
  return merged;
}
