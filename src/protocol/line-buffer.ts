/**
 * Hands out whole lines of a text that comes in pieces. What has no line end yet is kept in fragments and joined once:
 * appending to one string and searching it again would take the square of the length of a line.
 */
export interface LineBuffer {
  /** Length of the line under way. */
  readonly length: number;
  /** @returns everything up to the last line end in `piece`, or `''` */
  push(piece: string): string;
  /** @returns the line under way, and forgets it */
  flush(): string;
}

export function createLineBuffer(): LineBuffer {
  let fragments: string[] = [];
  let length = 0;

  function flush(): string {
    const line = fragments.join('');
    fragments = [];
    length = 0;
    return line;
  }

  return {
    get length() {
      return length;
    },
    push(piece) {
      const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
      const lines = end === 0 ? '' : flush() + piece.slice(0, end);
      if (end < piece.length) {
        fragments.push(end === 0 ? piece : piece.slice(end));
        length += piece.length - end;
      }
      return lines;
    },
    flush,
  };
}
