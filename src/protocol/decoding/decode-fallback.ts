import type { BodyDecoder, DecoderContext } from './decode-context.ts';
import { emitThread } from './decode-chunk.ts';
import { LineProtocolDecoder } from './decode-line.ts';
import { isRecord, isString, parseJson, readErrorMessage } from '../record.ts';
import { createSseDecoder, decodeEvent } from './decode-sse.ts';
import { readLines } from './read-lines.ts';
import { sniffFormat, sniffWhole, type FormatHint, type SniffedFormat } from './sniff.ts';
import { MAX_UNDECIDED_LENGTH } from '../reply/reply-limits.ts';

/** Of a page or a document in the place of a reply. */
const NO_REPLY = 'The answer is not a reply.';

/** Length of a body, in UTF-16 units, up to which each chunk is looked at; after that, only whole lines and the limit decide. */
const HEAD_LENGTH = 64;

/**
 * Create a decoder that recognises the format by the body. Loaded for a reply that does not begin with an event that most
 * replies have.
 */
export function createFallbackDecoder(context: DecoderContext, hint: FormatHint): BodyDecoder {
  let body = '';
  let decoder: BodyDecoder | null = null;
  const begin = (format: SniffedFormat): BodyDecoder => {
    const begun = createDecoder(format, context);
    begun.push(format === 'text' ? body : body.trimStart());
    return begun;
  };
  return {
    push(chunk) {
      if (decoder !== null) return decoder.push(chunk);
      body += chunk;
      const { length } = body;
      if (length >= HEAD_LENGTH && length <= MAX_UNDECIDED_LENGTH && !/[\r\n]/.test(chunk)) return;
      const format = sniffFormat(body, hint);
      if (format !== null) decoder = begin(format);
    },
    end(broken) {
      decoder ??= begin(sniffWhole(body, hint));
      decoder.end(broken);
    },
  };
}

/** Decode a whole body as text. */
export function decodeWholeText(body: string, context: DecoderContext): void {
  const decoder = createDecoder('text', context);
  decoder.push(body);
  decoder.end(false);
}

function createDecoder(format: SniffedFormat, context: DecoderContext): BodyDecoder {
  const { emit } = context;
  if (format === 'sse') return createSseDecoder(context);
  emit({
    type: 'format',
    format: format === 'sse-lines' ? 'sse' : format === 'html' ? 'text' : format,
  });
  // Of a stream it may still turn out that nothing in the body is a part of one.
  context.hasParts = format !== 'v1';
  switch (format) {
    case 'v1': {
      const decoder = new LineProtocolDecoder(emit);
      return readEachLine(
        (line, cut) => decoder.line(line, cut),
        () => decoder.end(),
      );
    }
    case 'ndjson':
    case 'sse-lines':
      return readEachLine((line, cut) => {
        const [, field, data = ''] = /^(data:|:|event:|id:|retry:)?(.*)$/s.exec(line)!;
        if (field === undefined || field === 'data:') decodeEvent(context, data, undefined, cut);
      });
    case 'text':
      return createTextDecoder(context);
    // A proxy that does not stream: `{message}`, `{content}` or `{text}`, or an error. Comes whole.
    case 'json':
      return { push: (body) => decodeDocument(body), end() {} };
    // The error page of a gateway.
    case 'html':
      return { push: () => context.refuse('bad-content', NO_REPLY), end() {} };
  }

  /** Create a decoder of single lines that are not empty. `cut`: the body ended within this one. */
  function readEachLine(decodeLine: (line: string, cut: boolean) => void, end?: () => void): BodyDecoder {
    return readLines(
      context,
      (lines, cut) => {
        for (const line of lines.split(/[\r\n]+/)) if (context.takes(line)) decodeLine(line, cut);
      },
      end,
    );
  }

  function decodeDocument(body: string): void {
    const document = parseJson(body);
    if (!isRecord(document)) return context.refuse('bad-content', NO_REPLY);
    const { message, content, text, error } = document;
    const failure = readErrorMessage(error);
    const answer = [message, content, text].find(isString);
    emitThread(emit, document, 1);
    if (failure !== undefined) emit({ type: 'error', message: failure });
    else if (answer === undefined) context.refuse('bad-content', NO_REPLY);
    else {
      const decoder = createTextDecoder(context);
      decoder.push(answer);
      decoder.end(false);
    }
  }
}

function createTextDecoder(context: DecoderContext): BodyDecoder {
  const { emit } = context;
  let begun = false;
  const emitText = (phase: 'start' | 'delta' | 'end', delta: string): void =>
    emit({ type: 'text', phase, part: '0', delta });
  return {
    push(chunk) {
      if (!isText(chunk)) return context.refuse('bad-content', NO_REPLY);
      if (!begun) emitText('start', '');
      emitText('delta', begun ? chunk : chunk.replace(/^\uFEFF/, ''));
      begun = true;
    },
    end(broken) {
      emitText('end', '');
      if (!broken) emit({ type: 'end' });
    },
  };
}

/** A byte that was no UTF-8, or a control character. */
// oxlint-disable-next-line no-control-regex -- they are what is searched for
const ODD = /[\uFFFD\x01-\x08\x0E-\x1A\x1C-\x1F]/g;
/** Maximum share of them in a text. Some may be: a text in an older encoding can still be read. */
const MAX_ODD_SHARE = 0.1;

/** Return whether a chunk was text, and not the bytes of a compressed file or an image. */
function isText(chunk: string): boolean {
  const odd = chunk.length - chunk.replace(ODD, '').length;
  return !chunk.includes('\0') && odd <= Math.max(1, chunk.length * MAX_ODD_SHARE);
}
