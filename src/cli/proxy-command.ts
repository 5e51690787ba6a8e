import { createHash, timingSafeEqual } from 'node:crypto';
import type { LimitStore } from '../limits/rate-limit.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import type { ProxyOptions, UpstreamFailure } from '../proxy/options.ts';
import { ENDPOINTS } from '../protocol/endpoints.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { createFallbackLimitStore } from '../service/storage/fallback-limit-store.ts';
import { defineCommand, printResult } from './define-command.ts';
import { createLimitReport } from './limit-report.ts';
import { checkPort, listen } from './listen.ts';
import { withCleanup } from './with-cleanup.ts';
import { allowedOrigins, createPublicHandler, describeSite, pathsForPages } from './public-handler.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { printStatus } from './report-progress.ts';
import { withRootPage } from './root-page.ts';
import { siteOf } from './site-options.ts';
import { OPTIONS, SITE, VARIABLES } from './options.ts';
import { pick, readBaseAddress, readIdentifier, readOrigin, UsageError } from './read-option.ts';

const PROXY =
  'This server passes the questions and searches of pages on to a service. It has no page of its own.';

/** `docs-assistant proxy` */
export const command = defineCommand({
  usage: ['proxy --upstream URL --domain NAME [options]'],
  about: `Answers the pages of a documentation site by calling the upstream with the API key, which is not
visible to pages. Prints the markup for the pages.`,
  options: {
    ...pick(OPTIONS, 'upstream', 'api-version'),
    'admin-upstream': {
      value: 'URL',
      about:
        'base address of agent jobs and updates, which are then open to whoever sends DOCS_ADMIN_KEY as a bearer token',
      read: readBaseAddress,
    },
    languages: {
      value: 'CODES',
      about:
        'languages of the documentation, separated by commas, or any: others are not sent (default: any; with a key of the hosted platform of Mintlify none)',
    },
    'no-page-path': { about: 'do not tell the service which page a question is asked on' },
    domain: {
      value: 'NAME',
      about: 'domain identifier that is open to pages',
      repeatable: true,
      read: readIdentifier,
    },
    ...pick(OPTIONS, ...SITE),
    origin: { value: 'ORIGIN', about: 'the same as --site', repeatable: true, read: readOrigin },
    port: { ...OPTIONS.port, setting: undefined, default: 8788 },
    host: { ...OPTIONS.host, setting: undefined },
    'trusted-proxies': { ...OPTIONS['trusted-proxies'], setting: undefined },
    ...pick(OPTIONS, 'keep-alive', 'json'),
  },
  variables: pick(VARIABLES, 'DOCS_ASSISTANT_KEY', 'DOCS_ADMIN_KEY', 'REDIS_URL'),
  async run(values, positionals) {
    if (positionals.length > 0) throw new UsageError('proxy takes options only.');
    const key = process.env['DOCS_ASSISTANT_KEY'];
    const { upstream, domain: domains = [], host, port } = values;
    const { 'keep-alive': keepAlive = 0, 'trusted-proxies': trustedProxies } = values;
    if (upstream === undefined) throw new UsageError('Name the service with --upstream.');
    if (domains.length === 0) throw new UsageError('Name the domain of the documentation with --domain.');
    if (!key) throw new UsageError('Set DOCS_ASSISTANT_KEY to the API key.');
    const adminUpstream = values['admin-upstream'];
    const adminKey = process.env['DOCS_ADMIN_KEY'];
    if (adminUpstream !== undefined && !adminKey)
      throw new UsageError(
        '--admin-upstream requires DOCS_ADMIN_KEY, the API key of agent jobs and updates.',
      );
    await checkPort({ host, port });
    const site = siteOf({ ...values, site: [...(values.site ?? []), ...(values.origin ?? [])] });
    const redisUrl = process.env['REDIS_URL'];
    const counters = redisUrl ? await openRedisLimitCounters(redisUrl) : null;
    const closeCounters = async () => counters?.close();
    const server = await withCleanup(() => {
      const proxy = createProxy({
        upstream,
        keys: { assistant: key, ...(adminUpstream !== undefined && adminKey && { admin: adminKey }) },
        ...(adminUpstream !== undefined && adminKey && { adminUpstream, ...openToKey(adminKey) }),
        domains,
        origins: allowedOrigins(site),
        basePath: site.basePath,
        apiVersion: values['api-version'],
        pagePath: !values['no-page-path'],
        ...(values.languages !== undefined && { languages: readLanguages(values.languages) }),
        onLanguageDropped: (language) =>
          printStatus(
            `pages ask in the language ${JSON.stringify(language)}, which is not sent: name the languages of the documentation with --languages if it has several`,
          ),
        trustedProxies,
        siteLimits: site.limits,
        ...(keepAlive > 0 && { keepAlive: keepAlive * 1000 }),
        ...(counters !== null && { limitStore: withFallback(counters.store) }),
        onVersionFallback: () =>
          printStatus('the service does not know version 2 of the API: going on with --api-version v1'),
        onUpstreamFailure: (failure) =>
          printStatus(describeUpstreamFailure(failure, { upstream, adminUpstream })),
        onLimitReached: createLimitReport(),
        onHookFailure: (hook) => printStatus(`${hook} failed`),
      });
      const rest = () => errorResponse('not-found', 'There is nothing at this address.');
      const baseOf = () => Promise.resolve('/');
      const handler = createPublicHandler({ site, proxy, domains, baseOf, rest });
      return listen(withRootPage({ what: PROXY, paths: pathsForPages(site) }, handler), { port, host });
    }, closeCounters);
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

/** Open the project endpoints to callers who have their key themselves, such as the commands `job` and `update`. */
function openToKey(adminKey: string): Pick<ProxyOptions, 'authorize' | 'allowedHeaders'> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${adminKey}`);
  return {
    authorize: ({ headers }) => timingSafeEqual(digest(headers.get('authorization') ?? ''), expected),
    allowedHeaders: ['authorization'],
  };
}

/** Read the languages of the documentation: `en, pt-BR`. */
function readLanguages(value: string): readonly string[] | 'any' {
  if (value.trim() === 'any') return 'any';
  return value
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);
}

/** Name who has failed, and what to do. */
function describeUpstreamFailure(
  { operation, code, status, remedy }: UpstreamFailure,
  { upstream, adminUpstream = upstream }: { upstream: string; adminUpstream: string | undefined },
): string {
  const isAdmin = ENDPOINTS.some(({ key, operation: name }) => key === 'admin' && name === operation);
  const { origin } = new URL(isAdmin ? adminUpstream : upstream);
  if (status === undefined) return `${operation}: ${code}, no answer of ${origin}`;
  const check = remedy && `: check ${isAdmin ? 'DOCS_ADMIN_KEY' : 'DOCS_ASSISTANT_KEY'}. ${remedy}`;
  return `${operation}: ${code} (${origin} answered ${status}${check ?? ''})`;
}

/** Count in memory while the server of the counters is unavailable. */
function withFallback(store: LimitStore): LimitStore {
  return createFallbackLimitStore(store, {
    onFailure: () => printStatus('the server of REDIS_URL does not answer: limits are counted in memory'),
    onRecovery: () => printStatus('the server of REDIS_URL answers again'),
  });
}
