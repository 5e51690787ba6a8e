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

export function refuse(field: string | undefined, rule: string): never {
  throw new RequestRefusal('invalid-request', `${field ?? 'The body'} ${rule}.`, {
    ...(field !== undefined && { field }),
  });
}
