import { createParser } from 'eventsource-parser';

import type { AnswerEvent } from './answer-event.ts';
import { decodeChunk, emitThread, emitWarning, isKnownChunk, type Emit } from './decode-chunk.ts';
import { createLineProtocolDecoder } from './decode-line.ts';
import type { FailureCode } from './failure.ts';
import { isRecord, isString, parseJson, readErrorMessage } from './record.ts';
import { MAX_BODY_LENGTH, MAX_LINE_LENGTH } from './reply-limits.ts';
import { MAX_UNDECIDED_LENGTH, sniffFormat, sniffWhole, type SniffedFormat } from './sniff.ts';

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
  /** Longest line or event, and longest body, in UTF-16 units. Default 4,000,000 and 16,000,000. */
  limits?: { line?: number; body?: number };
}

/** What the headers of an answer say about its format. */
export function readFormatHint(headers: Headers): 'sse' | 'v1' | null {
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'sse';
  if (headers.has('x-vercel-ai-data-stream')) return 'v1';
  return headers.get('content-type')?.startsWith('text/event-stream') ? 'sse' : null;
}

/** Of a page or a document in the place of a reply. */
const NO_REPLY = 'The answer is not a reply.';

/** The part of a decoder that knows one format. */
interface BodyDecoder {
  push(piece: string): void;
  end(broken: boolean): void;
}

