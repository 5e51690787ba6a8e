import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProjectKeys } from '../service/keys/key-ring.ts';
import { MAX_INSIGHTS_OPTIONS } from '../service/insights/insights-options.ts';
import type { ProjectOptions } from '../service/project-options.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { defaultDomain } from './default-domain.ts';
import { DEFAULT_DATA_DIR, MAX_PORT } from './defaults.ts';
import { readModel } from './model-environment.ts';
import { readReading, type ReadingValues } from './reading-options.ts';
import { readEnginePlace, readIdentifier, readWholeNumber, UsageError } from './read-option.ts';

/** Options of every command that uses the data of a service. */
export const DATA_OPTIONS = {
  data: { type: 'string' },
  config: { type: 'string' },
} as const;

/** Help for {@link DATA_OPTIONS}. */
export const PLACE_HELP = `  --data DIR             folder for index, keys and conversations (default ${DEFAULT_DATA_DIR})
  --config FILE          configuration file, JSON or YAML`;

/** Values of {@link DATA_OPTIONS}. */
export interface DataOptionValues {
  data?: string | undefined;
  config?: string | undefined;
}

/** Settings of a service: the command line takes precedence over the environment, the environment over the file. */
export interface Settings extends Configuration {
  dataDir: string;
}

/** Read the settings of a service for other commands, which know projects only from a configuration file. */
export async function readDataOptions({ data, config }: DataOptionValues): Promise<Settings> {
  const file = config === undefined ? { projects: [] } : readConfiguration(config);
  const { DATABASE_URL: databaseUrl } = process.env;
  return {
    ...file,
    dataDir: resolve(data ?? file.dataDir ?? DEFAULT_DATA_DIR),
    ...(databaseUrl && { databaseUrl }),
  };
}

/** Read the settings of a service to start. @throws UsageError with the place of each error */
export async function readSettings(
  values: DataOptionValues &
    ReadingValues & {
      domain?: string | undefined;
      project?: string | undefined;
      host?: string | undefined;
      port?: string | undefined;
      engine?: string | undefined;
    },
  positionals: readonly string[],
): Promise<Settings> {
  const { config, domain, project } = values;
  if (config !== undefined && (positionals.length > 0 || domain !== undefined || project !== undefined)) {
    throw new UsageError('--config defines the projects: omit DIR, --domain and --project.');
  }
  const reading = readReading(values);
  if (config !== undefined && Object.keys(reading).length > 0) {
    throw new UsageError(
      '--config defines how each project is read: set --exclude, --boost, --page-url, --sitemap, --built, --content and --ignore there.',
    );
  }
  const { embeddings, reranker, ...place } = await readDataOptions(values);
  const { DOCS_ASSISTANT_KEY: assistant, DOCS_ADMIN_KEY: admin } = process.env;
  const {
    PORT,
    HOST,
    REDIS_URL: redisUrl,
    DOCS_METRICS_KEY: metricsKey,
    DOCS_INSIGHTS_DAYS: insightsDays,
  } = process.env;
  const { DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_FOLDER, DOCS_RERANKER_FOLDER } = process.env;
  const keys = { ...(assistant && { assistant }), ...(admin && { admin }) };
  if (config !== undefined) checkKeys(config, place.projects, keys);
  const model = readModel();
  const host = values.host ?? (HOST || place.host);
  return {
    ...place,
    projects:
      config === undefined ? [{ ...readProject(positionals, domain, project), ...reading }] : place.projects,
    keys,
    ...(host !== undefined && { host }),
    ...(values.port !== undefined
      ? { port: readWholeNumber('--port', values.port, MAX_PORT) }
      : PORT && { port: readWholeNumber('PORT', PORT, MAX_PORT) }),
    ...(values.engine !== undefined && { enginePlace: readEnginePlace(values.engine, process.cwd()) }),
    ...(redisUrl && { redisUrl }),
    ...(metricsKey && { metricsKey }),
    ...(insightsDays && {
      insights: { ...place.insights, days: readInsightsDays('DOCS_INSIGHTS_DAYS', insightsDays) },
    }),
    ...(model && { model }),
    // Omitted, so that the service reads the environment.
    ...(!DOCS_EMBEDDINGS_URL && !DOCS_EMBEDDINGS_FOLDER && embeddings !== undefined && { embeddings }),
    ...(!DOCS_RERANKER_FOLDER && reranker !== undefined && { reranker }),
  };
}

/** Read the days of insights. @throws UsageError for what is no number of days */
export function readInsightsDays(name: string, value: string): number {
  return readWholeNumber(name, value, MAX_INSIGHTS_OPTIONS.days, 1);
}

/** Read the folder argument of a command. @throws UsageError when there is none, or more than one */
export function readDirectory(positionals: readonly string[]): string {
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new UsageError('Name one folder.');
  const dir = resolve(given);
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${dir} is not a folder.`);
  }
  return dir;
}

function readProject(
  positionals: readonly string[],
  domain: string | undefined,
  projectId: string | undefined,
) {
  const dir = readDirectory(positionals);
  const name = domain === undefined ? defaultDomain(dir) : readIdentifier('--domain', domain);
  return {
    dir,
    domain: name,
    projectId: projectId === undefined ? name : readIdentifier('--project', projectId),
  };
}

/** @throws UsageError when keys of the environment would open several projects */
function checkKeys(file: string, projects: readonly ProjectOptions[], keys: Partial<ProjectKeys>): void {
  const names = projects.filter((project) => project.keys === undefined).map(({ domain }) => domain);
  const given = Object.keys(keys).map((kind) => (kind === 'admin' ? 'DOCS_ADMIN_KEY' : 'DOCS_ASSISTANT_KEY'));
  if (names.length < 2 || given.length === 0) return;
  throw new UsageError(
    `${file}: ${given.join(' and ')} of the environment would open ${names.join(', ')}. Give each of them its own "keys", or unset what is set: "docs-assistant key create" makes keys for one project.`,
  );
}
