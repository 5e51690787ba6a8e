/** The end of an answer: sent as a whole, or its reader left before. */
export type AnswerEnd = 'complete' | 'left';

/** The log entry of one request after its answer has ended. It has no text of a question, no key and no address. */
export interface RequestEntry {
  /** Also in the answer's header `X-Request-Id`. */
  requestId: string;
  /** From the header `traceparent` (W3C Trace Context), if that is valid. */
  traceId?: string;
  /** Name of the endpoint: `message`, `search` …; `null` for an unknown address. */
  operation: string | null;
  method: string;
  /** Path of the endpoint with its parameters by name; `null` for an unknown address. */
  route: string | null;
  status: number;
  /** Code of the error, if any. */
  code?: string;
  /** The project of the request. */
  projectId?: string;
  /** Id of the key. Does not reveal its text. */
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

/**
 * Return the trace id of a request. @returns `undefined` for a header that is missing or invalid, as W3C Trace Context demands
 */
export function readTraceId(traceparent: string | null): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
