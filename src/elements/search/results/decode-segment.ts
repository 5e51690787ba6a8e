/** Decode a segment of an address for readers; one with damaged escapes, control or direction characters stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /[\p{Cc}\p{Cf}]/u.test(text) ? segment : text;
  } catch {
    return segment;
  }
}
