import { createParser } from 'eventsource-parser';

import type { AnswerEvent } from '../reply/answer-event.ts';
import { chunkType, commonReader, emitThread, emitWarning, type Emit } from './decode-chunk.ts';
import type { BodyDecoder } from './decode-context.ts';
import type { FailureCode } from '../failures/failure.ts';
import { parseJson, readErrorMessage, type UnknownRecord } from '../record.ts';
import { MAX_BODY_LENGTH, MAX_LINE_LENGTH, MAX_UNDECIDED_LENGTH } from '../reply/reply-limits.ts';
import type { SniffedFormat } from './sniff.ts';

/**
 * Reads the body of one reply, in whatever format it turns out to be. Nothing in a body makes it reject: only code that
 * cannot be loaded does.
 */
export interface ReplyDecoder {
  /**
   * `ended`: the end mark of the format came, what follows is ignored. `refused`: a limit was passed or this is no reply
   * at all; an `error` event has said so, and reading on is useless.
   */
  readonly state: 'open' | 'ended' | 'refused';
  /** Takes the next piece of the body, cut anywhere, once the piece before it is read. */
  push(piece: string): Promise<AnswerEvent[]>;
  /**
   * Takes the end of the body.
   *
   * @param broken whether the connection broke, so that a format without an end mark must not count as complete
   */
  end(broken?: boolean): Promise<AnswerEvent[]>;
}

export interface ReplyDecoderOptions {
  /** What the labels say, see {@link readFormatHint}. Only asked when the bytes do not decide. */
  hint?: 'sse' | 'v1' | null;
  /** Longest line or event, and longest body, in UTF-16 units. Default 4,000,000 and 16,000,000. */
  limits?: { line?: number; body?: number };
}

/** What the headers of an answer say about its format. */
export function readFormatHint(headers: Headers): 'sse' | 'v1' | null {
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'sse';
  if (headers.has('x-vercel-ai-data-stream')) return 'v1';
  return headers.get('content-type')?.startsWith('text/event-stream') ? 'sse' : null;
}

/** A chunk whose reader is loaded with the first of its kind, and which keeps its place among the events until then. */
interface UnreadChunk {
  readonly type: 'unread';
  readonly name: string;
  readonly chunk: UnknownRecord;
  /** As it came. */
  readonly data: string;
}

