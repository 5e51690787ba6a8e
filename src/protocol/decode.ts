import { createParser } from 'eventsource-parser';

import type { AnswerEvent } from './answer-event.ts';
import { decodeChunk, emitThread, emitWarning, isKnownChunk, type Emit } from './decode-chunk.ts';
import { createLineProtocolDecoder } from './decode-line.ts';
import { createLineBuffer } from './line-buffer.ts';
import { isRecord, parseJson, readErrorMessage } from './record.ts';
import { DEFAULT_REPLY_LIMITS, type ReplyLimits } from './reply-limits.ts';
import { MAX_UNDECIDED_TEXT, sniffFormat, sniffWhole, type SniffedFormat } from './sniff.ts';

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
  /** What the labels say, see {@link readFormatHint}. Only asked when the bytes do not decide. */
  hint?: 'sse' | 'v1' | null;
  limits?: Partial<Pick<ReplyLimits, 'line' | 'body'>>;
}

/** What the headers of an answer say about its format. */
export function readFormatHint(headers: Headers): 'sse' | 'v1' | null {
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'sse';
  if (headers.has('x-vercel-ai-data-stream')) return 'v1';
  return headers.get('content-type')?.startsWith('text/event-stream') ? 'sse' : null;
}

/** The part of a decoder that knows one format. */
interface BodyDecoder {
  push(piece: string): void;
  end(broken: boolean): void;
}

