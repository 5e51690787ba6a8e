import { matchEndpoint, type EndpointMatch } from '../protocol/endpoints.ts';
import { errorResponse, type ServerErrorCode } from '../protocol/failures/server-error.ts';
import {
  DEFAULT_REQUEST_LIMITS,
  readAssistantRequest,
  readJobsQuery,
  readJsonBody,
  readSearchRequest,
  RequestRefusal,
} from '../protocol/requests/read-request.ts';
import { chooseStream } from '../protocol/requests/stream-type.ts';
import { isOriginAllowed, preflightResponse, withOriginHeaders } from '../proxy/origin-rules.ts';
import { pause, scriptedReply } from './scripted-reply.ts';
import { RECORDED_SESSIONS, recordedResults, recordedUpdate } from './records.ts';
import { chooseScenario, describeScenarios, type Scenario } from './scenarios.ts';

/** Options of a fake. */
export interface FakeOptions {
  /** Origins whose pages may read the answers; `http://localhost:*` means every port. */
  readonly origins: readonly string[];
  /** Keys that are required. Default: none, as on the routes for pages. */
  readonly keys?: { readonly assistant: string; readonly admin: string };
  /** Milliseconds before each piece of an answer, and before results. Default 20. */
  readonly delay?: number;
  /** Name of the scenario of requests that ask for none. Default `answer`. */
  readonly scenario?: string;
}

/** Header of every answer. */
const FAKE_HEADER = 'x-fake';
/** Header that names the scenario of a request. */
const SCENARIO_HEADER = 'x-fake-scenario';
const DEFAULT_DELAY = 20;
/** Maximum number of updates whose progress is kept; the oldest is forgotten first. */
const MAX_UPDATES = 1000;
const JSON_HEADERS = { headers: { 'cache-control': 'no-store' } };

/** Create a server of the API whose answers are scripted. It never rejects. */
export function createFake(options: FakeOptions): (request: Request) => Promise<Response> {
  const origins = new Set(options.origins);
  const fake = new Fake(options);
  return async (request) => {
    const isAllowed = isOriginAllowed(request, origins);
    const response = await (isAllowed
      ? fake.answer(request)
      : refuse('forbidden', 'this page is not allowed'));
    withOriginHeaders(response, request, isAllowed);
    response.headers.set(FAKE_HEADER, 'docs-assistant');
    if (isAllowed) response.headers.append('access-control-expose-headers', FAKE_HEADER);
    return response;
  };
}

class Fake {
  readonly #options: FakeOptions;
  /** Project and number of readings of each update. */
  readonly #updates = new Map<string, { projectId: string; reads: number }>();
  #lastUpdate = 0;