/** The first event of nearly every reply with its blank line, and what may still become one. */
const FIRST_EVENT = /^data: ?(\{.*\})(\r\n|\r|\n)\2/;
const FIRST_EVENT_BEGUN = /^data: ?\{.*(?:\r\n|\r|\n)?$/;

/** Makes a decoder for one reply. What reads other formats than the SSE stream is loaded when one is met. */
export function createReplyDecoder({ hint = null, limits = {} }: ReplyDecoderOptions = {}): ReplyDecoder {
  const { line: maxLine = MAX_LINE_LENGTH, body: maxBody = MAX_BODY_LENGTH } = limits;
  let state: ReplyDecoder['state'] = 'open';
  let events: (AnswerEvent | UnreadChunk)[] = [];
  let length = 0;
  let decoder: BodyDecoder | null = null;
  /** The body so far, until a part of it is recognised. */
  let unread: string | null = '';

  const emit: Emit = (event) => {
    events.push(event);
    if (event.type !== 'warning') unread = null;
  };

  function refuse(code: FailureCode, message: string): void {
    if (state === 'refused') return;
    state = 'refused';
    emit({ type: 'error', code, message });
  }

  function refuseLength(limit: number): void {
    refuse('too-large', `The reply passes the limit of ${limit} characters.`);
  }

  function readLines(read: (lines: string, cut: boolean) => void, end = () => {}): BodyDecoder {
    let line = '';
    return {
      push(piece) {
        // Only the piece is searched: to search the line again with every piece would take the square of its length.
        const lineEnd = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
        if (lineEnd > 0) {
          read(line + piece.slice(0, lineEnd), false);
          line = '';
        }
        line += piece.slice(lineEnd);
        if (line.length > maxLine) refuseLength(maxLine);
      },
      end() {
        read(line, true);
        end();
      },
    };
  }

  function takes(line: string): boolean {
    if (line.length > maxLine) refuseLength(maxLine);
    return state === 'open' && line !== '';
  }

  function decodeData(data: string, eventName: string | undefined, cut: boolean): void {
    if (!takes(data)) return;
    const value = parseJson(data);
    const name = chunkType(value);
    const isError = eventName === 'error';
    if (name !== null && (!isError || commonReader(name)))
      decodeChunk({ type: 'unread', name, chunk: value as UnknownRecord, data });
    else if (isError) emit({ type: 'error', message: readErrorMessage(value) ?? data });
    else if (value !== undefined) emitWarning(emit, 'bad-type', data);
    else if (data.trim() === '[DONE]') {
      state = 'ended';
      emit({ type: 'end' });
    } else if (data.includes('\n')) {
      for (const line of data.split('\n')) decodeData(line, eventName, cut);
    } else emitWarning(emit, cut ? 'cut-line' : 'bad-json', data);
  }

  function decodeChunk(part: UnreadChunk, read = commonReader(part.name)): void {
    if (read === undefined) events.push(part);
    else if (!read(part.chunk, emit)) emitWarning(emit, 'bad-type', part.data);
  }

  /** Read the chunks that wait for their reader. Where it cannot be loaded, their types are unknown. */
  async function decodeUnreadChunks(): Promise<void> {
    if (!events.some(({ type }) => type === 'unread')) return;
    const extended = await import('./decode-extended.ts').catch(() => null);
    const taken = events;
    events = [];
    for (const event of taken) {
      if (event.type !== 'unread') {
        events.push(event);
        continue;
      }
      const { name, chunk } = event;
      const read = extended?.chunkReader(name);
      if (read !== undefined) decodeChunk(event, read);
      else {
        emitWarning(emit, 'unknown-type', name);
        emitThread(emit, chunk, 8);
      }
    }
  }

  function createSseDecoder(): BodyDecoder {
    let isCut = false;
    const parser = createParser({
      maxBufferSize: maxLine,
      onEvent({ data, event }) {
        decodeData(data, event, isCut);
      },
      onError({ type, field = '', line = '' }) {
        if (type === 'max-buffer-size-exceeded') refuseLength(maxLine);
        else if (isCut) emitWarning(emit, 'cut-line', line);
        else emitWarning(emit, 'sse-field', field);
      },
    });
    // Whole lines: of an unknown field that comes in pieces the parser says nothing.
    return readLines((lines, cut) => {
      isCut = cut && lines !== '';
      // The parser drops an event that has no blank line after it.
      parser.feed(cut ? `${lines}\n\n` : lines);
    });
  }

  async function recognise(ended: boolean): Promise<void> {
    const body = unread!;
    const [, first] = FIRST_EVENT.exec(body) ?? [];
    if (first !== undefined && commonReader(chunkType(parseJson(first))))
      return begin('sse', createSseDecoder());
    if (!ended && length <= MAX_UNDECIDED_LENGTH && FIRST_EVENT_BEGUN.test(body)) return;
    const { sniffFormat, sniffWhole } = await import('./decode-fallback.ts');
    const format = (ended ? sniffWhole : sniffFormat)(body, hint);
    if (format === 'sse') begin(format, createSseDecoder());
    else if (format !== null) await beginFallback(format);
  }

  async function beginFallback(format: Exclude<SniffedFormat, 'sse'>): Promise<void> {
    const { createFallbackDecoder } = await import('./decode-fallback.ts');
    begin(format, createFallbackDecoder(format, { emit, refuse, readLines, takes, decodeData }));
  }

  function begin(format: SniffedFormat, next: BodyDecoder): void {
    const body = unread!;
    emit({ type: 'format', format: format === 'sse-lines' ? 'sse' : format === 'html' ? 'text' : format });
    // Kept for the case that nothing in it is a part of this format.
    if (format === 'sse' || format === 'v1') unread = body;
    decoder = next;
    decoder.push(format === 'text' ? body : body.trimStart());
  }

  async function take(): Promise<AnswerEvent[]> {
    await decodeUnreadChunks();
    const taken = events as AnswerEvent[];
    events = [];
    return taken;
  }

  return {
    get state() {
      return state;
    },
    async push(whole) {
      if (state !== 'open' || whole === '') return [];
      const piece = whole.slice(0, maxBody - length);
      length += whole.length;
      if (unread !== null) unread += piece;
      if (decoder !== null) decoder.push(piece);
      // After the first characters only whole lines and the bounds decide.
      else if (length < 64 || length > MAX_UNDECIDED_LENGTH || /[\r\n]/.test(piece)) {
        await recognise(false);
      }
      if (length > maxBody) refuseLength(maxBody);
      return take();
    },
    async end(broken = false) {
      if (state !== 'open') return [];
      if (decoder === null) await recognise(true);
      decoder!.end(broken);
      await decodeUnreadChunks();
      if (unread !== null && unread.trim() !== '' && hint === null && !broken) {
        // A text that only begins like a stream.
        await beginFallback('text');
        decoder!.end(false);
      }
      return take();
    },
  };
}
