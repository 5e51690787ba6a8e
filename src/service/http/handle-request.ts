import { contractCharges, type ContractLimits } from '../../limits/contract-limits.ts';
import { rateLimitHeaders, type RateLimiter } from '../../limits/rate-limit.ts';
import { readVisitorAddress, type Connection } from '../../limits/visitor-address.ts';
import { matchEndpoint, type EndpointMatch } from '../../protocol/endpoints.ts';
import {
  readAssistantRequest,
  readJsonBody,
  readSearchRequest,
  RequestRefusal,
  type RequestLimits,
} from '../../protocol/read-request.ts';
import { errorResponse } from '../../protocol/server-error.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { toSearchResult } from '../search/search-result.ts';
import type { KeyRing, KnownKey } from './key-ring.ts';
import { answerMessage, findThread, type MessageEndpoint } from './message-endpoint.ts';
import { describeReadiness } from './readiness.ts';

/** A documentation project that is served. */
export interface ServedProject extends MessageEndpoint {
  projectId: string;
  organization: string;
  engine: SearchEngine;
}

/** What requests are answered with. */
export interface RequestContext {
  projects: readonly ServedProject[];
  keys: KeyRing;
  limits: RequestLimits;
  contractLimits: ContractLimits;
  limiter: RateLimiter;
  trustedProxies: number;
  onFailure: (error: unknown) => void;
}

/** Answers one request; never rejects. */
export async function handleRequest(
  context: RequestContext,
  request: Request,
  connection: Connection | undefined,
): Promise<Response> {
  try {
    return await answer(context, request, connection);
  } catch (error) {
    if (error instanceof RequestRefusal) return error.toResponse();
    if (!request.signal.aborted) context.onFailure(error);
    return errorResponse('internal', 'Something went wrong.');
  }
}

async function answer(
  context: RequestContext,
  request: Request,
  connection: Connection | undefined,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/healthz') return Response.json({ status: 'ok' });
  if (pathname === '/readyz') return describeReadiness(context.projects.map(({ engine }) => engine));
  const match = matchEndpoint(pathname);
  if (match === null) throw notFound();
  if (request.method !== match.endpoint.method) {
    throw new RequestRefusal('method-not-allowed', `Use ${match.endpoint.method}.`, {
      headers: { allow: match.endpoint.method },
    });
  }
  const key = checkKey(context, request, match);
  const { operation } = match.endpoint;
  if (operation === 'search') return search(context, findProject(context, key, match), request);
  if (operation === 'message') {
    return message(context, findProject(context, key, match), key, request, connection);
  }
  if ('projectId' in match.parameters) findProject(context, key, match);
  throw new RequestRefusal('not-implemented', 'This service does not offer this endpoint yet.');
}

function checkKey({ keys }: RequestContext, request: Request, { endpoint }: EndpointMatch): KnownKey {
  const key = keys.find(request.headers.get('authorization'));
  if (key === null) {
    throw new RequestRefusal('unauthorized', 'Send a valid API key as a bearer token.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  if (key.kind !== endpoint.key) {
    throw new RequestRefusal('forbidden', `This endpoint takes an ${endpoint.key} API key.`);
  }
  return key;
}

/** A project that the key does not belong to is answered like one that does not exist. */
function findProject(
  { projects }: RequestContext,
  key: KnownKey,
  { parameters }: EndpointMatch,
): ServedProject {
  const project = projects.find(
    ({ domain, projectId }) =>
      key.domains.has(domain) && (domain === parameters['domain'] || projectId === parameters['projectId']),
  );
  if (project === undefined) throw notFound();
  return project;
}

async function search(context: RequestContext, project: ServedProject, request: Request): Promise<Response> {
  const value = await readJsonBody(request, context.limits.bodyBytes);
  const body = readSearchRequest(value, context.limits);
  checkAvailable(project);
  const hits = await project.engine.search(body);
  return Response.json(
    hits.map((hit) => toSearchResult(hit)),
    { headers: { 'cache-control': 'no-store' } },
  );
}

async function message(
  context: RequestContext,
  project: ServedProject,
  key: KnownKey,
  request: Request,
  connection: Connection | undefined,
): Promise<Response> {
  const value = await readJsonBody(request, context.limits.bodyBytes);
  const body = readAssistantRequest(value, context.limits);
  const thread = findThread(project, body);
  checkAvailable(project);
  // Last of all checks: a request that is refused costs nothing.
  const decision = await context.limiter.charge(
    contractCharges(context.contractLimits, {
      key: key.id,
      organization: project.organization,
      address: readVisitorAddress(request.headers, connection, context.trustedProxies),
    }),
  );
  const headers = rateLimitHeaders(decision);
  if (!decision.accepted) {
    throw new RequestRefusal('rate-limited', 'The limit of requests is used up.', { headers });
  }
  return answerMessage(project, body, thread, request, headers);
}

function checkAvailable({ engine }: ServedProject): void {
  if (engine.progress.phase === 'failed') {
    throw new RequestRefusal('unavailable', 'The documentation could not be read.');
  }
}

function notFound(): RequestRefusal {
  return new RequestRefusal('not-found', 'There is nothing at this address.');
}
