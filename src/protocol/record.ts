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

/** Find the sentence in an error body: a string, or what an object has under one of the usual names. */
export function readErrorMessage(value: unknown): string | undefined {
  if (!isRecord(value)) return asString(value);
  const { errorText, error, message } = value;
  return [errorText, error, isRecord(error) && error.message, message].find(isString);
}
