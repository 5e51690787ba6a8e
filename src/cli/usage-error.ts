import { IDENTIFIER } from '../protocol/endpoints.ts';

/** Invalid arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @param option as on the command line. @throws UsageError for what cannot be a domain or a project in an address */
export function readIdentifier(option: string, value: string): string {
  if (IDENTIFIER.test(value)) return value;
  throw new UsageError(`${option} takes 1 to 128 letters, digits and . _ ~ : @ -, not "${value}".`);
}

/**
 * @param name of the option or variable, as users write it
 * @throws UsageError when the value is not a whole number from `min` to `max`
 */
export function readWholeNumber(name: string, value: string, max: number, min = 0): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) > max || Number(value) < min) {
    throw new UsageError(`${name} takes a whole number from ${min} to ${max}, not "${value}".`);
  }
  return Number(value);
}
