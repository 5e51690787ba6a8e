import type { FailureCode } from '../failures/failure.ts';

/**
 * The events of the decoders of all reply formats: `decode → events → reply`.
 * The events carry data only; what they add up to is in `reply.ts`.
 */

/** How the body was recognised. `v1` is the line protocol of AI SDK 4, `sse` the stream of AI SDK 5 to 7. */
export type ReplyFormat = 'v1' | 'sse' | 'ndjson' | 'json' | 'text';

/** How far a tool call has come. */
export type ToolState =
  'input-streaming' | 'input-available' | 'output-available' | 'output-error' | 'output-denied';

/** A page or document that an answer rests on, as the stream named it: the address is not checked yet. */
export interface ReplySource {
  /** `null` for a document that has no address. */
  url: string | null;
  title?: string | undefined;
  id?: string | undefined;
}

/** An event of a reply. Pass the events, in their order, to `applyEvent`. */
export type AnswerEvent =
  | { type: 'format'; format: ReplyFormat }
  | { type: 'message'; id: string }
  | { type: 'step'; phase: 'start' | 'finish' | 'reset' }
  /** `start` opens a new part even when the id was used before; a delta for an unknown part opens it. */
  | { type: 'text' | 'reasoning'; phase: 'start' | 'delta' | 'end'; part: string; delta: string }
  | {
      type: 'tool';
      id: string;
      state: ToolState;
      name?: string | undefined;
      input?: unknown;
      output?: unknown;
      errorText?: string | undefined;
      preliminary?: boolean;
    }
  | { type: 'tool-input'; id: string; delta: string }
  | { type: 'source'; source: ReplySource }
  | { type: 'file'; url: string; mediaType: string }
  | { type: 'data'; name: string | null; id?: string | undefined; value: unknown; transient: boolean }
  | { type: 'annotation'; value: unknown }
  | { type: 'metadata'; value: unknown }
  /** `rank` is the place it stood in (section 8.5 of the stream notes); 1 is the most trusted. */
  | { type: 'thread'; threadId?: string | undefined; threadKey?: string | undefined; rank: number }
  /** `code` defaults to `stream`, an error within the reply. */
  | { type: 'error'; message: string; code?: FailureCode }
  | { type: 'abort'; reason: string | null }
  /** `metadata` is what the server knows of the whole answer. Decoders send a `metadata` event for it. */
  | { type: 'finish'; reason: string | null; usage?: unknown; metadata?: Readonly<Record<string, unknown>> }
  /** The reply ended properly. A body that closes without this event was cut. */
  | { type: 'end' }
  | { type: 'warning'; kind: string; detail: string };
