import { join } from 'node:path';
import { DEFAULT_CONTRACT_LIMITS, type ContractLimits } from '../limits/contract-limits.ts';
import { createRateLimiter, type LimitStore } from '../limits/rate-limit.ts';
import type { Connection } from '../limits/visitor-address.ts';
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '../protocol/read-request.ts';
import { openLanguageModel, type LanguageModelOptions } from './answer/language-model.ts';
import { loadMarkdownParser } from './docs/markdown-parser.ts';
import { handleRequest, type ServedProject } from './http/handle-request.ts';
import { createKeyRing, type ProjectKeys } from './http/key-ring.ts';
import {
  createSearchEngine,
  type EmbeddingModelOptions,
  type IndexProgress,
  type SearchEngineOptions,
} from './search/search-engine.ts';
import { createSqliteLimitStore } from './storage/sqlite-limit-store.ts';
import { openStateDatabase } from './storage/state-database.ts';
import { createThreadStore, type ThreadLimits } from './threads/thread-store.ts';

/** One documentation that the service answers for. */
export interface ProjectOptions extends Pick<
  SearchEngineOptions,
  'versions' | 'languages' | 'defaultVersion' | 'defaultLanguage'
> {
  /** Folder of Markdown and MDX files. */
  dir: string;
  /** Identifier in the paths of assistant and search. Letters, digits and `. _ ~ : @ -`. */
  domain: string;
  /** Identifier in the paths of agent jobs and updates. Default the domain. */
  projectId?: string;
  /** Keys of this project alone. Default the keys of the service. */
  keys?: ProjectKeys;
}

/** What a service needs to know. */
export interface ServiceOptions {
  /** The documentations it answers for, at least one. */
  projects: readonly ProjectOptions[];
  /** Folder for indexes, threads and counters; created when missing. One service at a time. */
  dataDir: string;
  /** The API keys, for all projects that have none of their own. */
  keys?: ProjectKeys;
  /** Writes the answers. Default none: answers are made of quotes. */
  model?: LanguageModelOptions | null;
  /** Where the meaning of texts comes from. Default: the environment; `null`: search by words only. */
  embeddings?: EmbeddingModelOptions | null;
  /** Bounds of what a request may carry. `bodyBytes` is 262,144 by default. */
  limits?: Partial<RequestLimits>;
  /** Limits of the assistant endpoint. */
  contractLimits?: Partial<ContractLimits>;
  /** Where uses are counted. Default the data folder. */
  limitStore?: LimitStore;
  /** How much of conversations is kept. */
  threads?: Partial<ThreadLimits>;
  /** Proxies of one's own in front of this service: that many entries of `X-Forwarded-For` are believed. Default 0. */
  trustedProxies?: number;
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
  /** Stops background work and closes all files. Requests under way should have ended. */
  close(): Promise<void>;
}

/** A proxy writes each message's text twice, as the contract wants it: more than it let in. */
const SERVICE_BODY_BYTES = 262_144;
/** One identifier of a path; see `protocol/endpoints.ts`. */
const IDENTIFIER = /^(?!\.{1,2}$)[\w.~:@-]{1,128}$/;

/**
 * Starts the service: opens or builds the index of every project in the background and answers meanwhile with what is there.
 *
 * @throws TypeError when an option is wrong, Error when a package or the data folder is missing
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const keys = createKeyRing(readProjectKeys(options));
  const [parser, model] = await Promise.all([
    loadMarkdownParser(),
    options.model ? openLanguageModel(options.model) : null,
  ]);
  const database = openStateDatabase(options.dataDir);
  const onFailure = options.onFailure ?? (() => {});
  const threads = createThreadStore(database, options.threads && { limits: options.threads });

  const projects = options.projects.map((project): ServedProject => {
    const { dir, domain, projectId = domain, versions, languages, defaultVersion, defaultLanguage } = project;
    const engine = createSearchEngine({
      dir,
      dataDir: projectDataDir(options.dataDir, domain),
      ...(versions !== undefined && { versions }),
      ...(languages !== undefined && { languages }),
      ...(defaultVersion !== undefined && { defaultVersion }),
      ...(defaultLanguage !== undefined && { defaultLanguage }),
      ...(options.embeddings !== undefined && { model: options.embeddings }),
    });
    engine.onProgress((progress) => options.onProgress?.(domain, progress));
    return {
      domain,
      projectId,
      organization: projectId,
      engine,
      sources: { engine, model, parseMarkdown: parser.parseMarkdown, onModelFailure: onFailure },
      threads,
      onFailure,
    };
  });
  const ready = allReady(projects);
  // Whoever does not ask is told by /readyz.
  ready.catch(() => {});

  const context = {
    projects,
    keys,
    limits: { ...DEFAULT_REQUEST_LIMITS, bodyBytes: SERVICE_BODY_BYTES, ...options.limits },
    contractLimits: { ...DEFAULT_CONTRACT_LIMITS, ...options.contractLimits },
    limiter: createRateLimiter({ store: options.limitStore ?? createSqliteLimitStore(database) }),
    trustedProxies: options.trustedProxies ?? 0,
    onFailure,
  };
  return {
    fetch: (request, connection) => handleRequest(context, request, connection),
    ready,
    async close() {
      await Promise.all(projects.map(({ engine }) => engine.close()));
      database.close();
    },
  };
}

async function allReady(projects: readonly ServedProject[]): Promise<void> {
  await Promise.all(projects.map(({ engine }) => engine.ready));
}

/** Folder inside the data folder where the index of a project is. */
export function projectDataDir(dataDir: string, domain: string): string {
  return join(dataDir, 'projects', domain);
}

function readProjectKeys({ projects, keys }: ServiceOptions): { domain: string; keys: ProjectKeys }[] {
  if (projects.length === 0) throw new TypeError('docs-assistant service: name at least one project');
  const identifiers = projects.flatMap(({ domain, projectId = domain }) => [domain, projectId]);
  for (const identifier of identifiers) {
    if (!IDENTIFIER.test(identifier)) {
      throw new TypeError(`docs-assistant service: "${identifier}" cannot stand in a path`);
    }
  }
  for (const field of ['domain', 'projectId'] as const) {
    const values = projects.map((project) => project[field] ?? project.domain);
    if (new Set(values).size < values.length) {
      throw new TypeError(`docs-assistant service: two projects have the same ${field}`);
    }
  }
  return projects.map((project) => {
    const own = project.keys ?? keys;
    if (own === undefined) throw new TypeError(`docs-assistant service: ${project.domain} has no keys`);
    return { domain: project.domain, keys: own };
  });
}