  constructor(options: FakeOptions) {
    this.#options = options;
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return new Response(describeFake());
    // Pages call it below any base path.
    const match = matchEndpoint(pathname.slice(Math.max(pathname.search(/\/v[12]\//), 0)));
    if (match === null) return refuse('not-found', 'there is nothing at this address');
    const { method, key } = match.endpoint;
    if (request.method === 'OPTIONS') return preflightResponse(method, ['authorization', SCENARIO_HEADER]);
    if (request.method !== method) return refuse('method-not-allowed', `this endpoint takes ${method}`);
    const wanted = this.#options.keys?.[key];
    if (wanted !== undefined && request.headers.get('authorization') !== `Bearer ${wanted}`)
      return refuse('unauthorized', `this endpoint requires the ${key} key`);
    try {
      return await this.#call(match, request);
    } catch (error) {
      if (error instanceof RequestRefusal) return error.toResponse();
      return refuse('internal', 'it has failed');
    }
  }

  async #call({ endpoint, parameters }: EndpointMatch, request: Request): Promise<Response> {
    switch (endpoint.operation) {
      case 'assistant':
        return Response.json({ hasModel: true }, JSON_HEADERS);
      case 'message':
        return this.#answerQuestion(request);
      case 'search':
        return this.#search(request);
      case 'jobs':
        return listSessions(request);
      case 'job': {
        const session = RECORDED_SESSIONS.find(({ sessionId }) => sessionId === parameters['id']);
        return session === undefined
          ? refuse('not-found', 'there is no such session')
          : Response.json(session, JSON_HEADERS);
      }
      case 'update':
        return this.#startUpdate(parameters['projectId']!);
      case 'update-status':
        return this.#readUpdate(parameters['statusId']!);
      case 'latest-update':
        return this.#readLatestUpdate(parameters['projectId']!);
      case 'insights':
        return refuse('insights-off', 'a fake keeps no insights');
      case 'insights-follow':
      case 'insights-feedback':
        return new Response(null, { status: 204 });
      default:
        return refuse('not-found', 'it has nothing of the hosted platform alone');
    }
  }

  async #answerQuestion(request: Request): Promise<Response> {
    const sent = await readJsonBody(request, DEFAULT_REQUEST_LIMITS.bodyBytes);
    const body = readAssistantRequest(sent, DEFAULT_REQUEST_LIMITS);
    const scenario = this.#choose(request, body.messages.at(-1)?.content ?? '');
    const streamType = chooseStream(request.headers.get('accept'), sent);
    return (
      refusalOf(scenario) ??
      scriptedReply(scenario, body, {
        format: streamType === 'text/plain' ? 'v1' : 'sse',
        delay: this.#delay,
        signal: request.signal,
      })
    );
  }

  async #search(request: Request): Promise<Response> {
    const body = readSearchRequest(
      await readJsonBody(request, DEFAULT_REQUEST_LIMITS.bodyBytes),
      DEFAULT_REQUEST_LIMITS,
    );
    const scenario = this.#choose(request, body.query);
    const { certainty, text, breaks, pace = 1 } = scenario;
    await pause(breaks === 'silence' ? null : this.#delay * pace, request.signal);
    if (breaks !== undefined) return refuse('upstream-failed', 'the scenario breaks off here');
    const results = certainty === 'none' || text === '' ? [] : recordedResults(body);
    return refusalOf(scenario) ?? Response.json(results, JSON_HEADERS);
  }

  #startUpdate(projectId: string): Response {
    const statusId = `fake-update-${++this.#lastUpdate}`;
    this.#updates.set(statusId, { projectId, reads: 0 });
    this.#updates.delete(`fake-update-${this.#lastUpdate - MAX_UPDATES}`);
    return Response.json({ statusId }, JSON_HEADERS);
  }

  #readUpdate(statusId: string): Response {
    const update = this.#updates.get(statusId);
    if (update === undefined) return refuse('not-found', 'there is no such update');
    return Response.json(recordedUpdate(statusId, update.projectId, update.reads++), JSON_HEADERS);
  }

  #readLatestUpdate(projectId: string): Response {
    const [statusId, latest] = [...this.#updates].findLast(([, one]) => one.projectId === projectId) ?? [];
    const update = latest ? recordedUpdate(statusId!, projectId, latest.reads++) : null;
    return Response.json({ update }, JSON_HEADERS);
  }

  #choose(request: Request, text: string): Scenario {
    return chooseScenario(request.headers.get(SCENARIO_HEADER), text, this.#options.scenario);
  }

  get #delay(): number {
    return this.#options.delay ?? DEFAULT_DELAY;
  }
}

function listSessions(request: Request): Response {
  const { skip = 0, take } = readJobsQuery(request);
  const allSessions = RECORDED_SESSIONS.slice(skip, take && skip + take);
  return Response.json({ allSessions }, JSON_HEADERS);
}

/** Answer as the scenario refuses or replaces the API. @returns `undefined` when it does neither */
function refusalOf({ refusal, page }: Scenario): Response | undefined {
  if (page) {
    return new Response('<!doctype html><title>Sign in</title><h1>This is a fake: sign in first</h1>\n', {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
      },
    });
  }
  return refusal && refuse(refusal.code, 'the scenario answers so', { ...refusal.headers });
}

function refuse(code: ServerErrorCode, reason: string, headers: Record<string, string> = {}): Response {
  return errorResponse(code, `This is a fake: ${reason}.`, { headers });
}

function describeFake(): string {
  return `This is docs-assistant fake: a server with scripted answers. It reads no documentation, and keeps nothing.

A question or a search asks for a scenario by a word of it ("a table, please"), a program also by the header ${SCENARIO_HEADER}:

${describeScenarios('  ')}`;
}