/** Makes a decoder for one reply. */
export function createReplyDecoder({ hint = null, limits = {} }: ReplyDecoderOptions = {}): ReplyDecoder {
  const { line: maxLine = MAX_LINE_LENGTH, body: maxBody = MAX_BODY_LENGTH } = limits;
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

  function refuse(code: FailureCode, message: string): void {
    if (state === 'refused') return;
    state = 'refused';
    emit({ type: 'error', code, message });
  }

  function refuseLength(limit: number): void {
    refuse('too-large', `The reply passes the limit of ${limit} characters.`);
  }

  function createDecoder(format: SniffedFormat): BodyDecoder {
    switch (format) {
      case 'sse':
        return createSseDecoder();
      case 'v1': {
        const { line, end } = createLineProtocolDecoder(emit);
        return createLinesDecoder(splitLines(line), end);
      }
      case 'ndjson':
      case 'sse-lines':
        return createLinesDecoder(splitLines(decodeBareLine));
      default:
        return { text: textDecoder, json: documentDecoder, html: pageDecoder }[format];
    }
  }

  /**
   * Hands on whole lines. What has no line end yet is kept in fragments and joined once: appending to one string and
   * searching it again would take the square of the length of a line.
   *
   * @param read takes one or more lines with their ends, or at last the one that the body ended in (`cut`), even empty
   */
  function createLinesDecoder(read: (lines: string, cut: boolean) => void, end = () => {}): BodyDecoder {
    let fragments: string[] = [];
    let pending = 0;
    return {
      push(piece) {
        const lineEnd = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1;
        fragments.push(piece.slice(0, lineEnd || undefined));
        pending += piece.length;
        if (lineEnd > 0) {
          const lines = fragments.join('');
          fragments = [piece.slice(lineEnd)];
          pending = piece.length - lineEnd;
          read(lines, false);
        }
        if (pending > maxLine) refuseLength(maxLine);
      },
      end() {
        read(fragments.join(''), true);
        end();
      },
    };
  }

  function splitLines(decodeLine: (line: string, cut: boolean) => void) {
    return (lines: string, cut: boolean): void => {
      for (const line of lines.split(/[\r\n]+/)) {
        if (line.length > maxLine) refuseLength(maxLine);
        if (line !== '' && state === 'open') decodeLine(line, cut);
      }
    };
  }

  /** A line of NDJSON, or of an SSE stream that forgets the blank lines. */
  function decodeBareLine(line: string, cut: boolean): void {
    const [, field, data = ''] = /^(data:|:|event:|id:|retry:)?(.*)$/s.exec(line)!;
    if (field === undefined || field === 'data:') decodeData(data, undefined, cut);
  }

  function decodeData(data: string, eventName: string | undefined, cut: boolean): void {
    if (state !== 'open' || data === '') return;
    const value = parseJson(data);
    if (eventName === 'error' && !isKnownChunk(value)) {
      emit({ type: 'error', message: readErrorMessage(value) ?? data });
    } else if (value !== undefined) decodeChunk(value, data, emit);
    else if (data.trim() === '[DONE]') {
      state = 'ended';
      emit({ type: 'end' });
    } else if (data.includes('\n')) {
      for (const line of data.split('\n')) decodeData(line, eventName, cut);
    } else emitWarning(emit, cut ? 'cut-line' : 'bad-json', data);
  }

  function createSseDecoder(): BodyDecoder {
    let isCut = false;
    const parser = createParser({
      maxBufferSize: maxLine,
      onEvent({ data, event }) {
        if (data.length > maxLine) refuseLength(maxLine);
        else decodeData(data, event, isCut);
      },
      onError({ type, field = '', line = '' }) {
        if (type === 'max-buffer-size-exceeded') refuseLength(maxLine);
        else if (isCut) emitWarning(emit, 'cut-line', line);
        else emitWarning(emit, 'sse-field', field);
      },
    });
    // Whole lines: of an unknown field that comes in pieces the parser says nothing.
    return createLinesDecoder((lines, cut) => {
      isCut = cut && lines !== '';
      // The parser drops an event that has no blank line after it.
      parser.feed(cut ? `${lines}\n\n` : lines);
    });
  }

  const emitText = (phase: 'start' | 'delta' | 'end', delta: string): void =>
    emit({ type: 'text', phase, part: '0', delta });

  const textDecoder: BodyDecoder = {
    push: (piece) => emitText('delta', piece),
    end(broken) {
      emitText('end', '');
      if (!broken) emit({ type: 'end' });
    },
  };

  /** A proxy that does not stream: `{message}`, `{content}` or `{text}`, or an error. Gets the whole body at once. */
  const documentDecoder: BodyDecoder = {
    push(body) {
      const document = parseJson(body);
      if (!isRecord(document)) return refuse('bad-content', NO_REPLY);
      const { message, content, text, error } = document;
      const told = readErrorMessage(error);
      const answer = [message, content, text].find(isString);
      emitThread(emit, document, 1);
      if (told !== undefined) emit({ type: 'error', message: told });
      else if (answer === undefined) refuse('bad-content', NO_REPLY);
      else {
        emitText('start', answer);
        textDecoder.end(false);
      }
    },
    end() {},
  };

  /** The error page of a gateway. */
  const pageDecoder: BodyDecoder = { push: () => refuse('bad-content', NO_REPLY), end() {} };

  function decide(format: SniffedFormat | null): void {
    if (format === null) return;
    const body = unread!;
    emit({ type: 'format', format: format === 'sse-lines' ? 'sse' : format === 'html' ? 'text' : format });
    if (format === 'text') emitText('start', '');
    // Kept for the case that nothing in it is a part of this format.
    if (format === 'sse' || format === 'v1') unread = body;
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
    push(whole) {
      if (state !== 'open' || whole === '') return [];
      const piece = whole.slice(0, maxBody - length);
      length += whole.length;
      if (unread !== null) unread += piece;
      if (decoder !== null) decoder.push(piece);
      // After the first characters only whole lines and the bounds decide.
      else if (length < 64 || length > MAX_UNDECIDED_LENGTH || /[\r\n]/.test(piece)) {
        decide(sniffFormat(unread!, hint));
      }
      if (length > maxBody) refuseLength(maxBody);
      return take();
    },
    end(broken = false) {
      if (state !== 'open') return [];
      if (decoder === null) decide(sniffWhole(unread!, hint));
      decoder!.end(broken);
      if (unread !== null && unread.trim() !== '' && hint === null && !broken) {
        // A text that only begins like a stream.
        decide('text');
        textDecoder.end(false);
      }
      return take();
    },
  };
}
