import type { Emit } from './decode-chunk.ts';
import type { FailureCode } from '../failures/failure.ts';

/** The part of a decoder that knows one format. */
export interface BodyDecoder {
  push(piece: string): void;
  end(broken: boolean): void;
}

/** What the decoders of all formats share. */
export interface DecoderContext {
  readonly emit: Emit;
  /** End the reply as unreadable. */
  refuse(code: FailureCode, message: string): void;
  /** Create a decoder that passes on whole lines with their ends, and at last the one that the body ended in (`cut`), even empty. */
  readLines(read: (lines: string, cut: boolean) => void, end?: () => void): BodyDecoder;
  /** Whether a line or event is to be read: it is not empty, and the reply goes on. Refuses one that is too long. */
  takes(line: string): boolean;
  /** Read what one event of the SSE stream carries. */
  decodeData(data: string, eventName: string | undefined, cut: boolean): void;
}
