import type { AnswerEnd, RequestEntry } from '../http/request-entry.ts';
import type { MetricFactory } from './metric-factory.ts';

export interface RequestMetrics {
  countRequest(entry: RequestEntry): void;
  countStream(end: Promise<AnswerEnd>): void;
}

/** Seconds; a streamed answer may take a minute. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The labels are bounded by the endpoints: all unknown addresses are the operation `none`. */
export function createRequestMetrics(create: MetricFactory): RequestMetrics {
  const total = create.counter('requests_total', 'Requests by endpoint, status and end of the answer.', [
    'operation',
    'status',
    'end',
  ]);
  const byOperation = ['operation'] as const;
  const firstByte = create.histogram(
    'request_first_byte_seconds',
    'Time until an answer began.',
    BUCKETS,
    byOperation,
  );
  const duration = create.histogram(
    'request_duration_seconds',
    'Time until an answer ended.',
    BUCKETS,
    byOperation,
  );
  const streams = create.gauge('open_streams', 'Answers that are being streamed.');
  return {
    countRequest({ operation, status, end, firstByteSeconds, seconds }) {
      const labels = { operation: operation ?? 'none' };
      total.inc({ ...labels, status: String(status), end });
      firstByte.observe(labels, firstByteSeconds);
      duration.observe(labels, seconds);
    },
    countStream(end) {
      streams.inc();
      void end.then(() => streams.dec());
    },
  };
}
