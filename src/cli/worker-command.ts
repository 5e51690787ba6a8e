import type { Handler } from '../node/request-listener.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { HEALTH_ROUTES } from '../service/http/health-endpoints.ts';
import { createService } from '../service/service.ts';
import { defineCommand } from './define-command.ts';
import { createProgressReports, watchConfiguration } from './watch-configuration.ts';
import { checkPort, listen } from './listen.ts';
import { createLog } from './log.ts';
import { chooseModel } from './model-options.ts';
import { DATA, EMBEDDINGS_VARIABLES, MODEL, OPTIONS, READING, VARIABLES } from './options.ts';
import { requirePackages } from './required-packages.ts';
import { secretsOf } from './serve-command.ts';
import { openSettingsEngine, readSettings } from './settings.ts';
import { pick, UsageError } from './read-option.ts';

/** `docs-assistant worker` */
export const command = defineCommand({
  usage: ['worker DIR [options]', 'worker --config FILE [options]'],
  about: `Runs deployment updates without answering requests: for services started with "serve --no-updates",
the same DIR or FILE, and the same database or data folder. Several may run; the update of one that
is killed is continued by another.`,
  options: {
    ...pick(OPTIONS, 'domain', 'project', ...DATA, 'engine', ...MODEL, ...READING),
    // The PORT of the environment and of the file are those of the services.
    port: {
      value: 'PORT',
      about:
        'answer GET /healthz, /readyz and /metrics on this port, and nothing else; 0 takes a free one (default: do not listen)',
      range: OPTIONS.port.range,
    },
    host: {
      value: 'HOST',
      about: OPTIONS.host.about,
    },
    log: OPTIONS.log,
  },
  variables: {
    ...EMBEDDINGS_VARIABLES,
    ...pick(VARIABLES, 'DOCS_METRICS_KEY', 'DATABASE_URL', 'DOCS_BROWSER'),
  },
  notes: 'SIGTERM and SIGINT stop it: a running update is left to another worker.',
  async run(values, positionals) {
    const { port, host = OPTIONS.host.default } = values;
    if (port === undefined && values.host !== undefined) {
      throw new UsageError('--host needs --port: without a port, a worker does not listen.');
    }
    if (port !== undefined) await checkPort({ host, port });
    const settings = readSettings(values, positionals);
    requirePackages(settings);
    const log = createLog(values.log, secretsOf(settings));
    const stopped = new AbortController();
    const { signal } = stopped;
    const engine = await openSettingsEngine(settings);
    const service = await createService({
      ...settings,
      ...(engine !== undefined && { engine }),
      embeddings: chooseModel({
        values,
        settings,
        onProgress: log.fetching,
        onNote: (note) => log.write('info', 'model', { note }),
        signal,
      }),
      // A worker answers no questions.
      reranker: null,
      onProgress: createProgressReports(log),
      onFailure: log.failure,
    });
    const endWatching = watchConfiguration({
      file: values.config,
      async apply() {
        const changed = readSettings(values, positionals);
        log.hide(secretsOf(changed));
        await service.setProjects(changed.projects);
        return changed.projects.length;
      },
      log,
    });
    const close = async () => {
      stopped.abort();
      await endWatching();
      await service.close();
    };
    const server =
      port === undefined
        ? null
        : await listen(onlyHealth(service.fetch), { port, host }).catch(async (error: unknown) => {
            await close();
            throw error;
          });
    if (server !== null) process.stdout.write(`listening on ${server.url}\n`);
    closeOnSignal(async () => {
      log.write('info', 'stopping', {});
      await Promise.all([server?.close(), close()]);
    });
    return 0;
  },
});

const HEALTH_PATHS = new Set(HEALTH_ROUTES.map(({ template }) => template));

/** Pass requests for health, readiness and metrics on, and no others: a worker does not serve the API. */
function onlyHealth(handler: Handler): Handler {
  return (request, connection) =>
    HEALTH_PATHS.has(new URL(request.url).pathname)
      ? handler(request, connection)
      : errorResponse('not-found', 'A worker answers /healthz, /readyz and /metrics only.');
}
