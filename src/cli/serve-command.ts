import { parseArgs } from 'node:util';
import { closeOnSignal, serveHandler } from '../node/serve-handler.ts';
import { createService } from '../service/service.ts';
import { makeFirstKeys, type FirstKey } from './first-keys.ts';
import { createLog, type LogFormat } from './log.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { tell } from './report-progress.ts';
import { PLACE_HELP, PLACE_OPTIONS, readSettings, type Settings } from './settings.ts';
import { readWholeNumber, UsageError } from './usage-error.ts';

export const HELP = `Usage: docs-assistant serve DIR [options]
       docs-assistant serve --config FILE [options]

Answers the documentation-platform API over the Markdown and MDX files of a folder, or over the projects of a file.

Options:
  --port PORT            port to listen on; 0 takes a free one (default 8787)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --domain NAME          domain identifier (default: the folder's name)
  --project ID           project id (default: the domain)
${PLACE_HELP}
  --trusted-proxies N    believe the last N entries of X-Forwarded-For (default 0)
  --watch                update the index when a file of a folder changes
  --no-updates           leave deployment updates to "docs-assistant worker"
  --grace SECONDS        let open answers end for so long when stopped (default 30)
  --log FORMAT           lines on stderr: json, or text (default: text in a terminal, else json)
  --log-questions        write down what is asked and searched (default: never)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  PORT, HOST                                                  where to listen
  DOCS_ASSISTANT_KEY, DOCS_ADMIN_KEY                          API keys of DIR, or of the one project of FILE that names none
  DOCS_METRICS_KEY                                            bearer token of GET /metrics
  DOCS_MODEL_URL, DOCS_MODEL_NAME, DOCS_MODEL_KEY             OpenAI-compatible model that writes the answers
  DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_NAME, DOCS_EMBEDDINGS_KEY   OpenAI-compatible embeddings
  DOCS_EMBEDDINGS_FOLDER                                      or the folder of a sentence-embedding model
  DATABASE_URL                                                PostgreSQL that several processes share
  REDIS_URL                                                   Redis or Valkey server to count limits in

Options come before the environment, the environment before the file.

A project that has no keys gets them at the first start; they are printed once. "docs-assistant key" makes more, and revokes.
GET /healthz answers as soon as the service runs, GET /readyz with 200 once the first index is complete, and
GET /v1/openapi.json describes every endpoint. SIGTERM and SIGINT stop it gently, a second one at once.
`;

const DEFAULT_PORT = 8787;
const DEFAULT_GRACE_SECONDS = 30;
const MAX_GRACE_SECONDS = 3600;

/** `docs-assistant serve DIR` */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...PLACE_OPTIONS,
      port: { type: 'string' },
      host: { type: 'string' },
      domain: { type: 'string' },
      project: { type: 'string' },
      'trusted-proxies': { type: 'string' },
      watch: { type: 'boolean', default: false },
      'no-updates': { type: 'boolean', default: false },
      grace: { type: 'string' },
      log: { type: 'string' },
      'log-questions': { type: 'boolean' },
      json: { type: 'boolean', default: false },
    },
  });
  const { 'trusted-proxies': trustedProxies, grace, 'log-questions': logQuestions } = values;
  const format = readLogFormat(values.log);
  const read = await readSettings(values, positionals);
  const settings: Settings = {
    ...read,
    ...(values.watch && { projects: read.projects.map((project) => ({ ...project, watch: true })) }),
    ...(trustedProxies !== undefined && {
      trustedProxies: readWholeNumber('--trusted-proxies', trustedProxies, 100),
    }),
    ...(grace !== undefined && { graceSeconds: readWholeNumber('--grace', grace, MAX_GRACE_SECONDS) }),
    ...(logQuestions !== undefined && { logQuestions }),
  };
  const firstKeys = await makeFirstKeys(settings);
  const log = createLog(format, [...secretsOf(settings), ...firstKeys.map(({ key }) => key)]);
  const reports = new Map(settings.projects.map(({ domain }) => [domain, log.progressOf(domain)]));
  const counters = settings.redisUrl === undefined ? null : await openRedisLimitCounters(settings.redisUrl);
  const service = await createService({
    ...settings,
    runUpdates: !values['no-updates'],
    ...(counters !== null && { limitStore: counters.store }),
    onProgress: (domain, progress) => reports.get(domain)?.(progress),
    onRequest: log.request,
    onFailure: log.failure,
  });
  const { port = DEFAULT_PORT, host = '127.0.0.1', graceSeconds = DEFAULT_GRACE_SECONDS } = settings;
  const closeService = async () => {
    await service.close();
    await counters?.close();
  };
  const server = await serveHandler(service.fetch, { port, host, closeWithin: graceSeconds * 1000 }).catch(
    async (error: unknown) => {
      await closeService();
      throw explainListening(error, host, port);
    },
  );
  closeOnSignal(async () => {
    log.tell('info', 'stopping', { graceSeconds });
    await server.close();
    await closeService();
  });
  if (values.json) process.stdout.write(`${JSON.stringify({ listening: server.url, keys: firstKeys })}\n`);
  else process.stdout.write(`${describeKeys(firstKeys, settings)}listening on ${server.url}\n`);
  return 0;
}

const LISTENING_PROBLEMS = new Map([
  ['EADDRINUSE', 'it is taken. Choose another with --port, or stop what listens there'],
  ['EACCES', 'this user may not take it. Choose one above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine has no such address. Choose another with --host'],
  ['ENOTFOUND', 'there is no such address. Choose another with --host'],
]);

function explainListening(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const problem = LISTENING_PROBLEMS.get(code);
  return problem
    ? new Error(`Cannot listen on port ${port} of ${host}: ${problem}.`, { cause: error })
    : error;
}

export function readLogFormat(format = process.stderr.isTTY ? 'text' : 'json'): LogFormat {
  if (format !== 'json' && format !== 'text') throw new UsageError('--log is json or text.');
  return format;
}

function describeKeys(keys: readonly FirstKey[], { projects }: Settings): string {
  if (keys.length > 0) tell('Keys are shown this once: what is kept cannot be turned back into them.');
  const lines = keys.map(({ kind, projectId, key }) => {
    return `${kind} key${projects.length > 1 ? ` of ${projectId}` : ''}: ${key}\n`;
  });
  return lines.join('');
}

/** Everything that nobody may read in a log. */
export function secretsOf({ projects, keys, model, embeddings, ...settings }: Settings): string[] {
  const secrets: (string | undefined)[] = [
    ...[keys, ...projects.map((project) => project.keys)].flatMap((given) =>
      Object.values(given ?? {}).flat(),
    ),
    ...projects.map(({ webhookSecret }) => webhookSecret),
    ...[model?.key, embeddings && 'key' in embeddings ? embeddings.key : undefined],
    ...[process.env['DOCS_EMBEDDINGS_KEY'], settings.metricsKey, settings.databaseUrl, settings.redisUrl],
  ];
  return secrets.filter((secret) => secret !== undefined);
}
