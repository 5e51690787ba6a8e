/** Invalid arguments of a command. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
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
