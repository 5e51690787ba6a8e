import { rateLimitHeaders, type LimitDecision } from '../limits/rate-limit.ts';
import { readVisitorAddress, type Connection } from '../limits/visitor-address.ts';
import type { AssistantInfo, AssistantRequest, SearchRequest } from '../protocol/api.ts';
import { matchEndpoint, type EndpointMatch, type Operation } from '../protocol/endpoints.ts';
import {
  readAssistantRequest,
  readJobsQuery,
  readJsonBody,
  readSearchRequest,
  RequestRefusal,
} from '../protocol/requests/read-request.ts';
import {
  MAX_PLATFORM_BYTES,
  readAgentPrompt,
  readPageRequest,
  readPreviewRequest,
} from '../protocol/requests/read-platform-request.ts';
import { MAX_FOLLOW_BYTES, readFollow } from '../protocol/requests/read-follow.ts';
import { errorResponse, type ServerErrorCode } from '../protocol/failures/server-error.ts';
import { isRecord, parseJson } from '../protocol/record.ts';
import { isSiteLimit, type CountedOperation } from './budgets.ts';
import { readFeedback } from '../protocol/requests/read-feedback.ts';
import { withSiteLanguage } from './site-languages.ts';
import { isOriginAllowed, preflightResponse, readPagePath, withOriginHeaders } from './origin-rules.ts';
import {
  readProxyOptions,
  type AdminCall,
  type AskedQuestion,
  type ProxyHook,
  type ProxyOptions,
  type ProxySettings,
} from './options.ts';
import { acceptedTypes, callUpstream, type UpstreamBody } from './upstream.ts';

/**
 * Answer one request. `connection` carries the visitor's address where the host knows it. Without it, and without
 * `trustedProxies`, visitors are counted by `fp` alone and by the budget of the site.
 */
export type ProxyHandler = (request: Request, connection?: Connection) => Promise<Response>;

/** Path of the feedback, below the base path. */
const FEEDBACK_PATH = '/feedback';

/** Operations that the contract of the API does not have. */
const PLATFORM_OPERATIONS: ReadonlySet<string> = new Set<Operation>([
  'page',
  'agent',
  'agent-job',
  'agent-message',
  'preview',
]);

/** Milliseconds for which the answer about an assistant is kept. */
const ASSISTANT_AGE = 3_600_000;

/**
 * Create a proxy for the documentation-platform API: the API's own paths, minus the key. It runs wherever there are
 * `Request` and `Response`: Node, Deno, Bun, workers, any framework with fetch handlers.
 *
 * Bodies are checked and rebuilt, headers are allow-listed in both directions, answers stream through chunk by chunk, and
 * the upstream request ends as soon as the visitor leaves. Every refusal is JSON with a stable `code`. The handler never
 * rejects.
 *
 * @throws TypeError when an option is wrong
 */
export function createProxy(options: ProxyOptions): ProxyHandler {
  const settings = readProxyOptions(options);
  const gate = new Gate(settings);
  return async (request, connection) => {
    const isAllowed = isOriginAllowed(request, settings.origins);
    const response = await gate
      .answer(request, connection, isAllowed)
      .catch((error: unknown) =>
        error instanceof RequestRefusal
          ? error.toResponse()
          : errorResponse('internal', 'Something went wrong.'),
      );
    return withOriginHeaders(response, request, isAllowed);
  };
}

/** Read the body of a call of a project endpoint. @returns `null` for one that has none */
async function readAdminBody(request: Request, { operation }: AdminCall): Promise<UpstreamBody | null> {
  const read =
    operation === 'agent' || operation === 'agent-message'
      ? readAgentPrompt
      : operation === 'preview'
        ? readPreviewRequest
        : null;
  return read && read(await readJsonBody(request, MAX_PLATFORM_BYTES));
}

/** A request of a visitor. */
interface Visit {
  request: Request;
  connection: Connection | undefined;
}

/** The checks of a request on its way to the upstream. All methods throw `RequestRefusal`. */
class Gate {
  readonly #settings: ProxySettings;
  /** What the upstream has said of the assistant of a domain. */
  readonly #assistants = new Map<string, { hasModel: unknown; until: number }>();

  constructor(settings: ProxySettings) {
    this.#settings = settings;
  }

