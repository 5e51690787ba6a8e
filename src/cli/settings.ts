import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LanguageModelOptions } from '../service/answer/language-model.ts';
import type { ProjectKeys } from '../service/keys/key-ring.ts';
import type { ProjectOptions } from '../service/project-options.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { defaultDomain } from './default-domain.ts';
import { DEFAULT_DATA_DIR, MAX_PORT } from './defaults.ts';
import { readReading, type ReadingValues } from './reading-options.ts';
import { readWholeNumber, UsageError } from './usage-error.ts';

/** Options of every command that works with what a service keeps. */
export const PLACE_OPTIONS = {
  data: { type: 'string' },
  config: { type: 'string' },
} as const;

/** How {@link PLACE_OPTIONS} are explained. */
export const PLACE_HELP = `  --data DIR             folder for index, keys and conversations (default ${DEFAULT_DATA_DIR})
  --config FILE          configuration file, JSON or YAML`;

/** Values of {@link PLACE_OPTIONS}. */
export interface PlaceValues {
  data?: string | undefined;
  config?: string | undefined;
}

/** What a service is started with: the command line before the environment, the environment before the file. */
export interface Settings extends Configuration {
  dataDir: string;
}

/** Settings of a service that runs already, or will: its projects are known only from a configuration file. */
export async function readPlace({ data, config }: PlaceValues): Promise<Settings> {
  const file = config === undefined ? { projects: [] } : readConfiguration(config);
  const { DATABASE_URL: databaseUrl } = process.env;
  return {
    ...file,
    dataDir: resolve(data ?? file.dataDir ?? DEFAULT_DATA_DIR),
    ...(databaseUrl && { databaseUrl }),
  };
}

/** Settings of a service that is to be started. @throws UsageError that tells what is wrong where */
export async function readSettings(
  values: PlaceValues &
    ReadingValues & {
      domain?: string | undefined;
      project?: string | undefined;
      host?: string | undefined;
      port?: string | undefined;
    },
  positionals: readonly string[],
): Promise<Settings> {
  const { config, domain, project } = values;
  if (config !== undefined && (positionals.length > 0 || domain !== undefined || project !== undefined)) {
    throw new UsageError('--config names the projects: leave DIR, --domain and --project out.');
  }
  const reading = readReading(values);
  if (config !== undefined && Object.keys(reading).length > 0) {
    throw new UsageError(
      '--config says how each project is read: put --page-url, --sitemap, --built, --content and --ignore there.',
    );
  }
  const { embeddings, ...place } = await readPlace(values);
  const { DOCS_ASSISTANT_KEY: assistant, DOCS_ADMIN_KEY: admin } = process.env;
  const { PORT, HOST, REDIS_URL: redisUrl, DOCS_METRICS_KEY: metricsKey } = process.env;
  const { DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_FOLDER } = process.env;
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
    ...(redisUrl && { redisUrl }),
    ...(metricsKey && { metricsKey }),
    ...(model && { model }),
    // Left out, the service takes them from the environment.
    ...(!DOCS_EMBEDDINGS_URL && !DOCS_EMBEDDINGS_FOLDER && embeddings !== undefined && { embeddings }),
  };
}

/** Reads the folder that a command was given. @throws UsageError when there is none, or more than one */
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
  const name = domain ?? defaultDomain(dir);
  return { dir, domain: name, projectId: projectId ?? name };
}

/** @throws UsageError when keys of the environment would open several projects, so that each could read the others */
function checkKeys(file: string, projects: readonly ProjectOptions[], keys: Partial<ProjectKeys>): void {
  const names = projects.filter((project) => project.keys === undefined).map(({ domain }) => domain);
  const given = Object.keys(keys).map((kind) => (kind === 'admin' ? 'DOCS_ADMIN_KEY' : 'DOCS_ASSISTANT_KEY'));
  if (names.length < 2 || given.length === 0) return;
  throw new UsageError(
    `${file}: ${given.join(' and ')} of the environment would open ${names.join(', ')}. Give each of them its own "keys", or unset what is set: "docs-assistant key create" makes keys for one project.`,
  );
}

/** The language model that the environment names, if it does. */
export function readModel(): LanguageModelOptions | null {
  const { DOCS_MODEL_URL: url, DOCS_MODEL_NAME: name, DOCS_MODEL_KEY: key } = process.env;
  if (!url && !name) return null;
  if (!url || !name) throw new UsageError('DOCS_MODEL_URL and DOCS_MODEL_NAME are needed together.');
  return { url, name, ...(key && { key }) };
}
