/** Invalid arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * @param name of the option or variable, as users write it
 * @throws UsageError when the value is not a whole number of at most `max`
 */
export function readWholeNumber(name: string, value: string, max: number): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) > max) {
    throw new UsageError(`${name} takes a whole number from 0 to ${max}, not "${value}".`);
  }
  return Number(value);
}
