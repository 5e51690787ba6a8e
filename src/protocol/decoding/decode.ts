import { lazy, type LazyModule } from '../lazy.ts';
import { loadTwice } from '../load-twice.ts';
import { parseJson } from '../record.ts';
import type { AnswerEvent } from '../reply/answer-event.ts';
import { MAX_BODY_LENGTH, MAX_LINE_LENGTH } from '../reply/reply-limits.ts';
import { chunkType, commonReader } from './decode-chunk.ts';
import { DecoderContext, type BodyDecoder, type ExtendedReaders } from './decode-context.ts';
import type * as fallback from './decode-fallback.ts';
import { createSseDecoder } from './decode-sse.ts';
import type { FormatHint } from './sniff.ts';

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
  /** Read the next chunk of the body, cut anywhere, once the chunk before it is read. */
  push(chunk: string): Promise<AnswerEvent[]>;
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
  /** Maximum length of a line or event, and longest body, in UTF-16 units. Default 4,000,000 and 16,000,000. */
  limits?: { line?: number; body?: number };
}

/** Code that most replies do without. */
export interface DecoderModules {
  readonly extended: ExtendedReaders;
  /** Recognises and decodes the formats that few servers send. */
  readonly fallback: LazyModule<typeof fallback>;
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
 * @param modules load what few replies need, when it is needed. Default: loaders of its own
 */
export function createReplyDecoder(
  options: ReplyDecoderOptions = {},
  modules = createModules(),
): ReplyDecoder {
  return new BodyReader(options, modules);
}

function createModules(): DecoderModules {
  return {
    extended: lazy(() => import('./decode-extended.ts')),
    fallback: lazy(() => import('./decode-fallback.ts')),
  };
}

/** The first event of nearly every reply with its blank line, and what may still become one. */
const FIRST_EVENT = /^data: ?(\{.*\})(\r\n|\r|\n)\2/;
const FIRST_EVENT_BEGUN = /^data: ?\{.*(?:\r\n|\r|\n)?$/;
/** Maximum length of a body, in UTF-16 units, that is looked at for such an event: each chunk looks from the start. */
const MAX_FIRST_EVENT_LENGTH = 2_000;

class BodyReader implements ReplyDecoder {
  readonly #hint: FormatHint;
  readonly #maxBody: number;
  readonly #fallback: DecoderModules['fallback'];
  readonly #context: DecoderContext;
  /** `null` until the first event decides. */
  #decoder: BodyDecoder | null = null;
  /** The body up to the first part of it that is recognised. */
  #body = '';
  #length = 0;

  constructor({ hint = null, limits = {} }: ReplyDecoderOptions, { extended, fallback }: DecoderModules) {
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
    const chunk = whole.slice(0, this.#maxBody - this.#length);
    this.#length += whole.length;
    if (!this.#context.hasParts) this.#body += chunk;
    if (this.#decoder !== null) this.#decoder.push(chunk);
    else await this.#begin(false);
    if (this.#length > this.#maxBody) this.#context.refuseLength(this.#maxBody);
    return this.#context.take();
  }

  async end(broken = false): Promise<AnswerEvent[]> {
    if (this.state !== 'open') return [];
    if (this.#decoder === null) await this.#begin(true);
    this.#decoder!.end(broken);
    const events = await this.#context.take();
    if (this.#context.hasParts || this.#body.trim() === '' || this.#hint !== null || broken) return events;
    // A text that only begins like a stream.
    const { decodeWholeText } = await this.#loadFallback();
    decodeWholeText(this.#body, this.#context);
    return [...events, ...(await this.#context.take())];
  }

  /** Choose the decoder by the first event, unless more of that is to come. */
  async #begin(ended: boolean): Promise<void> {
    const body = this.#body;
    const context = this.#context;
    const [, first] = FIRST_EVENT.exec(body) ?? [];
    if (first !== undefined && commonReader(chunkType(parseJson(first)))) {
      this.#decoder = createSseDecoder(context);
    } else {
      if (!ended && body.length <= MAX_FIRST_EVENT_LENGTH && FIRST_EVENT_BEGUN.test(body)) return;
      const { createFallbackDecoder } = await this.#loadFallback();
      this.#decoder = createFallbackDecoder(context, this.#hint);
    }
    this.#decoder.push(body);
  }

  async #loadFallback() {
    const fallback = await loadTwice(this.#fallback);
    if (fallback === undefined) throw new Error('The decoder could not be loaded.');
    return fallback;
  }
}
