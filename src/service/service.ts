import { DEFAULT_CONTRACT_LIMITS, type ContractLimits } from '../limits/contract-limits.ts';
import { DEFAULT_ENDPOINT_LIMITS, type EndpointLimits } from '../limits/endpoint-limits.ts';
import { createRateLimiter, type LimitStore } from '../limits/rate-limit.ts';
import type { Connection } from '../limits/visitor-address.ts';
import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { openLanguageModel, type LanguageModel } from './answer/model/language-model.ts';
import type { LanguageModelOptions } from './answer/model/model-options.ts';
import type { PlainParser } from './docs/plain-parser.ts';
import { openState } from './storage/open-state.ts';
import type { StateOutage } from './storage/state-outages.ts';
import { handleRequest } from './http/handle-request.ts';
import type { RequestEntry } from './http/request-entry.ts';
import type { ServiceContext } from './http/route.ts';
import type { ProblemReport } from '../protocol/api.ts';
import { ProjectInsights } from './insights/insights.ts';
import { readInsightsOptions, type InsightsOptions } from './insights/insights-options.ts';
import { readGivenKeys, type ProjectKeys, type RingKey } from './keys/key-ring.ts';
import { openMetrics, type Metrics } from './metrics/metrics.ts';
import { checkProjects, projectDataDir, type ProjectOptions } from './project-options.ts';
import { openModel, type EmbeddingModelChoice } from './models/open-model.ts';
import type { IndexProgress } from './index/index-progress.ts';
import { openReranker, type RerankerOptions } from './models/reranker.ts';
import { createEmbeddedEngine } from './search/embedded-engine.ts';
import { DEFAULT_OPEN_PROJECTS, IndexCache } from './search/index-cache.ts';
import type { SearchEngine } from './search/search-engine.ts';
import type { SharedByProjects } from './open-project.ts';
import { openSources, ServedProjects } from './served-projects.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './service-limits.ts';
import { openServiceStore } from './storage/open-store.ts';
import type { ServiceStore } from './storage/service-store.ts';
import type { ThreadLimits } from './storage/thread-store.ts';
import { startUpdates } from './deploy/start-updates.ts';

/** Options of a service. */
export interface ServiceOptions {
  /** The documentations to serve, at least one. */
  projects: readonly ProjectOptions[];
  /** Folder for indexes, keys, threads and counters; created when missing. */
  dataDir: string;
  /**
   * PostgreSQL for the state that several processes share, instead of the data folder: `postgres://user:password@host/database`.
   */
  databaseUrl?: string | undefined;
  /**
   * API keys of the project without keys of its own, in addition to those of `docs-assistant key create`. Refused if several
   * projects have none, because each key opens one project.
   */
  keys?: Partial<ProjectKeys>;
  /** The model that writes the answers. Default none: answers consist of quotes. */
  model?: LanguageModelOptions | null;
  /**
   * The model for search by meaning. It may be a promise while the model is being downloaded: until it resolves, and if it
   * rejects, documents are searched by words. Default: the environment, else the model of `docs-assistant model fetch`; nothing
   * is downloaded. `null`: search by words only.
   */
  embeddings?: EmbeddingModelChoice;
  /**
   * The cross-encoder that reorders what was found for an answer. Default: the environment, else the model of `docs-assistant model
   * fetch --reranker`, else none. `null`: none.
   */
  reranker?: RerankerOptions | null;
  /**
   * Where indexes are stored and searched; closed with the service. Default: every process searches files of its own, with their
   * vectors in memory.
   */
  engine?: SearchEngine;
  /**
   * Projects whose index is open at the same time, at least 1. Beyond that, an index is opened by the first search in it, and the
   * one that was searched least recently is closed. Default 100.
   */
  openProjects?: number;
  /** Limits of one request. */
  limits?: Partial<ServiceLimits>;
  /** Rate limits of the endpoints. */
  rateLimits?: Partial<ContractLimits & EndpointLimits>;
  /**
   * Whether this process runs updates. Default `true`; `false` if workers (`docs-assistant worker`) with the same database or
   * data folder run them.
   */
  runUpdates?: boolean;
  /** Store of the rate limits. Default the data folder, or the database if there is one. */
  limitStore?: LimitStore;
  /**
   * Limits whose requests are refused with 503 while their store is unavailable. Default none: uses are then counted in memory,
   * by each process for itself, and added to the store when it works again.
   */
  strictLimits?: readonly (keyof (ContractLimits & EndpointLimits))[];
  /** Limits of kept conversations. */
  threads?: Partial<ThreadLimits>;
  /** Number of own proxies in front of this service: as many entries of `X-Forwarded-For` are trusted. Default 0. */
  trustedProxies?: number;
  /**
   * Milliseconds of silence after which a streamed answer gets a sign of life, while a language model reads its prompt. Default
   * 15,000.
   */
  keepAlive?: number;
  /** Bearer token of `GET /metrics`, the figures for Prometheus. Default: no metrics. */
  metricsKey?: string;
  /**
   * Count what readers look for, without anything about a person: questions, searches, ratings and followed pages. `{}` for the
   * defaults. Default: nothing is counted.
   */
  insights?: InsightsOptions;
  /** Whether {@link ServiceOptions.onRequest} gets the text of questions and searches. Default `false`. */
  logQuestions?: boolean;
  /** Called with every request when its answer has ended. */
  onRequest?: (entry: RequestEntry) => void;
  /** Called with the progress of the index of a project. */
  onProgress?: (domain: string, progress: IndexProgress) => void;
  /** Called with failures whose details are hidden from visitors. */
  onFailure?: (error: unknown) => void;
  /** Called when memory begins to replace a part of the state whose store is unavailable, and when it ends. Default `onFailure`. */
  onOutage?: (outage: StateOutage) => void;
}

