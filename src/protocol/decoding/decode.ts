import { lazy, loadTwice, type LazyPiece } from '../lazy.ts';
import { parseJson } from '../record.ts';
import type { AnswerEvent } from '../reply/answer-event.ts';
import { MAX_BODY_LENGTH, MAX_LINE_LENGTH, MAX_UNDECIDED_LENGTH } from '../reply/reply-limits.ts';
import { chunkType, commonReader } from './decode-chunk.ts';
import { DecoderContext, type BodyDecoder, type ExtendedReaders } from './decode-context.ts';
import type * as fallback from './decode-fallback.ts';
import { createSseDecoder } from './decode-sse.ts';
import type { FormatHint, SniffedFormat } from './sniff.ts';

/**
 * Reads the body of one reply, in whatever format it turns out to be. Nothing in a body makes it reject; only code that
 * cannot be loaded does.
 */
export interface ReplyDecoder {
  /**
   * `ended`: the end mark of the format came, what follows is ignored. `refused`: a limit was passed or this is no reply
   * at all; an `error` event has been emitted, and the rest of the body must not be read.
   */
  readonly state: 'open' | 'ended' | 'refused';
  /** Read the next piece of the body, cut anywhere, once the piece before it is read. */
  push(piece: string): Promise<AnswerEvent[]>;
  /**
   * Read the end of the body.
   *
   * @param broken whether the connection broke, so that a format without an end mark must not count as complete
   */
  end(broken?: boolean): Promise<AnswerEvent[]>;
}

export interface ReplyDecoderOptions {
  /** The format that the headers name, see {@link readFormatHint}. Used where the bytes do not decide. Default `null`. */
  hint?: FormatHint;
  /** Longest line or event, and longest body, in UTF-16 units. Default 4,000,000 and 16,000,000. */
  limits?: { line?: number; body?: number };
}

/** Code that most replies do without. */
export interface DecoderPieces {
  readonly extended: ExtendedReaders;
  /** Decoders of the formats that few servers send. */
  readonly fallback: LazyPiece<typeof fallback>;
}

/** Return the format that the headers of an answer name. */
export function readFormatHint(headers: Headers): FormatHint {
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'sse';
  if (headers.has('x-vercel-ai-data-stream')) return 'v1';
  return headers.get('content-type')?.startsWith('text/event-stream') ? 'sse' : null;
}

/**
 * Create a decoder for one reply.
 *
 * @param pieces load what few replies need, when it is needed. Default: loaders of its own
 */
export function createReplyDecoder(options: ReplyDecoderOptions = {}, pieces = createPieces()): ReplyDecoder {
  return new BodyReader(options, pieces);
}

function createPieces(): DecoderPieces {
  return {
    extended: lazy(() => import('./decode-extended.ts')),
    fallback: lazy(() => import('./decode-fallback.ts')),
  };
}

/** The first event of nearly every reply with its blank line, and what may still become one. */
const FIRST_EVENT = /^data: ?(\{.*\})(\r\n|\r|\n)\2/;
const FIRST_EVENT_BEGUN = /^data: ?\{.*(?:\r\n|\r|\n)?$/;

class BodyReader implements ReplyDecoder {
  readonly #hint: FormatHint;
  readonly #maxBody: number;
  readonly #fallback: DecoderPieces['fallback'];
  readonly #context: DecoderContext;
  /** `null` until the format is recognised. */
  #decoder: BodyDecoder | null = null;
  /** The body up to the first part of it that is recognised. */
  #body = '';
  #length = 0;

  constructor({ hint = null, limits = {} }: ReplyDecoderOptions, { extended, fallback }: DecoderPieces) {
    this.#hint = hint;
    this.#maxBody = limits.body ?? MAX_BODY_LENGTH;
    this.#fallback = fallback;
    this.#context = new DecoderContext(limits.line ?? MAX_LINE_LENGTH, extended);
  }

  get state(): ReplyDecoder['state'] {
    return this.#context.state;
  }

  async push(whole: string): Promise<AnswerEvent[]> {
    if (this.state !== 'open' || whole === '') return [];
    const piece = whole.slice(0, this.#maxBody - this.#length);
    this.#length += whole.length;
    if (!this.#context.hasParts) this.#body += piece;
    if (this.#decoder !== null) this.#decoder.push(piece);
    // After the first characters, only whole lines and the limit decide.
    else if (this.#length < 64 || this.#isUndecidable || /[\r\n]/.test(piece)) await this.#recognise(false);
    if (this.#length > this.#maxBody) this.#context.refuseLength(this.#maxBody);
    return this.#context.take();
  }

  async end(broken = false): Promise<AnswerEvent[]> {
    if (this.state !== 'open') return [];
    if (this.#decoder === null) await this.#recognise(true);
    this.#decoder!.end(broken);
    const events = await this.#context.take();
    if (this.#context.hasParts || this.#body.trim() === '' || this.#hint !== null || broken) return events;
    // A text that only begins like a stream.
    await this.#begin('text');
    this.#decoder!.end(false);
    return [...events, ...(await this.#context.take())];
  }

  /** Whether too much has come to wait for a decision. */
  get #isUndecidable(): boolean {
    return this.#length > MAX_UNDECIDED_LENGTH;
  }

  async #recognise(ended: boolean): Promise<void> {
    const body = this.#body;
    const [, first] = FIRST_EVENT.exec(body) ?? [];
    if (first !== undefined && commonReader(chunkType(parseJson(first)))) return this.#begin('sse');
    if (!ended && !this.#isUndecidable && FIRST_EVENT_BEGUN.test(body)) return;
    const { sniffFormat, sniffWhole } = await this.#loadFallback();
    const format = (ended ? sniffWhole : sniffFormat)(body, this.#hint);
    if (format !== null) await this.#begin(format);
  }

  async #begin(format: SniffedFormat): Promise<void> {
    const context = this.#context;
    const decoder =
      format === 'sse'
        ? createSseDecoder(context)
        : (await this.#loadFallback()).createFallbackDecoder(format, context);
    context.emit({
      type: 'format',
      format: format === 'sse-lines' ? 'sse' : format === 'html' ? 'text' : format,
    });
    // Of the other two it may still turn out that nothing in the body is a part of them.
    context.hasParts = format !== 'sse' && format !== 'v1';
    this.#decoder = decoder;
    decoder.push(format === 'text' ? this.#body : this.#body.trimStart());
  }

  async #loadFallback() {
    const fallback = await loadTwice(this.#fallback);
    if (fallback === undefined) throw new Error('The decoder could not be loaded.');
    return fallback;
  }
}
