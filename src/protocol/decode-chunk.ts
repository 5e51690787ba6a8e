import type { AnswerEvent, ToolState } from './answer-event.ts';
import { asString, isRecord, isString, readErrorMessage, type UnknownRecord } from './record.ts';
import { MAX_THREAD_ID_LENGTH } from './reply-limits.ts';

export type Emit = (event: AnswerEvent) => void;

export function emitWarning(emit: Emit, kind: string, detail: string): void {
  emit({ type: 'warning', kind, detail });
}

/**
 * Tells the thread id and key that a part carries, if it carries any.
 *
 * @param rank the place it stands in: 1 finish event, 2 its metadata, 3 end of a step, 4 metadata and data parts,
 *   5 annotations and start, 6 control data, 7 response header, 8 anywhere else
 */
export function emitThread(emit: Emit, part: unknown, rank: number): void {
  if (!isRecord(part)) return;
  const threadId = readThreadId(part.threadId);
  const threadKey = readThreadId(part.threadKey);
  if (threadId ?? threadKey) emit({ type: 'thread', rank, threadId, threadKey });
}

function readThreadId(value: unknown): string | undefined {
  return isString(value) && value !== '' && value.length <= MAX_THREAD_ID_LENGTH ? value : undefined;
}

/** Tells a source, in the shape of any generation. @returns whether it was one */
export function emitSource(emit: Emit, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const url = asString(value.url ?? value.link) ?? null;
  if (url === null && value.type !== 'source-document' && value.sourceType !== 'document') return false;
  emit({
    type: 'source',
    source: { url, title: asString(value.title), id: asString(value.sourceId ?? value.id) },
  });
  return true;
}

function emitMetadata(emit: Emit, part: UnknownRecord, rank: number, metadataRank = rank): void {
  const value = part.messageMetadata;
  emitThread(emit, part, rank);
  emitThread(emit, value, metadataRank);
  if (isRecord(value)) emit({ type: 'metadata', value });
}

/** Reads one type of chunk. @returns `false` when a field that it needs is missing or of another type */
type ChunkReader = (chunk: UnknownRecord, emit: Emit) => boolean;

function readPart(type: 'text' | 'reasoning', phase: 'start' | 'delta' | 'end'): ChunkReader {
  return (chunk, emit) => {
    // `textDelta` and `text` are the names of earlier versions.
    const delta = phase === 'delta' ? (chunk.delta ?? chunk.textDelta ?? chunk.text) : '';
    if (!isString(delta)) return false;
    emit({ type, phase, part: asString(chunk.id) ?? '', delta });
    const { citations } = chunk;
    if (Array.isArray(citations)) for (const citation of citations) emitSource(emit, citation?.source);
    return true;
  };
}

function readStep(phase: 'start' | 'finish' | 'reset', rank: number): ChunkReader {
  return (chunk, emit) => {
    emit({ type: 'step', phase });
    emitMetadata(emit, chunk, rank);
    return true;
  };
}

function readTool(state: ToolState): ChunkReader {
  return ({ toolCallId: id, toolName, input, output, errorText, preliminary }, emit) => {
    if (!isString(id)) return false;
    emit({
      type: 'tool',
      id,
      state,
      name: asString(toolName),
      input,
      output,
      errorText: asString(errorText),
      preliminary: preliminary === true,
    });
    return true;
  };
}

const readSource: ChunkReader = (chunk, emit) => emitSource(emit, chunk);

const readFile: ChunkReader = ({ url, mediaType }, emit) => {
  if (!isString(url)) return false;
  emit({ type: 'file', url, mediaType: asString(mediaType) ?? '' });
  return true;
};

/** Of types that nothing is made of. */
const skip: ChunkReader = () => true;

/** All types of AI SDK 5, 6 and 7 but `data-…`. */
const CHUNK_READERS: Record<string, ChunkReader> = {
  'text-delta': readPart('text', 'delta'),
  'text-start': readPart('text', 'start'),
  'text-end': readPart('text', 'end'),
  'reasoning-delta': readPart('reasoning', 'delta'),
  'reasoning-start': readPart('reasoning', 'start'),
  'reasoning-end': readPart('reasoning', 'end'),
  start(chunk, emit) {
    if (isString(chunk.messageId)) emit({ type: 'message', id: chunk.messageId });
    emitMetadata(emit, chunk, 5);
    return true;
  },
  'start-step': readStep('start', 5),
  'finish-step': readStep('finish', 3),
  'reset-step': readStep('reset', 3),
  'message-metadata'(chunk, emit) {
    emitMetadata(emit, chunk, 4);
    return true;
  },
  finish(chunk, emit) {
    emitMetadata(emit, chunk, 1, 2);
    emit({ type: 'finish', reason: asString(chunk.finishReason) ?? null, usage: chunk.usage ?? undefined });
    emit({ type: 'end' });
    return true;
  },
  'tool-input-start': readTool('input-streaming'),
  'tool-input-delta'({ toolCallId: id, inputTextDelta: delta }, emit) {
    if (!isString(id) || !isString(delta)) return false;
    emit({ type: 'tool-input', id, delta });
    return true;
  },
  'tool-input-available': readTool('input-available'),
  'tool-input-error': readTool('output-error'),
  'tool-output-available': readTool('output-available'),
  'tool-output-error': readTool('output-error'),
  'tool-output-denied': readTool('output-denied'),
  'tool-approval-request': skip,
  'tool-approval-response': skip,
  'source-url': readSource,
  'source-document': readSource,
  file: readFile,
  'reasoning-file': readFile,
  custom: skip,
  'steering-message': skip,
  error(chunk, emit) {
    emit({ type: 'error', message: readErrorMessage(chunk) ?? '' });
    return true;
  },
  abort({ reason }, emit) {
    emit({ type: 'abort', reason: asString(reason) ?? null });
    return true;
  },
};

function readData(name: string, { data: value = null, id, transient }: UnknownRecord, emit: Emit): void {
  emit({ type: 'data', name, value, id: asString(id), transient: transient === true });
  const isId = /^thread-?id$/i.test(name);
  const isKey = /^thread-?key$/i.test(name);
  emitThread(emit, isId ? { threadId: value } : isKey ? { threadKey: value } : value, 4);
}

/** Whether a value is a chunk of the UI message stream, of any version. */
export function isKnownChunk(value: unknown): boolean {
  const type = isRecord(value) && value.type;
  return isString(type) && (Object.hasOwn(CHUNK_READERS, type) || type.startsWith('data-'));
}

/** Reads one chunk of the UI message stream of AI SDK 5, 6 and 7. `raw` is what a warning quotes. */
export function decodeChunk(chunk: unknown, raw: string, emit: Emit): void {
  const type = isRecord(chunk) && chunk.type;
  if (!isRecord(chunk) || !isString(type) || !readChunk(type, chunk, emit))
    emitWarning(emit, 'bad-type', raw);
}

/** Reads a chunk as one of `type`. @returns `false` when a field that it needs is missing or of another type */
export function readChunk(type: string, chunk: UnknownRecord, emit: Emit): boolean {
  if (Object.hasOwn(CHUNK_READERS, type)) return CHUNK_READERS[type]!(chunk, emit);
  if (type.startsWith('data-')) readData(type.slice(5), chunk, emit);
  else {
    emitWarning(emit, 'unknown-type', type);
    emitThread(emit, chunk, 8);
  }
  return true;
}
