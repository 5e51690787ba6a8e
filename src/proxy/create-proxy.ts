import { rateLimitHeaders, type LimitDecision } from '../limits/rate-limit.ts';
import { readVisitorAddress, type Connection } from '../limits/visitor-address.ts';
import type { AssistantRequest, SearchRequest } from '../protocol/api.ts';
import { matchEndpoint, type EndpointMatch } from '../protocol/endpoints.ts';
import {
  readAssistantRequest,
  readJsonBody,
  readSearchRequest,
  RequestRefusal,
} from '../protocol/requests/read-request.ts';
import { errorResponse, type ServerErrorCode } from '../protocol/failures/server-error.ts';
import { isSiteLimit, type CountedOperation } from './budgets.ts';
import { readFeedback } from './feedback.ts';
import { isOriginAllowed, preflightResponse, withOriginHeaders } from './origin-rules.ts';
import {
  readProxyOptions,
  type AdminCall,
  type AskedQuestion,
  type ProxyHook,
  type ProxyOptions,
} from './options.ts';
import { callUpstream } from './upstream.ts';

/**
 * Answers one request. `connection` tells the visitor's address where the host knows it. Without it, and without
 * `trustedProxies`, visitors are counted by `fp` alone and by the budget of the site.
 */
export type ProxyHandler = (request: Request, connection?: Connection) => Promise<Response>;

/** Path of the feedback, below the base path. */
const FEEDBACK_PATH = '/feedback';

