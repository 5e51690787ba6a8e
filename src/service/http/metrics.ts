import type * as prom from 'prom-client';
import { digestOf, isSameDigest } from '../keys/digest.ts';
import { loadOptional } from '../optional-package.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import type { AnswerEnd, RequestEntry } from './request-entry.ts';

/** The figures for Prometheus. */
export interface Metrics {
  /** Check the metrics key. It is not an API key, so that reading figures does not require access to a project. */
  isOpenedBy(authorization: string | null): boolean;
  countRequest(entry: RequestEntry): void;
  countStream(end: Promise<AnswerEnd>): void;
  /** Return all figures in the text format of Prometheus. */
  write(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

/** Seconds; a streamed answer may take a minute. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const PREFIX = 'docs_assistant_';

/**
 * Open the figures for `GET /metrics`.
 *
 * @param readProjects called at each `write`
 * @throws Error when the package `prom-client` is not installed
 */
export async function openMetrics(
  key: string,
  readProjects: () => readonly { projectId: string; engine: SearchEngine }[],
): Promise<Metrics> {
  const client = await loadOptional('Metrics', ['prom-client'], () => import('prom-client'));
  const register = new client.Registry();
  client.collectDefaultMetrics({ register });
  const requests = createRequestMetrics(client, register);
  const index = createIndexMetrics(client, register);
  const digest = digestOf(key);

  return {
    isOpenedBy(authorization) {
      const presented = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      return presented !== undefined && isSameDigest(digestOf(presented), digest);
    },
    countRequest({ operation, status, end, firstByteSeconds, seconds }) {
      const labels = { operation: operation ?? 'none' };
      requests.total.inc({ ...labels, status: String(status), end });
      requests.firstByte.observe(labels, firstByteSeconds);
      requests.duration.observe(labels, seconds);
    },
    countStream(end) {
      requests.streams.inc();
      void end.then(() => requests.streams.dec());
    },
    async write() {
      for (const { projectId: project, engine } of readProjects()) {
        const { progress } = engine;
        index.ready.set({ project }, progress.phase === 'ready' ? 1 : 0);
        index.sections.set({ project }, progress.sections);
        index.problems.set({ project }, progress.problems.length);
      }
      return { contentType: register.contentType, text: await register.metrics() };
    },
    close: () => register.clear(),
  };
}

function createRequestMetrics({ Counter, Gauge, Histogram }: typeof prom, register: prom.Registry) {
  const registers = [register];
  return {
    total: new Counter({
      name: `${PREFIX}requests_total`,
      help: 'Requests by endpoint and status.',
      labelNames: ['operation', 'status', 'end'] as const,
      registers,
    }),
    firstByte: new Histogram({
      name: `${PREFIX}request_first_byte_seconds`,
      help: 'Time until the answer began.',
      labelNames: ['operation'] as const,
      buckets: DURATION_BUCKETS,
      registers,
    }),
    duration: new Histogram({
      name: `${PREFIX}request_duration_seconds`,
      help: 'Time until the answer ended.',
      labelNames: ['operation'] as const,
      buckets: DURATION_BUCKETS,
      registers,
    }),
    streams: new Gauge({
      name: `${PREFIX}open_streams`,
      help: 'Answers that are being streamed.',
      registers,
    }),
  };
}

function createIndexMetrics({ Gauge }: typeof prom, register: prom.Registry) {
  const labelNames = ['project'] as const;
  const registers = [register];
  return {
    ready: new Gauge({
      name: `${PREFIX}index_ready`,
      help: '1 when the index of a project is complete.',
      labelNames,
      registers,
    }),
    sections: new Gauge({
      name: `${PREFIX}index_sections`,
      help: 'Sections of the index that is searched.',
      labelNames,
      registers,
    }),
    problems: new Gauge({
      name: `${PREFIX}index_problems`,
      help: 'Files with a problem.',
      labelNames,
      registers,
    }),
  };
}