/** Makes a decoder for one reply. */
export function createReplyDecoder({ hint = null, limits = {} }: ReplyDecoderOptions = {}): ReplyDecoder {
  const { line: maxLine, body: maxBody } = { ...DEFAULT_REPLY_LIMITS, ...limits };
  let state: ReplyDecoder['state'] = 'open';
  let events: AnswerEvent[] = [];
  let length = 0;
  let decoder: BodyDecoder | null = null;
  /** The body so far, until a part of it is recognised. */
  let unread: string | null = '';

  const emit: Emit = (event) => {
    events.push(event);
    if (event.type !== 'warning') unread = null;
  };

  function refuse(code: 'too-large' | 'bad-content', message: string): void {
    if (state === 'refused') return;
    state = 'refused';
    emit({ type: 'error', code, message });
  }

  const refuseLine = (): void =>
    refuse('too-large', `A line of the reply is longer than ${maxLine} characters.`);

  function createDecoder(format: SniffedFormat): BodyDecoder {
    switch (format) {
      case 'sse':
        return createSseDecoder();
      case 'text':
        return createTextDecoder();
      case 'json':
        return createDocumentDecoder();
      case 'html':
        return { push: () => refuse('bad-content', 'The answer is an HTML page.'), end: () => {} };
      case 'v1': {
        const { line, end } = createLineProtocolDecoder(emit);
        return createLinesDecoder(line, end);
      }
      default:
        return createLinesDecoder(decodeBareLine, () => {});
    }
  }

  function createLinesDecoder(
    decodeLine: (line: string, cut: boolean) => void,
    end: () => void,
  ): BodyDecoder {
    const buffer = createLineBuffer();
    return {
      push(piece) {
        const lines = buffer.push(piece);
        if (buffer.length > maxLine) return refuseLine();
        if (lines === '') return;
        for (const line of lines.split(/[\r\n]+/)) {
          if (line.length > maxLine) return refuseLine();
          if (line !== '') decodeLine(line, false);
        }
      },
      end() {
        const line = buffer.flush();
        if (line !== '') decodeLine(line, true);
        end();
      },
    };
  }

  /** A line of NDJSON, or of an SSE stream that forgets the blank lines. */
  function decodeBareLine(line: string, cut: boolean): void {
    if (/^(?::|event:|id:|retry:)/.test(line)) return;
    decodeData(line.startsWith('data:') ? line.slice(5) : line, undefined, cut);
  }

  function decodeData(data: string, eventName: string | undefined, cut: boolean): void {
    if (state !== 'open' || data === '') return;
    const value = parseJson(data);
    if (eventName === 'error' && !isKnownChunk(value)) {
      emit({ type: 'error', message: readErrorMessage(value) ?? data.slice(0, 500) });
    } else if (value !== undefined) decodeChunk(value, data, emit);
    else if (data.trim() === '[DONE]') {
      state = 'ended';
      emit({ type: 'end' });
    } else if (data.includes('\n')) {
      for (const line of data.split('\n')) decodeData(line, eventName, cut);
    } else emitWarning(emit, cut ? 'cut-line' : 'bad-json', data);
  }

  function createSseDecoder(): BodyDecoder {
    // The parser gets whole lines: it drops the start of an unknown field that is cut, where a whole one is an error.
    const buffer = createLineBuffer();
    let cut = false;
    const parser = createParser({
      maxBufferSize: maxLine,
      onEvent({ data, event }) {
        if (data.length > maxLine) refuseLine();
        else decodeData(data, event, cut);
      },
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded') refuseLine();
        else if (cut) emitWarning(emit, 'cut-line', error.line ?? '');
        else if (error.type === 'unknown-field') emitWarning(emit, 'sse-field', error.field ?? '');
      },
    });
    return {
      push(piece) {
        const lines = buffer.push(piece);
        if (buffer.length > maxLine) refuseLine();
        else if (lines !== '') parser.feed(lines);
      },
      end() {
        const line = buffer.flush();
        cut = line !== '';
        parser.feed(`${line}\n\n`);
      },
    };
  }

  function createTextDecoder(): BodyDecoder {
    emit({ type: 'text', phase: 'start', part: '0', delta: '' });
    return {
      push: (delta) => emit({ type: 'text', phase: 'delta', part: '0', delta }),
      end(broken) {
        emit({ type: 'text', phase: 'end', part: '0', delta: '' });
        if (!broken) emit({ type: 'end' });
      },
    };
  }

  /** A proxy that does not stream: `{message}`, `{content}` or `{text}`, or an error. Only made when all has come. */
  function createDocumentDecoder(): BodyDecoder {
    return {
      push(body) {
        const document = parseJson(body);
        if (!isRecord(document)) return refuse('bad-content', 'The answer is JSON, but not a reply.');
        emitThread(emit, document, 1);
        const text = [document.message, document.content, document.text].find(
          (value) => typeof value === 'string',
        );
        const error = document.error == null ? null : readErrorMessage(document.error);
        if (error !== null) emit({ type: 'error', message: error });
        else if (typeof text === 'string') {
          const decoder = createTextDecoder();
          decoder.push(text);
          decoder.end(false);
        } else refuse('bad-content', 'The answer is JSON, but not a reply.');
      },
      end() {},
    };
  }

  function decide(format: SniffedFormat | null): void {
    if (format === null) return;
    const body = unread!;
    emit({ type: 'format', format: format === 'sse-lines' ? 'sse' : format === 'html' ? 'text' : format });
    // Kept for the case that nothing in it is a part of this format.
    unread = format === 'sse' || format === 'v1' ? body : null;
    decoder = createDecoder(format);
    decoder.push(format === 'text' ? body.replace(/^\uFEFF/, '') : body.trimStart());
  }

  function take(): AnswerEvent[] {
    const taken = events;
    events = [];
    return taken;
  }

  return {
    get state() {
      return state;
    },
    push(piece) {
      if (state !== 'open' || piece === '') return [];
      length += piece.length;
      if (unread !== null) unread += piece;
      if (length > maxBody) refuse('too-large', `The reply is longer than ${maxBody} characters.`);
      else if (decoder !== null) decoder.push(piece);
      // After the first characters only whole lines and the bounds decide.
      else if (length < 64 || length > MAX_UNDECIDED_TEXT || /[\r\n]/.test(piece))
        decide(sniffFormat(unread!, hint));
      return take();
    },
    end(broken = false) {
      if (state !== 'open') return [];
      if (decoder === null) decide(sniffWhole(unread!, hint));
      decoder!.end(broken);
      if (unread !== null && unread.trim() !== '' && hint === null && !broken) {
        // A text that only begins like a stream.
        decide('text');
        decoder!.end(false);
      }
      return take();
    },
  };
}
