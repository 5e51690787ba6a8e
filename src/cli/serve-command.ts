import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from '../node/request-listener.ts';
import { createService, type Service } from '../service/service.ts';
import { defineCommand, printResult, type OptionValues } from './define-command.ts';
import { prepareDataFolder } from './data-folder.ts';
import {
  DEFAULT_DRAIN_SECONDS,
  DEFAULT_GRACE_SECONDS,
  DEFAULT_HOST,
  DEFAULT_PORT,
  MAX_DRAIN_SECONDS,
  MAX_GRACE_SECONDS,
  MAX_TRUSTED_PROXIES,
} from './defaults.ts';
import { createProgressReports, followConfiguration } from './follow-configuration.ts';
import { createFirstKeys, type FirstKey } from './first-keys.ts';
import { checkPort, listen } from './listen.ts';
import { createLog, type Log, type LogFormat } from './log.ts';
import { LANGUAGE_MODEL_HELP } from './model-environment.ts';
import { chooseModel, MODEL_ENVIRONMENT_HELP, MODEL_HELP, MODEL_OPTIONS } from './model-options.ts';
import { openToPages, readSiteOf, withAssistantKey, withSiteUrls } from './open-to-pages.ts';
import { orClose } from './or-close.ts';
import { describeSite, pathsForPages } from './public-handler.ts';
import { checkProjectFolders, READING_HELP, READING_OPTIONS } from './reading-options.ts';
import { requirePackages } from './required-packages.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { printStatus } from './report-progress.ts';
import { withRootPage } from './root-page.ts';
import { ENGINE_HELP, ENGINE_OPTIONS, openSettingsEngine } from './engine-option.ts';
import { PLACE_HELP, DATA_OPTIONS, readInsightsDays, readSettings, type Settings } from './settings.ts';
import { readSite, SITE_HELP, SITE_OPTIONS, type Site } from './site-options.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant serve DIR [options]
       docs-assistant serve --config FILE [options]

Serves a documentation site, and the documentation-platform API, from a folder of Markdown, MDX or built HTML, or from the projects
of a file. Prints the markup for the pages.

