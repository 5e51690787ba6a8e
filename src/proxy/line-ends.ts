export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;

/**
 * Create a function that returns the position after the line which begins at a position, or `null` if the line goes on beyond
 * these bytes. It remembers the next end of both kinds, so that many short lines cost one search of the bytes.
 */
export function createLineEndFinder(bytes: Uint8Array): (at: number) => number | null {
  const find = (byte: number, found: number, at: number): number => {
    if (found >= at) return found;
    const next = bytes.indexOf(byte, at);
    return next === -1 ? bytes.length : next;
  };
  let lineFeed = -1;
  let carriageReturn = -1;
  return (at) => {
    lineFeed = find(LINE_FEED, lineFeed, at);
    carriageReturn = find(CARRIAGE_RETURN, carriageReturn, at);
    const end = Math.min(lineFeed, carriageReturn);
    if (end === bytes.length) return null;
    return end + (lineFeed === carriageReturn + 1 ? 2 : 1);
  };
}