  async answer(request: Request, connection: Connection | undefined, isAllowed: boolean): Promise<Response> {
    const { basePath, onFeedback, allowedHeaders } = this.#settings;
    const { pathname } = new URL(request.url);
    const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : null;
    const match = path === FEEDBACK_PATH && onFeedback !== undefined ? null : this.#findEndpoint(path);
    const method = match?.endpoint.method ?? 'POST';
    if (!isAllowed) throw new RequestRefusal('forbidden', 'Pages of this origin may not call.');
    if (request.method === 'OPTIONS') return preflightResponse(method, allowedHeaders);
    if (request.method !== method) {
      throw new RequestRefusal('method-not-allowed', `Use ${method}.`, {
        headers: { allow: `${method}, OPTIONS` },
      });
    }
    const visit = { request, connection };
    if (match === null) return this.#takeFeedback(visit);
    if (match.endpoint.key === 'admin') return this.#callAdmin(request, match);
    switch (match.endpoint.operation) {
      case 'assistant':
        return this.#describeAssistant(visit, match);
      case 'message':
        return this.#ask(visit, match);
      case 'insights-follow':
        return this.#follow(visit, match);
      case 'insights-feedback':
        return this.#rate(visit, match);
      case 'page':
        return this.#readPage(visit, match);
      default:
        return this.#search(visit, match);
    }
  }

