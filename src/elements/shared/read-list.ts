import { parseJson } from '../../protocol/record.ts';

/** Read `a, b` or `["a", "b"]`. JSON that is broken is read as the words in it. */
export function readList(text: string | null): string[] {
  const list = parseJson(text ?? '');
  return Array.isArray(list) ? list.map(String) : (text?.match(/[^\s,"[\]]+/g) ?? []);
}
