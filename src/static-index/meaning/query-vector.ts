/** Add the vector of a word to that of a query which has the word so many times. */
export function addWordVector(sum: Float32Array, word: Float32Array, scale: number, count: number): void {
  const factor = scale * occurrenceWeight(count);
  for (let at = 0; at < sum.length; at++) sum[at]! += factor * word[at]!;
}

/** Return a vector in length 1; `null` for one of zeros, which has no direction. */
export function toUnit(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? vector.map((value) => value / length) : null;
}

/** Return how much a word counts in a text that has it so many times. Vectors of words are fitted with it. */
export function occurrenceWeight(count: number): number {
  return 1 + Math.log(count);
}
