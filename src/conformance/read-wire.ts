import { asString, isRecord, parseJson, type UnknownRecord } from '../protocol/record.ts';
import { readFindings } from '../protocol/reply/reply-links.ts';
import { quote } from './exchange.ts';
import { CHUNKS, findNull, findWrong, LINE_PARTS, WireOrder } from './wire-parts.ts';

/** A reply stream as it was on the wire. */
export interface Wire {
  /** `null`: neither of the two formats. */
  readonly format: 'sse' | 'v1' | null;
  /** What the official clients would not read. */
  readonly problems: readonly string[];
  /** The events of type finish. */
  readonly finishes: readonly UnknownRecord[];
  /** The thread that they name. */
  readonly threadId: string | undefined;
  /** Whether the end mark of the format came: `[DONE]`, or the part `d`. */
  readonly hasEnd: boolean;
  /** Number of results in each output of a tool that has some. */
  readonly retrieved: readonly number[];
}

/** A part of either format: its code or type, and its value. */
interface Part {
  readonly kind: string;
  readonly value: unknown;
}

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 3;

/** Read a body as strictly as the official clients do. Never throws. */
export function readWire(body: string): Wire {
  const text = body.replace(/^\uFEFF/, '');
  const [first = ''] = /\S.*/.exec(text) ?? [];
  if (/^(?:data:|:|event:)/.test(first)) return readEvents(text);
  if (/^[0-9a-k]:/.test(first)) return readLines(text);
  return { format: null, problems: [], finishes: [], threadId: undefined, hasEnd: false, retrieved: [] };
}

function readEvents(text: string): Wire {
  const events = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  const problems: string[] = [];
  const parts: Part[] = [];
  const order = new WireOrder();
  const rest = events.pop()!;
  if (dataOf(rest) !== null) problems.push(`an event without a blank line after it: ${quote(rest)}`);
  let hasEnd = false;
  for (const event of events) {
    const data = dataOf(event);
    if (data === null) continue;
    if (hasEnd) problems.push(`an event after [DONE]: ${quote(event)}`);
    else if (data === '[DONE]') hasEnd = true;
    else {
      const value = parseJson(data);
      const kind = isRecord(value) ? asString(value.type) : undefined;
      const wrong = kind === undefined ? 'is no JSON object with a type' : findWrongChunk(kind, value, order);
      if (wrong !== null) problems.push(`${quote(event)} ${wrong}`);
      if (kind !== undefined) parts.push({ kind, value });
    }
  }
  const finishes = parts.filter(({ kind }) => kind === 'finish').map(({ value }) => value as UnknownRecord);
  const threads = finishes.flatMap(({ threadId, messageMetadata }) => [
    threadId,
    isRecord(messageMetadata) ? messageMetadata.threadId : undefined,
  ]);
  const outputs = parts
    .filter(({ kind }) => kind === 'tool-output-available')
    .map(({ value }) => (value as UnknownRecord).output);
  return {
    format: 'sse',
    problems: problems.slice(0, MAX_PROBLEMS),
    finishes,
    threadId: threads.map(asString).find(Boolean),
    hasEnd,
    retrieved: countFindings(outputs),
  };
}

function readLines(text: string): Wire {
  const problems: string[] = [];
  const parts: Part[] = [];
  const order = new WireOrder();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const kind = line[0]!;
    const shape = line[1] === ':' ? LINE_PARTS.get(kind) : undefined;
    const value = parseJson(line.slice(2));
    if (shape === undefined) problems.push(`${quote(line)} has no known code`);
    else if (value === undefined) problems.push(`${quote(line)} is no JSON`);
    else {
      const wrong = findWrong(value, shape) ?? order.takePart(kind, value);
      if (wrong !== null) problems.push(`${quote(line)} ${wrong}`);
      parts.push({ kind, value });
    }
  }
  const valuesOf = (code: string) => parts.filter(({ kind }) => kind === code).map(({ value }) => value);
  const finishes = valuesOf('d').filter(isRecord);
  // Their own data are where servers of this format have room for an event of type finish.
  const data = valuesOf('2')
    .flat()
    .map((value) => (typeof value === 'string' ? parseJson(value) : value))
    .filter((value) => isRecord(value) && value.type === 'finish');
  return {
    format: 'v1',
    problems: problems.slice(0, MAX_PROBLEMS),
    finishes,
    threadId: [...finishes, ...(data as UnknownRecord[])]
      .map(({ threadId }) => asString(threadId))
      .find(Boolean),
    hasEnd: finishes.length > 0,
    retrieved: countFindings(valuesOf('a').map((value) => (isRecord(value) ? value.result : null))),
  };
}

function findWrongChunk(type: string, chunk: unknown, order: WireOrder): string | null {
  const shape = type.startsWith('data-') ? ({ data: 'any' } as const) : CHUNKS.get(type);
  if (shape === undefined) return 'has no known type';
  return (
    findWrong(chunk, shape) ??
    findNull(chunk as UnknownRecord) ??
    order.takeChunk(type, chunk as UnknownRecord)
  );
}

/** @returns `null` for an event without data: a comment, or a field that clients ignore */
function dataOf(event: string): string | null {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.length === 0 ? null : lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
}

function countFindings(outputs: readonly unknown[]): number[] {
  return outputs.map((output) => readFindings(output).length).filter((count) => count > 0);
}
