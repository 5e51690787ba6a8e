import type { AnswerEvent } from './answer-event.ts';
import type { ReplyLimits } from './reply-limits.ts';

/** Reads the body of one reply, in whatever format it turns out to be. Never throws. */
export interface ReplyDecoder {
  /**
   * `ended`: the end mark of the format came, what follows is ignored. `refused`: a limit was passed or this is no reply
   * at all; an `error` event has said so, and reading on is useless.
   */
  readonly state: 'open' | 'ended' | 'refused';
  /** Takes the next piece of the body, cut anywhere. */
  push(piece: string): AnswerEvent[];
  /**
   * Takes the end of the body.
   *
   * @param broken whether the connection broke, so that a format without an end mark must not count as complete
   */
  end(broken?: boolean): AnswerEvent[];
}

export interface ReplyDecoderOptions {
  /** What the labels say. Only asked when the bytes do not decide. */
  hint?: 'sse' | 'v1' | null;
  limits?: Partial<Pick<ReplyLimits, 'line' | 'body'>>;
}
