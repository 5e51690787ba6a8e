import type * as prom from 'prom-client';
import { MODEL_CALL_OUTCOMES, type ModelCall } from '../answer/model/model-calls.ts';
import type { UpdateRunEnd } from '../deploy/update-worker.ts';
import type { AnswerEnd, RequestEntry } from '../http/request-entry.ts';
import type { IndexProgress } from '../index/index-progress.ts';
import type { EmbeddingCall } from '../models/embedder.ts';
import { RERANKING_OUTCOMES, type RerankingCall } from '../models/reranker.ts';
import type { Generation, UpdateQueue } from '../storage/service-store.ts';
import { STATE_PARTS, type StateOutage, type StatePart } from '../storage/state-outages.ts';

/** Creates metrics of this program, whose names begin with `docs_assistant_`. */
export interface MetricFactory {
  counter<Label extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly Label[],
  ): prom.Counter<Label>;
  gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly Label[],
  ): prom.Gauge<Label>;
  /** @param buckets upper bounds in seconds */
  histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames?: readonly Label[],
  ): prom.Histogram<Label>;
}

const PREFIX = 'docs_assistant_';

export function createMetricFactory(client: typeof prom, register: prom.Registry): MetricFactory {
  const registers = [register];
  return {
    counter: (name, help, labelNames = []) =>
      new client.Counter({ name: PREFIX + name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) =>
      new client.Gauge({ name: PREFIX + name, help, labelNames, registers }),
    histogram: (name, help, buckets, labelNames = []) =>
      new client.Histogram({ name: PREFIX + name, help, buckets, labelNames, registers }),
  };
}

export interface RequestMetrics {
  countRequest(entry: RequestEntry): void;
  countStream(end: Promise<AnswerEnd>): void;
}

/** Seconds; a streamed answer may take a minute. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

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
    REQUEST_BUCKETS,
    byOperation,
  );
  const duration = create.histogram(
    'request_duration_seconds',
    'Time until an answer ended.',
    REQUEST_BUCKETS,
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

export interface ModelMetrics {
  countCall(call: ModelCall): void;
}

/** Seconds; a call may take as long as an answer. */
const MODEL_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];
const MODEL_PURPOSES = ['answer', 'rewrite'] as const satisfies ModelCall['purpose'][];

export function createModelMetrics(create: MetricFactory): ModelMetrics {
  const total = create.counter('model_calls_total', 'Requests to the language model, by outcome.', [
    'purpose',
    'outcome',
  ]);
  const duration = create.histogram(
    'model_call_duration_seconds',
    'Time until a request to the language model ended.',
    MODEL_BUCKETS,
    ['purpose'],
  );
  const firstToken = create.histogram(
    'model_first_token_seconds',
    'Time until the first text of an answer.',
    MODEL_BUCKETS,
  );
  const tokens = create.counter('model_tokens_total', 'Tokens as the endpoint of the model reports them.', [
    'purpose',
    'kind',
  ]);
  // A series that appears with its first call would be no increase.
  for (const purpose of MODEL_PURPOSES) {
    for (const outcome of MODEL_CALL_OUTCOMES) total.inc({ purpose, outcome }, 0);
    for (const kind of ['prompt', 'completion']) tokens.inc({ purpose, kind }, 0);
    duration.zero({ purpose });
  }
  return {
    countCall({ purpose, outcome, seconds, firstTokenSeconds, promptTokens, completionTokens }) {
      total.inc({ purpose, outcome });
      duration.observe({ purpose }, seconds);
      if (firstTokenSeconds !== null) firstToken.observe(firstTokenSeconds);
      tokens.inc({ purpose, kind: 'prompt' }, promptTokens);
      tokens.inc({ purpose, kind: 'completion' }, completionTokens);
    },
  };
}

export interface EmbeddingMetrics {
  countCall(call: EmbeddingCall): void;
}

/** Seconds; a query is searched by words after 2. */
const EMBEDDING_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
const EMBEDDING_PURPOSES = ['query', 'section', 'calibration'] as const satisfies EmbeddingCall['purpose'][];
const EMBEDDING_OUTCOMES = ['ok', 'failed', 'aborted'] as const satisfies EmbeddingCall['outcome'][];

export function createEmbeddingMetrics(create: MetricFactory): EmbeddingMetrics {
  const duration = create.histogram(
    'embedding_duration_seconds',
    'Time until the texts of a call were embedded, the wait for a thread included.',
    EMBEDDING_BUCKETS,
    ['purpose'],
  );
  const texts = create.counter('embedding_texts_total', 'Texts given to the embedding model, by outcome.', [
    'purpose',
    'outcome',
  ]);
  for (const purpose of EMBEDDING_PURPOSES) {
    for (const outcome of EMBEDDING_OUTCOMES) texts.inc({ purpose, outcome }, 0);
    duration.zero({ purpose });
  }
  return {
    countCall({ purpose, outcome, texts: count, seconds }) {
      texts.inc({ purpose, outcome }, count);
      duration.observe({ purpose }, seconds);
    },
  };
}

export interface RerankingMetrics {
  countCall(call: RerankingCall): void;
}

/** Seconds; hits stay as they are after 2. */
const RERANKING_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 5];