Options:
${SITE_HELP}
  --port PORT            port to listen on; 0 takes a free one (default ${DEFAULT_PORT})
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --domain NAME          domain identifier (default: the folder's name)
  --project ID           project id (default: the domain)
${PLACE_HELP}
${ENGINE_HELP}
${MODEL_HELP}
${READING_HELP}
  --trusted-proxies N    trust the last N entries of X-Forwarded-For (default 0)
  --watch                update the index when a file of a folder changes
  --no-updates           leave deployment updates to "docs-assistant worker"
  --drain SECONDS        take requests for this long after SIGTERM, while /readyz is 503 (default ${DEFAULT_DRAIN_SECONDS})
  --grace SECONDS        wait this long for open answers when stopped (default ${DEFAULT_GRACE_SECONDS})
  --log FORMAT           lines on stderr: json, or text (default: text in a terminal, else json)
  --insights DAYS        count what readers look for, without anything about a person, and keep it so long (default: never)
  --log-questions        log the text of questions and searches (default: never)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  PORT, HOST                                                  where to listen
  DOCS_INSIGHTS_DAYS                                          as --insights
  DOCS_ASSISTANT_KEY, DOCS_ADMIN_KEY                          API keys of DIR, or of the one project of FILE without keys
  DOCS_METRICS_KEY                                            bearer token of GET /metrics
${LANGUAGE_MODEL_HELP}
${MODEL_ENVIRONMENT_HELP}
  DOCS_RERANKER_FOLDER                                        folder of a cross-encoder that reorders what is found, or none
  DATABASE_URL                                                PostgreSQL shared by several processes
  REDIS_URL                                                   Redis or Valkey server for limits

Options take precedence over the environment, the environment over the file.

Pages use --base-path without a key, within limits. The API itself requires one: without --site, a project without keys gets new
ones at the first start, which are printed once. "docs-assistant key" creates and revokes keys. With --config, pages are allowed
only with --site.
GET /healthz answers as soon as the service runs, GET /readyz with 200 once the first index is complete, and
GET /v1/openapi.json describes every endpoint. SIGTERM and SIGINT stop it gracefully, a second one at once.
`;

const SERVICE =
  'This server answers questions about a documentation, and searches it. It has no page of its own: those of the documentation use it.';
const SERVICE_PATHS = {
  '/v1/openapi.json': 'describes every endpoint',
  '/healthz': 'whether the server runs',
  '/readyz': 'whether every index is complete',
};

/** Characters from which the value of a header field may be a secret. */
const MIN_SECRET_LENGTH = 8;

const OPTIONS = {
  ...DATA_OPTIONS,
  ...ENGINE_OPTIONS,
  ...MODEL_OPTIONS,
  ...READING_OPTIONS,
  ...SITE_OPTIONS,
  port: { type: 'string' },
  host: { type: 'string' },
  domain: { type: 'string' },
  project: { type: 'string' },
  'trusted-proxies': { type: 'string' },
  watch: { type: 'boolean', default: false },
  'no-updates': { type: 'boolean', default: false },
  drain: { type: 'string' },
  grace: { type: 'string' },
  log: { type: 'string' },
  insights: { type: 'string' },
  'log-questions': { type: 'boolean' },
  json: { type: 'boolean', default: false },
} as const;

type ServeValues = OptionValues<typeof OPTIONS>;

/** `docs-assistant serve DIR` */
export const command = defineCommand({
  help: HELP,
  options: OPTIONS,
  async run(values, positionals) {
    const format = readLogFormat(values.log);
    const site = readSite(values);
    const read = async () => {
      const settings = withOptions(await readSettings(values, positionals), values);
      await checkProjectFolders(settings.projects);
      return withSiteUrls(settings, site);
    };
    await checkPort(placeOf(await readSettings(values, positionals)));
    const settings = await read();
    requirePackages(settings);
    prepareDataFolder(settings.dataDir);
    // With --site, pages need no key.
    const firstKeys = site.origins.length > 0 ? [] : await createFirstKeys(settings);
    showKeys(firstKeys, settings, values.json);
    const log = createLog(format, [...secretsOf(settings), ...firstKeys.map(({ key }) => key)]);
    const publicKey = randomBytes(24).toString('hex');
    const { service, close } = await openService(values, settings, publicKey, log);
    const isOpen = site.origins.length > 0 || values.config === undefined;
    const handlerFor = (current: Settings) =>
      createHandler(service, current, site, isOpen ? publicKey : null);
    let handler = await orClose(close, () => handlerFor(settings));
    const endFollowing = followConfiguration({
      file: values.config,
      async apply() {
        const changed = await read();
        log.hide(secretsOf(changed));
        await service.setProjects(withAssistantKey(changed, publicKey).projects);
        handler = handlerFor(changed);
        return changed.projects.length;
      },
      log,
    });
    const closeAll = async () => {
      await endFollowing();
      await close();
    };
    const server = await orClose(closeAll, () =>
      listen((request, connection) => handler(request, connection), {
        ...placeOf(settings),
        closeWithin: settings.graceSeconds * 1000,
      }),
    );
    const stop = async (signal?: string) => {
      // SIGINT is sent by a person, who waits for the end.
      const drainSeconds = signal === 'SIGTERM' ? settings.drainSeconds : 0;
      log.write('info', 'stopping', { drainSeconds, graceSeconds: settings.graceSeconds });
      service.drain();
      await endFollowing();
      await wait(drainSeconds * 1000);
      await server.close();
      await close();
    };
    // A folder on the command line must be readable at the start. One that is watched, or in a file, may become so later.
    const mustBeRead = values.config === undefined && !values.watch;
    stopOnSignal(stop, mustBeRead ? service.ready : null);
    const lines = isOpen ? await describePages(settings, site, server.url) : '';
    printResult(values.json, { listening: server.url }, `listening on ${server.url}\n${lines}`);
    return 0;
  },
});

/** @param publicKey the key that pages are answered with; `null`: they are not */
function createHandler(service: Service, settings: Settings, site: Site, publicKey: string | null): Handler {
  const isOpen = publicKey !== null;
  return withRootPage(
    { what: SERVICE, paths: { ...(isOpen && pathsForPages(site)), ...SERVICE_PATHS } },
    isOpen ? openToPages(service, settings, site, publicKey) : service.fetch,
  );
}

/** Return where to listen. */
function placeOf({ host = DEFAULT_HOST, port = DEFAULT_PORT }: Settings): { host: string; port: number } {
  return { host, port };
}

/** Return what to paste into the pages of the projects. */
async function describePages(settings: Settings, site: Site, ownUrl: string): Promise<string> {
  const sites = await Promise.all(settings.projects.map(readSiteOf));
  const { trustedProxies = 0, model } = settings;
  return describeSite(site, { sites, ownUrl, trustedProxies, hasModel: model != null });
}

/** Start the service with its rate limits; `close` ends both. */
async function openService(
  values: ServeValues,
  settings: Settings,
  publicKey: string,
  log: Log,
): Promise<{ service: Service; close: () => Promise<void> }> {
  const counters = settings.redisUrl === undefined ? null : await openRedisLimitCounters(settings.redisUrl);
  const stopped = new AbortController();
  const { signal } = stopped;
  const closeOthers = async () => {
    stopped.abort();
    await counters?.close();
  };
  const service = await orClose(closeOthers, async () => {
    const engine = await openSettingsEngine(settings);
    return createService({
      ...withAssistantKey(settings, publicKey),
      embeddings: chooseModel({
        values,
        settings,
        onProgress: log.fetching,
        onNote: (note) => log.write('info', 'model', { note }),
        signal,
      }),
      ...(engine !== undefined && { engine }),
      runUpdates: !values['no-updates'],
      ...(counters !== null && { limitStore: counters.store }),
      onProgress: createProgressReports(log),
      onRequest: log.request,
      onFailure: log.failure,
      onOutage: log.outage,
    });
  });
  return {
    service,
    async close() {
      stopped.abort();
      await service.close();
      await counters?.close();
    },
  };
}

/** Combine the options that {@link readSettings} does not read with the configuration; options take precedence. */
function withOptions(
  settings: Settings,
  values: ServeValues,
): Settings & { drainSeconds: number; graceSeconds: number } {
  const { 'trusted-proxies': trustedProxies, drain, grace, insights, 'log-questions': logQuestions } = values;
  const { drainSeconds = DEFAULT_DRAIN_SECONDS, graceSeconds = DEFAULT_GRACE_SECONDS } = settings;
  return {
    ...settings,
    drainSeconds: drain === undefined ? drainSeconds : readWholeNumber('--drain', drain, MAX_DRAIN_SECONDS),
    graceSeconds: grace === undefined ? graceSeconds : readWholeNumber('--grace', grace, MAX_GRACE_SECONDS),
    ...(values.watch && { projects: settings.projects.map((project) => ({ ...project, watch: true })) }),
    ...(trustedProxies !== undefined && {
      trustedProxies: readWholeNumber('--trusted-proxies', trustedProxies, MAX_TRUSTED_PROXIES),
    }),
    ...(insights !== undefined && {
      insights: { ...settings.insights, days: readInsightsDays('--insights', insights) },
    }),
    ...(logQuestions !== undefined && { logQuestions }),
  };
}

export function readLogFormat(format = process.stderr.isTTY ? 'text' : 'json'): LogFormat {
  if (format !== 'json' && format !== 'text') throw new UsageError('--log must be json or text.');
  return format;
}

/** Print new keys before anything can fail, because they are stored as digests only. */
function showKeys(keys: readonly FirstKey[], { projects }: Settings, asJson: boolean): void {
  if (keys.length === 0) return;
  if (asJson) return void process.stdout.write(`${JSON.stringify({ keys })}\n`);
  printStatus('Keys are shown only once: they are stored as digests.');
  const lines = keys.map(({ kind, projectId, key }) => {
    return `${kind} key${projects.length > 1 ? ` of ${projectId}` : ''}: ${key}\n`;
  });
  process.stdout.write(lines.join(''));
}

/** Return the secrets, which must not appear in a log. */
export function secretsOf({ projects, keys, model, embeddings, ...settings }: Settings): string[] {
  const secrets: (string | undefined)[] = [
    ...[keys, ...projects.map((project) => project.keys)].flatMap((given) =>
      Object.values(given ?? {}).flat(),
    ),
    ...projects.map(({ webhookSecret }) => webhookSecret),
    ...[model, model?.rewrite || undefined].flatMap((endpoint) => [
      endpoint?.key,
      // A shorter value is no secret, and would be hidden everywhere.
      ...Object.values(endpoint?.headers ?? {}).filter((value) => value.length >= MIN_SECRET_LENGTH),
    ]),
    embeddings && 'key' in embeddings ? embeddings.key : undefined,
    process.env['DOCS_EMBEDDINGS_KEY'],
    settings.metricsKey,
    settings.databaseUrl,
    settings.redisUrl,
  ];
  return secrets.filter((secret) => secret !== undefined);
}
