import { chargesFor } from '../../limits/endpoint-limits.ts';
import { rateLimitHeaders } from '../../limits/rate-limit.ts';
import { readVisitorAddress, type Connection } from '../../limits/visitor-address.ts';
import { matchTemplate, toFirstVersion, type EndpointParameters } from '../../protocol/endpoints.ts';
import { readJsonBody, RequestRefusal } from '../../protocol/requests/read-request.ts';
import { errorResponse, SERVER_ERROR_STATUS } from '../../protocol/failures/server-error.ts';
import { EngineUnavailable } from '../search/search-engine.ts';
import { StoreUnavailable } from '../storage/service-store.ts';
import { explainWriteFailure } from '../storage/write-failure.ts';
import type { KnownKey } from '../keys/key-ring.ts';
import { notFound, unknownProject } from './refusals.ts';
import type { Call, Route, ServedProject, ServiceContext } from './route.ts';
import { ROUTES } from './routes.ts';
import { randomUUID } from 'node:crypto';
import { readTraceId, type AnswerEnd, type RequestEntry } from './request-entry.ts';

/** Seconds after which a database is usually back. */
const RETRY_SECONDS = 5;
const STORE_REFUSAL = new RequestRefusal('unavailable', 'The service cannot answer at the moment.', {
  headers: { 'retry-after': String(RETRY_SECONDS) },
});

const WRITE_REFUSAL = new RequestRefusal(
  'unavailable',
  'The service cannot keep anything at the moment: its disk is full or read-only.',
);

/** Answer one request. Never rejects. */
export async function handleRequest(
  service: ServiceContext,
  request: Request,
  connection: Connection | undefined,
): Promise<Response> {
  const watch = watchRequest(service, request);
  const response = await answer(service, request, connection, watch).catch((failure: unknown) => {
    const refusal = failure instanceof RequestRefusal ? failure : refusalFor(failure);
    if (refusal !== failure && !request.signal.aborted) service.onFailure(explainWriteFailure(failure));
    if (refusal !== null) {
      watch.note({ code: refusal.code });
      return refusal.toResponse();
    }
    watch.note({ code: 'internal' });
    return errorResponse('internal', 'Something went wrong.');
  });
  watch.begin(response);
  return response;
}

/** Return the refusal for a failure of the store or the search engine that may pass; `null` for any other failure. */
function refusalFor(failure: unknown): RequestRefusal | null {
  if (failure instanceof StoreUnavailable || failure instanceof EngineUnavailable) return STORE_REFUSAL;
  return explainWriteFailure(failure) === failure ? null : WRITE_REFUSAL;
}

async function answer(
  service: ServiceContext,
  request: Request,
  connection: Connection | undefined,
  watch: RequestWatch,
): Promise<Response> {
  const { route, parameters } = findRoute(request);
  watch.note({ operation: route.operation, route: route.template });
  const key = await checkKey(service, request, route);
  if (key !== null) watch.note({ keyId: key.id });
  const projects =
    key === null
      ? service.projects
      : service.projects.filter(({ projectId }) => key.projectIds.has(projectId));
  const address = readVisitorAddress(request.headers, connection, service.trustedProxies);
  const call: Call = {
    service,
    request,
    parameters,
    key,
    projects,
    readBody: () => readJsonBody(request, service.limits.bodyBytes),
    async charge(project, given) {
      const use = given ?? route.use;
      if (use === null) return;
      const charges = chargesFor(use, service.rateLimits, {
        key: key?.id ?? null,
        organization: project?.organization ?? null,
        address,
      });
      const decision = await service.limiter.charge(charges);
      const headers = rateLimitHeaders(decision);
      watch.noteLimit(headers);
      if (!decision.accepted)
        throw new RequestRefusal('rate-limited', 'The limit of requests is used up.', { headers });
    },
    visitor: () => `${key?.id ?? ''} ${address ?? ''}`,
    noteQuestion: (question) => service.logQuestions && watch.note({ question }),
    waitUntil: watch.waitUntil,
  };
  if (route.scope === 'service') return route.handle(call);
  const project = findProject(call);
  watch.note({ projectId: project.projectId });
  return route.handle({ ...call, project });
}

