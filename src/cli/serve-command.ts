import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from '../node/request-listener.ts';
import { createService, type Service } from '../service/service.ts';
import { defineCommand, printResult } from './define-command.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createProgressReports, watchConfiguration } from './watch-configuration.ts';
import { createFirstKeys, type FirstKey } from './first-keys.ts';
import { checkPort, listen } from './listen.ts';
import { createLog, type Log } from './log.ts';
import { chooseModel } from './model-options.ts';
import { openToPages, readSiteOf, withAssistantKey, withSiteUrls } from './open-to-pages.ts';
import { ANSWER_VARIABLES, DATA, MODEL, OPTIONS, READING, SITE, VARIABLES } from './options.ts';
import { withCleanup } from './with-cleanup.ts';
import { describeSite, pathsForPages } from './public-handler.ts';
import { pick, UsageError, type OptionValues } from './read-option.ts';
import { checkProjectFolders } from './reading-options.ts';
import { requirePackages } from './required-packages.ts';
import { openRedisLimitCounters } from './redis-limit-counters.ts';
import { printStatus } from './report-progress.ts';
import { withRootPage } from './root-page.ts';
import { openSettingsEngine, readSettings, type Settings } from './settings.ts';
import { siteOf, type AllowedSite } from './site-options.ts';
import { readPagesFolder, withSitePages } from './site-pages.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const SERVICE =
  'This server answers questions about a documentation, and searches it. It has no page of its own: those of the documentation use it.';
const SERVICE_PATHS = {
  '/v1/openapi.json': 'describes every endpoint',
  '/healthz': 'whether the server runs',
  '/readyz': 'whether every index is complete',
};

/** Minimum length of a value of a header field that may be a secret. */
const MIN_SECRET_LENGTH = 8;

const OPTIONS_OF_SERVICE = pick(
  OPTIONS,
  ...SITE,
  ...(['pages', 'port', 'host', 'domain', 'project'] as const),
  ...DATA,
  'engine',
  ...MODEL,
  ...READING,
  ...(['trusted-proxies', 'watch', 'no-updates', 'drain', 'grace', 'log'] as const),
  ...(['insights', 'log-questions', 'json'] as const),
);

type ServeValues = OptionValues<typeof OPTIONS_OF_SERVICE>;

