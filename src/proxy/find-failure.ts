import { isKnownChunk } from '../protocol/decoding/decode-extended.ts';
import { isRecord, parseJson, type UnknownRecord } from '../protocol/record.ts';
import type { ServerErrorBody } from '../protocol/failures/server-error.ts';

const SENTENCE = 'The documentation service could not answer.';
/** The code is part of the text, because strict clients refuse chunks with unknown fields. */
const FAILURE_TEXT = `upstream-failed: ${SENTENCE}`;
const FAILURE_CHUNK = { type: 'error', errorText: FAILURE_TEXT };
const FAILURE_LINE = `3:${JSON.stringify(FAILURE_TEXT)}`;
const FAILURE_DOCUMENT: ServerErrorBody = { error: SENTENCE, code: 'upstream-failed' };

/** Chunks with a message of the upstream about a failure. */
const FAILURE_TYPES = new Set(['error', 'abort', 'tool-input-error', 'tool-output-error']);
/** Fields that a chunk about a failed tool keeps, because it is not valid without them. */
const KEPT_FIELDS = ['toolCallId', 'toolName', 'input', 'dynamic', 'providerExecuted'];

/** A chunk that begins with its type: as an event, as a line, within a data part of the line protocol. */
const TYPED = /^(?:data: ?|[28]:\[\s*"?)?\{\s*\\?"type\\?"\s*:\s*\\?"([^"\\]*)\\?"/;
/** A failure in JSON that was cut off. */
const FAILURE_FIELD = /^\s*\{[^]*"error(?:Text)?"\s*:/;
/** Beginnings of lines that may be a failure, and the number of bytes after which such a line is known not to be one. */
const SUSPECTS: readonly (readonly [mark: string, bytes: number])[] = [
  ['data:', Infinity],
  ['event:', Infinity],
  ['3:', Infinity],
  ['{', Infinity],
  ['2:[', 48],
  ['8:[', 48],
  ['<', 16],
];

/** The text that replaces a failure. */
export interface Replacement {
  /** Without the line end. */
  text: string;
  /** Whether the whole answer failed, and not only a tool. */
  isFatal: boolean;
}

/** Return the replacement of a whole event, line or document; `null` if it is not a failure. */
export function replaceFailure(text: string): Replacement | null {
  if (/^[0-9a-k]:/.test(text)) return { text: FAILURE_LINE, isFatal: true };
  if (!/^(?:data|event):/.test(text)) {
    const chunk = failureIn(text);
    const isDocument = chunk === FAILURE_CHUNK && !isKnownChunk(parseJson(text));
    return chunk && toReplacement(chunk, JSON.stringify(isDocument ? FAILURE_DOCUMENT : chunk));
  }
  const lines = text.split(/\r\n|[\r\n]/);
  const data = lines.flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []).join('\n');
  const chunk = failureIn(data, lines.some(isErrorName)) ?? failureAmong(lines);
  return chunk && toReplacement(chunk, `data: ${JSON.stringify(chunk)}`);
}

/** Return the text that replaces a whole body. */
export function failureBody(mediaType: string): string {
  switch (mediaType) {
    case 'text/event-stream':
      return `data: ${JSON.stringify(FAILURE_CHUNK)}\n\n`;
    case 'application/x-ndjson':
      return `${JSON.stringify(FAILURE_CHUNK)}\n`;
    case 'application/json':
      return JSON.stringify(FAILURE_DOCUMENT);
    default:
      return `${FAILURE_LINE}\n`;
  }
}

/** Return whether the beginning of a line contains the type of a chunk. */
export function hasType(begin: string): boolean {
  return TYPED.test(begin);
}

/** Return whether a line may be a failure, by its beginning. */
export function isSuspect(begin: string, isWhole: boolean): boolean {
  const type = TYPED.exec(begin)?.[1];
  if (type !== undefined) return FAILURE_TYPES.has(type);
  return SUSPECTS.some(([mark, bytes]) =>
    begin.length < mark.length
      ? !isWhole && mark.startsWith(begin)
      : begin.startsWith(mark) && (bytes === Infinity || (!isWhole && begin.length < bytes)),
  );
}

/** Return whether a suspect line can be judged without the following lines of its event. */
export function isComplete(line: string): boolean {
  if (line.startsWith('event:')) return !isErrorName(line);
  if (!line.startsWith('data:')) return true;
  const data = line.slice(5).trim();
  const value = parseJson(data);
  return data === '[DONE]' || isKnownChunk(value) || (isRecord(value) && failureIn(data) !== null);
}

/** Find a failure in a line of an event, because some readers take each line as an event of its own. */
function failureAmong(lines: string[]): UnknownRecord | null {
  const isFailure = lines.length > 1 && lines.some((line) => replaceFailure(line) !== null);
  return isFailure ? FAILURE_CHUNK : null;
}

function toReplacement(chunk: UnknownRecord, text: string): Replacement {
  return { text, isFatal: chunk === FAILURE_CHUNK };
}

/**
 * Return the chunk that replaces a failure, `null` if the data is not a failure.
 *
 * @param isNamed whether the name of the event is `error`
 */
function failureIn(data: string, isNamed = false): UnknownRecord | null {
  const value = parseJson(data);
  if (isRecord(value)) {
    if (value.type === 'abort') return { type: 'abort' };
    if (value.type !== 'error' && FAILURE_TYPES.has(String(value.type))) {
      const kept = KEPT_FIELDS.filter((name) => value[name] !== undefined);
      return {
        type: value.type,
        ...Object.fromEntries(kept.map((name) => [name, value[name]])),
        errorText: FAILURE_TEXT,
      };
    }
    const isPlain = value.type !== 'error' && isKnownChunk(value);
    const hasError = value.type === 'error' || (value.error ?? value.errorText) != null;
    return !isPlain && (isNamed || hasError) ? FAILURE_CHUNK : null;
  }
  const isBroken = value === undefined && (hasFailureType(data) || FAILURE_FIELD.test(data));
  return data !== '' && (isNamed || isBroken) ? FAILURE_CHUNK : null;
}

function hasFailureType(text: string): boolean {
  return FAILURE_TYPES.has(TYPED.exec(text)?.[1] ?? '');
}

function isErrorName(line: string): boolean {
  return /^event: ?error$/.test(line);
}
