import { digestOf, isSameDigest } from '../keys/digest.ts';
import { loadOptional } from '../optional-package.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import type { AnswerEnd, RequestEntry } from './request-entry.ts';

/** What Prometheus is told. */
export interface Metrics {
  /** The metrics key is no API key: who reads figures need not be able to read projects. */
  isOpenedBy(authorization: string | null): boolean;
  countRequest(entry: RequestEntry): void;
  countStream(end: Promise<AnswerEnd>): void;
  /** All figures in the text format of Prometheus. */
  write(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

/** Seconds; a streamed answer may take a minute. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const PREFIX = 'docs_assistant_';

/**
 * @param readProjects called when figures are told
 * @throws Error when the package that it takes is not installed
 */
export async function openMetrics(
  key: string,
  readProjects: () => readonly { projectId: string; engine: SearchEngine }[],
): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await loadOptional(
    'Metrics',
    ['prom-client'],
    () => import('prom-client'),
  );
  const digest = digestOf(key);
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests by endpoint and status.',
    labelNames: ['operation', 'status', 'end'] as const,
    registers,
  });
  const firstByte = new Histogram({
    name: `${PREFIX}request_first_byte_seconds`,
    help: 'Time until the answer began.',
    labelNames: ['operation'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const duration = new Histogram({
    name: `${PREFIX}request_duration_seconds`,
    help: 'Time until the answer ended.',
    labelNames: ['operation'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  });
  const streams = new Gauge({
    name: `${PREFIX}open_streams`,
    help: 'Answers that are being streamed.',
    registers,
  });
  const ready = new Gauge({
    name: `${PREFIX}index_ready`,
    help: '1 when the index of a project is complete.',
    labelNames: ['project'] as const,
    registers,
  });
  const sections = new Gauge({
    name: `${PREFIX}index_sections`,
    help: 'Sections of the index that is searched.',
    labelNames: ['project'] as const,
    registers,
  });
  const problems = new Gauge({
    name: `${PREFIX}index_problems`,
    help: 'Files that could not be read as meant.',
    labelNames: ['project'] as const,
    registers,
  });

  return {
    isOpenedBy(authorization) {
      const presented = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      return presented !== undefined && isSameDigest(digestOf(presented), digest);
    },
    countRequest({ operation, status, end, firstByteSeconds, seconds }) {
      const labels = { operation: operation ?? 'none' };
      requests.inc({ ...labels, status: String(status), end });
      firstByte.observe(labels, firstByteSeconds);
      duration.observe(labels, seconds);
    },
    countStream(end) {
      streams.inc();
      void end.then(() => streams.dec());
    },
    async write() {
      for (const { projectId: project, engine } of readProjects()) {
        const { progress } = engine;
        ready.set({ project }, progress.phase === 'ready' ? 1 : 0);
        sections.set({ project }, progress.sections);
        problems.set({ project }, progress.problems.length);
      }
      return { contentType: register.contentType, text: await register.metrics() };
    },
    close: () => register.clear(),
  };
}
