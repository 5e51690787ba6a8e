import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProjectKeys } from '../service/keys/key-ring.ts';
import type { ProjectOptions } from '../service/project-options.ts';
import { openLanceDbEngine } from '../service/search/lancedb/lancedb-engine.ts';
import type { SearchEngine } from '../service/search/search-engine.ts';
import { readConfiguration, type Configuration } from './configuration.ts';
import { defaultDomain } from './default-domain.ts';
import { readModel } from './model-environment.ts';
import { OPTIONS, READING, VARIABLES, type DATA, type ValuesOf } from './options.ts';
import { readReading } from './reading-options.ts';
import { UsageError, type Option, type Variable } from './read-option.ts';

/** Settings of a service: the command line takes precedence over the environment, the environment over the file. */
export interface Settings extends Configuration {
  dataDir: string;
}

/** Read the settings of a service for other commands, which know projects only from a configuration file. */
export function readDataOptions(values: ValuesOf<(typeof DATA)[number]>): Settings {
  const file = values.config === undefined ? { projects: [] } : readConfiguration(values.config);
  const settings: Record<string, unknown> = { dataDir: resolve(OPTIONS.data.default), ...file };
  const given = [
    ...Object.entries<Option>(OPTIONS).map(
      ([name, { setting }]) => [setting, (values as Record<string, unknown>)[name]] as const,
    ),
    ...Object.entries<Variable>(VARIABLES).map(
      ([name, { setting }]) => [setting, process.env[name] || undefined] as const,
    ),
  ];
  for (const [setting, value] of given) {
    // A switch that is not given changes nothing.
    if (setting === undefined || value === undefined || value === false) continue;
    const [name = '', field] = setting.split('.');
    settings[name] = field === undefined ? value : { ...Object(settings[name]), [field]: value };
  }
  return settings as unknown as Settings;
}

/** Read the settings of a service to start. @throws UsageError with the place of each error */
export function readSettings(
  values: Partial<ValuesOf<(typeof READING)[number] | 'project' | 'domain'>> &
    ValuesOf<(typeof DATA)[number]>,
  positionals: readonly string[],
): Settings {
  const { config, domain, project } = values;
  if (config !== undefined && (positionals.length > 0 || domain !== undefined || project !== undefined)) {
    throw new UsageError('--config defines the projects: omit DIR, --domain and --project.');
  }
  const { fallbackLanguage, ...reading } = readReading(values);
  if (config !== undefined && Object.keys(reading).length > 0) {
    const names = READING.filter((name) => name !== 'fallback-language').map((name) => `--${name}`);
    throw new UsageError(
      `--config defines how each project is read: set ${names.slice(0, -1).join(', ')} and ${names.at(-1)} there.`,
    );
  }
  const { embeddings, reranker, ...others } = readDataOptions(values);
  const { DOCS_ASSISTANT_KEY: assistant, DOCS_ADMIN_KEY: admin } = process.env;
  const { DOCS_EMBEDDINGS_URL, DOCS_EMBEDDINGS_FOLDER, DOCS_RERANKER_FOLDER } = process.env;
  const keys = { ...(assistant && { assistant }), ...(admin && { admin }) };
  if (config !== undefined) checkKeys(config, others.projects, keys);
  const model = readModel();
  return {
    ...others,
    projects: (config === undefined
      ? [{ ...readProject(positionals, domain, project), ...reading }]
      : others.projects
    ).map((one) => (fallbackLanguage === undefined ? one : { ...one, fallbackLanguage })),
    keys,
    ...(model && { model }),
    // Omitted, so that the service reads the environment.
    ...(!DOCS_EMBEDDINGS_URL && !DOCS_EMBEDDINGS_FOLDER && embeddings !== undefined && { embeddings }),
    ...(!DOCS_RERANKER_FOLDER && reranker !== undefined && { reranker }),
  };
}

/** Open the engine of the settings. @returns `undefined` for the default one @throws Error when its packages are missing */
export async function openSettingsEngine({ enginePlace }: Settings): Promise<SearchEngine | undefined> {
  return enginePlace === undefined ? undefined : openLanceDbEngine(enginePlace);
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

function readProject(positionals: readonly string[], given: string | undefined, project: string | undefined) {
  const dir = readDirectory(positionals);
  const domain = given ?? defaultDomain(dir);
  return { dir, domain, projectId: project ?? domain };
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