function findRoute(request: Request): { route: Route; parameters: EndpointParameters } {
  const pathname = toFirstVersion(new URL(request.url).pathname);
  const matches = ROUTES.flatMap((route) => {
    const parameters = matchPath(route.template, pathname);
    return parameters === null ? [] : [{ route, parameters }];
  });
  if (matches.length === 0) throw notFound();
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = matches.find(({ route }) => route.method === method);
  if (match !== undefined) return match;
  const allow = matches.map(({ route }) => route.method).join(', ');
  throw new RequestRefusal('method-not-allowed', `Use ${allow}.`, { headers: { allow } });
}

/** Match a path with a template, which may end with `{+file}`: the rest of the path, not decoded. */
function matchPath(template: string, pathname: string): EndpointParameters | null {
  const [base = '', rest] = template.split('/{+file}');
  if (rest === undefined) return matchTemplate(template, pathname);
  const segments = pathname.split('/');
  const depth = base.split('/').length;
  const parameters = matchTemplate(base, segments.slice(0, depth).join('/'));
  return parameters && { ...parameters, file: segments.slice(depth).join('/') };
}

async function checkKey(
  { keys, metrics }: ServiceContext,
  request: Request,
  route: Route,
): Promise<KnownKey | null> {
  if (route.key === null) return null;
  const authorization = request.headers.get('authorization');
  if (route.key === 'metrics' && metrics?.isOpenedBy(authorization)) return null;
  const key = route.key === 'metrics' ? null : await keys.find(authorization);
  if (key === null) {
    throw new RequestRefusal('unauthorized', 'Send a valid API key as a bearer token.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  if (key.kind !== route.key) {
    throw new RequestRefusal('forbidden', `This endpoint takes an ${route.key} API key.`);
  }
  return key;
}

/** A project that the key does not open gets the same answer as an unknown one. */
function findProject({ projects, parameters }: Call): ServedProject {
  const project = projects.find(
    ({ domain, projectId }) => domain === parameters['domain'] || projectId === parameters['projectId'],
  );
  if (project === undefined) throw unknownProject(parameters, projects);
  return project;
}

/** Observes one request until its answer ends, for log and metrics. */
interface RequestWatch {
  note(fields: Partial<RequestEntry>): void;
  /** Set the `RateLimit` headers, which are sent with an answer and with the refusal of the limit. */
  noteLimit(headers: Record<string, string>): void;
  waitUntil(end: Promise<AnswerEnd>): void;
  /** The answer exists and is sent now. */
  begin(response: Response): void;
}

function watchRequest(
  { metrics, onRequest }: Pick<ServiceContext, 'metrics' | 'onRequest'>,
  request: Request,
): RequestWatch {
  const started = performance.now();
  const secondsSince = () => Math.round(performance.now() - started) / 1000;
  const requestId = randomUUID();
  const traceId = readTraceId(request.headers.get('traceparent'));
  const entry: RequestEntry = {
    requestId,
    ...(traceId !== undefined && { traceId }),
    operation: null,
    method: request.method,
    route: null,
    status: 0,
    end: 'complete',
    firstByteSeconds: 0,
    seconds: 0,
  };
  let limitHeaders: Record<string, string> = {};
  let ends: Promise<AnswerEnd> | null = null;

  return {
    note: (fields) => void Object.assign(entry, fields),
    noteLimit: (headers) => void (limitHeaders = headers),
    waitUntil: (end) => void (ends = end),
    begin(response) {
      const hasLimitHeaders = response.ok || response.status === SERVER_ERROR_STATUS['rate-limited'];
      const headers = { 'x-request-id': requestId, ...(hasLimitHeaders && limitHeaders) };
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      Object.assign(entry, { status: response.status, firstByteSeconds: secondsSince() });
      const finish = (end: AnswerEnd) => {
        Object.assign(entry, { end, seconds: secondsSince() });
        metrics?.countRequest(entry);
        onRequest(entry);
      };
      if (ends === null) return finish(request.signal.aborted ? 'left' : 'complete');
      metrics?.countStream(ends);
      void ends.then(finish);
    },
  };
}
