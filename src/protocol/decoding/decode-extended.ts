import type { AnswerEvent } from '../reply/answer-event.ts';
import {
  chunkType,
  commonReader,
  emitMetadata,
  emitThread,
  emitWarning,
  readPart,
  readSource,
  readStep,
  readTool,
  type ChunkReader,
  type Emit,
  type UnreadChunk,
} from './decode-chunk.ts';
import { asString, isString, type UnknownRecord } from '../record.ts';

const readFile: ChunkReader = ({ url, mediaType }, emit) => {
  if (!isString(url)) return false;
  emit({ type: 'file', url, mediaType: asString(mediaType) ?? '' });
  return true;
};

/** The reader of types that are ignored. */
const skip: ChunkReader = () => true;

/** The types of AI SDK 5, 6 and 7 that few replies have, except `data-…`. */
const EXTENDED_READERS: Record<string, ChunkReader> = {
  'reasoning-delta': readPart('reasoning', 'delta'),
  'reasoning-start': readPart('reasoning', 'start'),
  'reasoning-end': readPart('reasoning', 'end'),
  'reset-step': readStep('reset', 3),
  'message-metadata'(chunk, emit) {
    emitMetadata(emit, chunk, 4);
    return true;
  },
  'tool-input-start': readTool('input-streaming'),
  'tool-input-delta'({ toolCallId: id, inputTextDelta: delta }, emit) {
    if (!isString(id) || !isString(delta)) return false;
    emit({ type: 'tool-input', id, delta });
    return true;
  },
  'tool-input-error': readTool('output-error'),
  'tool-output-error': readTool('output-error'),
  'tool-output-denied': readTool('output-denied'),
  'tool-approval-request': skip,
  'tool-approval-response': skip,
  'source-document': readSource,
  file: readFile,
  'reasoning-file': readFile,
  custom: skip,
  'steering-message': skip,
};

function readData(name: string, { data: value = null, id, transient }: UnknownRecord, emit: Emit): true {
  emit({ type: 'data', name, value, id: asString(id), transient: transient === true });
  const isId = /^thread-?id$/i.test(name);
  const isKey = /^thread-?key$/i.test(name);
  emitThread(emit, isId ? { threadId: value } : isKey ? { threadKey: value } : value, 4);
  return true;
}

/** Return the reader of a type of chunk of AI SDK 5, 6 and 7. */
export function chunkReader(type: string): ChunkReader | undefined {
  if (type.startsWith('data-')) return (chunk, emit) => readData(type.slice(5), chunk, emit);
  return commonReader(type) ?? (Object.hasOwn(EXTENDED_READERS, type) ? EXTENDED_READERS[type] : undefined);
}

/** Return the events with those of the chunks among them. */
export function readChunks(events: readonly (AnswerEvent | UnreadChunk)[]): AnswerEvent[] {
  const read: AnswerEvent[] = [];
  const emit: Emit = (event) => read.push(event);
  for (const event of events) {
    if (event.type !== 'unread') {
      emit(event);
      continue;
    }
    const { name, chunk, data } = event;
    const reader = chunkReader(name);
    if (reader === undefined) {
      emitWarning(emit, 'unknown-type', name);
      emitThread(emit, chunk, 8);
    } else if (!reader(chunk, emit)) emitWarning(emit, 'bad-type', data);
  }
  return read;
}

/** Whether a value is a chunk of the UI message stream, of any version. */
export function isKnownChunk(value: unknown): boolean {
  const type = chunkType(value);
  return type !== null && chunkReader(type) !== undefined;
}
