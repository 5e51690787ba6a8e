/** Return how much a word counts in a text that has it so many times. Vectors of words are fitted with it. */
export function occurrenceWeight(count: number): number {
  return 1 + Math.log(count);
}
