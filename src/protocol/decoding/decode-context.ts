import type { FailureCode } from '../failures/failure.ts';
import { loadTwice, type LazyPiece } from '../lazy.ts';
import type { AnswerEvent } from '../reply/answer-event.ts';
import type { UnknownRecord } from '../record.ts';
import { commonReader, emitThread, emitWarning, type ChunkReader } from './decode-chunk.ts';
import type * as extended from './decode-extended.ts';

/** The part of a decoder that knows one format. */
export interface BodyDecoder {
  push(piece: string): void;
  end(broken: boolean): void;
}

/** Readers of the chunks that few replies have. */
export type ExtendedReaders = LazyPiece<typeof extended>;

/** A chunk whose reader is not loaded yet. */
interface UnreadChunk {
  readonly type: 'unread';
  readonly name: string;
  readonly chunk: UnknownRecord;
  /** The JSON that it was parsed from. */
  readonly data: string;
}

/** What the decoders of all formats share: the events of a reply in their order, its limits, and whether it goes on. */
export class DecoderContext {
  /** Longest line or event, in UTF-16 units. */
  readonly maxLine: number;
  state: 'open' | 'ended' | 'refused' = 'open';
  /** Whether anything but warnings was emitted. */
  hasParts = false;
  readonly #extended: ExtendedReaders;
  #events: (AnswerEvent | UnreadChunk)[] = [];

  constructor(maxLine: number, extended: ExtendedReaders) {
    this.maxLine = maxLine;
    this.#extended = extended;
  }

  readonly emit = (event: AnswerEvent): void => {
    this.#events.push(event);
    if (event.type !== 'warning') this.hasParts = true;
  };

  /** Emit what a chunk says; one whose reader is not loaded keeps its place until {@link loadReaders}. */
  emitChunk(name: string, chunk: UnknownRecord, data: string): void {
    const read = commonReader(name);
    if (read === undefined) this.#events.push({ type: 'unread', name, chunk, data });
    else this.#readChunk(read, chunk, data);
  }

  /** Read the chunks that wait for their reader. Where it cannot be loaded, their types count as unknown. */
  async loadReaders(): Promise<void> {
    if (!this.#events.some(({ type }) => type === 'unread')) return;
    const readers = await loadTwice(this.#extended);
    const events = this.#events;
    this.#events = [];
    for (const event of events) {
      if (event.type !== 'unread') {
        this.#events.push(event);
        continue;
      }
      const { name, chunk, data } = event;
      const read = readers?.chunkReader(name);
      if (read !== undefined) this.#readChunk(read, chunk, data);
      else {
        emitWarning(this.emit, readers ? 'unknown-type' : 'not-loaded', name);
        emitThread(this.emit, chunk, 8);
      }
    }
  }

  /** Remove and return the events so far. Call {@link loadReaders} before. */
  take(): AnswerEvent[] {
    const taken = this.#events as AnswerEvent[];
    this.#events = [];
    return taken;
  }

  /** End the reply as unreadable. */
  refuse(code: FailureCode, message: string): void {
    if (this.state === 'refused') return;
    this.state = 'refused';
    this.emit({ type: 'error', code, message });
  }

  refuseLength(limit: number): void {
    this.refuse('too-large', `The reply passes the limit of ${limit} characters.`);
  }

  /** Whether a line or event is to be read: it is not empty, and the reply goes on. Refuses one that is too long. */
  takes(line: string): boolean {
    if (line.length > this.maxLine) this.refuseLength(this.maxLine);
    return this.state === 'open' && line !== '';
  }

  #readChunk(read: ChunkReader, chunk: UnknownRecord, data: string): void {
    if (!read(chunk, this.emit)) emitWarning(this.emit, 'bad-type', data);
  }
}
