import { setTimeout as wait } from 'node:timers/promises';
import type { ModelCall } from '../answer/model/model-calls.ts';
import type { EmbeddingCall } from '../models/embedder.ts';
import type { StateOutage, StatePart } from '../storage/state-outages.ts';
import { digestOf, isSameDigest } from '../keys/digest.ts';
import { loadOptional } from '../optional-package.ts';
import type { RerankingCall } from '../models/reranker.ts';
import type { UpdateStore } from '../storage/service-store.ts';
import type { UpdateRunEnd } from '../deploy/update-worker.ts';
import {
  createEmbeddingMetrics,
  createIndexMetrics,
  createMetricFactory,
  createModelMetrics,
  createRequestMetrics,
  createRerankingMetrics,
  createStateMetrics,
  createUpdateMetrics,
  type MeasuredProject,
  type RequestMetrics,
} from './meters.ts';

/** The figures for Prometheus. Labels have values of the program and of its configuration only, none of a request. */
export interface Metrics extends RequestMetrics {
  /** Check the metrics key. It is not an API key, so that reading figures does not require access to a project. */
  isOpenedBy(authorization: string | null): boolean;
  countModelCall(call: ModelCall): void;
  countEmbedding(call: EmbeddingCall): void;
  countReranking(call: RerankingCall): void;
  countUpdate(end: UpdateRunEnd): void;
  countOutage(outage: StateOutage): void;
  countInsightsFailure(): void;
  /** Return all figures in the text format of Prometheus. */
  write(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

/** What is measured at each {@link Metrics.write}. */
export interface MeasuredService {
  projects: readonly MeasuredProject[];
  store: { updates: Pick<UpdateStore, 'readQueues'> };
  /** Return the parts of the state that memory replaces. */
  outages(): readonly StatePart[];
}

/** Milliseconds after which the store counts as unavailable: Prometheus waits ten seconds for all. */
const STORE_DEADLINE = 2_000;

/**
 * Open the figures for `GET /metrics`.
 *
 * @param readService called at each `write`
 * @throws Error when the package `prom-client` is not installed
 */
export async function openMetrics(key: string, readService: () => MeasuredService): Promise<Metrics> {
  const client = await loadOptional('Metrics', ['prom-client'], () => import('prom-client'));
  const register = new client.Registry();
  client.collectDefaultMetrics({ register });
  const create = createMetricFactory(client, register);
  const index = createIndexMetrics(create);
  const updates = createUpdateMetrics(create);
  const state = createStateMetrics(create);
  const digest = digestOf(key);

  return {
    ...createRequestMetrics(create),
    countModelCall: createModelMetrics(create).countCall,
    countEmbedding: createEmbeddingMetrics(create).countCall,
    countReranking: createRerankingMetrics(create).countCall,
    countUpdate: updates.countRun,
    countOutage: state.countOutage,
    countInsightsFailure: state.countInsightsFailure,
    isOpenedBy(authorization) {
      const presented = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      return presented !== undefined && isSameDigest(digestOf(presented), digest);
    },
    async write() {
      const { projects, store, outages } = readService();
      const projectIds = projects.map(({ projectId }) => projectId);
      // A store that does not answer must not take the other figures with it.
      const queues = store.updates.readQueues(projectIds).catch(() => null);
      updates.measure(projectIds, await Promise.race([queues, wait(STORE_DEADLINE, null, { ref: false })]));
      index.measure(projects);
      state.measure(outages());
      return { contentType: register.contentType, text: await register.metrics() };
    },
    close: () => register.clear(),
  };
}
