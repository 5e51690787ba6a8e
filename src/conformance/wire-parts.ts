import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import { print } from './exchange.ts';

/** What a value has to be. */
type Shape = 'string' | 'boolean' | 'object' | 'array' | 'any' | Readonly<Record<string, SimpleShape>>;
type SimpleShape = 'string' | 'boolean' | 'object' | 'array' | 'any';

const CALL = { toolCallId: 'string' } as const;
const NAMED_CALL = { ...CALL, toolName: 'string' } as const;

/** Parts of the data stream of AI SDK 4 by their codes, as its own client requires them. */
export const LINE_PARTS = new Map<string, Shape>([
  ['0', 'string'],
  ['2', 'array'],
  ['3', 'string'],
  ['8', 'array'],
  ['9', { ...NAMED_CALL, args: 'object' }],
  ['a', { ...CALL, result: 'any' }],
  ['b', NAMED_CALL],
  ['c', { ...CALL, argsTextDelta: 'string' }],
  ['d', { finishReason: 'string' }],
  ['e', { finishReason: 'string' }],
  ['f', { messageId: 'string' }],
  ['g', 'string'],
  ['h', 'object'],
  ['i', { data: 'string' }],
  ['j', { signature: 'string' }],
  ['k', { data: 'string', mimeType: 'string' }],
]);

/** Chunks of the UI message stream of AI SDK 5 to 7 by their types. */
export const CHUNKS = new Map<string, Shape>([
  ['start', {}],
  ['finish', {}],
  ['start-step', {}],
  ['finish-step', {}],
  ['reset-step', {}],
  ['text-start', { id: 'string' }],
  ['text-delta', { id: 'string', delta: 'string' }],
  ['text-end', { id: 'string' }],
  ['reasoning-start', { id: 'string' }],
  ['reasoning-delta', { id: 'string', delta: 'string' }],
  ['reasoning-end', { id: 'string' }],
  ['tool-input-start', NAMED_CALL],
  ['tool-input-delta', { ...CALL, inputTextDelta: 'string' }],
  ['tool-input-available', { ...NAMED_CALL, input: 'any' }],
  ['tool-input-error', { ...NAMED_CALL, errorText: 'string' }],
  ['tool-output-available', { ...CALL, output: 'any' }],
  ['tool-output-error', { ...CALL, errorText: 'string' }],
  ['tool-output-denied', CALL],
  ['tool-approval-request', { ...CALL, approvalId: 'string' }],
  ['tool-approval-response', { approvalId: 'string', approved: 'boolean' }],
  ['source-url', { sourceId: 'string', url: 'string' }],
  ['source-document', { sourceId: 'string', mediaType: 'string', title: 'string' }],
  ['file', { url: 'string', mediaType: 'string' }],
  ['reasoning-file', { url: 'string', mediaType: 'string' }],
  ['custom', { kind: 'string' }],
  ['steering-message', { id: 'string', parts: 'array' }],
  ['message-metadata', { messageMetadata: 'any' }],
  ['error', { errorText: 'string' }],
  ['abort', {}],
]);

/** Reasons of a finish chunk that the clients of at least one version know. */
const FINISH_REASONS = new Set<unknown>([
  ...['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other', 'unknown', 'interrupted'],
]);

/** Fields of chunks that may be left out, but not be `null`. */
const OPTIONAL_FIELDS = [
  ...['messageId', 'providerMetadata', 'title', 'reason', 'filename', 'transient', 'preliminary', 'dynamic'],
];

/** Find a field that must not be `null`. @returns what is wrong, or `null` */
export function findNull(chunk: UnknownRecord): string | null {
  const field = OPTIONAL_FIELDS.find((name) => chunk[name] === null);
  return field === undefined ? null : `has null as ${field}`;
}

/** Find what is wrong with a value. @returns `null` when nothing is */
export function findWrong(value: unknown, shape: Shape): string | null {
  if (typeof shape === 'string') return fits(value, shape) ? null : `is not of type ${shape}`;
  if (!isRecord(value)) return 'is no object';
  const wrong = Object.entries(shape).find(
    ([name, wanted]) => !(name in value) || !fits(value[name], wanted),
  );
  return wrong === undefined ? null : `has no ${wrong[0]}${wrong[1] === 'any' ? '' : ` of type ${wrong[1]}`}`;
}

/** Follow which parts and calls are open, because the official clients end with an error at one that is not. */
export class WireOrder {
  readonly #open = new Set<string>();
  readonly #calls = new Set<unknown>();

  /** Take the next chunk. @returns what is wrong with it, or `null` */
  takeChunk(type: string, chunk: UnknownRecord): string | null {
    const [, kind, phase] = /^(text|reasoning)-(start|delta|end)$/.exec(type) ?? [];
    if (kind !== undefined) {
      const id = chunk.id as string;
      const key = `${kind} ${id}`;
      if (phase === 'start') this.#open.add(key);
      else if (!this.#open.has(key)) return `is for the part ${print(id)}, which was not started`;
      if (phase === 'end') this.#open.delete(key);
      return null;
    }
    if (type === 'finish') {
      const { finishReason } = chunk;
      const isKnown = finishReason === undefined || FINISH_REASONS.has(finishReason);
      return isKnown ? null : `has the unknown finishReason ${print(finishReason)}`;
    }
    return this.#takeCall(chunk.toolCallId, /^tool-input-(?:start|available|error)$/.test(type));
  }

  /** Take the next part of a data stream. @returns what is wrong with it, or `null` */
  takePart(code: string, value: unknown): string | null {
    return isRecord(value) ? this.#takeCall(value.toolCallId, code === 'b' || code === '9') : null;
  }

  #takeCall(id: unknown, isStart: boolean): string | null {
    if (id === undefined) return null;
    if (isStart) this.#calls.add(id);
    return this.#calls.has(id) ? null : `is for the call ${print(id)}, which was not started`;
  }
}

function fits(value: unknown, shape: SimpleShape): boolean {
  switch (shape) {
    case 'any':
      return true;
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    default:
      return typeof value === shape;
  }
}