/** `docs-assistant serve DIR` */
export const command = defineCommand({
  usage: ['serve DIR [options]', 'serve --config FILE [options]'],
  about: `Serves a documentation site, and the documentation-platform API, from a folder of Markdown, MDX or
built HTML, or from the projects of a file. Prints the markup for the pages.`,
  options: OPTIONS_OF_SERVICE,
  variables: {
    DOCS_ASSISTANT_KEY: {
      about: 'API key of questions and searches of DIR, or of the one project of FILE without keys',
    },
    DOCS_ADMIN_KEY: { about: 'the same of agent jobs and updates' },
    ...pick(VARIABLES, 'DOCS_METRICS_KEY'),
    ...ANSWER_VARIABLES,
    ...pick(VARIABLES, 'DATABASE_URL', 'REDIS_URL', 'DOCS_BROWSER'),
  },
  notes: `Options take precedence over the environment, the environment over the file.

Pages use --base-path without a key, within limits. The API itself requires one: without --site, a
project without keys gets new ones at the first start, which are printed once. "docs-assistant key"
creates and revokes keys. With --config, pages are allowed only with --site.

GET /healthz answers as soon as the service runs, GET /readyz with 200 once the first index is
complete, and GET /v1/openapi.json describes every endpoint. SIGTERM and SIGINT stop it gracefully, a
second one at once.`,
  async run(values, positionals) {
    const site = siteOf(values);
    const isOpen = site.origins.length > 0 || values.config === undefined;
    const read = async () => {
      const settings = readServiceSettings(values, positionals);
      await checkProjectFolders(settings.projects);
      return withSiteUrls(settings, site);
    };
    await checkPort(placeOf(readServiceSettings(values, positionals)));
    const settings = await read();
    requirePackages(settings);
    prepareDataFolder(settings.dataDir);
    // With --site, pages need no key.
    const firstKeys = site.origins.length > 0 ? [] : await createFirstKeys(settings);
    showKeys(firstKeys, settings, values.json);
    const log = createLog(values.log, [...secretsOf(settings), ...firstKeys.map(({ key }) => key)]);
    const publicKey = randomBytes(24).toString('hex');
    const { service, close } = await openService(values, settings, publicKey, log);
    const routes = { site, publicKey: isOpen ? publicKey : null, withPages: values.pages };
    const handlerFor = (current: Settings) => createHandler(service, current, routes);
    let handler = await withCleanup(() => handlerFor(settings), close);
    const endWatching = watchConfiguration({
      file: values.config,
      async apply() {
        const changed = await read();
        log.hide(secretsOf(changed));
        await service.setProjects(withAssistantKey(changed, publicKey).projects);
        handler = await handlerFor(changed);
        return changed.projects.length;
      },
      log,
    });
    const closeAll = async () => {
      await endWatching();
      await close();
    };
    const place = { ...placeOf(settings), closeWithin: settings.graceSeconds * 1000 };
    const start = () => listen((request, connection) => handler(request, connection), place);
    const server = await withCleanup(start, closeAll);
    const stop = async (signal?: string) => {
      // SIGINT is sent by a person, who waits for the end.
      const drainSeconds = signal === 'SIGTERM' ? settings.drainSeconds : 0;
      log.write('info', 'stopping', { drainSeconds, graceSeconds: settings.graceSeconds });
      service.drain();
      await endWatching();
      await wait(drainSeconds * 1000);
      await server.close();
      await close();
    };
    // A folder on the command line must be readable at the start. One that is watched, or in a file, may become so later.
    const mustBeRead = values.config === undefined && !values.watch;
    stopOnSignal(stop, mustBeRead ? service.ready : null);
    const lines = isOpen
      ? await describePages(settings, { site, ownUrl: server.url, withPages: values.pages })
      : '';
    printResult(values.json, { listening: server.url }, `listening on ${server.url}\n${lines}`);
    return 0;
  },
});

function readServiceSettings(values: ServeValues, positionals: readonly string[]) {
  const { projects, ...others } = readSettings(values, positionals);
  if (values.pages && values.config !== undefined && values.site === undefined)
    throw new UsageError('--pages requires --site beside --config.');
  if (values.pages) readPagesFolder(projects);
  return {
    drainSeconds: OPTIONS.drain.default,
    graceSeconds: OPTIONS.grace.default,
    ...others,
    projects: values.watch ? projects.map((project) => ({ ...project, watch: true })) : projects,
  };
}

/**
 * @param options.publicKey the key that pages are answered with; `null`: they are not
 * @param options.withPages whether the pages of the site are served, too
 * @throws UsageError when they are to be served, and are no built site
 */
async function createHandler(
  service: Service,
  settings: Settings,
  { site, publicKey, withPages }: { site: AllowedSite; publicKey: string | null; withPages: boolean },
): Promise<Handler> {
  const isOpen = publicKey !== null;
  const page = { what: SERVICE, paths: { ...(isOpen && pathsForPages(site)), ...SERVICE_PATHS } };
  if (!isOpen) return withRootPage(page, service.fetch);
  const { handler, reading } = openToPages(service, settings, site, publicKey);
  const routes = withRootPage(page, handler);
  if (!withPages) return routes;
  const [project] = settings.projects;
  const { base } = await readSiteOf(project!);
  return withSitePages({ ...reading, folder: readPagesFolder(settings.projects), base }, routes);
}

/** Return where to listen. */
function placeOf({ host = OPTIONS.host.default, port = OPTIONS.port.default }: Settings) {
  return { host, port };
}

/** Return what to paste into the pages of the projects. */
async function describePages(
  settings: Settings,
  { site, ...place }: { site: AllowedSite; ownUrl: string; withPages: boolean },
): Promise<string> {
  const sites = await Promise.all(settings.projects.map(readSiteOf));
  const { trustedProxies = 0, model } = settings;
  return describeSite(site, { ...place, sites, trustedProxies, hasModel: model != null });
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
  const service = await withCleanup(async () => {
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
  }, closeOthers);
  return {
    service,
    async close() {
      stopped.abort();
      await service.close();
      await counters?.close();
    },
  };
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