/**
 * Makes a proxy for the documentation-platform API: the API's own paths, minus the key. It runs wherever there are
 * `Request` and `Response`: Node, Deno, Bun, workers, any framework with fetch handlers.
 *
 * Bodies are checked and rebuilt, headers are allow-listed in both directions, answers stream through piece by piece, and
 * the upstream request ends as soon as the visitor leaves. Every refusal is JSON with a stable `code`. The handler never
 * rejects.
 *
 * @throws TypeError when an option is wrong
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const settings = readProxyOptions(options);

  /** Runs the host's own code. What it throws is for the host; visitors learn that something failed. */
  async function callHook<T>(
    hook: ProxyHook,
    call: () => T | Promise<T>,
    code: ServerErrorCode = 'internal',
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      settings.onHookFailure(hook, error);
      throw new RequestRefusal(code, 'Something went wrong.');
    }
  }

  /** Lets through for `true` and for nothing else. */
  async function isGranted(hook: ProxyHook, call: () => unknown): Promise<boolean> {
    return (await callHook(hook, call)) === true;
  }

  /** Endpoints that are not open answer like paths that never were. */
  function findEndpoint(path: string | null): EndpointMatch {
    const { domains, authorize, keys } = settings;
    const match = path === null ? null : matchEndpoint(path);
    const isOpen =
      match?.endpoint.key === 'admin'
        ? authorize !== undefined && keys.admin !== undefined
        : match !== null && domains.has(match.parameters['domain'] ?? '');
    if (match === null || !isOpen) throw new RequestRefusal('not-found', 'There is nothing at this address.');
    return match;
  }

  async function charge(
    operation: CountedOperation,
    request: Request,
    connection: Connection | undefined,
    fp: string | null = null,
  ): Promise<LimitDecision> {
    const address = readVisitorAddress(request.headers, connection, settings.trustedProxies);
    const decision = await callHook(
      'limitStore',
      () => settings.budgets.charge(operation, { address, fp }),
      'unavailable',
    );
    if (decision.accepted) return decision;
    const { name, limit, resetAfter } = decision;
    settings.onLimitReached({ operation, name, limit, resetAfter });
    const reason = isSiteLimit(decision)
      ? 'The budget of this site is used up for now.'
      : 'Too many requests: wait a moment.';
    throw new RequestRefusal('rate-limited', reason, { headers: rateLimitHeaders(decision) });
  }

  async function callAdmin(request: Request, match: EndpointMatch): Promise<Response> {
    const call = { operation: match.endpoint.operation, ...match.parameters } as AdminCall;
    if (!(await isGranted('authorize', () => settings.authorize?.(request, call))))
      throw new RequestRefusal('forbidden', 'This is not open to you.');
    return callUpstream(settings, request, match, null);
  }

  async function search(
    request: Request,
    connection: Connection | undefined,
    match: EndpointMatch,
  ): Promise<Response> {
    const value = await readJsonBody(request, settings.limits.bodyBytes);
    const body = readSearchRequest(value, settings.limits);
    const decision = await charge('search', request, connection);
    return passOn(request, match, body, decision);
  }

  async function ask(
    request: Request,
    connection: Connection | undefined,
    match: EndpointMatch,
  ): Promise<Response> {
    const value = await readJsonBody(request, settings.limits.bodyBytes);
    const body = readAssistantRequest(value, settings.limits);
    const question: AskedQuestion = {
      domain: match.parameters['domain']!,
      text: body.messages.at(-1)!.content,
      ...(body.filter && { filter: body.filter }),
    };
    const { challenge } = settings;
    if (
      challenge !== undefined &&
      !(await isGranted('challenge', () => challenge(request, { ...question, fp: body.fp })))
    ) {
      throw new RequestRefusal('challenge-required', 'Solve the challenge of this site first.');
    }
    const decision = await charge('message', request, connection, body.fp);
    // A log that fails is told to the host, and is nothing to the visitor.
    void callHook('questionLog', () => logQuestion(request, question)).catch(() => {});
    return passOn(request, match, body, decision);
  }

  async function logQuestion(request: Request, question: AskedQuestion): Promise<void> {
    const { questionLog } = settings;
    if ((await questionLog?.hasConsent(request)) === true) await questionLog?.write(question);
  }

  async function takeFeedback(request: Request, connection: Connection | undefined): Promise<Response> {
    const value = await readJsonBody(request, settings.limits.bodyBytes);
    const feedback = readFeedback(value, settings.domains);
    await charge('feedback', request, connection);
    await callHook('onFeedback', () => settings.onFeedback?.(feedback));
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  }

  /** Tells the limit that is closer to its end: the proxy's own or the upstream's. */
  async function passOn(
    request: Request,
    match: EndpointMatch,
    body: AssistantRequest | SearchRequest,
    decision: LimitDecision,
  ): Promise<Response> {
    const response = await callUpstream(settings, request, match, body);
    const upstreamRemaining = response.headers.get('ratelimit-remaining');
    if (upstreamRemaining === null || Number(upstreamRemaining) >= decision.remaining) {
      const fields = Object.entries(rateLimitHeaders(decision));
      for (const [name, value] of fields) response.headers.set(name, value);
    }
    return response;
  }

  async function answer(
    request: Request,
    connection: Connection | undefined,
    isAllowed: boolean,
  ): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { basePath, onFeedback, allowedHeaders } = settings;
    const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : null;
    const match = path === FEEDBACK_PATH && onFeedback !== undefined ? null : findEndpoint(path);
    const method = match?.endpoint.method ?? 'POST';
    if (!isAllowed) throw new RequestRefusal('forbidden', 'Pages of this origin may not call.');
    if (request.method === 'OPTIONS') return preflightResponse(method, allowedHeaders);
    if (request.method !== method) {
      throw new RequestRefusal('method-not-allowed', `Use ${method}.`, {
        headers: { allow: `${method}, OPTIONS` },
      });
    }
    if (match === null) return takeFeedback(request, connection);
    if (match.endpoint.key === 'admin') return callAdmin(request, match);
    return match.endpoint.operation === 'message'
      ? ask(request, connection, match)
      : search(request, connection, match);
  }

  return async (request, connection) => {
    const isAllowed = isOriginAllowed(request, settings.origins);
    const response = await answer(request, connection, isAllowed).catch((error: unknown) =>
      error instanceof RequestRefusal
        ? error.toResponse()
        : errorResponse('internal', 'Something went wrong.'),
    );
    return withOriginHeaders(response, request, isAllowed);
  };
}
