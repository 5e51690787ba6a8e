import type { FailureCode } from '../failures/failure.ts';
import type { LazyModule } from '../lazy.ts';
import { loadTwice } from '../load-twice.ts';
import type { AnswerEvent } from '../reply/answer-event.ts';
import type { UnreadChunk } from './decode-chunk.ts';
import type * as extended from './decode-extended.ts';

/** The part of a decoder that knows one format. */
export interface BodyDecoder {
  push(chunk: string): void;
  end(broken: boolean): void;
}

/** Readers of the chunks that few replies have. */
export type ExtendedReaders = LazyModule<typeof extended>;

/** What the decoders of all formats share: the events of a reply in their order, its limits, and whether it goes on. */
export class DecoderContext {
  /** Maximum length of a line or event, in UTF-16 units. */
  readonly maxLine: number;
  state: 'open' | 'ended' | 'refused' = 'open';
  /** Whether a part of the reply was taken. */
  hasParts = false;
  readonly #extended: ExtendedReaders;
  #events: (AnswerEvent | UnreadChunk)[] = [];

  constructor(maxLine: number, extended: ExtendedReaders) {
    this.maxLine = maxLine;
    this.#extended = extended;
  }

  readonly emit = (event: AnswerEvent | UnreadChunk): void => {
    this.#events.push(event);
  };

  /** Remove and return the events so far. Chunks whose reader cannot be loaded are left out, with a warning. */
  async take(): Promise<AnswerEvent[]> {
    let events = this.#events;
    this.#events = [];
    if (events.some(({ type }) => type === 'unread')) {
      const readers = await loadTwice(this.#extended);
      events = readers
        ? readers.readChunks(events)
        : events.map((event) =>
            event.type === 'unread' ? { type: 'warning', kind: 'not-loaded', detail: event.name } : event,
          );
    }
    this.hasParts ||= events.some(({ type }) => type !== 'warning' && type !== 'format');
    return events as AnswerEvent[];
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
}
