import type { Handler } from '../node/request-listener.ts';
import { closeOnSignal } from '../node/serve-handler.ts';
import { errorResponse } from '../protocol/failures/server-error.ts';
import { HEALTH_ROUTES } from '../service/http/health-endpoints.ts';
import { createService } from '../service/service.ts';
import { MAX_PORT } from './defaults.ts';
import { defineCommand } from './define-command.ts';
import { createProgressReports, followConfiguration } from './follow-configuration.ts';
import { checkPort, listen } from './listen.ts';
import { createLog } from './log.ts';
import { chooseModel, MODEL_ENVIRONMENT_HELP, MODEL_HELP, MODEL_OPTIONS } from './model-options.ts';
import { READING_HELP, READING_OPTIONS } from './reading-options.ts';
import { requirePackages } from './required-packages.ts';
import { readLogFormat, secretsOf } from './serve-command.ts';
import { ENGINE_HELP, ENGINE_OPTIONS, openSettingsEngine } from './engine-option.ts';
import { PLACE_HELP, DATA_OPTIONS, readSettings } from './settings.ts';
import { readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant worker DIR [options]
       docs-assistant worker --config FILE [options]

Runs deployment updates without answering requests: for services started with "serve --no-updates", the same DIR or FILE, and the
same database or data folder. Several may run; the update of one that is killed is continued by another.

Options:
  --domain NAME          domain identifier (default: the folder's name)
  --project ID           project id (default: the domain)
${PLACE_HELP}
${ENGINE_HELP}
${MODEL_HELP}
${READING_HELP}
  --port PORT            answer GET /healthz, /readyz and /metrics on this port, and nothing else; 0 takes a free one
                         (default: do not listen; the PORT of the environment and of FILE are those of the services)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --log FORMAT           lines on stderr: json, or text (default: text in a terminal, else json)
  --help                 this text

Environment:
${MODEL_ENVIRONMENT_HELP}
  DOCS_METRICS_KEY                                            bearer token of GET /metrics
  DATABASE_URL                                                PostgreSQL shared with the services

SIGTERM and SIGINT stop it: a running update is left to another worker.
`;

/** `docs-assistant worker` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...DATA_OPTIONS,
    ...ENGINE_OPTIONS,
    ...MODEL_OPTIONS,
    ...READING_OPTIONS,
    domain: { type: 'string' },
    project: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string' },
    log: { type: 'string' },
  },
  async run(values, positionals) {
    const format = readLogFormat(values.log);
    const { port, host = '127.0.0.1', ...others } = values;
    if (port === undefined && values.host !== undefined) {
      throw new UsageError('--host needs --port: without a port, a worker does not listen.');
    }
    const portNumber = port === undefined ? null : readWholeNumber('--port', port, MAX_PORT);
    if (portNumber !== null) await checkPort({ host, port: portNumber });
    const settings = await readSettings(others, positionals);
    requirePackages(settings);
    const log = createLog(format, secretsOf(settings));
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
    const endFollowing = followConfiguration({
      file: values.config,
      async apply() {
        const changed = await readSettings(others, positionals);
        log.hide(secretsOf(changed));
        await service.setProjects(changed.projects);
        return changed.projects.length;
      },
      log,
    });
    const close = async () => {
      stopped.abort();
      await endFollowing();
      await service.close();
    };
    const server =
      portNumber === null
        ? null
        : await listen(onlyHealth(service.fetch), { port: portNumber, host }).catch(
            async (error: unknown) => {
              await close();
              throw error;
            },
          );
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
