import { RequestRefusal } from './request-refusal.ts';

/** Readers of one field of a body: each gives the value back or refuses the request, naming the field. */

export function readString(value: unknown, field: string, maxCharacters: number): string {
  if (typeof value !== 'string' || value === '') refuse(field, 'must be a string that is not empty');
  if (value.length > maxCharacters) refuse(field, `must not be longer than ${maxCharacters} characters`);
  return value;
}

/** `null` counts as left out: the contract's optional fields accept it. */
export function readOptional<T>(
  value: unknown,
  field: string,
  read: (value: unknown, field: string) => T,
): T | undefined {
  return value === undefined || value === null ? undefined : read(value, field);
}

export function readObject(value: unknown, field: string | undefined): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(field, 'must be an object');
  return value as Record<string, unknown>;
}

/** Read a parameter of a query. @returns `undefined` when it is not there */
export function readNumberParameter(
  parameters: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const value = parameters.get(name);
  if (value === null) return undefined;
  if (/^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  return refuse(name, `must be a whole number from ${min} to ${max}`);
}

export function refuse(field: string | undefined, rule: string): never {
  throw new RequestRefusal('invalid-request', `${field ?? 'The body'} ${rule}.`, {
    ...(field !== undefined && { field }),
  });
}
