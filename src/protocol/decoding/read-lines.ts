import type { BodyDecoder, DecoderContext } from './decode-context.ts';

/**
 * Create a decoder that collects whole lines.
 *
 * @param read is given whole lines with their ends, and at last the line that the body ended in (`cut`), even an empty one
 */
export function readLines(
  context: DecoderContext,
  read: (lines: string, cut: boolean) => void,
  end = (): void => {},
): BodyDecoder {
  let line = '';
  return {
    push(piece) {
      // Search the new piece only: searching the line again with every piece would be O(n²).
      const lineEnd = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
      if (lineEnd > 0) {
        read(line + piece.slice(0, lineEnd), false);
        line = '';
      }
      line += piece.slice(lineEnd);
      if (line.length > context.maxLine) context.refuseLength(context.maxLine);
    },
    end() {
      read(line, true);
      end();
    },
  };
}
