import { createParser } from 'eventsource-parser';

import { parseJson, readErrorMessage, type UnknownRecord } from '../record.ts';
import { chunkType, commonReader, emitWarning } from './decode-chunk.ts';
import type { BodyDecoder, DecoderContext } from './decode-context.ts';
import { readLines } from './read-lines.ts';

/** Create the decoder of the SSE stream of AI SDK 5 to 7. */
export function createSseDecoder(context: DecoderContext): BodyDecoder {
  const { emit, maxLine } = context;
  emit({ type: 'format', format: 'sse' });
  let isCut = false;
  const parser = createParser({
    maxBufferSize: maxLine,
    onEvent({ data, event }) {
      decodeEvent(context, data, event, isCut);
    },
    onError({ type, field = '', line = '' }) {
      if (type === 'max-buffer-size-exceeded') context.refuseLength(maxLine);
      else if (isCut) emitWarning(emit, 'cut-line', line);
      else emitWarning(emit, 'sse-field', field);
    },
  });
  // Whole lines, because the parser does not report an unknown field that comes in pieces.
  return readLines(context, (lines, cut) => {
    isCut = cut && lines !== '';
    // The parser drops an event without a blank line after it.
    parser.feed(cut ? `${lines}\n\n` : lines);
  });
}

/** Decode the data of one event. `cut`: the body ended within it. */
export function decodeEvent(
  context: DecoderContext,
  data: string,
  eventName: string | undefined,
  cut: boolean,
): void {
  if (!context.takes(data)) return;
  const { emit } = context;
  const value = parseJson(data);
  const name = chunkType(value);
  const isError = eventName === 'error';
  const read = commonReader(name);
  if (read !== undefined) {
    if (!read(value as UnknownRecord, emit)) emitWarning(emit, 'bad-type', data);
  } else if (name !== null && !isError) emit({ type: 'unread', name, chunk: value as UnknownRecord, data });
  else if (isError) emit({ type: 'error', message: readErrorMessage(value) ?? data });
  else if (value !== undefined) emitWarning(emit, 'bad-type', data);
  else if (data.trim() === '[DONE]') {
    context.state = 'ended';
    emit({ type: 'end' });
  } else if (data.includes('\n')) {
    for (const line of data.split('\n')) decodeEvent(context, line, eventName, cut);
  } else emitWarning(emit, cut ? 'cut-line' : 'bad-json', data);
}