/** Milliseconds. Half of the shortest timeout of the clients and intermediaries that are known. */
const DEFAULT_KEEP_ALIVE = 15_000;

/** The documentation-platform API over folders of Markdown. */
export interface Service {
  /** Answer one request. Never rejects. `connection` has the address for the daily limit. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Resolves when the first index of every project is complete, vectors included. Rejects when a folder cannot be read. */
  readonly ready: Promise<void>;
  /** Store of the rate limits, for a proxy in the same process with the same counters. */
  readonly limitStore: LimitStore;
  /** Return the pages of a project, for this process; `null` when no project has the domain. */
  pagesOf(domain: string): DocsPages | null;
  /**
   * Return what takes reports of problems in the pages of a project, as agents send them; `null` when no project has the domain, and
   * while insights are off. It rejects a report of an unknown page, an empty one, and more than 200 different ones a day.
   */
  reportsOf(domain: string): ((report: ProblemReport) => Promise<void>) | null;
  /**
   * Serve these projects from now on, without a restart: new ones are opened, missing ones closed, changed ones opened again. The
   * others are not interrupted. Call it again only when it has resolved.
   *
   * @throws TypeError when an option is wrong: then nothing has changed
   */
  setProjects(projects: readonly ProjectOptions[]): Promise<void>;
  /**
   * Answer `GET /readyz` with 503 from now on, so that load balancers send new requests elsewhere. All requests are answered as
   * before.
   */
  drain(): void;
  /** Stop background work and close all files. Wait for running requests first. */
  close(): Promise<void>;
}

/**
 * Start the service: open or build the index of every project in the background, and answer meanwhile with what is there.
 *
 * @throws TypeError when an option is wrong, Error when a package or the data folder is missing
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dataDir, databaseUrl, runUpdates, metricsKey, onFailure = () => {} } = options;
  const given = checkOptions(options);
  const metrics = metricsKey === undefined ? null : await openMetrics(metricsKey, () => context);
  const model = options.model ? await openLanguageModel(options.model, metrics?.countModelCall) : null;
  // Check the sources first, because then a wrong address leaves nothing to close.
  const indexCache = new IndexCache(options.openProjects ?? DEFAULT_OPEN_PROJECTS);
  openSources(options.projects, dataDir);
  const keeping = { threads: options.threads, onDamage: onFailure };
  const store = await openServiceStore({ dataDir, databaseUrl }, keeping);
  const domainOf = (projectId: string) => projects.domainOf(projectId);
  const shared = openShared(options, { store, model, metrics, indexCache, domainOf });
  const updates = startUpdates({ store, dataDir, runUpdates, onRunEnd: metrics?.countUpdate, onFailure });
  const projects = new ServedProjects(shared, updates);
  await projects.set(options.projects);
  const ready = Promise.all(projects.served.map((project) => project.search.ready)).then(() => {});
  // Callers may ignore `ready`: /readyz reports the failure, too.
  ready.catch(() => {});

  const state = openState(store, given, { ...options, onOutage: reportOutage(options, metrics) });
  let isStopping = false;
  const insights = openInsights(options, store, metrics);
  const context: ServiceContext = {
    insights,
    projects: projects.served,
    isStopping: () => isStopping,
    store,
    ...state,
    limiter: createRateLimiter({ store: state.limitStore }),
    metrics,
    onFailure,
    ...withDefaults(options),
  };
  return {
    fetch: (request, connection) => handleRequest(context, request, connection),
    ready,
    limitStore: state.limitStore,
    pagesOf: (domain) => projects.find(domain)?.pages ?? null,
    reportsOf: (domain) => insights?.reportsOf(projects.find(domain)) ?? null,
    async setProjects(changed) {
      checkProjects(changed);
      const keys = readKeys(options, changed);
      await projects.set(changed);
      given.splice(0, Infinity, ...keys);
    },
    drain() {
      isStopping = true;
    },
    async close() {
      await updates.close();
      await insights?.close();
      await projects.close();
      await shared.engine.close();
      await (await shared.embeddings).embedder?.close();
      await (await shared.reranker)?.close();
      await store.close();
      metrics?.close();
    },
  };
}

/** Check the options before anything is opened, and return the keys. @throws TypeError */
function checkOptions(options: ServiceOptions): RingKey[] {
  checkProjects(options.projects);
  if (options.insights) readInsightsOptions(options.insights);
  return readKeys(options, options.projects);
}

