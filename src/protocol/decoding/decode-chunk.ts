import type { AnswerEvent, ToolState } from '../reply/answer-event.ts';
import { asString, isRecord, isString, readErrorMessage, type UnknownRecord } from '../record.ts';
import { MAX_THREAD_ID_LENGTH } from '../reply/reply-limits.ts';

export type Emit = (event: AnswerEvent) => void;

/** A chunk whose reader is not loaded yet; it keeps its place among the events. */
export interface UnreadChunk {
  readonly type: 'unread';
  readonly name: string;
  readonly chunk: UnknownRecord;
  /** The JSON that it was parsed from. */
  readonly data: string;
}

export function emitWarning(emit: Emit, kind: string, detail: string): void {
  emit({ type: 'warning', kind, detail });
}

/**
 * Emit the thread id and key of a part, if it has any.
 *
 * @param rank the kind of part: 1 finish event, 2 its metadata, 3 end of a step, 4 metadata and data parts,
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

/** Emit a source, in the shape of any version of the SDK. @returns whether it was one */
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

export function emitMetadata(emit: Emit, part: UnknownRecord, rank: number, metadataRank = rank): void {
  const value = part.messageMetadata;
  emitThread(emit, part, rank);
  emitThread(emit, value, metadataRank);
  if (isRecord(value)) emit({ type: 'metadata', value });
}

/** Read a chunk of one type. @returns `false` when a field that it needs is missing or of another type */
export type ChunkReader = (chunk: UnknownRecord, emit: Emit) => boolean;

export function readPart(type: 'text' | 'reasoning', phase: 'start' | 'delta' | 'end'): ChunkReader {
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

export function readStep(phase: 'start' | 'finish' | 'reset', rank: number): ChunkReader {
  return (chunk, emit) => {
    emit({ type: 'step', phase });
    emitMetadata(emit, chunk, rank);
    return true;
  };
}

export function readTool(state: ToolState): ChunkReader {
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

export const readSource: ChunkReader = (chunk, emit) => emitSource(emit, chunk);

/** The types of AI SDK 5, 6 and 7 that most replies have: all others are in `decode-extended.ts`. */
const CHUNK_READERS: Record<string, ChunkReader> = {
  'text-delta': readPart('text', 'delta'),
  'text-start': readPart('text', 'start'),
  'text-end': readPart('text', 'end'),
  start(chunk, emit) {
    if (isString(chunk.messageId)) emit({ type: 'message', id: chunk.messageId });
    emitMetadata(emit, chunk, 5);
    return true;
  },
  'start-step': readStep('start', 5),
  'finish-step': readStep('finish', 3),
  finish(chunk, emit) {
    emitMetadata(emit, chunk, 1, 2);
    emit({ type: 'finish', reason: asString(chunk.finishReason) ?? null, usage: chunk.usage ?? undefined });
    emit({ type: 'end' });
    return true;
  },
  'tool-input-available': readTool('input-available'),
  'tool-output-available': readTool('output-available'),
  'source-url': readSource,
  error(chunk, emit) {
    emit({ type: 'error', message: readErrorMessage(chunk) ?? '' });
    return true;
  },
  abort({ reason }, emit) {
    emit({ type: 'abort', reason: asString(reason) ?? null });
    return true;
  },
};

/** Return the type of a chunk; `null` for any other value. */
export function chunkType(value: unknown): string | null {
  return isRecord(value) && isString(value.type) ? value.type : null;
}

/** Return the reader of a type that most replies have. */
export function commonReader(type: string | null): ChunkReader | undefined {
  return type !== null && Object.hasOwn(CHUNK_READERS, type) ? CHUNK_READERS[type] : undefined;
}
