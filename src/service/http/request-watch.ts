import { randomUUID } from 'node:crypto';
import { SERVER_ERROR_STATUS } from '../../protocol/failures/server-error.ts';
import { readTraceId, type AnswerEnd, type RequestEntry } from './request-entry.ts';
import type { ServiceContext } from './route.ts';

/** Observes one request until its answer ends, for log and metrics. */
export interface RequestWatch {
  note(fields: Partial<RequestEntry>): void;
  /** Set the `RateLimit` headers, which are sent with an answer and with the refusal of the limit. */
  noteLimit(headers: Record<string, string>): void;
  waitUntil(end: Promise<AnswerEnd>): void;
  /** The answer exists and is sent now. */
  begin(response: Response): void;
}

export function watchRequest(
  { metrics, onRequest }: Pick<ServiceContext, 'metrics' | 'onRequest'>,
  request: Request,
): RequestWatch {
  const started = performance.now();
  const secondsSince = () => Math.round(performance.now() - started) / 1000;
  const requestId = randomUUID();
  const traceId = readTraceId(request.headers.get('traceparent'));
  const entry: RequestEntry = {
    requestId,
    ...(traceId !== undefined && { traceId }),
    operation: null,
    method: request.method,
    route: null,
    status: 0,
    end: 'complete',
    firstByteSeconds: 0,
    seconds: 0,
  };
  let limitHeaders: Record<string, string> = {};
  let ends: Promise<AnswerEnd> | null = null;

  return {
    note: (fields) => void Object.assign(entry, fields),
    noteLimit: (headers) => void (limitHeaders = headers),
    waitUntil: (end) => void (ends = end),
    begin(response) {
      const hasLimitHeaders = response.ok || response.status === SERVER_ERROR_STATUS['rate-limited'];
      const headers = { 'x-request-id': requestId, ...(hasLimitHeaders && limitHeaders) };
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      Object.assign(entry, { status: response.status, firstByteSeconds: secondsSince() });
      const finish = (end: AnswerEnd) => {
        Object.assign(entry, { end, seconds: secondsSince() });
        metrics?.countRequest(entry);
        onRequest(entry);
      };
      if (ends === null) return finish(request.signal.aborted ? 'left' : 'complete');
      metrics?.countStream(ends);
      void ends.then(finish);
    },
  };
}
