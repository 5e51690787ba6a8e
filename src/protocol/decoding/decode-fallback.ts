import type { BodyDecoder, DecoderContext } from './decode-context.ts';
import { emitThread, type Emit } from './decode-chunk.ts';
import { LineProtocolDecoder } from './decode-line.ts';
import { isRecord, isString, parseJson, readErrorMessage } from '../record.ts';
import { decodeEvent } from './decode-sse.ts';
import { readLines } from './read-lines.ts';
import type { SniffedFormat } from './sniff.ts';

export { sniffFormat, sniffWhole } from './sniff.ts';

/** Of a page or a document in the place of a reply. */
const NO_REPLY = 'The answer is not a reply.';

/** Create the decoder of any format but the SSE stream. Loaded when a reply is in one, because few servers send them. */
export function createFallbackDecoder(
  format: Exclude<SniffedFormat, 'sse'>,
  context: DecoderContext,
): BodyDecoder {
  const { emit } = context;
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
      return createTextDecoder(emit);
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
      const decoder = createTextDecoder(emit);
      decoder.push(answer);
      decoder.end(false);
    }
  }
}

function createTextDecoder(emit: Emit): BodyDecoder {
  let begun = false;
  const emitText = (phase: 'start' | 'delta' | 'end', delta: string): void =>
    emit({ type: 'text', phase, part: '0', delta });
  return {
    push(piece) {
      if (!begun) emitText('start', '');
      emitText('delta', begun ? piece : piece.replace(/^\uFEFF/, ''));
      begun = true;
    },
    end(broken) {
      emitText('end', '');
      if (!broken) emit({ type: 'end' });
    },
  };
}
