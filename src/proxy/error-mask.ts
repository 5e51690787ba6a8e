import { isKnownChunk } from '../protocol/decoding/decode-extended.ts';
import { isRecord, parseJson, type UnknownRecord } from '../protocol/record.ts';
import type { ServerErrorBody } from '../protocol/failures/server-error.ts';
import { concatBytes, type ByteFilter } from './byte-filter.ts';

/**
 * Most bytes that are held until it is known whether they tell of a failure. Live parts reach 135 KB, and only those are
 * held whole that do not begin with their type.
 */
export const MAX_HELD_BYTES = 1_048_576;
/** Bytes of a line that tell what it is. */
const HEAD_BYTES = 64;

const SENTENCE = 'The documentation service could not answer.';
/** The code stands in the text: strict clients refuse parts with a field that they do not know. */
const FAILURE_TEXT = `upstream-failed: ${SENTENCE}`;
const FAILURE_CHUNK = { type: 'error', errorText: FAILURE_TEXT };
const FAILURE_LINE = `3:${JSON.stringify(FAILURE_TEXT)}`;
const FAILURE_DOCUMENT: ServerErrorBody = { error: SENTENCE, code: 'upstream-failed' };

/** Chunks with the upstream's own words about what went wrong. */
const FAILURE_TYPES = new Set(['error', 'abort', 'tool-input-error', 'tool-output-error']);
/** What a chunk about a failed tool needs besides to be understood. */
const KEPT_FIELDS = ['toolCallId', 'toolName', 'input', 'dynamic', 'providerExecuted'];

