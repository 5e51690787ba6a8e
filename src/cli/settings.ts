import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { LanguageModelOptions } from '../service/answer/language-model.ts';
import type { ProjectOptions } from '../service/service.ts';
import { UsageError } from './usage-error.ts';

/** Where the commands keep what they make, unless `--data` says otherwise. */
export const DEFAULT_DATA_DIR = '.docs-assistant';

/** Reads the folder that a command was given. @throws UsageError when there is none, or more than one */
export function readDirectory(positionals: readonly string[]): string {
  const [dir, ...more] = positionals;
  if (dir === undefined || more.length > 0) throw new UsageError('Name one folder.');
  return checkDirectory(resolve(dir));
}

/** The name of a folder, with what cannot stand in a path replaced. */
export function defaultDomain(dir: string): string {
  return basename(dir).replace(/[^\w.~:@-]+/g, '-') || 'docs';
}

/** Reads several projects from a file. Folders are relative to it. */
export function readConfigFile(file: string): ProjectOptions[] {
  const config = parseConfig(file);
  if (!isRecord(config) || !Array.isArray(config['projects'])) {
    throw new UsageError(`${file} has no array "projects".`);
  }
  return config['projects'].map((project: unknown, index) =>
    readProject(project, `projects[${index}]`, dirname(resolve(file))),
  );
}

/** The language model that the environment names, if it does. */
export function readModel(): LanguageModelOptions | null {
  const { DOCS_MODEL_URL: url, DOCS_MODEL_NAME: name, DOCS_MODEL_KEY: key } = process.env;
  if (!url && !name) return null;
  if (!url || !name) throw new UsageError('DOCS_MODEL_URL and DOCS_MODEL_NAME are needed together.');
  return { url, name, ...(key && { key }) };
}

function parseConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkDirectory(dir: string): string {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${dir} is not a folder.`);
  return dir;
}

function readProject(value: unknown, field: string, folder: string): ProjectOptions {
  if (!isRecord(value)) throw new UsageError(`${field} must be an object.`);
  for (const name of Object.keys(value)) {
    const isRight = PROJECT_FIELDS.get(name);
    if (isRight === undefined) throw new UsageError(`${field}.${name} is not known.`);
    if (!isRight(value[name])) throw new UsageError(`${field}.${name} is not what it should be.`);
  }
  if (value['dir'] === undefined) throw new UsageError(`${field}.dir is missing.`);
  const dir = checkDirectory(resolve(folder, value['dir'] as string));
  return { domain: defaultDomain(dir), ...value, dir };
}

const isString = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isStringArray = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const PROJECT_FIELDS = new Map<string, (value: unknown) => boolean>([
  ...['dir', 'domain', 'projectId', 'defaultVersion', 'defaultLanguage'].map(
    (name) => [name, isString] as const,
  ),
  ...['versions', 'languages'].map((name) => [name, isStringArray] as const),
  ['keys', (value) => isRecord(value) && isString(value['assistant']) && isString(value['admin'])],
]);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
