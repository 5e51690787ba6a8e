import { closeOnSignal } from '../node/serve-handler.ts';
import { createService } from '../service/service.ts';
import { defineCommand } from './define-command.ts';
import { createLog } from './log.ts';
import { chooseModel, MODEL_ENVIRONMENT_HELP, MODEL_HELP, MODEL_OPTIONS } from './model-options.ts';
import { READING_HELP, READING_OPTIONS } from './reading-options.ts';
import { readLogFormat, secretsOf } from './serve-command.ts';
import { PLACE_HELP, PLACE_OPTIONS, readSettings } from './settings.ts';

const HELP = `Usage: docs-assistant worker DIR [options]
       docs-assistant worker --config FILE [options]

Runs deployment updates without answering requests: for services started with "serve --no-updates", the same DIR or FILE, and the
same database or data folder. Several may run; the update of one that is killed is continued by another.

Options:
  --domain NAME          domain identifier (default: the folder's name)
  --project ID           project id (default: the domain)
${PLACE_HELP}
${MODEL_HELP}
${READING_HELP}
  --log FORMAT           lines on stderr: json, or text (default: text in a terminal, else json)
  --help                 this text

Environment:
${MODEL_ENVIRONMENT_HELP}
  DATABASE_URL                                                PostgreSQL shared with the services

SIGTERM and SIGINT stop it: a running update is left to another worker.
`;

/** `docs-assistant worker` */
export const command = defineCommand({
  help: HELP,
  options: {
    ...PLACE_OPTIONS,
    ...MODEL_OPTIONS,
    ...READING_OPTIONS,
    domain: { type: 'string' },
    project: { type: 'string' },
    log: { type: 'string' },
  },
  async run(values, positionals) {
    const format = readLogFormat(values.log);
    const settings = await readSettings(values, positionals);
    const log = createLog(format, secretsOf(settings));
    const reports = new Map(settings.projects.map(({ domain }) => [domain, log.progressOf(domain)]));
    const stopped = new AbortController();
    const { signal } = stopped;
    const service = await createService({
      ...settings,
      embeddings: chooseModel({ values, settings, onProgress: log.fetching, signal }),
      onProgress: (domain, progress) => reports.get(domain)?.(progress),
      onFailure: log.failure,
    });
    closeOnSignal(async () => {
      log.write('info', 'stopping', {});
      stopped.abort();
      await service.close();
    });
    return 0;
  },
});