/** Start to count what readers look for. @returns `null` if that is off */
function openInsights(
  { insights, onFailure = () => {} }: ServiceOptions,
  store: ServiceStore,
  metrics: Metrics | null,
): ProjectInsights | null {
  if (!insights) return null;
  const parts = { store: store.insights, onFailure, onLostFlush: metrics?.countInsightsFailure };
  return new ProjectInsights(insights, parts);
}

/** Open what all projects use. */
function openShared(
  options: ServiceOptions,
  parts: Pick<SharedByProjects, 'store' | 'indexCache'> & {
    model: LanguageModel | null;
    metrics: Metrics | null;
    domainOf: (projectId: string) => string;
  },
): SharedByProjects {
  const { dataDir, onProgress = () => {}, onFailure = () => {} } = options;
  const { store, indexCache, model, metrics, domainOf } = parts;
  const { generations } = store;
  const folderOf = (projectId: string) => projectDataDir(dataDir, domainOf(projectId));
  let parser: Promise<PlainParser> | undefined;
  return {
    store,
    indexCache,
    engine: options.engine ?? createEmbeddedEngine({ generations, folderOf }),
    embeddings: openModel(options.embeddings, dataDir, metrics?.countEmbedding),
    reranker: openReranker(options.reranker, dataDir, { onCall: metrics?.countReranking, onFailure }),
    dataDir,
    onProgress,
    onFailure,
    // Not loaded with the service: it is needed for answers and files for reading programs, not to start or to search.
    loadParser: () => (parser ??= loadPlainParser()),
    answering: { model, onModelFailure: onFailure },
  };
}

async function loadPlainParser(): Promise<PlainParser> {
  const { createPlainParser } = await import('./docs/plain-parser.ts');
  return createPlainParser();
}

/**
 * Read the keys of all projects.
 *
 * @throws TypeError when the keys of the service would open several projects
 */
function readKeys({ keys: shared = {} }: ServiceOptions, projects: readonly ProjectOptions[]): RingKey[] {
  const names = projects.filter((project) => project.keys === undefined).map(({ domain }) => domain);
  if (names.length >= 2 && Object.keys(shared).length > 0) {
    throw new TypeError(
      `docs-assistant service: keys would open ${names.join(', ')}. Give each of them its own in projects[].keys, or leave keys out`,
    );
  }
  return readGivenKeys(
    projects.map(({ domain, projectId = domain, keys = shared }) => ({ projectId, keys })),
  );
}

function reportOutage(
  { onFailure = () => {}, onOutage = ({ failure }) => failure && onFailure(failure) }: ServiceOptions,
  metrics: Metrics | null,
): (outage: StateOutage) => void {
  return (outage) => {
    metrics?.countOutage(outage);
    onOutage(outage);
  };
}

function withDefaults(
  options: ServiceOptions,
): Pick<
  ServiceContext,
  'limits' | 'rateLimits' | 'trustedProxies' | 'keepAlive' | 'logQuestions' | 'onRequest'
> {
  return {
    limits: { ...DEFAULT_SERVICE_LIMITS, ...options.limits },
    rateLimits: { ...DEFAULT_CONTRACT_LIMITS, ...DEFAULT_ENDPOINT_LIMITS, ...options.rateLimits },
    trustedProxies: options.trustedProxies ?? 0,
    keepAlive: options.keepAlive ?? DEFAULT_KEEP_ALIVE,
    logQuestions: options.logQuestions ?? false,
    onRequest: options.onRequest ?? (() => {}),
  };
}