  /** Find the endpoint of a path. Endpoints that are not open get the same answer as unknown paths. */
  #findEndpoint(path: string | null): EndpointMatch {
    const { domains, authorize, keys, version } = this.#settings;
    const match = path === null ? null : matchEndpoint(path);
    const domain = match?.parameters['domain'];
    if (domain !== undefined && !domains.has(domain))
      throw new RequestRefusal('not-found', `There is no domain "${domain}" here.`);
    const isOpen =
      match?.endpoint.key === 'admin'
        ? authorize !== undefined && keys.admin !== undefined
        : match !== null && domain !== undefined;
    const isKnown = version.current === 'v2' || !PLATFORM_OPERATIONS.has(match?.endpoint.operation ?? '');
    if (match === null || !isOpen || !isKnown)
      throw new RequestRefusal('not-found', 'There is nothing at this address.');
    return match;
  }

  async #search(visit: Visit, match: EndpointMatch): Promise<Response> {
    const { limits } = this.#settings;
    const body = this.#inSiteLanguage(
      readSearchRequest(await readJsonBody(visit.request, limits.bodyBytes), limits),
    );
    const decision = await this.#charge('search', visit);
    return this.#call(visit.request, match, body, decision);
  }

  /** Return a request in a language of the site, and tell the operator once of one that is none. */
  #inSiteLanguage<T extends AssistantRequest | SearchRequest>(read: T): T {
    const { languages, onLanguageDropped } = this.#settings;
    const body = withSiteLanguage(read, languages);
    const language = read.filter?.language;
    if (language !== undefined && body.filter?.language === undefined) onLanguageDropped(language);
    return body;
  }

  /** Read the text of a page. It counts as a search: previews of sources ask for it. */
  async #readPage(visit: Visit, match: EndpointMatch): Promise<Response> {
    const body = readPageRequest(await readJsonBody(visit.request, MAX_PLATFORM_BYTES));
    const decision = await this.#charge('search', visit);
    return this.#call(visit.request, match, body, decision);
  }

  /** Tell what the upstream says of its assistant, which is asked once an hour: pages ask with every visit. */
  async #describeAssistant({ request }: Visit, match: EndpointMatch): Promise<Response> {
    const domain = match.parameters['domain']!;
    const kept = this.#assistants.get(domain);
    if (kept && kept.until > Date.now()) return describedAssistant(kept.hasModel);
    const response = await callUpstream(this.#settings, request, match, null);
    const told = parseJson(await response.text());
    const hasModel = isRecord(told) ? told['hasModel'] : undefined;
    this.#assistants.set(domain, { hasModel, until: Date.now() + ASSISTANT_AGE });
    return describedAssistant(hasModel);
  }

  async #follow(visit: Visit, match: EndpointMatch): Promise<Response> {
    const { bodyBytes } = this.#settings.limits;
    const body = readFollow(await readJsonBody(visit.request, Math.min(bodyBytes, MAX_FOLLOW_BYTES)));
    const decision = await this.#charge('follow', visit);
    return this.#call(visit.request, match, body, decision);
  }

  async #rate(visit: Visit, match: EndpointMatch): Promise<Response> {
    const { limits, domains } = this.#settings;
    const body = readFeedback(await readJsonBody(visit.request, limits.bodyBytes), domains);
    const decision = await this.#charge('feedback', visit);
    return this.#call(visit.request, match, body, decision);
  }

  async #ask(visit: Visit, match: EndpointMatch): Promise<Response> {
    const { request } = visit;
    const { limits, challenge, pagePath } = this.#settings;
    const sent = await readJsonBody(request, limits.bodyBytes);
    const read = this.#inSiteLanguage(readAssistantRequest(sent, limits));
    const currentPath = read.currentPath ?? (pagePath ? readPagePath(request) : null);
    const body = { ...read, ...(currentPath !== null && { currentPath }) };
    const question: AskedQuestion = {
      domain: match.parameters['domain']!,
      text: body.messages.at(-1)!.content,
      ...(body.filter && { filter: body.filter }),
    };
    if (
      challenge !== undefined &&
      !(await this.#isGranted('challenge', () => challenge(request, { ...question, fp: body.fp })))
    ) {
      throw new RequestRefusal('challenge-required', 'Solve the challenge of this site first.');
    }
    const decision = await this.#charge('message', visit, body.fp);
    // The answer does not depend on the log: its failure is reported to the host only.
    void this.#callHook('questionLog', () => this.#logQuestion(request, question)).catch(() => {});
    return this.#call(request, match, body, decision, acceptedTypes(request, sent));
  }

  async #logQuestion(request: Request, question: AskedQuestion): Promise<void> {
    const { questionLog } = this.#settings;
    if ((await questionLog?.hasConsent(request)) === true) await questionLog?.write(question);
  }

  async #callAdmin(request: Request, match: EndpointMatch): Promise<Response> {
    const call = { operation: match.endpoint.operation, ...match.parameters } as AdminCall;
    if (!(await this.#isGranted('authorize', () => this.#settings.authorize?.(request, call))))
      throw new RequestRefusal('forbidden', 'You may not call this endpoint.');
    if (call.operation === 'jobs') readJobsQuery(request);
    return callUpstream(this.#settings, request, match, await readAdminBody(request, call));
  }

  async #takeFeedback(visit: Visit): Promise<Response> {
    const { limits, domains, onFeedback } = this.#settings;
    const feedback = readFeedback(await readJsonBody(visit.request, limits.bodyBytes), domains);
    await this.#charge('feedback', visit);
    await this.#callHook('onFeedback', () => onFeedback?.(feedback));
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  }

  /** Call the upstream. The `RateLimit` headers are those of the proxy or of the upstream, whichever has less remaining. */
  async #call(
    request: Request,
    match: EndpointMatch,
    body: UpstreamBody,
    decision: LimitDecision,
    accept?: string,
  ): Promise<Response> {
    const response = await callUpstream(this.#settings, request, match, body, accept);
    const upstreamRemaining = response.headers.get('ratelimit-remaining');
    if (upstreamRemaining === null || Number(upstreamRemaining) >= decision.remaining) {
      const fields = Object.entries(rateLimitHeaders(decision));
      for (const [name, value] of fields) response.headers.set(name, value);
    }
    return response;
  }

  /** Count a request. It comes after all other checks, so that a refused request costs nothing. */
  async #charge(
    operation: CountedOperation,
    { request, connection }: Visit,
    fp: string | null = null,
  ): Promise<LimitDecision> {
    const { budgets, trustedProxies, onLimitReached } = this.#settings;
    const address = readVisitorAddress(request.headers, connection, trustedProxies);
    const decision = await this.#callHook(
      'limitStore',
      () => budgets.charge(operation, { address, fp }),
      'unavailable',
    );
    if (decision.accepted) return decision;
    const { name, limit, resetAfter } = decision;
    onLimitReached({ operation, name, limit, resetAfter });
    const reason = isSiteLimit(decision)
      ? 'The budget of this site is used up for now.'
      : 'Too many requests: wait a moment.';
    throw new RequestRefusal('rate-limited', reason, { headers: rateLimitHeaders(decision) });
  }

  /** Return whether a hook returned `true`. Any other value denies, so that a hook without a `return` opens nothing. */
  async #isGranted(hook: ProxyHook, call: () => unknown): Promise<boolean> {
    return (await this.#callHook(hook, call)) === true;
  }

  /** Run code of the host. Its errors are reported to the host; visitors get a general message. */
  async #callHook<T>(
    hook: ProxyHook,
    call: () => T | Promise<T>,
    code: ServerErrorCode = 'internal',
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      this.#settings.onHookFailure(hook, error);
      throw new RequestRefusal(code, 'Something went wrong.');
    }
  }
}

function describedAssistant(hasModel: unknown): Response {
  // The next page does not ask again.
  const headers = { 'cache-control': 'private, max-age=600', 'x-content-type-options': 'nosniff' };
  return typeof hasModel === 'boolean'
    ? Response.json({ hasModel } satisfies AssistantInfo, { headers })
    : new Response(null, { status: 204, headers });
}
