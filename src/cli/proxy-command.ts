import { parseArgs } from 'node:util';
import { closeOnSignal, serveHandler } from '../node/serve-handler.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import type { ReachedLimit } from '../proxy/options.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { tell } from './report-progress.ts';
import { readWholeNumber, UsageError } from './usage-error.ts';

export const HELP = `Usage: docs-assistant proxy --upstream URL --domain NAME [options]

Answers the assistant and search endpoints by asking the upstream with the API key, which pages never see.

Options:
  --upstream URL         base address of the service, without /v1
  --api-version VERSION  v1 or v2: version of the service's assistant endpoint (default v1)
  --domain NAME          domain identifier that may be asked; may be repeated
  --origin ORIGIN        origin of pages that may call: https://docs.example.com; may be repeated
  --base-path PATH       path that everything is below (default none)
  --port PORT            port to listen on; 0 takes a free one (default 8788)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --trusted-proxies N    believe the last N entries of X-Forwarded-For (default 0)
  --questions-per-minute N, --questions-per-day N, --questions-per-month N
                         what all visitors together may ask (default 300, 1000, 10000)
  --keep-alive SECONDS   send a comment into answers that stay silent so long (default never)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY     the assistant API key
  PORT, HOST             where to listen, unless an option says so
  REDIS_URL              Redis or Valkey server to count in, for several proxies or over restarts (default: in memory)
`;

/** Largest number that an option takes. */
const MAX_NUMBER = 999_999_999;

/** `docs-assistant proxy` */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      upstream: { type: 'string' },
      domain: { type: 'string', multiple: true, default: [] },
      origin: { type: 'string', multiple: true, default: [] },
      port: { type: 'string', default: process.env['PORT'] || '8788' },
      host: { type: 'string', default: process.env['HOST'] || '127.0.0.1' },
      'api-version': { type: 'string', default: 'v1' },
      'base-path': { type: 'string', default: '' },
      'trusted-proxies': { type: 'string', default: '0' },
      'questions-per-minute': { type: 'string' },
      'questions-per-day': { type: 'string' },
      'questions-per-month': { type: 'string' },
      'keep-alive': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const key = process.env['DOCS_ASSISTANT_KEY'];
  if (values.upstream === undefined) throw new UsageError('Name the service with --upstream.');
  if (values.domain.length === 0) throw new UsageError('Name what may be asked with --domain.');
  if (!key) throw new UsageError('Give the API key in DOCS_ASSISTANT_KEY.');
  const apiVersion = values['api-version'];
  if (apiVersion !== 'v1' && apiVersion !== 'v2') throw new UsageError('--api-version is v1 or v2.');
  const port = readWholeNumber('--port', values.port, 65_535);
  const perMinute = readOptionalNumber('questions-per-minute', values['questions-per-minute']);
  const perDay = readOptionalNumber('questions-per-day', values['questions-per-day']);
  const perMonth = readOptionalNumber('questions-per-month', values['questions-per-month']);
  const keepAlive = readOptionalNumber('keep-alive', values['keep-alive']);
  const redisUrl = process.env['REDIS_URL'];
  const counters = redisUrl ? await openRedisLimitCounters(redisUrl) : null;
  const handler = createProxy({
    upstream: values.upstream,
    keys: { assistant: key },
    domains: values.domain,
    origins: values.origin,
    basePath: values['base-path'],
    apiVersion,
    trustedProxies: readWholeNumber('--trusted-proxies', values['trusted-proxies'], 100),
    siteLimits: {
      ...(perMinute !== undefined && { messagesPerMinute: perMinute }),
      ...(perDay !== undefined && { messagesPerDay: perDay }),
      ...(perMonth !== undefined && { messagesPerMonth: perMonth }),
    },
    ...(keepAlive && { keepAlive: keepAlive * 1000 }),
    ...(counters !== null && { limitStore: counters.store }),
    onUpstreamFailure: ({ operation, code, status }) =>
      tell(`${operation}: ${code}${status === undefined ? '' : ` (upstream answered ${status})`}`),
    onLimitReached: createLimitReport(),
    onHookFailure: (hook) => tell(`${hook} failed`),
  });
  const server = await serveHandler(handler, { port, host: values.host });
  closeOnSignal(async () => {
    await server.close();
    await counters?.close();
  });
  process.stdout.write(
    values.json ? `${JSON.stringify({ listening: server.url })}\n` : `listening on ${server.url}\n`,
  );
  return 0;
}

function readOptionalNumber(name: string, value: string | undefined): number | undefined {
  return value === undefined ? undefined : readWholeNumber(`--${name}`, value, MAX_NUMBER);
}

/** Tells once in each window that the budget of the site is used up. What single visitors use up is no news. */
function createLimitReport(): (reached: ReachedLimit) => void {
  const toldUntil = new Map<string, number>();
  return ({ name, limit, resetAfter }) => {
    const now = performance.now();
    if (!name.startsWith('site-') || now < (toldUntil.get(name) ?? 0)) return;
    toldUntil.set(name, now + resetAfter * 1000);
    tell(`the budget is used up: ${name}, ${limit}; anew in ${resetAfter} s`);
  };
}
