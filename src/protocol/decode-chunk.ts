import type { AnswerEvent, ReplySource } from './answer-event.ts';
import { isRecord, readErrorMessage, type UnknownRecord } from './record.ts';
import { MAX_THREAD_ID_LENGTH } from './reply-limits.ts';

export type Emit = (event: AnswerEvent) => void;

/** Most of a skipped part that a warning quotes. */
const MAX_WARNING_LENGTH = 500;

export function emitWarning(emit: Emit, kind: string, detail: string): void {
  emit({ type: 'warning', kind, detail: detail.slice(0, MAX_WARNING_LENGTH) });
}

/**
 * Tells the thread id and key that a part carries, if it carries any.
 *
 * @param rank the place it stands in: 1 finish event, 2 its metadata, 3 end of a step, 4 metadata and data parts,
 *   5 annotations and start, 6 control data, 7 response header, 8 anywhere else
 */
export function emitThread(emit: Emit, value: unknown, rank: number): void {
  if (!isRecord(value)) return;
  const threadId = readThreadId(value.threadId);
  const threadKey = readThreadId(value.threadKey);
  if (threadId === undefined && threadKey === undefined) return;
  emit({
    type: 'thread',
    rank,
    ...(threadId !== undefined && { threadId }),
    ...(threadKey !== undefined && { threadKey }),
  });
}

function readThreadId(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_THREAD_ID_LENGTH
    ? value
    : undefined;
}

/** Tells a source part, in the shape of any generation. @returns whether it was one */
export function emitSource(emit: Emit, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const url = value.url ?? value.link;
  const { title } = value;
  const id = value.sourceId ?? value.id;
  const isDocument = value.type === 'source-document' || value.sourceType === 'document';
  if (typeof url !== 'string' && !isDocument) return false;
  const source: ReplySource = { url: typeof url === 'string' ? url : null };
  if (typeof title === 'string') source.title = title;
  if (typeof id === 'string') source.id = id;
  emit({ type: 'source', source });
  return true;
}

const KNOWN_CHUNK =
  /^(?:(?:text|reasoning)-(?:start|delta|end)|start|finish|(?:start|finish|reset)-step|tool-(?:input-(?:start|delta|available|error)|output-(?:available|error|denied)|approval-re(?:quest|sponse))|source-(?:url|document)|(?:reasoning-)?file|data-.*|message-metadata|custom|steering-message|error|abort)$/s;

/** Whether a value is a chunk of the UI message stream, of any version. */
export function isKnownChunk(value: unknown): boolean {
  return isRecord(value) && typeof value.type === 'string' && KNOWN_CHUNK.test(value.type);
}

/** Reads one chunk of the UI message stream of AI SDK 5, 6 and 7. `raw` is what a warning quotes. */
export function decodeChunk(chunk: unknown, raw: string, emit: Emit): void {
  if (!isRecord(chunk) || typeof chunk.type !== 'string' || !decodeTyped(chunk.type, chunk, emit)) {
    emitWarning(emit, 'bad-type', raw);
  }
}