/** A chunk that begins with its type: as an event, as a line, within a data part of the line protocol. */
const TYPED = /^(?:data: ?|[28]:\[\s*"?)?\{\s*\\?"type\\?"\s*:\s*\\?"([^"\\]*)\\?"/;
/** A failure that is no whole JSON, because it was cut. */
const FAILURE_FIELD = /^\s*\{[^]*"error(?:Text)?"\s*:/;
const PAGE = /^<(?:!doctype html|html)\b/i;
/** How the first line of every format but plain text begins. */
const PART = /^(?:data:|event:|id:|retry:|:|[0-9a-k]:["[{]|\{)/;
/** How a line begins that may tell of a failure, and how many bytes it takes to know that it does not. */
const SUSPECTS: readonly (readonly [mark: string, bytes: number])[] = [
  ['data:', Infinity],
  ['event:', Infinity],
  ['3:', Infinity],
  ['{', Infinity],
  ['2:[', 48],
  ['8:[', 48],
  ['<', 16],
];

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface ErrorMaskOptions {
  mediaType: string;
  /** Whether the labels say that the body is made of parts. If not, it is what its first line looks like. */
  isLabelled: boolean;
  /** Hears once that the answer failed. Tools that failed and answers that were stopped are none of that. */
  onFailure: () => void;
}

export interface ErrorMask extends ByteFilter {
  /** Whether the format, as far as it is known, says when an answer is whole. Plain text does not. */
  readonly hasEndMark: boolean;
}

/**
 * Puts a stable sentence in the place of the upstream's own words about its failures, inside an answer that has begun. Lines
 * that do not begin like a failure go on byte by byte as they arrive. The others are held until they are known: a line, or
 * the event that it belongs to. What is no failure goes on unchanged.
 */
export function createErrorMask({ mediaType, isLabelled, onFailure }: ErrorMaskOptions): ErrorMask {
  /** Of the current line: to be judged, or on its way; of the whole body: plain text, or nothing more of it. */
  let state: 'judge' | 'line' | 'text' | 'nothing' = 'judge';
  /** Whole lines that are held together: of an event, or of a JSON document. */
  let unit: Uint8Array[] = [];
  let isDocument = false;
  /** The line under way, and its first bytes, each as a character. */
  let line: Uint8Array[] = [];
  let head = '';
  let heldBytes = 0;
  let isFirst = true;
  let endedWithReturn = false;
  let hasFailed = false;
  let out: Uint8Array[] = [];

  function fail(): void {
    if (!hasFailed) onFailure();
    hasFailed = true;
  }

  function passLine(): void {
    out.push(concatBytes(line));
    forgetLine();
  }

  function forgetLine(): void {
    line = [];
    head = '';
    heldBytes = 0;
  }

  /** The page of a gateway, or more than can be held: what is left of the body is not passed on. */
  function refuse(): void {
    unit = [];
    forgetLine();
    state = 'nothing';
    fail();
    out.push(encode(failureFor(mediaType)));
  }

  function endUnit(): void {
    if (unit.length === 0) return;
    const bytes = concatBytes(unit);
    const text = decode(bytes);
    const mask = maskOf(text);
    if (mask === null) out.push(bytes);
    else {
      if (mask.isFatal) fail();
      out.push(encode(mask.text + (/[\r\n]+$/.exec(text)?.[0] ?? '\n\n')));
    }
    unit = [];
    isDocument = false;
    heldBytes = 0;
  }

  /** Decides about the line under way: it goes on, is held, or waits for more of itself. */
  function judge(isWhole: boolean): void {
    if (unit.length > 0) {
      const begins = !isDocument && TYPED.test(head);
      if (!begins && !isWhole) return;
      if (!begins && (isDocument || head.trim() !== '')) return holdLine();
      // After an empty line; and some servers write events without one between them.
      endUnit();
    }
    const begin = isFirst ? withoutBlanks(head) : head;
    if (begin === '') return isWhole ? passLine() : undefined;
    if (PAGE.test(begin)) return refuse();
    const isText = isFirst && !isLabelled && !PART.test(begin);
    if (isText && !isWhole && mayBecomePart(begin)) return;
    if (isSuspect(begin, isWhole) && !(isText && begin.startsWith('3:'))) {
      if (isWhole) holdFirstLine();
      return;
    }
    if (isText) state = 'text';
    else if (!isWhole) state = 'line';
    isFirst = false;
    passLine();
  }

  function holdFirstLine(): void {
    const text = decode(concatBytes(line)).trim();
    isDocument = isFirst && text.startsWith('{') && parseJson(text) === undefined;
    isFirst = false;
    holdLine();
    if (!isDocument && isComplete(text)) endUnit();
  }

  function holdLine(): void {
    unit.push(concatBytes(line));
    line = [];
    head = '';
  }

  function take(piece: Uint8Array, isWhole: boolean): void {
    if (state === 'nothing') return;
    if (state !== 'judge') {
      out.push(piece);
      if (isWhole && state === 'line') state = 'judge';
      return;
    }
    line.push(piece);
    heldBytes += piece.length;
    const isKnown = head.length === HEAD_BYTES;
    head += toCharacters(piece.subarray(0, HEAD_BYTES - head.length));
    if (isWhole || !isKnown) judge(isWhole);
    if (heldBytes > MAX_HELD_BYTES) refuse();
  }

  return {
    get hasEndMark() {
      return isLabelled || !(isFirst || state === 'text');
    },
    push(bytes) {
      if (bytes.length === 0) return bytes;
      out = [];
      const findEnd = createLineEndFinder(bytes);
      let at = 0;
      // CR and LF are one line end, also when they come apart.
      if (endedWithReturn && bytes[0] === LINE_FEED) {
        at = 1;
        if (state !== 'nothing') (unit.length > 0 ? unit : out).push(bytes.subarray(0, 1));
      }
      endedWithReturn = bytes.at(-1) === CARRIAGE_RETURN;
      while (at < bytes.length) {
        const end = findEnd(at);
        take(bytes.subarray(at, end ?? bytes.length), end !== null);
        at = end ?? bytes.length;
      }
      return concatBytes(out);
    },
    end() {
      out = [];
      if (line.length > 0) judge(true);
      endUnit();
      return concatBytes(out);
    },
  };
}

interface Mask {
  text: string;
  /** Whether the answer failed, not just a tool. */
  isFatal: boolean;
}

/** @returns what stands in the place of held lines, without the last line end; `null` when they tell of no failure */
function maskOf(text: string): Mask | null {
  if (/^[0-9a-k]:/.test(text)) return { text: FAILURE_LINE, isFatal: true };
  if (!/^(?:data|event):/.test(text)) {
    const chunk = failureIn(text);
    const isDocument = chunk === FAILURE_CHUNK && !isKnownChunk(parseJson(text));
    return chunk && toMask(chunk, JSON.stringify(isDocument ? FAILURE_DOCUMENT : chunk));
  }
  const lines = text.split(/\r\n|[\r\n]/);
  const data = lines.flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []).join('\n');
  const chunk = failureIn(data, lines.some(isErrorName)) ?? failureAmong(lines);
  return chunk && toMask(chunk, `data: ${JSON.stringify(chunk)}`);
}

/** Events of which each line is one of its own: readers that take those would find a failure among them. */
function failureAmong(lines: string[]): UnknownRecord | null {
  const isFailure = lines.length > 1 && lines.some((line) => maskOf(line) !== null);
  return isFailure ? FAILURE_CHUNK : null;
}

function toMask(chunk: UnknownRecord, text: string): Mask {
  return { text, isFatal: chunk === FAILURE_CHUNK };
}

/**
 * @param isNamed whether the event that it is the data of has the name `error`
 * @returns the chunk to tell a failure with, `null` for what is none
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

function mayBecomePart(begin: string): boolean {
  const fields = ['data:', 'event:', 'id:', 'retry:'];
  return /^[0-9a-k]:?$/.test(begin) || fields.some((field) => field.startsWith(begin));
}

/** Whether a line, which may go on, begins like a failure. */
function isSuspect(begin: string, isWhole: boolean): boolean {
  const type = TYPED.exec(begin)?.[1];
  if (type !== undefined) return FAILURE_TYPES.has(type);
  return SUSPECTS.some(([mark, bytes]) =>
    begin.length < mark.length
      ? !isWhole && mark.startsWith(begin)
      : begin.startsWith(mark) && (bytes === Infinity || (!isWhole && begin.length < bytes)),
  );
}

/** Whether a held line can be judged alone, without what follows in its event. */
function isComplete(line: string): boolean {
  if (line.startsWith('event:')) return !isErrorName(line);
  if (!line.startsWith('data:')) return true;
  const data = line.slice(5).trim();
  const value = parseJson(data);
  return data === '[DONE]' || isKnownChunk(value) || (isRecord(value) && failureIn(data) !== null);
}

function hasFailureType(text: string): boolean {
  return FAILURE_TYPES.has(TYPED.exec(text)?.[1] ?? '');
}

function isErrorName(line: string): boolean {
  return /^event: ?error$/.test(line);
}

/** What stands in the place of a whole body. */
function failureFor(mediaType: string): string {
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

/** Drops a byte order mark, also one of which not everything is there, and blanks. */
function withoutBlanks(head: string): string {
  return BYTE_ORDER_MARK.startsWith(head) ? '' : head.replace(/^(?:\xEF\xBB\xBF)?\s*/, '');
}

const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

/** Finds where the line at a place ends, its end included; `null` when it goes on behind these bytes. */
function createLineEndFinder(bytes: Uint8Array): (at: number) => number | null {
  const find = (byte: number, found: number, at: number): number => {
    if (found >= at) return found;
    const next = bytes.indexOf(byte, at);
    return next === -1 ? bytes.length : next;
  };
  let lineFeed = -1;
  let carriageReturn = -1;
  return (at) => {
    lineFeed = find(LINE_FEED, lineFeed, at);
    carriageReturn = find(CARRIAGE_RETURN, carriageReturn, at);
    const end = Math.min(lineFeed, carriageReturn);
    if (end === bytes.length) return null;
    return end + (lineFeed === carriageReturn + 1 ? 2 : 1);
  };
}

/** One character for each byte. Spreading the bytes would take three times as long. */
function toCharacters(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
