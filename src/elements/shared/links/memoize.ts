/** Maximum number of results that are kept of one function: with more addresses than that, none of an answer is long. */
const MAX_RESULTS = 100;

/**
 * Return a function that keeps the results of another one. For what is computed again in each frame of a growing answer, whose
 * thousands of references may share one long address.
 */
export function memoize<T>(compute: (key: string) => T): (key: string) => T {
  const results = new Map<string, T>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size === MAX_RESULTS) results.clear();
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
