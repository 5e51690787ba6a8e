import type { ContractLimits } from '../../limits/contract-limits.ts';
import type { EndpointLimits, LimitedUse } from '../../limits/endpoint-limits.ts';
import type { RateLimiter } from '../../limits/rate-limit.ts';
import type { EndpointParameters } from '../../protocol/endpoints.ts';
import type { ServerErrorCode } from '../../protocol/failures/server-error.ts';
import type { AnswerSources } from '../answer/answer-question.ts';
import type { ProjectOptions, ProjectSource } from '../project-options.ts';
import type { ServiceLimits } from '../service-limits.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { DocsPages } from '../../engine/pages/docs-pages.ts';
import type { DocsSource } from '../deploy/docs-source.ts';
import type { RequestState } from '../storage/open-state.ts';
import type { ProjectInsights } from '../insights/insights.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Generation, KeyKind, ServiceStore } from '../storage/service-store.ts';
import type { AnswerEnd, RequestEntry } from './request-entry.ts';
import type { KnownKey } from '../keys/key-ring.ts';

/** A documentation project that is served. */
export interface ServedProject extends Pick<ProjectOptions, 'pageUrl' | 'webhookSecret'> {
  domain: string;
  projectId: string;
  /** The organization whose limits the project counts for. */
  organization: string;
  source: ProjectSource;
  docsSource: DocsSource;
  search: ProjectSearch;
  pages: DocsPages;
  /** Return the generation that is searched; `null`: none yet. */
  generation(): Generation | null;
  /** The parts that answers are made of. */
  sources: AnswerSources;
}

/** Everything a request handler uses. */
export interface ServiceContext extends Omit<RequestState, 'limitStore'> {
  projects: readonly ServedProject[];
  store: Omit<ServiceStore, 'keys' | 'limits' | 'threads'>;
  /** Return whether the service was told to stop. */
  isStopping(): boolean;
  limits: ServiceLimits;
  rateLimits: ContractLimits & EndpointLimits;
  limiter: RateLimiter;
  trustedProxies: number;
  /** Milliseconds of silence in a streamed answer until a sign of life. */
  keepAlive: number;
  /** Counts what readers look for; `null` if that is off. */
  insights: ProjectInsights | null;
  /** `null` without a metrics key. */
  metrics: Metrics | null;
  /** Whether entries contain the text of questions. */
  logQuestions: boolean;
  /** Called with every request when its answer has ended. */
  onRequest: (entry: RequestEntry) => void;
  /** Called with failures whose details are hidden from the sender. */
  onFailure: (error: unknown) => void;
}

/** One request to an endpoint, with its key checked. */
export interface Call {
  service: ServiceContext;
  request: Request;
  /** Values of the parameters in the path. */
  parameters: EndpointParameters;
  /** `null` if the endpoint requires none. */
  key: KnownKey | null;
  /**
   * Projects that the key opens; all projects if the endpoint requires no key. Any other gets the same answer as an unknown one.
   */
  projects: readonly ServedProject[];
  /** Read the JSON body, within the limit. @throws RequestRefusal */
  readBody(): Promise<unknown>;
  /**
   * Count the call against the limits of its endpoint, after all other checks, so that a refused call costs nothing. The answer
   * then has the `RateLimit` headers.
   *
   * @param use Default that of the endpoint
   * @throws RequestRefusal `rate-limited`
   */
  charge(project?: ServedProject, use?: LimitedUse): Promise<void>;
  /** Return who sends it, for comparisons in memory only: the key and the address, as far as it is known. */
  visitor(): string;
  /** Add the question to the log entry, if questions are logged. */
  noteQuestion(text: string): void;
  /** Keep the request open after the handler has returned, until the answer has ended. */
  waitUntil(end: Promise<AnswerEnd>): void;
}

/** A call to an endpoint whose path names a project. */
export interface ProjectCall extends Call {
  project: ServedProject;
}

/** A JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** The part of an endpoint's OpenAPI description that does not follow from its route. */
export interface OperationDescription {
  tag: 'Assistant' | 'Search' | 'Pages' | 'Agent jobs' | 'Deployment updates' | 'Insights' | 'Operating';
  summary: string;
  description?: string;
  /** A choice that the API's contract leaves open; or the note that the whole endpoint is not part of it. */
  choice?: string;
  body?: { schema: Schema; example?: unknown; required?: boolean };
  /** Header fields that it reads. */
  headers?: Readonly<Record<string, { description: string; required?: boolean; schema?: Schema }>>;
  /** Query parameters. */
  query?: Readonly<Record<string, { description: string; schema: Schema }>>;
  success: {
    status?: 200 | 201 | 202 | 204;
    /** Another status with the same body. */
    alsoStatus?: 503;
    description: string;
    /** Media type → its content. Default `application/json` with `schema`. */
    content?: Readonly<Record<string, { schema: Schema; example?: unknown }>>;
    schema?: Schema;
    headers?: Readonly<Record<string, string>>;
  };
  /** Error codes in addition to those that follow from key, path, body and limits. */
  errors?: readonly ServerErrorCode[];
}

interface RouteBase {
  /** Name in logs, metrics and the OpenAPI description. */
  operation: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path; `{name}` is one segment, `{domain}` and `{projectId}` those of a project; `{+file}` is the rest, percent-encoded. */
  template: string;
  /** The kind of key that it requires. `null`: open to all, or the endpoint checks the caller itself. */
  key: KeyKind | 'metrics' | null;
  /** The limit that its calls count for; `null` without a limit. */
  use: LimitedUse | null;
  /** `null`: another protocol describes what it takes and returns. */
  describe: OperationDescription | null;
}

/** An endpoint of the OpenAPI description. */
export type DescribedRoute = Route & { describe: OperationDescription };

/** An endpoint. With `scope: 'project'`, its path names a project. */
export type Route =
  | (RouteBase & { scope: 'project'; handle(call: ProjectCall): Response | Promise<Response> })
  | (RouteBase & { scope: 'service'; handle(call: Call): Response | Promise<Response> });