/** @returns `false` when a field that the type needs is missing or of another type */
function decodeTyped(type: string, chunk: UnknownRecord, emit: Emit): boolean {
  switch (type) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      return decodePart(type, chunk, emit);
    case 'start':
      if (typeof chunk.messageId === 'string') emit({ type: 'message', id: chunk.messageId });
      emitMetadata(chunk, 5, 5, emit);
      return true;
    case 'start-step':
      emit({ type: 'step', phase: 'start' });
      return true;
    case 'finish-step':
      emit({ type: 'step', phase: 'finish' });
      emitMetadata(chunk, 3, 3, emit);
      return true;
    case 'reset-step':
      emit({ type: 'step', phase: 'reset' });
      return true;
    case 'message-metadata':
      emitMetadata(chunk, 4, 4, emit);
      return true;
    case 'finish':
      emitMetadata(chunk, 1, 2, emit);
      emit({
        type: 'finish',
        reason: typeof chunk.finishReason === 'string' ? chunk.finishReason : null,
        ...(chunk.usage != null && { usage: chunk.usage }),
      });
      emit({ type: 'end' });
      return true;
    case 'error':
      emit({ type: 'error', message: readErrorMessage(chunk) ?? 'The reply told of an error.' });
      return true;
    case 'abort':
      emit({ type: 'abort', reason: typeof chunk.reason === 'string' ? chunk.reason : null });
      return true;
    case 'source-url':
    case 'source-document':
      return emitSource(emit, chunk);
    case 'file':
    case 'reasoning-file':
      if (typeof chunk.url !== 'string') return false;
      emit({
        type: 'file',
        url: chunk.url,
        mediaType: typeof chunk.mediaType === 'string' ? chunk.mediaType : '',
      });
      return true;
    case 'custom':
    case 'steering-message':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return true;
  }
  if (type.startsWith('tool-') && KNOWN_CHUNK.test(type)) return decodeTool(type.slice(5), chunk, emit);
  if (type.startsWith('data-')) decodeData(type.slice(5), chunk, emit);
  else {
    emitWarning(emit, 'unknown-type', type);
    emitThread(emit, chunk, 8);
  }
  return true;
}

function decodePart(type: string, chunk: UnknownRecord, emit: Emit): boolean {
  const dash = type.indexOf('-');
  const phase = type.slice(dash + 1) as 'start' | 'delta' | 'end';
  // `textDelta` and `text` are the names of earlier versions.
  const delta = phase === 'delta' ? (chunk.delta ?? chunk.textDelta ?? chunk.text) : '';
  if (typeof delta !== 'string') return false;
  emit({
    type: type.slice(0, dash) as 'text' | 'reasoning',
    phase,
    part: typeof chunk.id === 'string' ? chunk.id : '',
    delta,
  });
  if (Array.isArray(chunk.citations)) {
    for (const citation of chunk.citations) if (isRecord(citation)) emitSource(emit, citation.source);
  }
  return true;
}

function emitMetadata(chunk: UnknownRecord, rank: number, metadataRank: number, emit: Emit): void {
  emitThread(emit, chunk, rank);
  if (isRecord(chunk.messageMetadata)) {
    emitThread(emit, chunk.messageMetadata, metadataRank);
    emit({ type: 'metadata', value: chunk.messageMetadata });
  }
}

function decodeData(name: string, chunk: UnknownRecord, emit: Emit): void {
  const { data: value = null, id, transient } = chunk;
  emit({ type: 'data', name, value, transient: transient === true, ...(typeof id === 'string' && { id }) });
  const field = /^thread-?(id|key)$/i.exec(name)?.[1]?.toLowerCase();
  if (field === undefined) emitThread(emit, value, 4);
  else emitThread(emit, field === 'id' ? { threadId: value } : { threadKey: value }, 4);
}

function decodeTool(step: string, chunk: UnknownRecord, emit: Emit): boolean {
  const { toolCallId: id, toolName, inputTextDelta, input, output, errorText } = chunk;
  if (typeof id !== 'string') return false;
  if (step === 'input-delta') {
    if (typeof inputTextDelta !== 'string') return false;
    emit({ type: 'tool-input', id, delta: inputTextDelta });
    return true;
  }
  emit({
    type: 'tool',
    id,
    state: toolStates[step as keyof typeof toolStates],
    ...(typeof toolName === 'string' && { name: toolName }),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(typeof errorText === 'string' && { errorText }),
    ...(chunk.preliminary === true && { preliminary: true }),
  });
  return true;
}

const toolStates = {
  'input-start': 'input-streaming',
  'input-available': 'input-available',
  'input-error': 'output-error',
  'output-available': 'output-available',
  'output-error': 'output-error',
  'output-denied': 'output-denied',
} as const;
