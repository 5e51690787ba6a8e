import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { closeOnSignal, serveHandler } from '../node/serve-handler.ts';
import { createService, type ProjectOptions } from '../service/service.ts';
import { readKeys } from './key-file.ts';
import { createProgressReport, tell } from './report-progress.ts';
import { DEFAULT_DATA_DIR, defaultDomain, readConfigFile, readDirectory, readModel } from './settings.ts';
import { readWholeNumber, UsageError } from './usage-error.ts';

export const HELP = `Usage: docs-assistant serve DIR [options]

Answers the documentation-platform API over the Markdown and MDX files of a folder.

Options:
  --port PORT            port to listen on; 0 takes a free one (default 8787)
  --host HOST            address to listen on (default 127.0.0.1: this machine only)
  --domain NAME          domain identifier (default: the folder's name)
  --project ID           project id (default: the domain)
  --data DIR             folder for index, keys and conversations (default ${DEFAULT_DATA_DIR})
  --config FILE          serve several projects, instead of DIR: {"projects": [{"dir", "domain", "projectId",
                         "versions", "languages", "defaultVersion", "defaultLanguage", "keys"}]}
  --trusted-proxies N    believe the last N entries of X-Forwarded-For (default 0)
  --json                 print JSON, one object a line
  --help                 this text

Environment:
  DOCS_ASSISTANT_KEY, DOCS_ADMIN_KEY                          the API keys; made and printed once if missing
  DOCS_MODEL_URL, DOCS_MODEL_NAME, DOCS_MODEL_KEY             OpenAI-compatible model that writes the answers
  DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_NAME, DOCS_EMBEDDINGS_KEY   OpenAI-compatible embeddings
  DOCS_EMBEDDINGS_FOLDER                                      or the folder of a sentence-embedding model

GET /healthz answers as soon as the service runs, GET /readyz with 200 once the first index is complete.
`;

/** `docs-assistant serve DIR` */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '8787' },
      host: { type: 'string', default: '127.0.0.1' },
      domain: { type: 'string' },
      project: { type: 'string' },
      data: { type: 'string', default: DEFAULT_DATA_DIR },
      config: { type: 'string' },
      'trusted-proxies': { type: 'string', default: '0' },
      json: { type: 'boolean', default: false },
    },
  });
  const port = readWholeNumber('port', values.port, 65_535);
  const trustedProxies = readWholeNumber('trusted-proxies', values['trusted-proxies'], 100);
  const projects = readProjects(values, positionals);
  const dataDir = resolve(values.data);
  const { keys, made } = readKeys(dataDir);
  const reports = new Map(projects.map(({ domain }) => [domain, createProgressReport(domain)]));
  const service = await createService({
    projects,
    dataDir,
    keys,
    model: readModel(),
    trustedProxies,
    onProgress: (domain, progress) => reports.get(domain)?.(progress),
    onFailure: (error) => tell(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
  });
  const server = await serveHandler(service.fetch, { port, host: values.host }).catch(
    async (error: unknown) => {
      await service.close();
      throw error;
    },
  );
  closeOnSignal(async () => {
    await server.close();
    await service.close();
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ listening: server.url, keys: made })}\n`);
    return 0;
  }
  for (const [kind, key] of Object.entries(made)) process.stdout.write(`${kind} key: ${key}\n`);
  if (Object.keys(made).length > 0) tell(`Keys are shown this once; they are kept in ${values.data}.`);
  process.stdout.write(`listening on ${server.url}\n`);
  return 0;
}

function readProjects(
  values: { config?: string; domain?: string; project?: string },
  positionals: string[],
): ProjectOptions[] {
  if (values.config !== undefined) {
    if (positionals.length > 0 || values.domain !== undefined || values.project !== undefined) {
      throw new UsageError('--config names the projects: leave DIR, --domain and --project out.');
    }
    return readConfigFile(values.config);
  }
  const dir = readDirectory(positionals);
  const domain = values.domain ?? defaultDomain(dir);
  return [{ dir, domain, projectId: values.project ?? domain }];
}
