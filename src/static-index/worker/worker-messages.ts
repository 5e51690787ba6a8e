import type { AssistantRequest, SearchRequest, SearchResult } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';

/** A call of a source. */
export type SourceCall =
  | { type: 'search'; request: SearchRequest; wantsInterim: boolean }
  | { type: 'answer'; request: AssistantRequest };

/** Messages to the worker. The first one opens an index; calls have numbers of the page's. */
export type WorkerMessage =
  { type: 'open'; index: string } | { type: 'call'; number: number; call: SourceCall } | AbortMessage;

/** Ends a call that nobody waits for any more. */
interface AbortMessage {
  type: 'abort';
  number: number;
}

/** What a call gives: `done` and `failed` are its last. */
export type CallResult =
  | { type: 'interim'; results: SearchResult[] }
  | { type: 'results'; results: SearchResult[] }
  | { type: 'events'; events: readonly AnswerEvent[] }
  | { type: 'done' }
  | { type: 'failed'; failure: Failure };

/** Messages of the worker. */
export interface WorkerReply {
  number: number;
  result: CallResult;
}

/** The end of a channel of messages: a worker, its global scope, or a `MessagePort`. */
export interface MessageEnd {
  postMessage(message: WorkerMessage | WorkerReply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<never>) => void): void;
}
