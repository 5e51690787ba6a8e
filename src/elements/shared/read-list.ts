/** Read `a, b` or `["a", "b"]`. JSON that is broken is read as the words in it. */
export function readListAttribute(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text!);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // Names with commas are no JSON.
  }
  return text?.match(/[^\s,"[\]]+/g) ?? [];
}
