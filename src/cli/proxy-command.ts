import type { LimitStore } from '../limits/rate-limit.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import type { UpstreamFailure } from '../proxy/options.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { createFallbackLimitStore } from '../service/storage/fallback-limit-store.ts';
import { MAX_PORT, MAX_TRUSTED_PROXIES } from './defaults.ts';
import { defineCommand, printResult } from './define-command.ts';
import { createLimitReport } from './limit-report.ts';
import { checkPort, listen } from './listen.ts';
import { orClose } from './or-close.ts';
import { allowedOrigins, createPublicHandler, describeSite, pathsForPages } from './public-handler.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { printStatus } from './report-progress.ts';
import { withRootPage } from './root-page.ts';
import { readSite, SITE_HELP, SITE_OPTIONS } from './site-options.ts';
import { readBaseAddress, readIdentifier, readOrigin, readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant proxy --upstream URL --domain NAME [options]

Answers the pages of a documentation site by calling the upstream with the API key, which is not visible to pages. Prints the
markup for the pages.

Options:
  --upstream URL         base address of the service, without /v1
  --api-version VERSION  v1 or v2: version of the service's assistant endpoint (default v1)
  --domain NAME          domain identifier that is open to pages; may be repeated
${SITE_HELP}
  --origin ORIGIN        the same as --site
  --port PORT            port to listen on; 0 takes a free one (default 8788)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --trusted-proxies N    trust the last N entries of X-Forwarded-For (default 0)
  --keep-alive SECONDS   send a comment after this much silence in an answer (default never)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY     the assistant API key
  PORT, HOST             where to listen, without these options
  REDIS_URL              Redis or Valkey server for limits, for several proxies or across restarts (default: in memory)
`;

const PROXY =
  'This server passes the questions and searches of pages on to a service. It has no page of its own.';

/** Maximum interval of --keep-alive, in seconds: an hour. */
const MAX_KEEP_ALIVE = 3600;

const OPTIONS = {
  ...SITE_OPTIONS,
  upstream: { type: 'string' },
  domain: { type: 'string', multiple: true },
  origin: { type: 'string', multiple: true },
  port: { type: 'string', default: process.env['PORT'] || '8788' },
  host: { type: 'string', default: process.env['HOST'] || '127.0.0.1' },
  'api-version': { type: 'string', default: 'v1' },
  'trusted-proxies': { type: 'string', default: '0' },
  'keep-alive': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `docs-assistant proxy` */
export const command = defineCommand({
  help: HELP,
  options: OPTIONS,
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('proxy takes options only.');
    const key = process.env['DOCS_ASSISTANT_KEY'];
    const { upstream, domain: domains = [], host, 'api-version': apiVersion } = values;
    if (upstream === undefined) throw new UsageError('Name the service with --upstream.');
    readBaseAddress('--upstream', upstream);
    if (domains.length === 0) throw new UsageError('Name the domain of the documentation with --domain.');
    for (const name of domains) readIdentifier('--domain', name);
    if (!key) throw new UsageError('Set DOCS_ASSISTANT_KEY to the API key.');
    if (apiVersion !== 'v1' && apiVersion !== 'v2') throw new UsageError('--api-version is v1 or v2.');
    const port = readWholeNumber('--port', values.port, MAX_PORT);
    await checkPort({ host, port });
    const keepAlive =
      values['keep-alive'] === undefined
        ? 0
        : readWholeNumber('--keep-alive', values['keep-alive'], MAX_KEEP_ALIVE);
    const trustedProxies = readWholeNumber(
      '--trusted-proxies',
      values['trusted-proxies'],
      MAX_TRUSTED_PROXIES,
    );
    const read = readSite(values);
    const origins = (values.origin ?? []).map((origin) => readOrigin('--origin', origin));
    const site = { ...read, origins: [...read.origins, ...origins] };
    const redisUrl = process.env['REDIS_URL'];
    const counters = redisUrl ? await openRedisLimitCounters(redisUrl) : null;
    const closeCounters = async () => counters?.close();
    const server = await orClose(closeCounters, () => {
      const proxy = createProxy({
        upstream,
        keys: { assistant: key },
        domains,
        origins: allowedOrigins(site),
        basePath: site.basePath,
        apiVersion,
        trustedProxies,
        siteLimits: site.limits,
        ...(keepAlive > 0 && { keepAlive: keepAlive * 1000 }),
        ...(counters !== null && { limitStore: withFallback(counters.store) }),
        onUpstreamFailure: (failure) => printStatus(describeUpstreamFailure(failure, upstream)),
        onLimitReached: createLimitReport(),
        onHookFailure: (hook) => printStatus(`${hook} failed`),
      });
      const rest = () => errorResponse('not-found', 'There is nothing at this address.');
      const baseOf = () => Promise.resolve('/');
      const handler = createPublicHandler({ site, proxy, domains, baseOf, rest });
      return listen(withRootPage({ what: PROXY, paths: pathsForPages(site) }, handler), { port, host });
    });
    closeOnSignal(async () => {
      await server.close();
      await closeCounters();
    });
    const sites = domains.map((domain) => ({ domain, base: '/' }));
    const lines = describeSite(site, { sites, ownUrl: server.url, trustedProxies });
    printResult(values.json, { listening: server.url }, `listening on ${server.url}\n${lines}`);
    return 0;
  },
});

/** Name who has failed, and what to look at. */
function describeUpstreamFailure({ operation, code, status }: UpstreamFailure, upstream: string): string {
  const { origin } = new URL(upstream);
  if (status === undefined) return `${operation}: ${code}, no answer of ${origin}`;
  const remedy = status === 401 || status === 403 ? ': check DOCS_ASSISTANT_KEY' : '';
  return `${operation}: ${code} (${origin} answered ${status}${remedy})`;
}

/** Count in memory while the server of the counters is unavailable. */
function withFallback(store: LimitStore): LimitStore {
  return createFallbackLimitStore(store, {
    onFailure: () => printStatus('the server of REDIS_URL does not answer: limits are counted in memory'),
    onRecovery: () => printStatus('the server of REDIS_URL answers again'),
  });
}