export function createRerankingMetrics(create: MetricFactory): RerankingMetrics {
  const total = create.counter(
    'rerankings_total',
    'Calls of the cross-encoder, one for each search of an answer.',
    ['outcome'],
  );
  const duration = create.histogram(
    'reranking_duration_seconds',
    'Time of one call of the cross-encoder, the wait for its threads included.',
    RERANKING_BUCKETS,
  );
  for (const outcome of RERANKING_OUTCOMES) total.inc({ outcome }, 0);
  return {
    countCall({ outcome, seconds }) {
      total.inc({ outcome });
      duration.observe(seconds);
    },
  };
}

export interface UpdateMetrics {
  countRun(end: UpdateRunEnd): void;
  /** @param queues `null`: the store does not answer */
  measure(projectIds: readonly string[], queues: readonly UpdateQueue[] | null): void;
}

/** Seconds; the first update of a large documentation may take an hour to compute its vectors. */
const UPDATE_BUCKETS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const UPDATE_OUTCOMES = [
  'success',
  'failure',
  'released',
  'lost',
] as const satisfies UpdateRunEnd['outcome'][];

export function createUpdateMetrics(create: MetricFactory): UpdateMetrics {
  const byProject = ['project'] as const;
  const total = create.counter('updates_total', 'Updates that this process ran, by outcome.', [
    'project',
    'outcome',
  ]);
  const duration = create.histogram(
    'update_duration_seconds',
    'How long this process worked on an update.',
    UPDATE_BUCKETS,
    ['outcome'],
  );
  const length = create.gauge('update_queue_length', 'Updates in the queue of all processes, by state.', [
    'project',
    'state',
  ]);
  const age = create.gauge(
    'update_queue_oldest_age_seconds',
    'How long the oldest queued update has been waiting; 0 without one.',
    byProject,
  );
  const success = create.gauge(
    'update_last_success_timestamp_seconds',
    'When the last successful update ended; 0 without one.',
    byProject,
  );
  const failure = create.gauge(
    'update_last_failure_timestamp_seconds',
    'When the last failed update ended; 0 without one.',
    byProject,
  );
  const storeUp = create.gauge('store_up', '1 when the store of the state answers.');
  for (const outcome of UPDATE_OUTCOMES) duration.zero({ outcome });

  return {
    countRun({ projectId: project, outcome, seconds }) {
      total.inc({ project, outcome });
      duration.observe({ outcome }, seconds);
    },
    measure(projectIds, queues) {
      // An outcome that appears with its first update would be no increase.
      for (const project of projectIds)
        for (const outcome of UPDATE_OUTCOMES) total.inc({ project, outcome }, 0);
      storeUp.set(queues === null ? 0 : 1);
      for (const gauge of [length, age, success, failure]) gauge.reset();
      for (const { projectId: project, ...queue } of queues ?? []) {
        length.set({ project, state: 'queued' }, queue.queued);
        length.set({ project, state: 'in_progress' }, queue.inProgress);
        const { queuedSince } = queue;
        age.set({ project }, queuedSince === null ? 0 : Math.max(0, Date.now() - queuedSince) / 1000);
        success.set({ project }, (queue.succeededAt ?? 0) / 1000);
        failure.set({ project }, (queue.failedAt ?? 0) / 1000);
      }
    },
  };
}

/** A project whose index is measured. */
export interface MeasuredProject {
  projectId: string;
  search: { readonly progress: IndexProgress; readonly isReady: boolean };
  /** Return the generation that is searched; `null`: none yet. */
  generation(): Generation | null;
}

export interface IndexMetrics {
  measure(projects: readonly MeasuredProject[]): void;
}

export function createIndexMetrics(create: MetricFactory): IndexMetrics {
  const byProject = ['project'] as const;
  const ready = create.gauge(
    'index_ready',
    '1 when a complete index of the project is in service, also while the next one is built.',
    byProject,
  );
  const sections = create.gauge('index_sections', 'Sections of the index that is searched.', byProject);
  const problems = create.gauge('index_problems', 'Files with a problem.', byProject);
  const timestamp = create.gauge(
    'index_generation_timestamp_seconds',
    'When the index that is searched was published; 0 without one.',
    byProject,
  );
  return {
    measure(projects) {
      // A project that is no longer served must not keep its last values.
      for (const gauge of [ready, sections, problems, timestamp]) gauge.reset();
      for (const { projectId: project, search, generation } of projects) {
        const { progress } = search;
        ready.set({ project }, search.isReady ? 1 : 0);
        sections.set({ project }, progress.sections);
        problems.set({ project }, progress.problems.length);
        timestamp.set({ project }, (generation()?.createdAt ?? 0) / 1000);
      }
    },
  };
}

export interface StateMetrics {
  countOutage(outage: StateOutage): void;
  countInsightsFailure(): void;
  /** @param parts the parts that memory replaces */
  measure(parts: readonly StatePart[]): void;
}

export function createStateMetrics(create: MetricFactory): StateMetrics {
  const byPart = ['part'] as const;
  const inMemory = create.gauge(
    'state_in_memory',
    '1 while memory of the process replaces a part of the state whose store is unavailable.',
    byPart,
  );
  const outages = create.counter('state_outages_total', 'Times that memory began to replace a part.', byPart);
  const insights = create.counter(
    'insights_failures_total',
    'Times that counts of insights could not be added to the store; they are added later.',
    [],
  );
  insights.inc(0);
  for (const part of STATE_PARTS) outages.inc({ part }, 0);
  return {
    countOutage({ part, failure }) {
      if (failure !== null) outages.inc({ part });
    },
    countInsightsFailure: () => insights.inc(),
    measure(parts) {
      for (const part of STATE_PARTS) inMemory.set({ part }, parts.includes(part) ? 1 : 0);
    },
  };
}
