/** Return the id of the element of an option. */
export function optionId(index: number): string {
  return `option-${index}`;
}
