import type { MatchedRange, SearchExcerpt } from '../protocol/api.ts';

/** Beginning and end of a match, as a backend is asked to mark them: two characters that no text has, so that nothing is read as HTML. */
export const MARKS = ['\uE000', '\uE001'] as const;

/** Read a text in which matches are marked. @param decode is applied to what stands between the marks */
export function readMarked(
  marked: string,
  [open, close]: readonly [string, string] = MARKS,
  decode: (text: string) => string = (text) => text,
): SearchExcerpt {
  let text = '';
  const ranges: MatchedRange[] = [];
  for (const [index, part] of marked.split(open).entries()) {
    const rest = part.split(close);
    const start = text.length;
    if (index > 0) text += decode(rest.shift()!);
    if (text.length > start) ranges.push([start, text.length]);
    text += decode(rest.join(''));
  }
  return { text, ranges };
}
