import { DEFAULT_CONTRACT_LIMITS, type ContractLimits } from '../limits/contract-limits.ts';
import { DEFAULT_ENDPOINT_LIMITS, type EndpointLimits } from '../limits/endpoint-limits.ts';
import { createRateLimiter, type LimitStore } from '../limits/rate-limit.ts';
import type { Connection } from '../limits/visitor-address.ts';
import { openLanguageModel, type LanguageModelOptions } from './answer/language-model.ts';
import { createMarkdownParser } from './docs/markdown-parser.ts';
import { handleRequest } from './http/handle-request.ts';
import { openMetrics } from './http/metrics.ts';
import type { RequestEntry } from './http/request-entry.ts';
import type { ServedProject, ServiceContext } from './http/route.ts';
import { createKeyRing, readGivenKeys, type ProjectKeys, type RingKey } from './keys/key-ring.ts';
import { openProject, type OpenedProject } from './open-project.ts';
import { checkProjects, projectDataDir, sourceOf, type ProjectOptions } from './project-options.ts';
import { openModel, type EmbeddingModelChoice } from './embedding/open-model.ts';
import type { IndexProgress } from './index/index-progress.ts';
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from './service-limits.ts';
import { openDocsSource } from './sources/open-docs-source.ts';
import { openServiceStore } from './storage/open-store.ts';
import type { ThreadLimits } from './storage/thread-store.ts';
import { startUpdates } from './updates/start-updates.ts';

/** What a service needs to know. */
export interface ServiceOptions {
  /** The documentations it answers for, at least one. */
  projects: readonly ProjectOptions[];
  /** Folder for indexes, keys, threads and counters; created when missing. */
  dataDir: string;
  /** PostgreSQL that holds what several processes share, in place of the data folder: `postgres://user:password@host/database`. */
  databaseUrl?: string | undefined;
  /**
   * API keys of the project that names none of its own, beside those made with `docs-assistant key create`. Refused where several
   * name none: a key opens one of them, not all.
   */
  keys?: Partial<ProjectKeys>;
  /** Writes the answers. Default none: answers are made of quotes. */
  model?: LanguageModelOptions | null;
  /**
   * Where the meaning of texts comes from; a promise while a model is being fetched: documents are read and searched by their
   * words meanwhile, and if it rejects. Default: the environment, else the model that "docs-assistant model fetch" has put there;
   * nothing is fetched. `null`: search by words only.
   */
  embeddings?: EmbeddingModelChoice;
  /** Bounds of what a request may carry. */
  limits?: Partial<ServiceLimits>;
  /** How often the endpoints may be called. */
  rateLimits?: Partial<ContractLimits & EndpointLimits>;
  /**
   * Whether this process runs updates. Default `true`; `false` where that is left to workers (`docs-assistant worker`) that have
   * the same database or data folder.
   */
  runUpdates?: boolean;
  /** Where uses are counted. Default the data folder, or the database where there is one. */
  limitStore?: LimitStore;
  /** How much of conversations is kept. */
  threads?: Partial<ThreadLimits>;
  /** Proxies of one's own in front of this service: that many entries of `X-Forwarded-For` are believed. Default 0. */
  trustedProxies?: number;
  /** Bearer token of `GET /metrics`, which tells figures to Prometheus. Default: nothing opens it. */
  metricsKey?: string;
  /** What {@link ServiceOptions.onRequest} hears carries the text of questions and searches. Default `false`. */
  logQuestions?: boolean;
  /** Hears of every request when its answer has ended. Default: nobody. */
  onRequest?: (entry: RequestEntry) => void;
  /** Hears of progress with the index of a project. */
  onProgress?: (domain: string, progress: IndexProgress) => void;
  /** Hears of failures that visitors are told of in general terms only. Default: nobody. */
  onFailure?: (error: unknown) => void;
}

/** The documentation-platform API over folders of Markdown. */
export interface Service {
  /** Answers one request; never rejects. `connection` tells the address that the daily limit counts. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** The first index of every project is complete, vectors included. Rejects when a folder cannot be read. */
  readonly ready: Promise<void>;
  /** Where uses are counted: for a proxy in the same process that is to count there, too. */
  readonly limitStore: LimitStore;
  /** Stops background work and closes all files. Requests under way should have ended. */
  close(): Promise<void>;
}

/**
 * Start the service: open or build the index of every project in the background, and answer meanwhile with what is there.
 *
 * @throws TypeError when an option is wrong, Error when a package or the data folder is missing
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { dataDir, databaseUrl, runUpdates = true, onProgress = () => {}, onFailure = () => {} } = options;
  checkProjects(options.projects);
  const given = readKeys(options);
  const { parseMarkdown } = createMarkdownParser();
  const [model, metrics] = await Promise.all([
    options.model ? openLanguageModel(options.model) : null,
    options.metricsKey === undefined ? null : openMetrics(options.metricsKey, () => projects),
  ]);
  // Check the sources before anything is opened, because then a wrong address leaves nothing to close.
  const docsSources = options.projects.map((project) =>
    openDocsSource(sourceOf(project), projectDataDir(dataDir, project.domain)),
  );
  const store = await openServiceStore({ dataDir, databaseUrl }, { threads: options.threads });
  const embeddings = openModel(options.embeddings, dataDir);
  const answering = { model, parseMarkdown, onModelFailure: onFailure };
  const shared = { store, embeddings, dataDir, onProgress, onFailure, answering };
  const opened: OpenedProject[] = options.projects.map((project, at) =>
    openProject(project, docsSources[at]!, shared),
  );
  const projects: ServedProject[] = opened.map(({ served }) => served);
  const ready = Promise.all(projects.map(({ engine }) => engine.ready)).then(() => {});
  // Callers may ignore `ready`: /readyz reports the failure, too.
  ready.catch(() => {});

  const limitStore = options.limitStore ?? store.limits;
  const context: ServiceContext = {
    projects,
    store,
    keys: createKeyRing({ given, store: store.keys, onFailure }),
    limiter: createRateLimiter({ store: limitStore }),
    metrics,
    onFailure,
    ...withDefaults(options),
  };
  const kept = opened.map(({ kept }) => kept);
  const endUpdates = startUpdates({ projects: kept, store, dataDir, runUpdates, onFailure });
  return {
    fetch: (request, connection) => handleRequest(context, request, connection),
    ready,
    limitStore,
    async close() {
      await endUpdates();
      await Promise.all(opened.map(({ close }) => close()));
      await (await embeddings).embedder?.close();
      await store.close();
      metrics?.close();
    },
  };
}

/**
 * Read the keys of all projects.
 *
 * @throws TypeError when those of the service would open several projects, so that each could read the others
 */
function readKeys({ projects, keys: shared = {} }: ServiceOptions): RingKey[] {
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

function withDefaults(
  options: ServiceOptions,
): Pick<ServiceContext, 'limits' | 'rateLimits' | 'trustedProxies' | 'logQuestions' | 'onRequest'> {
  return {
    limits: { ...DEFAULT_SERVICE_LIMITS, ...options.limits },
    rateLimits: { ...DEFAULT_CONTRACT_LIMITS, ...DEFAULT_ENDPOINT_LIMITS, ...options.rateLimits },
    trustedProxies: options.trustedProxies ?? 0,
    logQuestions: options.logQuestions ?? false,
    onRequest: options.onRequest ?? (() => {}),
  };
}
