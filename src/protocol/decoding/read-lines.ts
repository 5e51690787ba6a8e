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
    push(chunk) {
      // Search the new chunk only: searching the line again with every chunk would be O(n²).
      const lineEnd = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r')) + 1;
      if (lineEnd > 0) {
        read(line + chunk.slice(0, lineEnd), false);
        line = '';
      }
      line += chunk.slice(lineEnd);
      if (line.length > context.maxLine) context.refuseLength(context.maxLine);
    },
    end() {
      read(line, true);
      end();
    },
  };
}
