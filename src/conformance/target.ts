import type { AssistantRequest, DocsFilter, SearchRequest } from '../protocol/api.ts';
import {
  endpointPath,
  JOB_ENDPOINT,
  JOBS_ENDPOINT,
  MESSAGE_ENDPOINT,
  SEARCH_ENDPOINT,
  UPDATE_ENDPOINT,
  UPDATE_STATUS_ENDPOINT,
  toSecondVersion,
  withQuery,
  type Endpoint,
} from '../protocol/endpoints.ts';
import { exchange, type Exchange } from './exchange.ts';

/** Whose sentences are checked. */
export const PROFILES = ['contract', 'platform'] as const;
export type Profile = (typeof PROFILES)[number];

/** The server that is checked, and what it may be asked. */
export interface TargetOptions {
  /** Base address of the assistant and search endpoints, without `/v1`. */
  readonly url: string;
  /** Base address of the agent and update endpoints. Default: `url`. */
  readonly adminUrl?: string | undefined;
  readonly domain: string;
  /** What the server claims: the contract, or the hosted platform, which says more and in places something else. Default `contract`. */
  readonly profile?: Profile | undefined;
  /** `null`: no key is sent. */
  readonly key: string | null;
  readonly adminKey: string | null;
  /** `null`: agent jobs and updates are left out. */
  readonly projectId: string | null;
  /** Whether the server is a proxy for pages: the API without the keys. */
  readonly isPublic: boolean;
  /** Whether to start a deployment update. */
  readonly startsUpdate: boolean;
  /** An update whose status is read. */
  readonly statusId?: string | undefined;
  /** Origin of the page that the requests come from. */
  readonly origin?: string | undefined;
  /** Number of questions after which the server refuses one. */
  readonly limit?: number | undefined;
  readonly query: string;
  readonly question: string;
  readonly filter: DocsFilter | null;
  /** Value of `Accept` of questions. */
  readonly accept: string;
  /** Milliseconds of one exchange. */
  readonly timeout: number;
  /** Maximum number of bytes that are read of one body. */
  readonly maxBytes: number;
}

/** Which key a request carries. */
export type KeyChoice = 'right' | 'none' | 'wrong' | 'assistant';

interface Sent {
  readonly key?: KeyChoice;
  /** A string is sent as it is. */
  readonly body?: object | string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Visitor of all questions, so that a thread goes on. */
const VISITOR = 'docs-assistant-conformance';
/** A key that no server can have given out. */
const WRONG_KEY = 'docs-assistant-conformance-wrong-key';

/** The server under test. An exchange that several checks look at happens once. */
export class Target {
  readonly options: TargetOptions;
  readonly #shared = new Map<string, Promise<Exchange>>();

  constructor(options: TargetOptions) {
    this.options = options;
  }

  get isPlatform(): boolean {
    return this.options.profile === 'platform';
  }

  /** The search that most checks look at. */
  get search(): Promise<Exchange> {
    return this.#share('search', () => this.sendSearch());
  }

  /** The question that most checks look at. */
  get answer(): Promise<Exchange> {
    return this.#share('answer', () => this.ask());
  }

  /** The list of agent jobs. */
  get jobs(): Promise<Exchange> {
    return this.#share('jobs', () => this.send(JOBS_ENDPOINT));
  }

  /** Some of the agent jobs. */
  someJobs(skip: number, take: number): Promise<Exchange> {
    return this.send(withQuery(JOBS_ENDPOINT, { skip, take }));
  }

  /** The start of the one update that is started. */
  get update(): Promise<Exchange> {
    return this.#share('update', () => this.send(UPDATE_ENDPOINT));
  }

  /** The state of an update. */
  updateStatus(statusId: string): Promise<Exchange> {
    return this.#share('status', () => this.send(UPDATE_STATUS_ENDPOINT, { parameters: { statusId } }));
  }

  /** One agent job. */
  job(id: string): Promise<Exchange> {
    return this.send(JOB_ENDPOINT, { parameters: { id } });
  }

  sendSearch(more: Partial<SearchRequest> = {}): Promise<Exchange> {
    return this.send(SEARCH_ENDPOINT, { body: { query: this.options.query, ...more } });
  }

  /** Ask the question. @param earlier texts of the conversation before it */
  ask(more: Partial<AssistantRequest> = {}, earlier: readonly string[] = []): Promise<Exchange> {
    return this.send(MESSAGE_ENDPOINT, { body: { ...this.questionBody(earlier), ...more } });
  }

  /** The body of the question. @param earlier texts of the conversation before it, the visitor's first */
  questionBody(earlier: readonly string[] = []): AssistantRequest {
    const messages = [...earlier, this.options.question].map((text, index) => ({
      id: String(index + 1),
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: text,
      parts: [{ type: 'text', text }],
    }));
    return { fp: VISITOR, messages };
  }

  /** Send a request to an endpoint. Never rejects. */
  send(endpoint: Endpoint, { key = 'right', body, parameters }: Sent = {}): Promise<Exchange> {
    const { options } = this;
    const headers = new Headers({
      accept: endpoint === MESSAGE_ENDPOINT ? options.accept : 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(options.origin !== undefined && { origin: options.origin }),
    });
    const token = this.#keyFor(endpoint, key);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const init: RequestInit = { method: endpoint.method, headers };
    if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
    return exchange(this.addressOf(endpoint, parameters), init, options);
  }

  /** Ask as a browser does whether a page may send a request. */
  preflight(endpoint: Endpoint, origin: string): Promise<Exchange> {
    const headers = {
      origin,
      'access-control-request-method': endpoint.method,
      'access-control-request-headers': 'content-type',
    };
    return exchange(this.addressOf(endpoint), { method: 'OPTIONS', headers }, this.options);
  }

  addressOf(endpoint: Endpoint, parameters: Readonly<Record<string, string>> = {}): string {
    const { url, adminUrl = url, domain, projectId } = this.options;
    // The platform's first version of questions is deprecated.
    const isSecond = this.isPlatform && endpoint === MESSAGE_ENDPOINT;
    const { key, template } = isSecond ? toSecondVersion(endpoint) : endpoint;
    const base = (key === 'admin' ? adminUrl : url).replace(/\/+$/, '');
    // Half a surrogate pair in an id of a server cannot be escaped.
    const values = Object.entries(parameters).map(([name, value]) => [name, value.toWellFormed()]);
    return (
      base + endpointPath(template, { domain, projectId: projectId ?? '', ...Object.fromEntries(values) })
    );
  }

  #keyFor(endpoint: Endpoint, choice: KeyChoice): string | null {
    const { isPublic, key, adminKey } = this.options;
    if (choice === 'wrong') return WRONG_KEY;
    if (choice === 'none' || isPublic) return null;
    return choice === 'right' && endpoint.key === 'admin' ? adminKey : key;
  }

  #share(name: string, send: () => Promise<Exchange>): Promise<Exchange> {
    const known = this.#shared.get(name) ?? send();
    this.#shared.set(name, known);
    return known;
  }
}
