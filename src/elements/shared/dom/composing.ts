/**
 * Whether a key belongs to an input method. Key code 229 is for Safari, which ends the composition before the event of the key that
 * confirms it.
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
