import { parseJson } from '../protocol/record.ts';
import { concatBytes, type ByteFilter } from './byte-filter.ts';
import { failureBody, hasType, isComplete, isSuspect, replaceFailure } from './find-failure.ts';
import { CARRIAGE_RETURN, createLineEndFinder, LINE_FEED } from './line-ends.ts';

/**
 * Maximum number of bytes that are held until they are known to be a failure or not. Live chunks reach 135 KB, and only those are held as a
 * whole that do not begin with their type.
 */
export const MAX_HELD_BYTES = 1_048_576;
/** Maximum number of bytes of an answer and of one of its events or lines, unpacked: more than any client of the API reads. */
export const MAX_ANSWER_BYTES = 16_777_216;
export const MAX_EVENT_BYTES = 4_194_304;
/** Bytes at the beginning of a line that are enough to classify it. */
const HEAD_BYTES = 64;

/** The HTML page of a gateway. */
const PAGE = /^<(?:!doctype html|html)\b/i;
/** Beginning of the first line in every format but plain text. */
const PART = /^(?:data:|event:|id:|retry:|:|[0-9a-k]:["[{]|\{)/;
const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

export interface ErrorMaskOptions {
  mediaType: string;
  /** Whether the headers name a format made of parts. If not, the first line decides, because `text/plain` may be either. */
  isLabelled: boolean;
  /** Called once when the answer failed. A failed tool or an aborted answer does not count. */
  onFailure: () => void;
}

export interface ErrorMask extends ByteFilter {
  /** Whether the format, as far as it is known, marks the end of an answer. Plain text does not. */
  readonly hasEndMark: boolean;
  /** Whether the rest of the body is dropped: it need not be read. */
  readonly isOver: boolean;
}

/**
 * Create a filter that replaces the upstream's error messages inside an answer by a fixed sentence, because they may contain keys,
 * hosts and stack traces. All other bytes pass unchanged.
 */
export function createErrorMask(options: ErrorMaskOptions): ErrorMask {
  return new LineMask(options);
}

/**
 * The state machine of the mask. Its unit is the line, since every format of the API has one chunk per line or per event of lines:
 *
 * - `undecided`, the initial state: the beginning of the line decides. The bytes of the line are held, since bytes that were
 *   passed cannot be taken back. It ends
 *   - with `pass-line`, as soon as the beginning shows that the line is no failure;
 *   - with the line held in `#unit`, if it may be a failure. JSON has to be whole to be judged, and an event may have several
 *     lines, so that the unit ends at an empty line, at the next chunk, or with the body. Then it is replaced or passed;
 *   - with `pass-all`, if the first line shows that the body is plain text, in which no line is a chunk;
 *   - with `drop-all`, for the page of a gateway, or if more than `MAX_HELD_BYTES` would be held.
 * - `pass-line`: the rest of the line passes as it arrives, so that masking does not delay a stream. `undecided` with the next line.
 * - `pass-all`: everything passes, until the end.
 * - `drop-all`: the rest is dropped, because a failure has replaced the body, or because that is too large.
 */
class LineMask implements ErrorMask {
  readonly #options: ErrorMaskOptions;
  #state: 'undecided' | 'pass-line' | 'pass-all' | 'drop-all' = 'undecided';
  /** Whole lines that are held together: those of an event, or of a JSON document. */
  #unit: Uint8Array[] = [];
  #isDocument = false;
  /** The current line so far, and its first bytes, each as a character. */
  #line: Uint8Array[] = [];
  #head = '';
  #heldBytes = 0;
  /** Bytes of the body, of its event, and of its line so far. */
  #bytes = 0;
  #eventBytes = 0;
  #lineBytes = 0;
  #isFirstLine = true;
  #endedWithReturn = false;
  #hasFailed = false;
  /** Whether the body is plain text. */
  #isText = false;
  #out: Uint8Array[] = [];

  constructor(options: ErrorMaskOptions) {
    this.#options = options;
  }

  get hasEndMark(): boolean {
    return this.#options.isLabelled || !(this.#isText || (this.#isFirstLine && !this.isOver));
  }

  get isOver(): boolean {
    return this.#state === 'drop-all';
  }

  push(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 0) return bytes;
    this.#out = [];
    const findEnd = createLineEndFinder(bytes);
    let at = 0;
    // CR and LF are one line end even if they arrive in two pieces.
    if (this.#endedWithReturn && bytes[0] === LINE_FEED) {
      at = 1;
      if (this.#state !== 'drop-all')
        (this.#unit.length > 0 ? this.#unit : this.#out).push(bytes.subarray(0, 1));
    }
    this.#endedWithReturn = bytes.at(-1) === CARRIAGE_RETURN;
    while (at < bytes.length) {
      const end = findEnd(at);
      this.#take(bytes.subarray(at, end ?? bytes.length), end !== null);
      at = end ?? bytes.length;
    }
    return concatBytes(this.#out);
  }

  end(): Uint8Array {
    this.#out = [];
    if (this.#line.length > 0) this.#decide(true);
    this.#endUnit();
    return concatBytes(this.#out);
  }

  /** @param isWhole whether the line ends with this piece */
  #take(piece: Uint8Array, isWhole: boolean): void {
    if (this.#state === 'drop-all' || this.#isTooLarge(piece, isWhole)) return;
    if (this.#state !== 'undecided') {
      this.#out.push(piece);
      if (isWhole && this.#state === 'pass-line') this.#state = 'undecided';
      return;
    }
    this.#line.push(piece);
    this.#heldBytes += piece.length;
    const isHeadKnown = this.#head.length === HEAD_BYTES;
    this.#head += toCharacters(piece.subarray(0, HEAD_BYTES - this.#head.length));
    // More bytes behind a known head change nothing before the line ends.
    if (isWhole || !isHeadKnown) this.#decide(isWhole);
    if (this.#heldBytes > MAX_HELD_BYTES) this.#refuse();
  }

  /** Count a piece, and end a body that is too large. Plain text breaks off, because it has no place for a failure. */
  #isTooLarge({ length }: Uint8Array, isWhole: boolean): boolean {
    this.#bytes += length;
    this.#eventBytes += length;
    this.#lineBytes += length;
    if (this.#bytes > MAX_ANSWER_BYTES || (this.#eventBytes > MAX_EVENT_BYTES && !this.#isText)) {
      const isInLine = this.#state === 'pass-line';
      if (isInLine) this.#out.push(encode('\n\n'));
      this.#refuse();
      return true;
    }
    const hasEnd = isWhole && (this.#options.mediaType !== 'text/event-stream' || this.#lineBytes <= 2);
    if (hasEnd) this.#eventBytes = 0;
    if (isWhole) this.#lineBytes = 0;
    return false;
  }

  /** Pass the current line, hold it, or wait for more of it. */
  #decide(isWhole: boolean): void {
    if (this.#unit.length > 0) {
      const isNextChunk = !this.#isDocument && hasType(this.#head);
      if (!isNextChunk) {
        if (!isWhole) return;
        if (this.#isDocument || this.#head.trim() !== '') return this.#holdLine();
      }
      // An empty line ends the event. So does the next chunk, because some servers leave the empty line out.
      this.#endUnit();
    }
    const begin = this.#isFirstLine ? withoutBlanks(this.#head) : this.#head;
    if (begin === '') return isWhole ? this.#passLine() : undefined;
    if (PAGE.test(begin)) return this.#refuse();
    const isText = this.#isFirstLine && !this.#options.isLabelled && !PART.test(begin);
    if (isText && !isWhole && mayBecomePart(begin)) return;
    if (isSuspect(begin, isWhole) && !(isText && begin.startsWith('3:'))) {
      if (isWhole) this.#holdFirstLine();
      return;
    }
    if (isText) {
      this.#state = 'pass-all';
      this.#isText = true;
    } else if (!isWhole) this.#state = 'pass-line';
    this.#isFirstLine = false;
    this.#passLine();
  }

  #passLine(): void {
    this.#out.push(concatBytes(this.#line));
    this.#forgetLine();
  }

  #forgetLine(): void {
    this.#line = [];
    this.#head = '';
    this.#heldBytes = 0;
  }

  /** Begin a unit with the current line, and end it if the line is enough to judge it. */
  #holdFirstLine(): void {
    const text = decode(concatBytes(this.#line)).trim();
    this.#isDocument = this.#isFirstLine && text.startsWith('{') && parseJson(text) === undefined;
    this.#isFirstLine = false;
    this.#holdLine();
    if (!this.#isDocument && isComplete(text)) this.#endUnit();
  }

  /** Add the current line to the unit. `#heldBytes` goes on counting. */
  #holdLine(): void {
    this.#unit.push(concatBytes(this.#line));
    this.#line = [];
    this.#head = '';
  }

  /** Replace the unit if it is a failure, else pass it. */
  #endUnit(): void {
    if (this.#unit.length === 0) return;
    const bytes = concatBytes(this.#unit);
    const text = decode(bytes);
    const replacement = replaceFailure(text);
    if (replacement === null) this.#out.push(bytes);
    else {
      if (replacement.isFatal) this.#fail();
      this.#out.push(encode(replacement.text + (/[\r\n]+$/.exec(text)?.[0] ?? '\n\n')));
    }
    this.#unit = [];
    this.#isDocument = false;
    this.#heldBytes = 0;
  }

  /** Replace the rest of the body. */
  #refuse(): void {
    this.#unit = [];
    this.#forgetLine();
    this.#state = 'drop-all';
    this.#fail();
    if (!this.#isText) this.#out.push(encode(failureBody(this.#options.mediaType)));
  }

  #fail(): void {
    if (!this.#hasFailed) this.#options.onFailure();
    this.#hasFailed = true;
  }
}

/** Return whether a first line may still turn out to begin like a part. */
function mayBecomePart(begin: string): boolean {
  const fields = ['data:', 'event:', 'id:', 'retry:'];
  return /^[0-9a-k]:?$/.test(begin) || fields.some((field) => field.startsWith(begin));
}

/** Remove blanks and the byte order mark, even if only a part of the mark has arrived. */
function withoutBlanks(head: string): string {
  return BYTE_ORDER_MARK.startsWith(head) ? '' : head.replace(/^(?:\xEF\xBB\xBF)?\s*/, '');
}

/** Return one character for each byte. Spreading the bytes would take three times as long. */
function toCharacters(bytes: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, bytes);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
