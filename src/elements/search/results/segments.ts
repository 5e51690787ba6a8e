import type { MatchedRange } from '../../../protocol/api.ts';

/** A part of a text, plain or marked as a match. */
export interface Segment {
  readonly text: string;
  readonly marked: boolean;
}

/** Split a text at ranges. A range that overlaps an earlier one or is out of order, as a server may send it, is ignored. */
export function splitAtRanges(text = '', ranges: readonly MatchedRange[] = []): Segment[] {
  const segments: Segment[] = [];
  let position = 0;
  for (const [start, end] of ranges) {
    if (start < position) continue;
    if (start > position) segments.push({ text: text.slice(position, start), marked: false });
    segments.push({ text: text.slice(start, end), marked: true });
    position = end;
  }
  if (position < text.length) segments.push({ text: text.slice(position), marked: false });
  return segments;
}
