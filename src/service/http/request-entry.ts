/** How an answer ended: sent whole, or its reader left before. */
export type AnswerEnd = 'complete' | 'left';

/** What is told of one request once its answer has ended: no text of a question, no key, no address. */
export interface RequestEntry {
  /** Also in the answer's header `X-Request-Id`. */
  requestId: string;
  /** From the header `traceparent` (W3C Trace Context), where it is a valid one. */
  traceId?: string;
  /** Name of the endpoint: `message`, `search` …; `null` where there is none at the address. */
  operation: string | null;
  method: string;
  /** Path of the endpoint with its open segments by name; `null` where there is none. */
  route: string | null;
  status: number;
  /** Code of the error, if it was one. */
  code?: string;
  /** The project that was asked. */
  projectId?: string;
  /** Id of the key that was used; tells nothing about its text. */
  keyId?: string;
  end: AnswerEnd;
  /** Seconds until the answer began. */
  firstByteSeconds: number;
  /** Seconds until the answer ended. */
  seconds: number;
  /** Text of the question or search. Only with the option `logQuestions`. */
  question?: string;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/** The trace that a request belongs to. @returns `undefined` for a header that is missing or wrong, as W3C Trace Context wants it */
export function readTraceId(traceparent: string | null): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
