import type { ContractLimits } from '../../limits/contract-limits.ts';
import type { EndpointLimits, LimitedUse } from '../../limits/endpoint-limits.ts';
import type { RateLimiter } from '../../limits/rate-limit.ts';
import type { EndpointParameters } from '../../protocol/endpoints.ts';
import type { ServerErrorCode } from '../../protocol/failures/server-error.ts';
import type { AnswerSources } from '../answer/answer-question.ts';
import type { ProjectOptions, ProjectSource } from '../project-options.ts';
import type { ServiceLimits } from '../service-limits.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import type { DocsSource } from '../sources/docs-source.ts';
import type { KeyKind, ServiceStore } from '../storage/service-store.ts';
import type { Metrics } from './metrics.ts';
import type { AnswerEnd, RequestEntry } from './request-entry.ts';
import type { KeyRing, KnownKey } from '../keys/key-ring.ts';

/** A documentation project that is served. */
export interface ServedProject extends Pick<ProjectOptions, 'pageUrl' | 'webhookSecret'> {
  domain: string;
  projectId: string;
  /** Whom the limits of an organization are counted for. */
  organization: string;
  source: ProjectSource;
  docsSource: DocsSource;
  engine: SearchEngine;
  /** What answers are made of. */
  sources: AnswerSources;
}

/** What requests are answered with. */
export interface ServiceContext {
  projects: readonly ServedProject[];
  store: ServiceStore;
  keys: KeyRing;
  limits: ServiceLimits;
  rateLimits: ContractLimits & EndpointLimits;
  limiter: RateLimiter;
  trustedProxies: number;
  /** `null` where nobody has the key to them. */
  metrics: Metrics | null;
  /** Entries tell what was asked. */
  logQuestions: boolean;
  /** Hears of every request when its answer has ended. */
  onRequest: (entry: RequestEntry) => void;
  /** Hears of failures that the sender is told of in general terms only. */
  onFailure: (error: unknown) => void;
}

/** One request to an endpoint, its key checked. */
export interface Call {
  service: ServiceContext;
  request: Request;
  /** Open segments of the path. */
  parameters: EndpointParameters;
  /** `null` where the endpoint takes none. */
  key: KnownKey | null;
  /** Projects that the key opens; all of them where the endpoint takes no key. Any other is answered like an unknown one. */
  projects: readonly ServedProject[];
  /** Reads the JSON body, within the limit. @throws RequestRefusal */
  readBody(): Promise<unknown>;
  /**
   * Counts the call against the limits of its endpoint, after all other checks: what is refused costs nothing. The answer
   * then carries the `RateLimit` headers.
   *
   * @throws RequestRefusal `rate-limited`
   */
  charge(project?: ServedProject): Promise<void>;
  /** Tells the log what is asked, which keeps it only where it is told to. */
  noteQuestion(text: string): void;
  /** The answer goes on after the handler has returned. */
  waitUntil(end: Promise<AnswerEnd>): void;
}

/** A call to an endpoint whose path names a project. */
export interface ProjectCall extends Call {
  project: ServedProject;
}

/** A JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What the OpenAPI description tells of an endpoint, beside what its route says already. */
export interface OperationDescription {
  tag: 'Assistant' | 'Search' | 'Agent jobs' | 'Deployment updates' | 'Operating';
  summary: string;
  description?: string;
  /** What the API's contract leaves open and this service has chosen; or that the whole endpoint is this service's own. */
  choice?: string;
  body?: { schema: Schema; example?: unknown; required?: boolean };
  /** Headers that it reads. */
  headers?: Readonly<Record<string, { description: string; required?: boolean; schema?: Schema }>>;
  /** Parameters in the address after `?`. */
  query?: Readonly<Record<string, { description: string; schema: Schema }>>;
  success: {
    status?: 200 | 201 | 202;
    /** Another status with the same body. */
    alsoStatus?: 503;
    description: string;
    /** Media type → what it holds. Default `application/json` with `schema`. */
    content?: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
    schema?: Schema;
    headers?: Readonly<Record<string, string>>;
  };
  /** Codes of its errors, beside those that follow from key, path, body and limits. */
  errors?: readonly ServerErrorCode[];
}

interface RouteBase {
  /** Name in logs, metrics and the OpenAPI description. */
  operation: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path; `{name}` stands for one segment, `{domain}` and `{projectId}` for those of a project. */
  template: string;
  /** The key that it takes. `null`: open to all, or the endpoint checks by itself who calls. */
  key: KeyKind | 'metrics' | null;
  /** What its calls are counted as; `null` for those that are not limited. */
  use: LimitedUse | null;
  describe: OperationDescription;
}

/** An endpoint whose path names a project: `scope: 'project'`, or another one. */
export type Route =
  | (RouteBase & { scope: 'project'; handle(call: ProjectCall): Response | Promise<Response> })
  | (RouteBase & { scope: 'service'; handle(call: Call): Response | Promise<Response> });
