/** Decode a segment of a URL for display. One with invalid escapes, or with control or format characters, is returned as it is. */
export function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return /[\p{Cc}\p{Cf}]/u.test(text) ? segment : text;
  } catch {
    return segment;
  }
}
